#pragma once
// The names by which records spell the values of the model's enumerations. Threads: any.

#include "pipeline/base/name_table.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/insight.h"
#include "pipeline/model/memory_item.h"
#include "pipeline/model/pattern.h"
#include "pipeline/model/state_export.h"

namespace turnstream::model {

inline constexpr NameTable<ItemType, 7> kItemTypes{{{ItemType::kChat, "chat"},
                                                    {ItemType::kObservation, "observation"},
                                                    {ItemType::kTask, "task"},
                                                    {ItemType::kDecision, "decision"},
                                                    {ItemType::kToolUse, "tool-use"},
                                                    {ItemType::kError, "error"},
                                                    {ItemType::kInsight, "insight"}}};
inline constexpr NameTable<Tier, 3> kTiers{
    {{Tier::kShortTerm, "short_term"}, {Tier::kLongTerm, "long_term"}, {Tier::kArchived, "archived"}}};
inline constexpr NameTable<Confidence, 3> kConfidences{
    {{Confidence::kVerified, "verified"}, {Confidence::kHint, "hint"}, {Confidence::kStale, "stale"}}};
inline constexpr NameTable<Domain, 4> kDomains{
    {{Domain::kChat, "chat"}, {Domain::kCode, "code"}, {Domain::kAcademy, "academy"}, {Domain::kSelf, "self"}}};
inline constexpr NameTable<ToolStatus, 3> kToolStatuses{
    {{ToolStatus::kSuccess, "success"}, {ToolStatus::kFailure, "failure"}, {ToolStatus::kPartial, "partial"}}};
inline constexpr NameTable<GoalStatus, 3> kGoalStatuses{
    {{GoalStatus::kActive, "active"}, {GoalStatus::kCompleted, "completed"}, {GoalStatus::kFailed, "failed"}}};
inline constexpr NameTable<ActionStatus, 3> kActionStatuses{
    {{ActionStatus::kPending, "pending"}, {ActionStatus::kCompleted, "completed"}, {ActionStatus::kFailed, "failed"}}};
inline constexpr NameTable<CompletionStatus, 3> kCompletionStatuses{{{CompletionStatus::kSuccess, "success"},
                                                                     {CompletionStatus::kFailure, "failure"},
                                                                     {CompletionStatus::kPartial, "partial"}}};
inline constexpr NameTable<PatternType, 8> kPatternTypes{{{PatternType::kPreference, "preference"},
                                                          {PatternType::kHabit, "habit"},
                                                          {PatternType::kTopic, "topic"},
                                                          {PatternType::kTime, "time"},
                                                          {PatternType::kTool, "tool"},
                                                          {PatternType::kSequence, "sequence"},
                                                          {PatternType::kMode, "mode"},
                                                          {PatternType::kInstruction, "instruction"}}};
inline constexpr NameTable<Polarity, 2> kPolarities{
    {{Polarity::kPositive, "positive"}, {Polarity::kNegative, "negative"}}};
inline constexpr NameTable<InsightType, 4> kInsightTypes{{{InsightType::kExtracted, "extracted"},
                                                          {InsightType::kMeta, "meta"},
                                                          {InsightType::kShared, "shared"},
                                                          {InsightType::kDiscovery, "discovery"}}};
inline constexpr NameTable<DerivationMethod, 3> kDerivationMethods{{{DerivationMethod::kExtractive, "extractive"},
                                                                    {DerivationMethod::kModel, "model"},
                                                                    {DerivationMethod::kFallback, "fallback"}}};
inline constexpr NameTable<ChangeOp, 3> kChangeOps{
    {{ChangeOp::kPut, "put"}, {ChangeOp::kPatch, "patch"}, {ChangeOp::kDelete, "delete"}}};

}  // namespace turnstream::model
