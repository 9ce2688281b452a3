#include "pipeline/settings/recall_rows.h"

#include "pipeline/settings/shapes.h"

namespace turnstream::settings {

std::vector<Row> recall_rows() {
  return {
      {.name = "recall.memory_bytes_max",
       .unit = "bytes",
       .min = 1'048'576,
       .max = kUnlimited,
       .doc = "How much memory the indexes of personas that were asked about lately may use. One index may be larger.",
       .field = [](Settings& s) -> Field { return &s.recall.memory_bytes_max; }},
      {.name = "recall.cache_bytes_max",
       .unit = "bytes",
       .min = 1'048'576,
       .max = kUnlimited,
       .doc = "Cache of the store of recall.",
       .field = [](Settings& s) -> Field { return &s.recall.cache_bytes_max; }},
      {.name = "recall.history_days",
       .unit = "d",
       .min = 0,
       .max = 36'500,
       .doc =
           "For how many days of log time recall keeps what memory held before (as_of). What is forgotten leaves at once.",
       .field = [](Settings& s) -> Field { return &s.recall.history_days; }},
      {.name = "recall.after_turn_ms",
       .unit = "ms",
       .min = 0,
       .max = 60'000,
       .doc = "How long a request with after_turn waits for that turn.",
       .field = [](Settings& s) -> Field { return &s.recall.after_turn_ms; }},
      {.name = "recall.language",
       .shape = "english, none, or a language of libstemmer, such as german, french or spanish",
       .accepts = is_language_name,
       .doc =
           "Language of the texts and queries, which decides what is one word: walks and walking, or gehe and gehen. `none` "
           "compares words as they are, without accents. It holds from the next start on; nothing has to be built again.",
       .field = [](Settings& s) -> Field { return &s.recall.language; }},
      {.name = "recall.persona_languages",
       .shape =
           "PERSONA=LANGUAGE, where `*` in PERSONA stands for any characters and LANGUAGE is one of recall.language",
       .accepts = is_persona_language,
       .doc =
           "Languages of personas that have another one than recall.language, such as [de-*=german]. The first that fits counts.",
       .field = [](Settings& s) -> Field { return &s.recall.persona_languages; }},
      {.name = "recall.vectors",
       .choices = {"none", "static"},
       .doc =
           "static: messages are also found by their meaning, with a table of vectors (recall.vectors_file). It holds from the next "
           "start on; nothing has to be built again.",
       .field = [](Settings& s) -> Field { return &s.recall.vectors; }},
      {.name = "recall.vectors_file",
       .doc = "The table of recall.vectors=static, as scripts/vectors makes it.",
       .field = [](Settings& s) -> Field { return &s.recall.vectors_file; }},
  };
}

}  // namespace turnstream::settings
