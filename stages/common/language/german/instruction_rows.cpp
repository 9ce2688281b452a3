#include "stages/common/language/forms.h"

namespace turnstream::language {
namespace {

using enum FormKind;

// A German order in the singular can be a verb of "ich", too: "Ab heute mache ich Sport". Where it can be both, "ich" must not follow.
constexpr FormRow kRows[] = {
    {kInstruction, "^ wenn|falls|sobald|immer ?wenn * , ?dann ?bitte #german ?!ich",
     "Wenn der Test fehlschlägt, schick mir eine Mail."},
    {kInstruction, "^ ?bitte duze|duz|sieze|siez ?bitte mich|uns", "Bitte duze mich."},
    {kInstruction, "^ ?bitte nenn|nenne mich|uns ?bitte _", "Nenn mich Bo."},
    {kInstruction, "^ ?bitte duzen|siezen|nennen sie mich|uns", "Nennen Sie mich Frau Huber."},
    {kInstruction, "^ du kannst|darfst|sollst mich|uns ?bitte|gern|gerne|ruhig ?_ ?_ nennen|duzen|siezen",
     "Du kannst mich gern Bo nennen."},
    {kInstruction, "^ ?bitte sprich mich|uns ~ mit _", "Sprich mich bitte mit Frau Huber an."},
    {kInstruction, "^ ?bitte hör|höre ?bitte ?damit auf _", "Hör auf, mich zu loben."},
    {kInstruction, "^ ?bitte lass ?bitte die|das|den|deine|solche _ ?bitte|künftig weg|sein|bleiben",
     "Lass die Emojis weg."},
    {kInstruction,
     "^ ?bitte #german ?!ich * immer|nie|niemals|stets|keine|keinen|jeden|jede|jedes|jedem|jeder|allen|alle|künftig",
     "Schick mir nie Werbung."},
    {kInstruction, "^ ?bitte #german ?!ich * nur noch", "Antworte nur noch in ganzen Sätzen."},
    {kInstruction, "^ ?bitte antworte|benutz|benutze|nutz|nutze|verwend|verwende ~ nur _", "Verwende nur Postgres."},
    {kInstruction, "^ ?bitte antworte|rede|sprich|schreib|schreibe ?mir|uns ?bitte ?nur auf|in #language",
     "Antworte mir auf Deutsch."},
    {kInstruction, "^ ?bitte antworten|reden|sprechen|schreiben sie ~ auf|in #language",
     "Antworten Sie bitte auf Englisch."},
    {kInstruction, "^ ?bitte #germaninf sie * immer|nie|niemals|stets|keine|keinen|künftig",
     "Schicken Sie mir nie Werbung."},
    {kInstruction, "^ ?bitte frag|frage mich|uns ~ bevor|ehe du !gehst|anfängst|startest",
     "Frag mich, bevor du etwas löschst."},
    {kInstruction, "^ bevor|ehe du ~ etwas|irgendetwas|ein|eine|einen|dateien|mails|code * , ?bitte #german ?!ich",
     "Bevor du etwas löschst, frag mich."},
    {kInstruction,
     "^ jeden|jede|jedes montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|tag|morgen|mittag|abend|woche|monat ~ #german "
     "?!ich",
     "Jeden Montag schick mir die Zahlen."},
    {kLoneInstruction, "^ ?bitte fass|fasse|halt|halte dich ?bitte ?immer kurz|kürzer $", "Fass dich kurz."},
    {kInstruction,
     "^ ?bitte keine|keinen|kein ?_ abkürzungen|anglizismen|ausrufezeichen|emojis|emoticons|fachbegriffe|floskeln|smileys|witze",
     "Bitte keine Emojis."},
    {kInstruction, "^ ich|wir möchte|möchten|will|wollen dass du * immer|nie|niemals|stets|künftig|keine|keinen _",
     "Ich möchte, dass du immer zuerst fragst."},
    {kInstruction, "^ ich|wir möchte|möchten|will|wollen nicht dass du _", "Ich will nicht, dass du Dateien löschst."},
    {kInstruction, "^ du sollst|musst|darfst ~ immer|nie|niemals|stets ?!noch|wieder _",
     "Du darfst nie direkt auf main pushen."},
    {kInstruction, "^ du sollst|darfst keine|keinen|kein _ ~ #germaninf $", "Du sollst keine Mails löschen."},
    {kRequest, "^ kannst|könntest|würdest du ~ immer|nie|niemals|stets|künftig ?!noch|wieder _",
     "Kannst du mir bitte immer den Link schicken?"},
    {kInstruction, "^ ?bitte ab|von sofort|jetzt|heute|morgen ?an ~ #german ?!ich", "Ab jetzt antworte auf Deutsch."},
    {kInstruction, "^ ab|von sofort|jetzt|heute|morgen ?an ~ bitte|nur|immer|nie|keine|keinen * #germaninf $",
     "Ab sofort bitte auf Deutsch antworten."},
    {kInstruction, "^ künftig|zukünftig|bitte ?bitte immer|nie|nur|keine|keinen * #germaninf $",
     "Künftig keine Mails am Sonntag schicken."},
    {kInstruction, "^ in zukunft ~ bitte|nur|immer|nie|keine|keinen * #germaninf $", "In Zukunft bitte vorher fragen."},
    {kInstruction, "^ ab|von sofort|jetzt|heute|morgen ?an ?bitte ?wieder|nur ?auf #language",
     "Ab jetzt bitte wieder Deutsch."},
    {kInstruction, "^ in zukunft ~ #german ?!ich", "In Zukunft schick mir den Plan."},
    {kInstruction, "^ immer|nie|niemals|stets ?!noch|wieder * #germaninf $", "Niemals Dateien löschen."},
    {kInstruction,
     "^ !ich|wir|er|sie|es|man|ihr|du|die|der|das|kann|soll|sollte|wollen immer|nie|niemals|stets|nur * #germaninf $",
     "Briefe nie ohne Datum schicken."},

    {kNoInstruction, "^ ?bitte mach|mache dir|euch|uns ~ keine|keinen", "Mach dir keine Sorgen."},
    {kNoInstruction, "^ ?bitte machen sie sich ~ keine|keinen", "Machen Sie sich keine Umstände."},
    {kNoInstruction, "^ gib|sag|sage ~ nie|niemals auf|nie|niemals $", "Gib nie auf!"},
    {kNoInstruction,
     "^ ?bitte "
     "gib|lies|lösch|lösche|markier|markiere|nenn|nenne|öffne|prüf|prüfe|schick|schicke|schließ|schließe|sortier|sortiere|starte|"
     "such|suche|teste|zeig|zeige ~ alle ?!zwei|drei|vier|paar",
     "Lösche alle Dateien im Ordner."},
    {kNoInstruction,
     "^ ?bitte lies|lösch|lösche|markier|markiere|öffne|prüf|prüfe|schließ|schließe|sortier|sortiere|such|suche|teste|zeig|zeige ~ "
     "jede|jeden|jedes bild|datei|eintrag|ordner|seite|spalte|test|zeile",
     "Prüfe jede Zeile der Tabelle."},
};

}  // namespace

std::span<const FormRow> german_instruction_rows() {
  return kRows;
}

}  // namespace turnstream::language
