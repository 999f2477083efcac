/* Which paths there are, and which of them this processor can run. */
#include "_kernels.h"
#include "_lookup.h"

static const pk_path *const PATHS[] = {
    &pk_portable,
#ifdef POKEREVAL_X86
    &pk_avx2,
    &pk_avx512,
#endif
#ifdef POKEREVAL_NEON
    &pk_neon,
#endif
};

const pk_path *pk_path_at(int i)
{
    for (size_t path = 0; path < sizeof PATHS / sizeof *PATHS; path++)
        if (PATHS[path]->can_run() && i-- == 0)
            return PATHS[path];
    return NULL;
}
