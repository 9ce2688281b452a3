#include "app/files/page_writer.h"

#include <array>
#include <optional>
#include <set>
#include <utility>

#include "app/files/marked_block.h"
#include "pipeline/base/hash64.h"

namespace turnstream::app {
namespace {

constexpr std::array kFolders{"daily", "topics"};
constexpr std::array kOwnFiles{"MEMORY.md", "memory-index.md"};
constexpr std::string_view kEnding = ".md";
constexpr int kAttemptsMax = 5;

using Body = std::optional<std::string>;

class Writer {
 public:
  Writer(const MemoryPages& pages, PagesWritten& report) : pages_(pages), report_(report) {}

  Status write(const PrivateFolder& root, const std::string& name) {
    TS_ASSIGN_OR_RETURN(const PrivateFolder::Below persona, root.below(name, !pages_.empty()));
    if (!persona.folder) {
      note_refused(name, persona, !pages_.empty());
      return {};
    }
    note(persona.folder->remove_draft());
    for (const std::string file : kOwnFiles) {
      note(settle(*persona.folder, name, file, body_of(file)));
    }
    for (const std::string folder : kFolders) {
      note(write_folder(*persona.folder, name, folder));
    }
    if (pages_.empty()) {  // Also if an earlier attempt, or a process that died, removed the last file.
      root.remove_if_empty(name);
    }
    return first_failure_;
  }

 private:
  [[nodiscard]] Body body_of(const std::string& path) const {
    const auto page = pages_.find(path);
    return page == pages_.end() ? Body() : Body(page->second);
  }

  Status write_folder(const PrivateFolder& persona, const std::string& name, const std::string& folder) {
    std::set<std::string> files;  // those with a page, and those that may have had one
    const std::string inside = folder + "/";
    for (auto page = pages_.lower_bound(inside); page != pages_.end() && page->first.starts_with(inside); ++page) {
      files.insert(page->first.substr(inside.size()));
    }
    const bool has_pages = !files.empty();
    TS_ASSIGN_OR_RETURN(const PrivateFolder::Below below, persona.below(folder, has_pages));
    if (!below.folder) {
      note_refused(name + "/" + folder, below, has_pages);
      return {};
    }
    note(below.folder->remove_draft());
    TS_ASSIGN_OR_RETURN(const std::vector<std::string> present, below.folder->names());
    for (const std::string& file : present) {
      if (file.ends_with(kEnding)) {
        files.insert(file);
      }
    }
    for (const std::string& file : files) {
      note(settle(*below.folder, name + "/" + folder, file, body_of(inside + file)));
    }
    if (!has_pages) {
      persona.remove_if_empty(folder);
    }
    return {};
  }

  /// Gives the file this block, or takes the block away. Begins again if the file is changed meanwhile.
  Status settle(const PrivateFolder& folder, const std::string& where, const std::string& file, const Body& body) {
    const std::string path = where + "/" + file;
    for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
      TS_ASSIGN_OR_RETURN(const PrivateFolder::File now, folder.read(file));
      if (!now.refused.empty()) {
        note_refused(path, now, body.has_value());
        return {};
      }
      const BlockMerge merge = merge_block(now.text, body);
      if (merge.action == BlockAction::kLeaveAlone) {
        report_.left_alone.push_back({path, merge.reason, hash64(*now.text, hash64(merge.reason))});
      }
      if (merge.action == BlockAction::kKeep || merge.action == BlockAction::kLeaveAlone) {
        return {};
      }
      const bool writes = merge.action == BlockAction::kWrite;
      TS_ASSIGN_OR_RETURN(const bool is_done,
                          writes ? folder.replace(file, now.text, merge.text) : folder.remove(file, now.text));
      if (is_done) {
        ++(writes ? report_.written : report_.removed);
        return {};
      }
    }
    return make_error(error_codes::kUnwritable, Reaction::kRetry,
                      path + " cannot be written: another program changes it again and again");
  }

  /// One file that cannot be written keeps nothing that was forgotten in the others.
  void note(const Status& status) {
    if (first_failure_.ok() && !status.ok()) {
      first_failure_ = status;
    }
  }

  /// `found`: a File or Below. A link where no page belongs was never ours; what is forgotten may be in other files.
  template <typename Found>
  void note_refused(const std::string& path, const Found& found, bool has_page) {
    if (!found.refused.empty() && (has_page || found.may_be_ours)) {
      report_.left_alone.push_back({path, found.refused, hash64(found.refused)});
    }
  }

  const MemoryPages& pages_;
  PagesWritten& report_;
  Status first_failure_;
};

}  // namespace

Status write_pages(const PrivateFolder& root, const std::string& name, const MemoryPages& pages, PagesWritten& report) {
  return Writer(pages, report).write(root, name);
}

}  // namespace turnstream::app
