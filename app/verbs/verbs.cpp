#include "app/verbs/verbs.h"

namespace turnstream::app {

void add_all_verbs(VerbSet& verbs) {
  add_generate(verbs);
  add_convert(verbs);
  add_config(verbs);
  add_version(verbs);
}

}  // namespace turnstream::app
