#include "app/verbs/verbs.h"

namespace turnstream::app {

void add_all_verbs(VerbSet& verbs) {
  add_run(verbs);
  add_demo(verbs);
  add_publish(verbs);
  add_generate(verbs);
  add_convert(verbs);
  add_recall(verbs);
  add_context(verbs);
  add_about(verbs);
  add_timeline(verbs);
  add_similar(verbs);
  add_related(verbs);
  add_mcp(verbs);
  add_status(verbs);
  add_stop(verbs);
  add_logs(verbs);
  add_tail(verbs);
  add_explain(verbs);
  add_stats(verbs);
  add_export(verbs);
  add_forget(verbs);
  add_persona_commands(verbs);
  add_topics(verbs);
  add_digest(verbs);
  add_redrive(verbs);
  add_tick(verbs);
  add_clock(verbs);
  add_state_dump(verbs);
  add_log_copy(verbs);
  add_upgrade(verbs);
  add_scrub(verbs);
  add_doctor(verbs);
  add_config(verbs);
  add_shell_files(verbs);
  add_version(verbs);
}

}  // namespace turnstream::app
