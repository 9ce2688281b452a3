// doctest.h defines the first macro itself if the second is defined, but the precompiled header has included it before.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
