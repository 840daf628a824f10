// eulerc._core: the classes of session.h as a module of Python. What fails is thrown as
// eulerc.UsageError or eulerc.RunError.
#include "session.h"

#include <exception>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace {

void raise(const std::exception_ptr &pointer, void *) {
  try {
    std::rethrow_exception(pointer);
  } catch (const Failure &failure) {
    const nb::object type = nb::module_::import_("eulerc.errors")
                                .attr(failure.status == EULERC_USAGE ? "UsageError" : "RunError");
    PyErr_SetString(type.ptr(), failure.message.c_str());
  }
}

} // namespace

NB_MODULE(_core, m) {
  m.doc() = "Compiled programs in this process.";
  nb::register_exception_translator(raise);
  m.attr("STATE") = static_cast<int>(EULERC_STATE);
  m.attr("FIELD") = static_cast<int>(EULERC_FIELD);
  m.attr("DATA") = static_cast<int>(EULERC_DATA);
  nb::class_<Library>(m, "Library")
      .def(nb::init<const std::string &>(), nb::arg("path"))
      .def_prop_ro("path", &Library::path)
      .def_prop_ro("description", &Library::description);
  nb::class_<Session>(m, "Session")
      .def(nb::init<const Library &, bool>(), nb::arg("library"), nb::arg("is_double"),
           nb::keep_alive<1, 2>())
      .def("configure", &Session::configure, nb::arg("words"))
      .def("set", &Session::set, nb::arg("name"), nb::arg("value"))
      .def("set_values", &Session::setValues, nb::arg("of"), nb::arg("name"),
           nb::arg("values").noconvert())
      .def("set_series", &Session::setSeries, nb::arg("field"), nb::arg("times").noconvert(),
           nb::arg("values").noconvert())
      .def("load", &Session::load, nb::arg("of"), nb::arg("name"), nb::arg("file"))
      .def("together", &Session::together, nb::arg("change"))
      .def("shape", &Session::shape, nb::arg("rank"))
      .def("data_shape", &Session::dataShape, nb::arg("name"), nb::arg("rank"))
      .def("params", &Session::params, nb::arg("count"))
      .def("integers", &Session::integers, nb::arg("count"))
      .def("coordinates", &Session::coordinates, nb::arg("axis"), nb::arg("extent"))
      .def("use_communicator", &Session::useCommunicator, nb::arg("communicator"))
      .def("serve", &Session::serve)
      .def("release", &Session::release)
      .def("restart", &Session::restart)
      .def("check_restart", &Session::checkRestart)
      .def("is_at_start", &Session::isAtStart)
      .def("plan", &Session::plan)
      .def("begin", &Session::begin)
      .def("advance", &Session::advance, nb::arg("steps"))
      .def("end", &Session::end)
      .def("steps_left", &Session::stepsLeft)
      .def("steps_to_moment", &Session::stepsToMoment)
      .def("run_to", &Session::runTo, nb::arg("t_end"), nb::arg("dt"))
      .def("time", &Session::time)
      .def("state", &Session::state)
      .def("monitors", &Session::monitors, nb::arg("count"))
      .def("output", &Session::output, nb::arg("name"), nb::arg("points"))
      .def("statistics", &Session::statistics)
      .def("record", &Session::record, nb::arg("parts"), nb::arg("outputs"), nb::arg("points"),
           nb::arg("monitors"), nb::arg("rows"))
      .def("record_now", &Session::recordNow)
      .def("recorded", &Session::recorded)
      .def("take_notes", &Session::takeNotes);
}
