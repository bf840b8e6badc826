// The way into libFuzzer for a program that has a `main` of its own.
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*callback)(const uint8_t *bytes, size_t count));

#endif
