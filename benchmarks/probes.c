/* What this machine can do at best: the memory traffic and the table look-ups of the kernels, with nothing else beside
 * them. Compiled for the machine at hand when the roofline is measured; see limits.py. */
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define TARGET(set) __attribute__((target(set)))
#endif

#define LINE 64
#define BLOCK 64 /* rows of a table that are asked for before they are read */

typedef uint64_t line __attribute__((vector_size(LINE), aligned(1), may_alias));
typedef uint16_t ranks_line __attribute__((vector_size(LINE), aligned(1), may_alias));

/* -- memory -- */

/* Reads `in` and writes `out` from front to back, so much of the one for so much of the other: the arrays of a kernel
 * that does nothing with its hands. */
void probe_stream(const uint8_t *in, size_t in_bytes, uint8_t *out, size_t out_bytes, size_t steps)
{
    line seen = {0};
    size_t read = 0, written = 0;
    for (size_t step = 1; step <= steps; step++) {
        for (size_t stop = in_bytes / steps * step; read + LINE <= stop; read += LINE)
            seen ^= *(const line *)(in + read);
        for (size_t stop = out_bytes / steps * step; written + LINE <= stop; written += LINE)
            *(line *)(out + written) = seen;
    }
}

/* One addition a cycle, each of which waits for the one before. */
uint64_t probe_clock(size_t additions)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < additions; i++) {
        sum += 1;
        __asm__ volatile("" : "+r"(sum));
    }
    return sum;
}

/* -- look-ups -- */

/* ranks[offsets[row] + column] for keys of row and column, a load at a time. */
void probe_two_look_ups(const uint32_t *keys, size_t rows, const uint16_t *offsets, const uint16_t *ranks,
                        int column_bits, uint16_t *out)
{
    const uint32_t columns = (1u << column_bits) - 1;
    for (size_t i = 0; i < rows; i++)
        out[i] = ranks[offsets[keys[i] >> column_bits] + (keys[i] & columns)];
}

/* table[key], of bytes or of ranks, a load at a time. */
void probe_one_look_up(const uint16_t *keys, size_t rows, const uint8_t *table, uint8_t *out)
{
    for (size_t i = 0; i < rows; i++)
        out[i] = table[keys[i]];
}

void probe_one_rank(const uint16_t *keys, size_t rows, const uint16_t *table, uint16_t *out)
{
    for (size_t i = 0; i < rows; i++)
        out[i] = table[keys[i]];
}

/* Three neighbouring cache lines of a table for every key, all of a block asked for before the first is read. */
void probe_three_lines(const uint16_t *keys, size_t rows, const uint8_t *table, uint16_t *out)
{
    for (size_t start = 0; start + BLOCK <= rows; start += BLOCK) {
        for (size_t i = start; i < start + BLOCK; i++)
            for (int part = 0; part < 3; part++)
                __builtin_prefetch(table + 3 * LINE * keys[i] + LINE * part);
        for (size_t i = start; i < start + BLOCK; i++) {
            const ranks_line *row = (const ranks_line *)(table + 3 * LINE * keys[i]);
            ranks_line all = row[0] ^ row[1] ^ row[2];
            out[i] = all[0];
        }
    }
}

/* The two look-ups by gathers, eight or sixteen keys at a time. The tables must have two bytes behind their last entry.
 * They return whether this processor and this compiler have such gathers. */
#if defined(__x86_64__)

TARGET("avx2")
int probe_gathers_of_8(const uint32_t *keys, size_t rows, const uint16_t *offsets, const uint16_t *ranks,
                       int column_bits, uint16_t *out)
{
    if (!__builtin_cpu_supports("avx2"))
        return 0;
    const __m256i columns = _mm256_set1_epi32((1 << column_bits) - 1), low = _mm256_set1_epi32(0xffff);
    const __m128i bits = _mm_cvtsi32_si128(column_bits);
    for (size_t i = 0; i + 8 <= rows; i += 8) {
        __m256i key = _mm256_loadu_si256((const __m256i *)(keys + i));
        __m256i slot = _mm256_i32gather_epi32((const int *)offsets, _mm256_srl_epi32(key, bits), 2);
        slot = _mm256_add_epi32(_mm256_and_si256(slot, low), _mm256_and_si256(key, columns));
        __m256i rank = _mm256_and_si256(_mm256_i32gather_epi32((const int *)ranks, slot, 2), low);
        __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(rank, rank), 0x08);
        _mm_storeu_si128((__m128i *)(out + i), _mm256_castsi256_si128(packed));
    }
    return 1;
}

TARGET("avx512f,avx512bw")
int probe_gathers_of_16(const uint32_t *keys, size_t rows, const uint16_t *offsets, const uint16_t *ranks,
                        int column_bits, uint16_t *out)
{
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw"))
        return 0;
    const __m512i columns = _mm512_set1_epi32((1 << column_bits) - 1), low = _mm512_set1_epi32(0xffff);
    const __m128i bits = _mm_cvtsi32_si128(column_bits);
    for (size_t i = 0; i + 16 <= rows; i += 16) {
        __m512i key = _mm512_loadu_si512(keys + i);
        __m512i slot = _mm512_i32gather_epi32(_mm512_srl_epi32(key, bits), offsets, 2);
        slot = _mm512_add_epi32(_mm512_and_si512(slot, low), _mm512_and_si512(key, columns));
        __m512i rank = _mm512_i32gather_epi32(slot, ranks, 2);
        _mm256_storeu_si256((__m256i *)(out + i), _mm512_cvtepi32_epi16(rank));
    }
    return 1;
}

#else

int probe_gathers_of_8(const uint32_t *keys, size_t rows, const uint16_t *offsets, const uint16_t *ranks,
                       int column_bits, uint16_t *out)
{
    (void)keys, (void)rows, (void)offsets, (void)ranks, (void)column_bits, (void)out;
    return 0;
}

int probe_gathers_of_16(const uint32_t *keys, size_t rows, const uint16_t *offsets, const uint16_t *ranks,
                        int column_bits, uint16_t *out)
{
    (void)keys, (void)rows, (void)offsets, (void)ranks, (void)column_bits, (void)out;
    return 0;
}

#endif
