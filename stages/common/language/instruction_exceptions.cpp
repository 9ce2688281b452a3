#include "stages/common/language/forms.h"

namespace turnstream::language {
namespace {

using enum FormKind;

// What has the form of an instruction and is none: idioms, encouragement, requests of the moment.
constexpr FormRow kRows[] = {
    {kNoInstruction,
     "^ ?all ?our animals|boys|cats|children|dogs|dreams|feelings|friends|girls|kids|men|parents|people|students|women ~ must|should",
     "Kids should never be left alone."},
    {kNoInstruction,
     "^ never mind|again|say|better|underestimate|heard|a|the|trust|give|stop|forget|lose|let|settle|doubt|change",
     "Never mind."},
    {kNoInstruction,
     "^ always look|remember|good|nice|happy|great|wanted|thought|liked|loved|a|the|stay|keep|believe|follow|have|here|there",
     "Always look ahead."},
    {kNoInstruction,
     "^ ?please do not ?ever "
     "let|be|worry|mind|forget|doubt|lose|quit|settle|change|underestimate|bother|get|hesitate|cry|panic|laugh|take|go|come|leave|wait|move|stop|give|look|play|start|open",
     "Don't worry."},
    {kNoInstruction, "^ ?please do not #plain it|this|that|them $", "Don't send it."},
    {kNoInstruction, "^ ?please do not push|hold|keep|say yourself|too|me|back|sorry|out|up", "Don't push yourself."},
    {kNoInstruction, "^ ?please do not #plain it|this|that|them yet|now|today|until|before", "Don't send it yet."},
    {kNoInstruction, "^ ?just stop|quit worrying|crying|laughing|whining|teasing|kidding|lying|raining|working",
     "Stop crying."},
    {kNoInstruction, "^ ?please ?just keep ?on doing|telling|giving|writing what|yourself|it|that|your",
     "Keep doing what you love."},
    {kNoInstruction, "^ if you have|like|want|wish|insist|ask|mind|were|would|think|ever|need",
     "If you like, call Tom."},
    {kNoInstruction, "^ if you can|could !not", "If you can, call Tom."},
    {kNoInstruction, "^ if possible|so|not|necessary|needed|anything|only", "If possible, call Tom."},
    {kNoInstruction, "^ if i could|were|was|had|remember|think", "If I were rich, call me a fool."},
    {kNoInstruction, "^ if|once|when it|that|this|everything works|helps|is|fits|passes|looks",
     "If it works, commit it."},
    {kNoInstruction,
     "^ if|when|once|after ~ ~ is|am|are|has|have|was ?all done|finished|ready|back|complete|here|home|arrived",
     "When you're done, call Tom."},
    {kNoInstruction, "^ when|once|after you|i finish|finished|have", "Once you have a minute, call Tom."},
    {kNoInstruction,
     "^ ?please list|show|find|delete|remove|fix|count|read|print|open|close|move|rename|revert|restore|collect|check|search|run|get "
     "~ all|every|each|any|everything|anything",
     "List all files that you changed."},
    {kNoInstruction, "^ ?please share|send|show|tell|give ?me|us ?about any|all", "Send me any photos you have."},
    {kNoInstruction, "^ ?please take each|care|time|it|one|some", "Take each day as it comes."},
    {kNoInstruction, "^ ?please make every|each|the|memories", "Make every moment count."},
    {kNoInstruction, "^ ?please #order * whenever you want|like|need|feel|can|are|have|get",
     "Call me whenever you want."},
    {kNoInstruction, "^ whenever you|i are|can|want|like|feel|have|get", "Whenever you can, call Tom."},
    {kNoInstruction, "^ ?please use|take _ ~ when|if you want|like|need|prefer|can|are", "Use it when you want."},
    {kNoInstruction, "^ ?please|you ?can ?just call me|us #time", "Call me Monday."},
    {kNoInstruction,
     "^ no errors|error|problem|problems|idea|need|worries|rush|luck|news|doubt|chance|time|way|wonder|use|matter|one|offence|"
     "offense|hurry|pressure|reply|answer|response|changes|sign|progress|failures|issues|reason|clue|thanks|thank",
     "No problem with that."},
    {kNoInstruction, "^ i do not want|like you to worry|think|feel|believe|be|get|know", "I don't want you to worry."},
    {kNoInstruction, "^ ?please ask|tell ?me|him|her before you go|leave|start", "Tell me before you go."},
};

}  // namespace

std::span<const FormRow> instruction_exceptions() {
  return kRows;
}

}  // namespace turnstream::language
