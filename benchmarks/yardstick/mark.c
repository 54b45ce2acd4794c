/* Random games of Close to the Mark! in plain C: the yardstick for the compiled kernel.

   Usage: mark SEATS GAMES SEED. Prints CPU seconds, and the sum of all scores for a comparison: the numbers
   are drawn as the kernel draws them, so the games are the same. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int LINE_POINTS[5] = {0, 1, 3, 6, 10};
static const int EXTREME_CROSSES[13] = {0, 0, 2, 1, 1, 0, 0, 0, 0, 0, 1, 1, 2};
static const uint64_t ONES = 0x0101010101, TOPS = 0x8080808080;

typedef struct {
    uint64_t key, drawn;
} Chances;

static Chances fate, own[5];

static inline uint64_t mixed(uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
    return word ^ (word >> 31);
}

static inline void begin(Chances *chances, uint64_t seed, uint64_t table) {
    chances->key = mixed(mixed(seed + 0x9E3779B97F4A7C15) ^ (table * 0x94D049BB133111EB));
    chances->drawn = 0;
}

/* The players have numbers apart from those of the dice. */
static inline void begin_all(uint64_t seed, uint64_t table, int seats) {
    begin(&fate, seed, table);
    for (int seat = 0; seat < seats; seat++) begin(&own[seat], seed ^ 0x5DEECE66D, 5 * table + seat);
}

static inline uint32_t below(Chances *chances, uint32_t n) {
    for (;;) {
        uint64_t product = (mixed(chances->key + ++chances->drawn * 0x9E3779B97F4A7C15) >> 32) * n;
        uint32_t left = (uint32_t)product;
        if (left >= n || left >= (1ull << 32) % n) return product >> 32;
    }
}

typedef struct {
    int colour;
    uint64_t rows, cells[5]; /* how many entries there are in each row, and in each circle of a row */
    uint8_t numbers[25];
} Sheet;

static const uint8_t LAYOUT[25] = {0, 1, 2, 3, 4, 2, 3, 4, 0, 1, 4, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 0, 1, 2};

static void set_up(Sheet *sheet, int colour) {
    sheet->colour = colour;
    sheet->rows = 0x0808080808; /* each colour is once in each row */
    memset(sheet->numbers, 0, 25);
    for (int row = 0; row < 5; row++) {
        sheet->cells[row] = 0;
        for (int column = 0; column < 5; column++)
            sheet->cells[row] |= (uint64_t)(LAYOUT[5 * row + column] == colour ? 4 : 1) << 8 * column;
    }
}

static inline int place(uint64_t sums, uint64_t n) {
    return __builtin_ctzll(((sums | TOPS) - (n + 1) * ONES) & TOPS) >> 3;
}

static inline void enter(Sheet *sheet, const int *dice, Chances *chances) {
    uint64_t sums = sheet->rows * ONES;
    uint64_t n = below(chances, sums >> 32 & 0xFF);
    int row = place(sums, n);
    n -= (sums << 8) >> 8 * row & 0xFF;
    sums = sheet->cells[row] * ONES;
    int column = place(sums, n);
    n -= (sums << 8) >> 8 * column & 0xFF;
    uint64_t weight = sheet->cells[row] >> 8 * column & 0xFF;
    sheet->cells[row] -= weight << 8 * column;
    sheet->rows -= weight << 8 * row;
    int circle = 5 * row + column, own = sheet->colour, die = LAYOUT[circle];
    if (die == own) die = (int)n + ((int)n >= own);
    sheet->numbers[circle] = dice[own] + dice[die];
}

static inline int crossed(int one, int other) {
    return one - other == 1 || other - one == 1;
}

static int score(const uint8_t *numbers) {
    int total = 0;
    for (int line = 0; line < 5; line++) {
        int across = 0, down = 0;
        for (int n = 0; n < 4; n++) {
            across += crossed(numbers[5 * line + n], numbers[5 * line + n + 1]);
            down += crossed(numbers[line + 5 * n], numbers[line + 5 * n + 5]);
        }
        total += LINE_POINTS[across] + LINE_POINTS[down];
    }
    for (int circle = 0; circle < 25; circle++) total += 2 * EXTREME_CROSSES[numbers[circle]];
    return total;
}

static void choose_colours(Sheet *sheets, int seats) {
    int starter = seats > 1 ? (int)below(&fate, seats) : 0, taken = 0;
    for (int n = 0; n < seats; n++) {
        int seat = (starter + n) % seats, left = below(&own[seat], 5 - n), colour = 0;
        while (taken >> colour & 1 || left-- > 0) colour++;
        taken |= 1 << colour;
        set_up(&sheets[seat], colour);
    }
}

int main(int count, char **words) {
    if (count != 4) return 2;
    int seats = atoi(words[1]), games = atoi(words[2]);
    uint64_t seed = strtoull(words[3], NULL, 10);
    if (seats < 1 || seats > 5) return 2;
    long long total = 0;
    Sheet sheets[5];
    clock_t start = clock();
    for (int game = 0; game < games; game++) {
        begin_all(seed, game, seats);
        choose_colours(sheets, seats);
        for (int round = 0; round < 25; round++) {
            int dice[5], number = below(&fate, 7776);
            for (int die = 4; die >= 0; die--, number /= 6) dice[die] = number % 6 + 1;
            for (int seat = 0; seat < seats; seat++) enter(&sheets[seat], dice, &own[seat]);
        }
        for (int seat = 0; seat < seats; seat++) total += score(sheets[seat].numbers);
    }
    printf("%.6f %lld\n", (double)(clock() - start) / CLOCKS_PER_SEC, total);
    return 0;
}
