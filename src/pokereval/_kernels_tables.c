/* The one place where the tables are defined; everybody else declares them. */
#define POKEREVAL_TABLES
#include "_lookup.h"
