#pragma once
// The verbs. Each function add_… adds the commands of one file, with their flags, to `verbs`. Threads: one.

#include "app/verb_set.h"

namespace turnstream::app {

void add_about(VerbSet& verbs);
void add_clock(VerbSet& verbs);
void add_config(VerbSet& verbs);
void add_context(VerbSet& verbs);
void add_convert(VerbSet& verbs);
void add_demo(VerbSet& verbs);
void add_digest(VerbSet& verbs);
void add_doctor(VerbSet& verbs);
void add_explain(VerbSet& verbs);
void add_export(VerbSet& verbs);
void add_forget(VerbSet& verbs);
void add_generate(VerbSet& verbs);
void add_log_copy(VerbSet& verbs);
void add_logs(VerbSet& verbs);
void add_mcp(VerbSet& verbs);
void add_persona_commands(VerbSet& verbs);
void add_publish(VerbSet& verbs);
void add_recall(VerbSet& verbs);
void add_redrive(VerbSet& verbs);
void add_related(VerbSet& verbs);
void add_run(VerbSet& verbs);
void add_scrub(VerbSet& verbs);
void add_shell_files(VerbSet& verbs);
void add_similar(VerbSet& verbs);
void add_state_dump(VerbSet& verbs);
void add_stats(VerbSet& verbs);
void add_status(VerbSet& verbs);
void add_stop(VerbSet& verbs);
void add_tail(VerbSet& verbs);
void add_tick(VerbSet& verbs);
void add_timeline(VerbSet& verbs);
void add_topics(VerbSet& verbs);
void add_upgrade(VerbSet& verbs);
void add_version(VerbSet& verbs);

/// Adds all verbs, in the order of --help.
void add_all_verbs(VerbSet& verbs);

}  // namespace turnstream::app
