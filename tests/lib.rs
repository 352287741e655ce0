//! This package has no code of its own: see the tests and the benchmarks beside this file.
