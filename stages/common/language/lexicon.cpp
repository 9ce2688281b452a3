#include "stages/common/language/lexicon.h"

#include <vector>

#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

struct ClassRow {
  std::uint64_t word_class;
  std::string_view words;  ///< separated by single blanks
};

// Each row says: all these words are in this class. The rows are in the order of the enumerators in lexicon.h; neither
// this order nor that of the words has an effect. Example: {kKin, "... sister ..."} makes the subject of "My sister
// lives in Lund" a person, so that verb rows for persons apply: user's sister | lives in | Lund.
constexpr ClassRow kRows[] = {
    {kPronoun,
     "all another anybody anyone anything both each either everybody everyone everything he her here hers "
     "herself him himself i it itself me mine myself neither nobody none nothing one ones other ours ourselves "
     "she somebody someone something that theirs them themselves there these they this those u us we what "
     "which who whom y'all ya you yours yourself"},
    {kDeterminer, "a all an any each every few many most my no our several some the"},
    {kDeictic, "another her his its other same such that their these this those your"},
    {kAdverb,
     "absolutely actually again already also always basically both certainly clearly completely currently "
     "deeply definitely especially even ever exclusively finally first firsthand fondly frequently fully "
     "generally genuinely happily highly honestly just kinda kindof largely literally long mainly mostly much "
     "normally now obviously officially often only originally particularly permanently personally presently "
     "primarily proudly quite really recently regularly secretly seriously simply so sometimes sorta "
     "specifically still then too totally truly typically usually very"},
    {kNegation, "barely hardly neither never no nobody none nor not nothing rarely scarcely seldom without"},
    {kConjunction, "& although and as because but cause cuz however or plus since so though yet"},
    {kSubordinator,
     "after although as because before besides but considered considering despite except given how if like "
     "once since so than thanks that though till unless until what when whenever where whereas wherever "
     "whether which while who whom whose why"},
    {kHypothesis,
     "allegedly apparently assume assuming dream dreamed dreaming hope hopefully hoping hypothetically ideally "
     "if imagine likely maybe might perhaps possibly pretend probably someday suppose supposedly supposing "
     "theoretically unless whether wish wishing"},
    {kReport,
     "according answered argue argued argues argument article asked believe believed believes character claim "
     "claimed claims doubt essay feels figured goes guess guessed headline hear heard hears insisted insists "
     "joked jokes lied lyric lyrics mentioned mentions novel paragraph paraphrase poem pretended pretends "
     "prompt proofread quote quoted quoting read reads reckon rephrase replied rewrite role-play roleplay "
     "rumor rumour said say saying says scenario seem seemed seems sentence shouted song suggested suggests "
     "summarise summarize suppose suspect suspects swear swears tell telling tells think thinking thinks "
     "thought told translate whispered wonder wondered wondering writes written wrote"},
    {kPreposition,
     "about across after against along around as at before behind between beyond by during for from in inside "
     "into like near of off on outside over per since than through to toward towards under until upon via with "
     "within without"},
    {kAuxiliary,
     "am are be been being can could did do does doing done gonna gotta had has have having is may might must "
     "ought shall should wanna was were will would"},
    {kEvaluation,
     "adorable amazing angel annoying awesome awful bad beautiful best better big blast blessing boring "
     "breathtaking brilliant bummer calming challenge challenging clear clown comfy cool cozy crazy crucial "
     "cute decent delicious delight difficult disaster dope dream early easy enough epic escape essential "
     "everything excellent exciting eye-opening fabulous fair fantastic fast fave favorite favourite fine fun "
     "funny game-changer gem genius gift good gorgeous great hard haven heart heartwarming helpful hero high "
     "honor honour hoot horrible huge idiot important impossible impressive incredible insane inspiration "
     "inspiring interesting invaluable jerk journey joy key late legend legendary life lifesaver lit love "
     "lovely low magical magnificent massive meaningful mess mind-blowing moron must must-have must-see must-visit neat "
     "necessary nice nightmare obvious ok okay outlet outstanding overrated pain peaceful perfect pity pleasure plenty "
     "possible potato powerful precious pretty priceless rad real refreshing relaxing relief reliever "
     "remarkable reminder rewarding right riot rollercoaster sad saint scary sentimental shame sick simple "
     "slow small solid soothing soul special star strange stress struggle stunning such super superb surreal "
     "sweet tasty terrible therapeutic tight tough tragic treasure treat tricky trip true ugly unbelievable "
     "underrated unfair unreal uplifting useful useless vital weird wild winner wonderful worse worst worth "
     "worthwhile wreck wrong yummy"},
    {kPassing,
     "able afraid alive alone alright amazed angry anxious available awake aware away back better blessed "
     "bored broken busy calm certain closed cold coming committed confused curious currently dead delighted "
     "determined disappointed doing done down drunk dying eager early empty excited exhausted failing feeling "
     "fine finished flaky focused free frustrated full glad going gone good grateful great green happy having "
     "here home honored honoured hopeful hoping hot hungry ill impressed in inspired interested jealous joking "
     "keen kidding late leaving live lonely lost lucky mad missing motivated moved nervous off offline ok okay "
     "on online open out over overwhelmed pending planning pleased proud psyched pumped ready red relaxed "
     "relieved running sad scared shocked sick sitting sleepy slow sorry standing starting stoked stressed "
     "stuck sure surprised talking terrified thankful thinking thirsty thrilled tired touched trying unable "
     "unavailable unreachable unstable up upset waiting warm well working worried worse"},
    {kLasting,
     "adopted african agnostic algerian ambidextrous american anemic argentine argentinian asexual asian "
     "asthmatic atheist australian austrian autistic bald bangladeshi belgian bi bilingual bisexual blind "
     "blonde brazilian british buddhist bulgarian canadian catholic celiac chilean chinese christian coeliac "
     "colombian color-blind colorblind colour-blind colourblind cuban czech danish deaf diabetic divorced "
     "dutch dyslexic egyptian engaged english epileptic estonian ethiopian european extrovert extroverted "
     "farsighted filipino finnish freckled freelance french gay genderfluid german ghanaian gluten gluten-free "
     "gluten-intolerant greek hindu hungarian icelandic indian indonesian insulin-dependent introvert "
     "introverted iranian iraqi irish israeli italian japanese jewish kenyan keto korean lactose "
     "lactose-intolerant latvian lebanese left-handed lesbian lithuanian malaysian married mexican mormon moroccan "
     "multilingual muslim nearsighted nepali nigerian night-blind non-binary nonbinary norwegian nut-free "
     "omnivore orphaned pakistani pansexual peruvian pescatarian polish portuguese pregnant protestant queer "
     "redheaded religious retired right-handed romanian russian scottish self-employed separated short "
     "short-sighted sikh singaporean single slovak sober south-african spanish straight swedish swiss syrian "
     "taiwanese tall teetotal thai trans transgender trilingual tunisian turkish ukrainian unemployed vegan "
     "vegetarian venezuelan vietnamese welsh widowed"},
    {kProperty,
     "adopted allergic annual asynchronous automated automatic beige bilingual biweekly black blue brown "
     "case-insensitive case-sensitive classified closed-source compressed confidential containerised containerized "
     "daily dead deceased deprecated disabled distributed dynamic electric enabled encrypted external "
     "fortnightly free global gluten-free gold golden gpl-licensed gray green grey hourly hybrid idempotent "
     "immutable imperial internal local mandatory manual married metric mit-licensed monolithic monthly "
     "multi-tenant mutable navy nonrefundable on-site onsite open-source optional orange paid partitioned permanent "
     "pink private proprietary public purple quarterly read-only red refundable remote replicated required "
     "rescued retired self-hosted serverless sharded silver single-tenant stateful stateless static strict "
     "synchronous teal temporary turquoise unencrypted vegan vegetarian waterproof weekly white wooden yearly "
     "yellow"},
    {kTime,
     "again ago already anymore currently earlier lately later meanwhile now nowadays recently soon these "
     "today tomorrow tonight yesterday"},
    {kTimeUnit,
     "afternoon afternoons april august autumn christmas day days decade decades december easter evening "
     "evenings fall february fri friday fridays hour hours january july june life lifetime march may minute "
     "minutes moment mon monday mondays month months morning mornings night nights november october sat "
     "saturday saturdays second seconds semester september spring summer sun sunday sundays thu thur thurs "
     "thursday thursdays time times tue tues tuesday tuesdays wed wednesday wednesdays week weekdays weekend "
     "weekends weeknights weeks winter year years"},
    {kSmallTalk,
     "ability access accident advantage advice amazing appointment array attention beginner bit bits blast "
     "bond bone break breakfast breath bug bump bunch call care chance chances chat cleanup clue coffee cold "
     "comfort concern concerns connection connections conversation couple craving crush csv dataframe date day "
     "days deadline deep dict dictionary difference dilemma dinner document doubt doubts draft dream dreams "
     "drink effect effort efforts email error evening exam experience experiences favor favour feeling "
     "feelings feet few file files fix fun function functions glance goal goals great hand headache help hope "
     "hopes hour hunch hurdle hurdles idea ideas impact impression incident interview issue issues joy keys "
     "kind kinds laugh leap list lists little look lot lots love luck lunch meeting memories memory mess "
     "message mind minute mistake moment moments morning nap need newbie news night nightmare number opinion "
     "opinions opportunities opportunity outage part parts patch peek photo photos pic pics picture pictures "
     "piece pieces plan plans plenty point power preference preferences pride problem problems progress query "
     "question questions reason reasons reboot refactor reply report request rest restart result results "
     "review rewrite right risk role say script scripts seat second sense setback setbacks shot shower side "
     "smile snack snippet solace sort sorts spreadsheet stand step steps string struggle struggles stuff "
     "success suggestion suggestions support surprise suspicion table talk task tasks tear tears test text "
     "thing things thought thoughts time times todo ton tons train trouble try turn type types typo update "
     "updates urge user variety vibe vibes way ways week weekend wonderful word words work"},
    {kOpening,
     "absolutely actually additionally agreed ah also and anyway anyways aw awesome aww basically btw but "
     "config context cool correction currently disclaimer dude edit exactly finally first fortunately frankly "
     "fyi gosh great haha hello hey hi hm hmm honestly imo indeed info lately like listen look luckily man "
     "news nice no nope note now nowadays obviously oh ok okay omg p.s. personally please plus ps psst "
     "recently remember reminder right sadly second seriously setup so summary sure tbh thank thanks then "
     "third today totally true ugh uh um unfortunately update well whoa woah wow yay yeah yep yes yup"},
    {kIntensifier,
     "absolutely extremely fairly incredibly kinda least less more most much pretty quite rather really so "
     "somewhat such super that too totally very way"},
    {kQuestionWord, "how what when where which who whom whose why"},
    {kJoke, "haha hahaha hehe jk joke joking kidding lmao lol lolz rofl sarcasm sarcastic"},
    {kNumber, "couple dozen eight eleven five four hundred million nine seven six ten thousand three twelve two"},
    {kClosing,
     "actually again alone already altogether always anymore anyway anyways besides btw currently daily either "
     "everyday everywhere first here honestly imo instead lately lot much myself now nowadays often online "
     "overall personally please recently regularly right sometimes still tbh there these though today together "
     "too well whenever yet"},
    {kVague,
     "anything area bit bits book bunch case class classes couple event events everything fact friend friends "
     "game group groups guy guys idea it item items job kind kinds lesson lessons lot lots moment movie "
     "nothing one ones others part person piece place places point project projects reason set side someone "
     "something sort sorts spot stage stories story stuff them these thing things those ton tons topic topics "
     "type types way ways world worlds"},
    {kBareNoun,
     "add adhd allergies allergy anxiety arthritis asthma autism bees brothers cats celiac chickens children "
     "deficiency depression diabetes disease dogs dyslexia epilepsy goats horses hypertension insomnia kids "
     "migraines ocd pets ptsd siblings sisters syndrome tattoos tinnitus triplets twins"},
    {kSetting,
     "address backend band birthday branch breed broker browser bucket budget cadence charset cluster color "
     "colour compiler currency database date day db deadline default delimiter distro drink editor encoding "
     "engine env environment font food format formatter framework genre hobby hometown host hostname "
     "instrument job key keyboard language layout level licence license limit linter locale mode name "
     "namespace nationality nickname occupation os owner path policy port ports prefix profession protocol "
     "provider queue region registry religion runtime schedule scheme season separator shell size sport stack "
     "storage strategy suffix surname theme timeout timezone tool topic type unit url user username version "
     "zone"},
    {kEveryday,
     "able absolutely accident agree agreed agrees always amazing appreciate appreciated appreciating asked "
     "asking asks awesome back beautiful became become believe believes best better bring bringing brings "
     "brought bunch call called calling calls came cant care catch check checked checking checks come comes "
     "coming cool couple day days definitely didnt difference differences done dont double easy enjoy enjoyed "
     "enjoying enjoys evening everyone excited experience experiences explore explored exploring express "
     "failed fantastic feel feeling feelings feels felt find finding finds first forget forgot found full gave "
     "gets getting give given gives giving glad goes going gonna good gotten great guess haha happen happened "
     "happening happens happy hard havent hear heard hearing hears hello help helped helping helps hey hold "
     "holding holds hope hoped hopes hoping huge idea ideas image important incredible inspiring interesting "
     "journey journeys keep keeping keeps kept kind kinda knew know knowing known knows last leave leaving "
     "left life like liked likes live lived lives living long look looked looking looks lots love loved loves "
     "loving lucky made make makes making maybe mean means meant meet meeting meets memories memory moment "
     "moments month months morning move moved need needed needing needs never next nice night note noted notes "
     "okay ones part parts passed past peaceful people perfect person photo photos pics picture pictures play "
     "played playing plays please point pretty proud push pushes puts putting read reads ready real reason "
     "reasons relax relaxing remember remembered running runs safe said saying says seeing seemed seems seen "
     "self share shared shares sharing show showed showing shows someone sometimes sorry sound sounded "
     "sounding sounds special start started starting starts stay stayed staying stays stoked stop stopped "
     "stops strength stuff super support supported supportive supports sure sweet take taken takes taking talk "
     "talked talking talks tell telling tells thank thanks thats theyre thing things think thinking thinks "
     "thought time times today told tomorrow took totally tough tried tries true trying turn turned turns "
     "twice used uses using wait waiting waits wanna want wanted wanting wants week weekend weeks welcome went "
     "whole wish wonderful wont word words work worked working works wow yeah year years yes yesterday youre"},
    {kTask,
     "answer bug case code error errors exception exit function goal idea issue line message output part point "
     "problem question reason request response result results solution stack status thing trace traceback "
     "trick truth variable"},
    {kKin,
     "aunt baby boss boyfriend brother brother-in-law brothers cat cats child children coach colleague cousin "
     "coworker dad daughter doctor dog dogs employer ex family father father-in-law fiance fiancee fiancé "
     "fiancée flatmate friend girlfriend granddaughter grandfather grandma grandmother grandpa grandparents "
     "grandson husband in-law kid kids kitten landlord mam manager mentor mom mother mother-in-law mum "
     "neighbor neighbour nephew niece parent parents partner pet puppy roommate sibling siblings sister "
     "sister-in-law sisters son spouse stepdaughter stepfather stepmother stepson teacher twin uncle wife"},
};

/// The words of all rows, and the classes of each.
struct Lexicon {
  Lexicon() {
    for (const ClassRow& row : kRows) {
      for (const std::string_view word : words_between(row.words)) {
        const std::size_t place = words.add(word);
        classes.resize(words.words().size());
        classes[place] |= row.word_class;
      }
    }
  }
  WordSet words;
  std::vector<std::uint64_t> classes;
};

}  // namespace

std::uint64_t classes_of(std::string_view lower_word) {
  return classes_of(lower_word, word_hash(lower_word));
}

std::uint64_t classes_of(std::string_view lower_word, std::uint64_t hash) {
  static const Lexicon kLexicon;
  const std::size_t place = kLexicon.words.place_of(lower_word, hash);
  return place < kLexicon.classes.size() ? kLexicon.classes[place] : 0;
}

std::uint64_t classes_of_last(std::string_view phrase) {
  const std::size_t blank = phrase.rfind(' ');
  return classes_of(phrase.substr(blank == std::string_view::npos ? 0 : blank + 1));
}

}  // namespace turnstream::language
