#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "app/errors.h"
#include "app/files/file_name.h"
#include "app/files/files_root.h"
#include "app/files/memory_pages.h"
#include "app/files/page_writer.h"
#include "app/log_access/open_log.h"
#include "app/memory/export_document.h"
#include "app/shown_stream.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

struct ExportFlags {
  std::string persona;
  std::string format = "json";
  std::string file = "-";
  std::string folder;  ///< for --files; empty: none
};

Error unwritable(const std::string& file) {
  return error_of(error_codes::kUnwritable, file + " cannot be written: " + std::strerror(errno));
}

/// The file gets its bytes as a terminal can show them, like stdout.
Status write_to(Context& context, const std::string& file, const std::string& text) {
  if (file == "-") {
    context.out() << text;
    context.out().flush();
    return context.out().good() ? Status() : unwritable("the output");
  }
  std::ofstream target(file, std::ios::binary | std::ios::trunc);
  if (!target) {
    return unwritable(file);
  }
  {
    ShownStream shown(target);
    shown << text;
    shown.flush();
  }
  target.close();
  return target ? Status() : unwritable(file);
}

/// What is not a document of recall is left out, as `run --files` does.
std::vector<recall::DocumentVersion> documents_of(const PersonaView& view) {
  std::vector<recall::DocumentVersion> documents;
  for (const recall::Kind kind : kFileKinds) {
    for (const auto& [id, thing] : view.of_kind(std::string(name_in(recall::kKinds, kind)))) {
      if (auto document = recall::read_document(kind, id, thing.value)) {
        documents.push_back({thing.put_at, std::nullopt, *std::move(document)});
      }
    }
  }
  return documents;
}

Result<ExitCode> write_files(Context& context, const PersonaView& view, const std::string& folder) {
  TS_ASSIGN_OR_RETURN(const FilesRoot root, FilesRoot::open(folder, context.settings().topics.name_space));
  PagesWritten report;
  TS_RETURN_IF_ERROR(write_pages(root.folder(), file_name_of(view.persona()),
                                 memory_pages(view.persona(), documents_of(view)), report));
  for (const LeftAlone& file : report.left_alone) {
    context.err() << "left alone: " << file.path << ": " << file.reason << "\n";
  }
  return report.left_alone.empty() ? ExitCode::kDone : ExitCode::kFailed;
}

Result<ExitCode> run_export(Context& context, const ExportFlags& flags) {
  if (flags.format != "json" && flags.format != "markdown") {
    return usage_error("--format " + flags.format + ": choose json or markdown");
  }
  if (context.json && flags.format == "markdown") {
    return usage_error("--json and --format markdown contradict each other");
  }
  if (!flags.folder.empty() && (context.json || flags.format != "json" || flags.file != "-")) {
    return usage_error("--files takes none of --json, --format and --output");
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "export"));
  TS_ASSIGN_OR_RETURN(
      RecordFinder finder,
      RecordFinder::open({log->client(), context.settings().topics.name_space, context.catalog, answer_timeout(context),
                          context.unescaped_err(), context.surroundings.err_is_terminal && !context.quiet}));
  TS_ASSIGN_OR_RETURN(const PersonaView view, PersonaView::read(finder, flags.persona));
  if (!flags.folder.empty()) {
    return write_files(context, view, flags.folder);
  }
  const Report document = export_document(view);
  const std::string text =
      flags.format == "json" ? json::document_text(document, context.json ? -1 : 2) + "\n" : export_markdown(document);
  TS_RETURN_IF_ERROR(write_to(context, flags.file, text));
  return ExitCode::kDone;
}

}  // namespace

void add_export(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "export",
                         .summary = "Write everything that memory holds of a persona as JSON or Markdown",
                         .examples = "turnstream export helper --output helper.json\n"
                                     "turnstream export helper --format markdown | less\n"
                                     "turnstream export helper --files memory\n"
                                     "turnstream export helper --json | jq '.facts[].text'"});
  auto flags = std::make_shared<ExportFlags>();
  verb.required_text("PERSONA", flags->persona, "the persona");
  verb.text("--format", flags->format, "json or markdown (default json; with --json in one line)");
  verb.text("--output", flags->file, "the file to write; a new one is readable for you alone; - = stdout (default)");
  verb.text("--files", flags->folder, "write the persona's files into this folder instead, as `run --files` does");
  verb.on_run([flags](Context& context) { return run_export(context, *flags); });
}

}  // namespace turnstream::app
