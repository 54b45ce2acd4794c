/* Random games of Qwixx in plain C: the yardstick for the compiled kernel.

   Usage: qwixx SEATS GAMES SEED. Prints CPU seconds, and the sum of all scores for a comparison: the numbers
   are drawn as the kernel draws them, so the games are the same. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int POINTS[13] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78};

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
    int8_t last[4], crosses[4]; /* the place of the last cross, −1 for none; how many, the lock included */
    int misthrows;
} Sheet;

static const Sheet EMPTY = {{-1, -1, -1, -1}, {0, 0, 0, 0}, 0};

typedef struct {
    int row, place;
} Move;

static inline int place_of(int row, int number) {
    return row < 2 ? number - 2 : 12 - number;
}

static inline int can_cross(const Sheet *sheet, int row, int place) {
    return place > sheet->last[row] && (place < 10 || sheet->crosses[row] >= 5);
}

/* Cross in this row; the row as a bit if that locks it. */
static inline int cross(Sheet *sheet, int row, int place) {
    sheet->last[row] = place;
    sheet->crosses[row] += place == 10 ? 2 : 1;
    return place == 10 ? 1 << row : 0;
}

static int first_action(Sheet *sheet, int sum, int closed, Chances *chances, int *has_crossed) {
    int rows[4], count = 0;
    for (int row = 0; row < 4; row++) {
        rows[count] = row;
        count += (closed >> row & 1) == 0 && can_cross(sheet, row, place_of(row, sum));
    }
    int n = below(chances, count + 1);
    *has_crossed = n < count;
    return n < count ? cross(sheet, rows[n], place_of(rows[n], sum)) : 0;
}

static int second_action(Sheet *sheet, const int *dice, int closed, Chances *chances, int *has_crossed) {
    Move moves[8];
    int count = 0;
    int low = dice[0] < dice[1] ? dice[0] : dice[1], high = dice[0] + dice[1] - low;
    for (int row = 0; row < 4; row++) {
        if (closed >> row & 1) continue;
        int left = place_of(row, dice[2 + row] + (row < 2 ? low : high));
        int right = place_of(row, dice[2 + row] + (row < 2 ? high : low));
        if (can_cross(sheet, row, left)) moves[count++] = (Move){row, left};
        if (low != high && can_cross(sheet, row, right)) moves[count++] = (Move){row, right};
    }
    int n = below(chances, count + 1);
    *has_crossed |= n < count;
    return n < count ? cross(sheet, moves[n].row, moves[n].place) : 0;
}

static inline int has_two(int closed) {
    return (closed & (closed - 1)) != 0;
}

static void play(Sheet *sheets, int seats) {
    int active = seats > 1 ? (int)below(&fate, seats) : 0, closed = 0;
    for (int seat = 0; seat < seats; seat++) sheets[seat] = EMPTY;
    for (;; active = active + 1 == seats ? 0 : active + 1) {
        int dice[6], number = below(&fate, 46656), has_crossed = 0, locked = 0;
        for (int die = 5; die >= 0; die--, number /= 6) dice[die] = number % 6 + 1;
        for (int seat = 0; seat < seats; seat++) {
            int crossed;
            locked |= first_action(&sheets[seat], dice[0] + dice[1], closed, &own[seat], &crossed);
            if (seat == active) has_crossed = crossed;
        }
        closed |= locked;
        if (has_two(closed)) return;
        closed |= second_action(&sheets[active], dice, closed, &own[active], &has_crossed);
        if (!has_crossed && ++sheets[active].misthrows == 4) return;
        if (has_two(closed)) return;
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
        play(sheets, seats);
        for (int seat = 0; seat < seats; seat++) {
            total -= 5 * sheets[seat].misthrows;
            for (int row = 0; row < 4; row++) total += POINTS[sheets[seat].crosses[row]];
        }
    }
    printf("%.6f %lld\n", (double)(clock() - start) / CLOCKS_PER_SEC, total);
    return 0;
}
