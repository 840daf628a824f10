#include "host/event_notes.h"

#include <cmath>

#include <eulerc/model/event_notes.h>

namespace eulerc {
namespace {

thread_local NotingEvents *noting = nullptr;

} // namespace

void noteEvent(std::int64_t place, double time) {
  if (noting && !std::isnan(time)) // of values that are not finite
    noting->note(place, time);
}

NotingEvents::NotingEvents(EventNotes *notes, const ValuePlaces &places, std::int64_t fileRow)
    : notes_(notes), places_(places), fileRow_(fileRow) {
  if (notes_)
    noting = this;
}

NotingEvents::~NotingEvents() {
  if (!notes_)
    return;
  noting = nullptr;
  if (!found_.empty())
    notes_->add(found_);
}

void NotingEvents::note(std::int64_t place, double time) {
  const std::int64_t classes = places_.array / places_.residue, inArray = place % places_.array,
                     residue = inArray / places_.residue,
                     at = inArray % places_.residue - places_.lead;
  found_.push_back({time, place / places_.array,
                    at / places_.pitch * fileRow_ + at % places_.pitch * classes + residue});
}

} // namespace eulerc
