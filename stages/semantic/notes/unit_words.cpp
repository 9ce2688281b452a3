#include "stages/semantic/notes/unit_words.h"

#include "stages/common/notes/class_table.h"

namespace turnstream::semantic {
namespace {

constexpr notes::ClassRow kRows[] = {
    {kPronouns, "both em he her hers him his it its she their theirs them they"},
    {kDeictic, "here one ones that there these this those"},
    {kNoStopWords, "both em here hers ones theirs there"},
    {kBehindDeictic, "and are because but d had has is ll s so was were will would"},
    {kNearDefinite, "these this"},
    {kAnyNouns,
     "activity book cause city class competition concert course dish event experience film game group idea language letter match "
     "movie painting party photo photoshoot pic picture piece place process project recipe script series show song spot story team topic "
     "tournament town trail trilogy trip workshop"},
    {kNotNouns, "image past photo pic picture point time"},
    {kOwners, "a an another my our"},
    {kBeforePlurals, "and for from in many my of on or our some the these to with"},
    {kTellsWhich, "about at by for from i in of on that to we where which who with"},
    {kBehindSubject, "feels felt gave gives has is made makes means was"},
    {kLight,
     "absolutely after again ago ahhahha already alright also always amazing any anyone anything around away awesome back bad "
     "because been before being believe belong best bet better big bit bummer busy came catch caught change changed chat check "
     "cheers come cool could crazy day days decide decided definitely did different does doing down during easy else enjoy "
     "enough especially even ever every everyone everything exactly excited experience experiences favorite feel feeling feels "
     "felt few find fine first for found from fun gave get getting give glad go going gonna good got great guess haha happen "
     "happened happy hard haven hear help helped helps hey hmm hope hopefully how idea important inspiration inspire inspired "
     "inspires interesting involved keep keeping keeps kind know last lately learn least less let life like little long look "
     "looking looks lot lots love made make makes many matter matters maybe mean means might mind moment more most motivate "
     "motivated motivates much must need never new next nice nope nothing now off often oh ok okay one only other others our "
     "out over own part people pick picked place planning plans put really reason recent recently remember right rough said "
     "same say see seem seems seen share should show since someone something sometimes soon sound sounds special spend stand "
     "stands start started still stuff super sure take talk talked talking tell than thank thanks their then there these thing "
     "things think those though thought through time today together tonight too totally tough tried true try two under up use "
     "used usually very wait wanna want way week weekend well what when where which while who why wild will with without won "
     "wonderful work working world would wow yeah year years yep yes yet you your"},
    {kOpensIt, "he it its she that they this"},
    {kIntroduces, "a an another one something"},
    {kOpensPair,
     "believe being check encouragement give here i keep let look mean means proud rooting this totally your"},
    {kPictures, "image photo photos pic pics picture pictures shot snapshot"},
};

}  // namespace

UnitWords::UnitWords(const notes::ReadText& text) : text_(text) {
  static const notes::ClassTable kTable{kRows};
  lists_.reserve(text.words().size());
  for (const notes::Word& word : text.words()) {
    lists_.push_back(kTable.classes_of(text.letters(word)));
    all_ |= lists_.back();
  }
}

bool UnitWords::closes(std::size_t place) const {
  const std::size_t end = text_.words()[place].end;
  return end >= text_.lower().size() || std::string_view(",.;:!?)").find(text_.lower()[end]) != std::string_view::npos;
}

bool UnitWords::stood_before(std::size_t place) const {
  for (std::size_t i = 0; i < place; ++i) {
    if (at(i) == at(place)) {
      return true;
    }
  }
  return false;
}

}  // namespace turnstream::semantic
