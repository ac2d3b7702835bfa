#ifndef GREENROOM_CLIBUV_SHIM_H
#define GREENROOM_CLIBUV_SHIM_H
#include <uv.h>
#endif
