#include "CSamplerate.h"
