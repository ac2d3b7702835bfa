/* crypt(3) as libxcrypt has it, with functions that allocate what they return. */
#include <crypt.h>
