#include "stages/semantic/notes/note_link.h"

namespace turnstream::semantic {

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
