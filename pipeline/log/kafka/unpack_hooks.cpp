// The decompression functions that librdkafka calls. The program's definitions come before those of the shared
// libraries, so every shared library that is loaded calls these. On librdkafka's broker threads they measure what is
// unpacked and fail if UnpackLimit refuses it: librdkafka then reports the batch as RD_KAFKA_RESP_ERR__BAD_COMPRESSION.
// On all other threads they only call the library's function.
// librdkafka has its own code for snappy, which these do not reach: 3 bytes of snappy unpack to 64 at most, so a topic's
// max.message.bytes bounds the bytes, but not what librdkafka allocates for each record. The careful start
// (app/run/careful_start.h) helps a process that dies of many tiny records in a snappy batch.

#include "pipeline/log/kafka/unpack_hooks.h"

#include <algorithm>
#include <dlfcn.h>
#include <link.h>
#include <lz4frame.h>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "pipeline/log/kafka/unpack_limit.h"

namespace turnstream::log::kafka {
namespace {

/// The batch that this thread unpacks.
struct Unpacking {
  BatchMeter meter;
  int calls = 0;             ///< of inflate() for this batch
  std::int64_t counted = 0;  ///< what UnpackLimit already counts of this batch
};
thread_local Unpacking t_batch;

template <typename Function>
Function* library_function(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::string_view view(const void* begin, std::size_t size) {
  return {static_cast<const char*>(begin), size};
}

std::size_t zstd_error(ZSTD_ErrorCode code) {
  return std::size_t{0} - static_cast<std::size_t>(code);
}

constexpr std::size_t kLz4Error = std::size_t{0} - 1;
constexpr std::size_t kMeteredBytes = std::size_t{1} << 20;

/// The names of the functions that librdkafka looks up in other libraries.
std::set<std::string_view> looked_up_by_librdkafka() {
  Dl_info library{};
  void* found = nullptr;
  if (::dladdr1(reinterpret_cast<const void*>(&rd_kafka_version), &library, &found, RTLD_DL_LINKMAP) == 0) {
    return {};
  }
  const auto* const map = static_cast<const link_map*>(found);
  std::map<ElfW(Sxword), ElfW(Addr)> entries;
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
    entries[entry->d_tag] = entry->d_un.d_ptr;
  }
  const auto* const symbols = reinterpret_cast<const ElfW(Sym)*>(entries[DT_SYMTAB]);
  const auto* const names = reinterpret_cast<const char*>(entries[DT_STRTAB]);
  std::set<std::string_view> result;
  const auto read = [&](ElfW(Addr) table, std::size_t bytes) {
    const std::span all(reinterpret_cast<const ElfW(Rela)*>(table), bytes / sizeof(ElfW(Rela)));
    for (const ElfW(Rela) & each : all) {
      result.insert(names + symbols[ELF64_R_SYM(each.r_info)].st_name);
    }
  };
  if (symbols != nullptr && names != nullptr) {
    read(entries[DT_JMPREL], entries[DT_PLTRELSZ]);
    read(entries[DT_RELA], entries[DT_RELASZ]);
  }
  return result;
}

template <typename Function>
bool is_first(const char* name, Function* ours) {
  return ::dlsym(RTLD_DEFAULT, name) == reinterpret_cast<void*>(ours);
}

}  // namespace

std::vector<std::string> unbounded_codecs() {
  const std::set<std::string_view> names = looked_up_by_librdkafka();
  std::vector<std::string> codecs;
  const auto check = [&](const char* codec, const char* name, auto* ours) {
    if (names.count(name) == 0 || !is_first(name, ours)) {
      codecs.emplace_back(codec);
    }
  };
  check("gzip", "inflate", &inflate);
  check("lz4", "LZ4F_decompress", &LZ4F_decompress);
  check("zstd", "ZSTD_decompress", &ZSTD_decompress);
  return codecs;
}

}  // namespace turnstream::log::kafka

using turnstream::log::kafka::kLz4Error;
using turnstream::log::kafka::kMeteredBytes;
using turnstream::log::kafka::library_function;
using turnstream::log::kafka::t_batch;
using turnstream::log::kafka::UnpackLimit;
using turnstream::log::kafka::view;
using turnstream::log::kafka::zstd_error;

extern "C" {

int inflateInit2_(z_streamp stream, int window_bits, const char* version, int stream_size) {
  static auto* const library = library_function<decltype(inflateInit2_)>("inflateInit2_");
  t_batch = {};
  return library(stream, window_bits, version, stream_size);
}

/// librdkafka unpacks a batch twice: first into a buffer of 512 bytes, again and again, to learn the size; then at once.
int inflate(z_streamp stream, int flush) {
  static auto* const library = library_function<decltype(inflate)>("inflate");
  UnpackLimit* const limit = UnpackLimit::of_this_thread();
  if (limit == nullptr) {
    return library(stream, flush);
  }
  const auto* const begin = stream->next_out;
  const int result = library(stream, flush);
  t_batch.meter.add(view(begin, static_cast<std::size_t>(stream->next_out - begin)));
  ++t_batch.calls;
  if (!limit->fits(t_batch.meter.cost())) {
    return Z_DATA_ERROR;
  }
  if (result == Z_STREAM_END && t_batch.calls == 1) {
    UnpackLimit::add(t_batch.meter.cost());
  }
  return result;
}

LZ4F_errorCode_t LZ4F_createDecompressionContext(LZ4F_dctx** context, unsigned version) {
  static auto* const library =
      library_function<decltype(LZ4F_createDecompressionContext)>("LZ4F_createDecompressionContext");
  t_batch = {};
  return library(context, version);
}

std::size_t LZ4F_getFrameInfo(LZ4F_dctx* context, LZ4F_frameInfo_t* info, const void* source, std::size_t* size) {
  static auto* const library = library_function<decltype(LZ4F_getFrameInfo)>("LZ4F_getFrameInfo");
  const std::size_t result = library(context, info, source, size);
  UnpackLimit* const limit = UnpackLimit::of_this_thread();
  // librdkafka allocates contentSize at once.
  if (limit != nullptr && info->contentSize > static_cast<unsigned long long>(limit->batch_max())) {
    return kLz4Error;
  }
  return result;
}

std::size_t LZ4F_decompress(LZ4F_dctx* context, void* target, std::size_t* target_size, const void* source,
                            std::size_t* source_size, const LZ4F_decompressOptions_t* options) {
  static auto* const library = library_function<decltype(LZ4F_decompress)>("LZ4F_decompress");
  const std::size_t result = library(context, target, target_size, source, source_size, options);
  UnpackLimit* const limit = UnpackLimit::of_this_thread();
  if (limit == nullptr) {
    return result;
  }
  t_batch.meter.add(view(target, *target_size));
  UnpackLimit::add(-std::exchange(t_batch.counted, 0));
  if (!limit->fits(t_batch.meter.cost())) {
    return kLz4Error;
  }
  t_batch.counted = t_batch.meter.cost();
  UnpackLimit::add(t_batch.counted);
  return result;
}

unsigned long long ZSTD_getFrameContentSize(const void* source, std::size_t size) {
  static auto* const library = library_function<decltype(ZSTD_getFrameContentSize)>("ZSTD_getFrameContentSize");
  const unsigned long long content = library(source, size);
  UnpackLimit* const limit = UnpackLimit::of_this_thread();
  if (limit == nullptr || content == ZSTD_CONTENTSIZE_UNKNOWN || content == ZSTD_CONTENTSIZE_ERROR) {
    return content;
  }
  const bool too_large = content > static_cast<unsigned long long>(limit->batch_max());
  return too_large || !limit->fits(static_cast<std::int64_t>(content)) ? ZSTD_CONTENTSIZE_ERROR : content;
}

std::size_t ZSTD_decompress(void* target, std::size_t capacity, const void* source, std::size_t size) {
  static auto* const library = library_function<decltype(ZSTD_decompress)>("ZSTD_decompress");
  UnpackLimit* const limit = UnpackLimit::of_this_thread();
  if (limit == nullptr) {
    return library(target, capacity, source, size);
  }
  const auto batch_max = static_cast<std::size_t>(limit->batch_max());
  const std::size_t result = library(target, std::min(capacity, batch_max), source, size);
  if (capacity >= batch_max && result == zstd_error(ZSTD_error_dstSize_tooSmall)) {
    return zstd_error(ZSTD_error_memory_allocation);
  }
  if (result > batch_max) {
    return result;  // another error
  }
  t_batch = {};
  // In pieces: of a batch with many tiny records, a small part is enough to refuse it.
  for (std::string_view rest = view(target, result); !rest.empty();
       rest.remove_prefix(std::min(rest.size(), kMeteredBytes))) {
    t_batch.meter.add(rest.substr(0, kMeteredBytes));
    if (t_batch.meter.cost() > limit->batch_max()) {
      break;
    }
  }
  if (!limit->fits(t_batch.meter.cost())) {
    return zstd_error(ZSTD_error_memory_allocation);
  }
  UnpackLimit::add(t_batch.meter.cost());
  return result;
}

}  // extern "C"
