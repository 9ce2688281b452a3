// Prints every entry of the table files of a RocksDB, also those that a later entry hides:
//   sst_dump --file=FOLDER --command=scan --output_hex
#include <rocksdb/sst_dump_tool.h>

int main(int argc, char** argv) {
  return rocksdb::SSTDumpTool().Run(argc, argv);
}
