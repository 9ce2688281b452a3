#include "stages/consolidation/speech/emptiness.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kPast = notes::place_of_feature("past");
constexpr std::size_t kCalendar = notes::place_of_feature("cal");
constexpr std::size_t kNumber = notes::place_of_feature("num");
constexpr std::size_t kTitle = notes::place_of_feature("title");
constexpr std::size_t kAnswer = notes::place_of_feature("answer");
static_assert(kAnswer < notes::kFeatures.size());

/// Chosen on the development conversations of docs/evaluation.md.
constexpr std::int64_t kNobodyLack = 1'500'000'000;
constexpr std::int64_t kAddressedLack = 1'000'000'000;
constexpr std::int64_t kParticularGain = 500'000'000;
constexpr std::int64_t kPlainLack = 400'000'000;
constexpr std::int64_t kContextLack = 1'000'000'000;
constexpr std::int64_t kVagueLack = 800'000'000;
constexpr std::int64_t kAgreementLack = 800'000'000;
constexpr std::int64_t kUnsaidGroupLack = 800'000'000;
constexpr std::int64_t kUnsaidEventLack = 2'000'000'000;
constexpr std::int64_t kEventLack = 1'500'000'000;    ///< of a sentence that names something else
constexpr std::int64_t kGroupLack = 1'200'000'000;    ///< in addition to the one above
constexpr std::int64_t kCompanyLack = 1'600'000'000;  ///< "we" in another place than the first
constexpr std::int64_t kKindLack = 2'500'000'000;
constexpr std::int64_t kHappeningLack = 2'500'000'000;
constexpr std::int64_t kOpenLack = 3'000'000'000;
constexpr std::int64_t kSuggestionLack = 3'000'000'000;
constexpr std::int64_t kReactionLack = 1'500'000'000;  ///< it begins with what it says to the other side
constexpr std::int64_t kSayingLack = 1'000'000'000;
constexpr std::int64_t kPraiseLack = 2'000'000'000;
constexpr std::int64_t kLeavingLack = 3'000'000'000;
constexpr std::int64_t kDefiniteLack = 1'000'000'000;
constexpr std::int64_t kAdviceLack = 3'000'000'000;  ///< half of it if the speaker tells of what they do

/// Whether it names a person, place or object, or says when or how many.
bool is_particular(const Wording& wording, const notes::FeatureValues& features) {
  return wording.standing.particular || is_dated(features) || (features[kNumber] > 0 && !wording.standing.caption);
}

}  // namespace

std::int64_t emptiness_of(const Wording& wording, const notes::FeatureValues& features, bool agrees) {
  const bool answers = features[kAnswer] > 0 && !agrees;
  const std::int64_t addressed = wording.addresses && !wording.about_self ? kAddressedLack : 0;
  if (wording.opening == Opening::kReacting && !wording.standing.particular && !is_dated(features)) {
    return addressed + kNobodyLack;
  }
  if (is_particular(wording, features)) {
    return addressed;
  }
  return addressed + (wording.about_self || answers ? 0 : kNobodyLack) + (wording.vague ? kVagueLack : 0);
}

std::int64_t needs_context(const Wording& wording, const notes::FeatureValues& features, bool complete) {
  return is_particular(wording, features) ? 0 : complete ? kContextLack : kUnnamedCost;
}

std::int64_t plainness_of(const Wording& wording, const notes::FeatureValues& features) {
  return is_particular(wording, features) ? 0 : kPlainLack;
}

bool is_dated(const notes::FeatureValues& features) {
  return features[kPast] > 0 || features[kCalendar] > 0 || features[kTitle] > 0;
}

std::int64_t agreement_lack(const Wording& wording, const notes::FeatureValues& features) {
  return wording.says_yes_or_no && !is_particular(wording, features) ? kAgreementLack : 0;
}

std::int64_t unsaid_lack(const Wording& wording, Shown shown) {
  if (wording.standing.particular) {
    return 0;
  }
  const bool event = !wording.unsaid.event.empty() && !shown.event;
  return (wording.unsaid.group && !shown.group ? kUnsaidGroupLack : 0) + (event ? kUnsaidEventLack : 0);
}

std::int64_t blur_of(const Wording& wording, Shown shown) {
  const Unsaid& unsaid = wording.unsaid;
  const bool particular = wording.standing.particular;
  const std::int64_t open = (unsaid.open ? kOpenLack : 0) + (unsaid.suggests ? kSuggestionLack : 0) +
                            (unsaid.happening ? kHappeningLack : 0) + (unsaid.kind ? kKindLack : 0) +
                            (unsaid.saying && !wording.about_self && !particular ? kSayingLack : 0) +
                            (unsaid.praises ? kPraiseLack : 0) + (unsaid.leaves ? kLeavingLack : 0);
  const bool reacts = wording.opening == Opening::kReacting || wording.referents.remarks;
  const std::int64_t reaction = reacts && !shown.group ? kReactionLack : 0;
  const std::int64_t event = particular && !unsaid.event.empty() && !shown.event ? kEventLack : 0;
  const bool told = particular || shown.group || !unsaid.company;
  return open + reaction + event + (told ? 0 : unsaid.group ? kGroupLack : kCompanyLack);
}

std::int64_t indefinite_lack(const Wording& wording, const notes::FeatureValues& features) {
  return wording.standing.definite_alone && !is_particular(wording, features) ? kDefiniteLack : 0;
}

std::int64_t advice_lack(const Wording& wording, const notes::FeatureValues& features) {
  return is_particular(wording, features) ? 0 : wording.about_self ? kAdviceLack / 2 : kAdviceLack;
}

std::int64_t gain_of(const Wording& wording, const notes::FeatureValues& features) {
  return is_particular(wording, features) ? kParticularGain : 0;
}

}  // namespace turnstream::consolidation
