#include "stages/episodic/signals/forms.h"

namespace turnstream::episodic {
namespace {

using enum FormKind;

constexpr FormRow kRows[] = {
    {kInstruction, "^ ?please always|never #plain", "Always run the tests before you push."},
    {kInstruction, "^ from now|here on", "From now on, answer in German."},
    {kInstruction, "^ in ?the future ?please #verb", "In future, ask before you delete a branch."},
    {kInstruction, "^ going forward", "Going forward, tag each release."},
    {kInstruction, "^ ?please do not !worry|mind|know|think|care|you|we|i _", "Please don't touch the legal folder."},
    {kInstruction, "^ ?please do not !worry|mind|know|think|care|you|we|i", "Don't shout."},
    {kInstruction, "^ ?please stop #ing", "Stop apologising."},
    {kInstruction, "^ ?please use _ ~ not|instead|when|whenever|for|unless", "Use pnpm, not npm."},
    {kInstruction, "^ if|when|whenever|unless|once _ ~ ~ , ?then|please #verb", "If the build fails, then ping me."},
    {kInstruction, "^ if|when|whenever|unless|once _ ~ ~ then #verb",
     "When a release is out then tell the whole team."},
    {kInstruction, "^ otherwise ?please #verb", "Otherwise ask Katrin."},
    {kInstruction, "^ ?please #verb ~ always|whenever|every|each", "Send the report every Friday."},
    {kInstruction, "^ ?please keep|leave|do|make it|this|that like|that|this ?way", "Keep it that way."},
    {kInstruction, "^ ?please call me #name", "Call me Bo."},
    {kInstruction, "^ nothing|no-one goes|leaves|ships|is|gets|merges|touches|deploys _",
     "Nothing goes out on a Sunday."},
    {kInstruction, "^ no _ ~ please", "No sleeps in tests, please."},
    {kInstruction, "^ you|we|everyone|everybody ?all must|should always|never|not _",
     "You should never mail a customer."},
    {kInstruction, "^ everyone|everybody must|has|should _", "Everyone must sign the form."},
    {kInstruction, "^ ?please remember that|to|this|my|: _", "Remember that the gate code changes in May."},
    {kInstruction, "^ ?please keep in mind", "Keep in mind that Ann is on leave."},
    {kInstruction, "^ note that|: _", "Note: the invoice goes to Globex."},

    {kCorrection, "that|this|it|you is|was|are|were ?all|just|still wrong|incorrect|outdated|mistaken",
     "No, that's wrong: the port is 9090."},
    {kCorrection, "^ that|this|it|you is|are not right|correct|true", "That is not right."},
    {kCorrection, "^ ?no|sorry i meant _", "Sorry, I meant the second one."},
    {kCorrection, "^ it|that|she|he is _ , not _", "It's Katrin, not Katharina."},
    {kCorrection, "^ it|that|this should be|have _", "It should be 5433."},
    {kCorrection, "^ correction : _", "Correction: the meeting is in room 4."},
    {kCorrection, "^ i was wrong|mistaken", "I was wrong about the date."},
    {kCorrection, "^ not _ ~ but _", "Not the old server but the new one."},
    {kCorrection, "^ you misunderstood|misread _", "You misread the log."},
    {kCorrection, "^ you got|mixed it|that|this|them wrong|up", "You got that wrong."},

    {kDecision, "^ i|we ?have ?all ?finally|just|now decided|agreed|chosen|settled|opted _",
     "We agreed on weekly releases."},
    {kDecision, "^ i|we ?finally chose|picked|approved|rejected|cancelled|canceled|postponed _",
     "We cancelled the trip."},
    {kDecision, "^ ?so let us ?just go with|for _", "Let's go with Postgres."},
    {kDecision, "^ ?so let us ?just use|drop|keep|adopt|choose|pick|switch|stick _", "Let's use tabs."},
    {kDecision, "^ i|we will ?just use|drop|keep|adopt|choose|pick _", "We will keep the old logo."},
    {kDecision, "^ i|we will ?just go|switch|stick|move|stay with|to|for _", "We'll stay with Kafka."},
    {kDecision, "^ i|we am|are ?now going with _", "I'm going with the red one."},
    {kDecision, "^ i|we am|are ?now switching|moving|migrating to|from _", "We are switching to Debian."},
    {kDecision, "^ ?the ?final decision is|was|: _", "The decision is final."},

    {kLifeEvent,
     "^ i|we ?have ?just|finally|recently moved|relocated|emigrated|immigrated to|from|into|out|in|back|away|house _",
     "We moved to Porto last year."},
    {kLifeEvent, "my|our #kin ~ moved|relocated to|from|into|out|in|back|away _", "My sister Anna moved to Lyon."},
    {kLifeEvent, "my|our #kin ~ died", "My father died last week."},
    {kLifeEvent, "my|our _ ~ passed away", "My old neighbour passed away."},
    {kLifeEvent, "i|we ?have ?just lost my|our|the #kin", "I lost my brother in March."},
    {kLifeEvent, "i|we ?have ?just lost my|our|the job|home|house|baby|sight|licence|license", "I lost my job."},
    {kLifeEvent,
     "^ i|we ?have ?just|finally|recently got|was|were|been ?just|finally|recently "
     "married|engaged|divorced|separated|widowed|fired|laid|promoted|hired|diagnosed|injured|hurt|evicted|robbed|adopted|pregnant",
     "We finally got married."},
    {kLifeEvent, "^ i|we am|are ?now pregnant|expecting|engaged", "I am pregnant."},
    {kLifeEvent, "^ i|we am|are ?now|finally getting married|divorced", "We are getting divorced."},
    {kLifeEvent,
     "my|our #kin ~ born|married|engaged|divorced|pregnant|diagnosed|hospitalized|hospitalised|graduated|hired|fired|retired",
     "Our daughter Mia was born on Monday."},
    {kLifeEvent, "^ i|we ?have ?just|finally|recently graduated|retired|resigned", "I finally graduated."},
    {kLifeEvent,
     "^ i|we ?have ?just|finally|recently quit|left|started|got|accepted my|a|the|our ?new ~ "
     "job|university|school|college|internship|position|apprenticeship",
     "I started a new job at Globex."},
    {kLifeEvent,
     "^ i|we ?have ?just|finally|recently bought|sold|adopted|inherited my|a|an|our|the|two ?first ~ "
     "house|home|flat|apartment|car|boat|dog|cat|cats|dogs|puppy|kitten|baby|child|farm|land|van|business|company",
     "We bought an old house."},
    {kLifeEvent, "^ i|we ?have ?just|finally won _", "I won the poetry prize."},
    {kLifeEvent, "^ i|we ?have ?just broke|broken|fractured|sprained|tore|injured my|our|a _", "I broke my leg."},
    {kLifeEvent, "^ i|we ?have ?just|finally|recently broke|split up", "We broke up."},
    {kLifeEvent,
     "^ i|we had|survived a|an|my|our ~ accident|surgery|operation|stroke|miscarriage|baby|daughter|son|concussion",
     "I had a car accident."},
    {kLifeEvent, "^ i|we met my|our ~ wife|husband|partner|girlfriend|boyfriend", "I met my wife in Oslo."},
    {kLifeEvent, "^ i|we ?have ?just|finally signed the|a|my|our ~ lease|contract|mortgage|papers",
     "I signed the lease."},

    {kErrorCause,
     "failed|fails|failing|crashed|crashes|broke|breaks|hangs|hung|error|errors|failure|outage|timeout ~ because",
     "The build failed because the disk was full."},
    {kErrorCause,
     "failed|fails|failing|crashed|crashes|broke|breaks|hangs|hung|error|errors|failure|outage|timeout ~ due to",
     "The deploy crashed due to a full disk."},
    {kErrorCause, "root cause _", "The root cause is a race in the pool."},
    {kErrorCause, "is|was|were caused|triggered by _", "The outage was caused by an expired certificate."},
    {kErrorCause, "^ the ?real bug|culprit|cause|failure|error|crash|outage ?here is|was _",
     "The culprit is the proxy."},
    {kErrorCause, "^ the ?real problem|issue|reason is|was that|a|an|the _", "The problem was a missing index."},
    {kErrorCause, "fixed|solved|resolved|cured ~ by #ing", "I fixed the crash by pinning the version."},
};

}  // namespace

std::span<const FormRow> form_rows() {
  return kRows;
}

}  // namespace turnstream::episodic
