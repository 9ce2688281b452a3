#include "stages/semantic/notes/note_link.h"

namespace turnstream::semantic {

void NoteEnd::write(ByteWriter& writer) const {
  writer.uuid(fact).i64(at.value()).u8(superseded_by.has_value() ? 1 : 0);
  if (superseded_by.has_value()) {
    writer.uuid(*superseded_by);
  }
}

NoteEnd NoteEnd::read(ByteReader& reader) {
  NoteEnd end;
  end.fact = reader.uuid();
  end.at = EventTime{reader.i64()};
  if (reader.u8() != 0) {
    end.superseded_by = reader.uuid();
  }
  return end;
}

}  // namespace turnstream::semantic
