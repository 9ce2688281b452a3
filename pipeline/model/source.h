#pragma once
// Source: an origin of a derived memory: the id of an item, of the turn that contained it, and of the turn's session.
// All three are stored, so that `forget` still finds what was derived from an item that no longer exists. SourceList
// stores its sources in one string and decodes them only on access, because derived memories are read far more often
// than their sources. Threads: values.

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

#include "pipeline/base/byte_stream.h"

namespace turnstream::model {

/// The maximum number of sources in a derived memory or an item.
inline constexpr std::size_t kSourcesMax = 16;

/// A view of one source; valid while the Source or SourceList from which it was taken exists and is not modified.
struct SourceView {
  std::string_view id;
  std::string_view turn_id;
  std::string_view session_id;
  friend bool operator==(const SourceView&, const SourceView&) = default;
};

struct Source {
  std::string id;
  std::string turn_id;
  std::string session_id;
  operator SourceView() const { return {id, turn_id, session_id}; }
  friend bool operator==(const Source&, const Source&) = default;
};

class SourceList {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = SourceView;
    using reference = SourceView;
    using pointer = const SourceView*;
    using difference_type = std::ptrdiff_t;

    explicit Iterator(std::string_view bytes) : rest_(bytes), next_(bytes) { ++*this; }
    SourceView operator*() const { return source_; }
    const SourceView* operator->() const { return &source_; }
    Iterator& operator++() {
      rest_ = next_;
      if (!rest_.empty()) {
        ByteReader reader(rest_);
        source_ = {reader.text(), reader.text(), reader.text()};
        next_ = rest_.substr(rest_.size() - reader.rest_size());
      }
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.rest_.size() == b.rest_.size(); }

   private:
    friend class SourceList;
    std::string_view rest_;  ///< the bytes from the current source on
    std::string_view next_;  ///< the bytes from the next source on
    SourceView source_;
  };

  SourceList() = default;
  SourceList(std::initializer_list<Source> sources) {
    for (const Source& source : sources) {
      push_back(source);
    }
  }

  [[nodiscard]] Iterator begin() const { return Iterator(bytes_); }
  [[nodiscard]] Iterator end() const { return Iterator(std::string_view()); }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Precondition of front(), back() and []: the list has such a source.
  [[nodiscard]] SourceView front() const { return *begin(); }
  [[nodiscard]] SourceView back() const { return (*this)[size_ - 1]; }
  [[nodiscard]] SourceView operator[](std::size_t index) const { return *std::next(begin(), offset_of(index)); }

  void push_back(SourceView source) {
    std::string bytes;  // a copy, because the view may point into bytes_
    ByteWriter(bytes).text(source.id).text(source.turn_id).text(source.session_id);
    bytes_ += bytes;
    ++size_;
  }
  /// Precondition: index < size().
  void erase(std::size_t index) {
    const Iterator source = std::next(begin(), offset_of(index));
    bytes_.erase(bytes_.size() - source.rest_.size(), source.rest_.size() - source.next_.size());
    --size_;
  }
  void clear() { *this = SourceList(); }

  void write(ByteWriter& writer) const { writer.varint(size_).text(bytes_); }
  /// Reads what write() wrote. Makes the reader fail if the bytes are not a valid list.
  static SourceList read(ByteReader& reader) {
    SourceList list;
    list.size_ = reader.varint();
    list.bytes_ = std::string(reader.text());
    ByteReader sources(list.bytes_);
    std::size_t found = 0;
    for (; sources.ok() && !sources.at_end(); ++found) {
      sources.text();
      sources.text();
      sources.text();
    }
    if (!sources.ok() || found != list.size_) {
      reader.fail();
      return {};
    }
    return list;
  }

  friend bool operator==(const SourceList&, const SourceList&) = default;

 private:
  static std::ptrdiff_t offset_of(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

  std::string bytes_;
  std::size_t size_ = 0;
};

}  // namespace turnstream::model
