#include "stages/common/language/order_verbs.h"

#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::string_view kEnglish =
    "accept add address adjust alert allow annotate answer apply archive arrange ask assign assume attach avoid base begin block "
    "book bring build buy calculate call cancel capitalise capitalize change charge chase check choose cite clean clear close "
    "collect comment commit compare compress confirm consult contact convert cook copy correct count cover create cut debug "
    "decline define delegate delete deliver deny deploy describe dim disable display do document double draft draw drive drop edit "
    "email enable encrypt end enforce ensure escalate estimate exclude explain export fetch file fill filter fix flag follow "
    "format forward freeze generate give go greet group hand handle hide highlight hold ignore import include increase indent "
    "inform insert inspect install introduce invite invoice involve joke keep label lay leave limit link list listen load lock log "
    "look lower mail make mark measure mention merge message mix monitor mount move mute name note notify offer omit open order "
    "organise organize overwrite pack page park paste pause pay phone pick pin ping place plan play post prefer prefix prepare present "
    "press print prioritise prioritize process promise proofread propose protect provide publish pull push put quote raise read "
    "rebase rebook recommend record redirect reduce refactor refer reformat refuse refund register reject release remind remove "
    "rename reopen repeat rephrase replace reply report request require rerun reschedule reserve reset resolve respect respond restart "
    "restore restrict retry return reuse reveal revert review rewrite ring roll round route run save say schedule search secure "
    "select sell send separate serve set share ship shorten show shut sign simplify skip snooze sort speak specify spell spend "
    "split squash start stay stick store structure submit suggest summarise summarize swap switch sync tag take talk teach tell "
    "test text throw tidy title touch track transfer translate treat trim trust turn type update upload use validate verify "
    "visit vote wake warn wash watch water weigh whisper work wrap write";
constexpr std::string_view kCommon =
    "add answer ask assign block book call cancel check clean close commit confirm convert copy create cut delete deploy do "
    "drop email escalate explain export file fix flag follow forward give hold ignore include inform keep label leave let link "
    "list log look mail make mark mention merge message move notify open order page paste pause ping post print publish push "
    "put raise read rebase reject release remind remove rename reply report request rerun reset respond restart restore retry "
    "return review revert roll route run save say schedule send set share show sign skip start stay stop store sync tag take "
    "tell test turn update upload use verify wait warn write";
constexpr std::string_view kGermanOrders =
    "achte antworte beachte beantworte begrüße begrüß benutz benutze bestell bestelle bezahl bezahle bleib buche buch drucke druck "
    "duze duz frag frage füge füg fass fasse formuliere gib halte halt häng hänge hör höre ignoriere informier informiere leg lege leite lies "
    "lösch lösche mach mache markier markiere meld melde nenn nenne nimm nutz nutze öffne ordne plan plane prüf prüfe pushe rechne "
    "red rede ruf rufe runde sag sage schalt schalte schick schicke schließ schließe schreib schreibe sei sende setz setze sieze siez "
    "speicher speichere sprich sortiere starte stell stelle such suche teste trag trage übersetz übersetze verschick verschicke "
    "verschieb verschiebe versuch verwend verwende vermeid vermeide warn warne weck wecke wechsle zeig zeige zitier zitiere";
constexpr std::string_view kGermanInfinitives =
    "ablegen anhängen anrufen ansprechen antworten anzeigen aufräumen ausführen ausschalten beachten beantworten begrüßen benutzen bestellen "
    "buchen committen deployen drucken duzen einplanen eintragen erinnern erwähnen formulieren fragen geben hinzufügen ignorieren informieren laden "
    "löschen machen markieren melden mergen mitschicken nachfragen nehmen nennen nutzen öffnen planen prüfen pushen reden runden sagen schicken "
    "schließen schreiben senden setzen siezen speichern sprechen sortieren stellen testen teilen unterschreiben übersetzen veröffentlichen verschicken verschieben "
    "verwenden vermeiden warnen wecken weiterleiten zeigen zitieren zusammenfassen";
constexpr std::string_view kLanguages =
    "arabic bengali bulgarian catalan chinese croatian czech danish dutch english esperanto estonian farsi finnish french german "
    "greek hebrew hindi hungarian icelandic indonesian irish italian japanese korean latin latvian lithuanian malay mandarin "
    "norwegian persian polish portuguese punjabi romanian russian serbian slovak slovenian spanish swahili swedish tamil thai "
    "turkish ukrainian urdu vietnamese welsh arabisch chinesisch dänisch deutsch englisch französisch griechisch italienisch "
    "japanisch niederländisch polnisch portugiesisch russisch schwedisch spanisch türkisch ukrainisch";

}  // namespace

bool is_order_verb(std::string_view lower_word) {
  static const WordSet kVerbs(kEnglish);
  return kVerbs.has(lower_word);
}

bool is_common_order_verb(std::string_view lower_word) {
  static const WordSet kVerbs(kCommon);
  return kVerbs.has(lower_word);
}

bool is_german_order(std::string_view lower_word) {
  static const WordSet kVerbs(kGermanOrders);
  return kVerbs.has(lower_word);
}

bool is_german_infinitive(std::string_view lower_word) {
  static const WordSet kVerbs(kGermanInfinitives);
  return kVerbs.has(lower_word);
}

bool is_language_name(std::string_view lower_word) {
  static const WordSet kNames(kLanguages);
  return kNames.has(lower_word);
}

}  // namespace turnstream::language
