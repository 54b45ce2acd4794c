// The types of closecall's server. Made by `python -m closecall.server.typescript`: change the Python types.

/** One of several kinds, told apart by `is`. */
type Tagged<Kind extends string, Fields> = { readonly is: Kind } & Fields;

export type Language = "en" | "de" | "fr" | "it";

/** What can be said at a table: `phrase.<name>`. */
export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "oops" | "wow" | "your_turn" | "one_moment" | "again";

export type Seat = number;

/** The game has ended: the reason (a message key), the scores and the winners. */
export interface Over {
  readonly reason: string;
  readonly scores: ReadonlyArray<number>;
  readonly winners: ReadonlyArray<Seat>;
}

/** A match through the eyes of a viewer, moves in notation. */
export interface Seen<View> {
  readonly viewer: number | null;
  readonly point: number;
  readonly menu: ReadonlyArray<string> | null;
  readonly has_more_moves: boolean;
  readonly sealed: string | null;
  readonly waiting: ReadonlyArray<number>;
  readonly over: Over | null;
  readonly view: View;
}

/** The colours of the 25 circles, as five words of five letters. */
export interface MarkLayout {
  readonly name: string;
  readonly rows: ReadonlyArray<string>;
}

/** The five colours in the order of M1; the value is the letter printed with the colour. */
export type MarkColour = "K" | "B" | "G" | "Y" | "R";

/** The score of a sheet, full or not. */
export interface MarkScore {
  /** Whether each of the 40 boxes is crossed (M6). */
  readonly crosses: ReadonlyArray<boolean>;
  /** The points of the five rows and then the five columns (M8). */
  readonly lines: ReadonlyArray<number>;
  /** The number of crossed boxes in the table of extreme numbers (M9). */
  readonly extreme_crosses: number;
  readonly from_lines: number;
  readonly from_extremes: number;
  readonly total: number;
}

/** One player's sheet with everything computed from it. */
export interface MarkSheet {
  readonly colour: MarkColour | null;
  readonly numbers: ReadonlyArray<number>;
  readonly score: MarkScore;
}

/** The table as a viewer sees it. */
export interface MarkView {
  readonly viewer: Seat | null;
  readonly layout: MarkLayout;
  readonly starter: Seat | null;
  /** The seat that chooses a colour now. */
  readonly choosing: Seat | null;
  readonly roller: Seat | null;
  readonly round: number;
  readonly dice: ReadonlyArray<number> | null;
  readonly sheets: ReadonlyArray<MarkSheet>;
}

/** What an entry does: the number, the boxes it crosses, and the points it adds. */
export interface MarkEffect {
  readonly number: number;
  readonly crosses: ReadonlyArray<number>;
  readonly from_lines: number;
  readonly from_extremes: number;
}

/** The lot has fallen on this seat: it starts (M3). */
export interface MarkLot {
  readonly seat: Seat;
}

/** The five dice, in the order black, blue, green, yellow, red (M4). */
export interface MarkRoll {
  readonly dice: readonly [number, number, number, number, number];
}

export type MarkOutcome = Tagged<"Lot", MarkLot> | Tagged<"Roll", MarkRoll>;

/** How to play: the sheet's layout (M2), and who may start (M3). */
export interface MarkOptions {
  readonly layout: MarkLayout;
  /** The players' ages, if the second-youngest is to start; null for a bot, and if a player gave none. */
  readonly ages: ReadonlyArray<number | null> | null;
  /** The seats among which the lot decides, in place of ages that nobody else may see. */
  readonly may_start: ReadonlyArray<Seat> | null;
}

export type MarkSeen = Seen<MarkView>;

/** How a game of the match ended (the key of a message), and with what scores. */
export interface QwixxResult {
  readonly reason: string;
  readonly scores: ReadonlyArray<number>;
  /** The player whose fourth misthrow ended it. */
  readonly misthrower: Seat | null;
}

/** The two white dice, and the coloured ones in the order red, yellow, green, blue (Q3). */
export interface QwixxRoll {
  readonly white: readonly [number, number];
  readonly coloured: readonly [number | null, number | null, number | null, number | null];
}

/** The four colours from top to bottom; the value is the letter of the colour (Q1). */
export type QwixxColour = "R" | "Y" | "G" | "B";

/** One row of a sheet with everything computed from it. */
export interface QwixxRowView {
  readonly colour: QwixxColour;
  /** All numbers of the row as printed, from left to right. */
  readonly numbers: ReadonlyArray<number>;
  readonly crossed: ReadonlyArray<number>;
  /** Numbers that can never be crossed: skipped ones (Q2), and in a closed row all that are left (Q7). */
  readonly lost: ReadonlyArray<number>;
  /** Whether this player has crossed the lock. */
  readonly locked: boolean;
  readonly points: number;
}

/** The score of a sheet. */
export interface QwixxScore {
  /** The points of the rows red, yellow, green and blue. */
  readonly rows: ReadonlyArray<number>;
  readonly from_misthrows: number;
  readonly total: number;
}

/** One player's sheet with everything computed from it. */
export interface QwixxSheetView {
  readonly rows: ReadonlyArray<QwixxRowView>;
  readonly misthrows: number;
  readonly score: QwixxScore;
}

/** The table as a viewer sees it. */
export interface QwixxView {
  readonly viewer: Seat | null;
  /** How many games the players have agreed on so far (Q11). */
  readonly games: number;
  /** Whether they will be asked for one more game after those. */
  readonly one_more: boolean;
  /** Whether they are being asked now. */
  readonly is_asking: boolean;
  /** Which game of the match is on the table, from 1. */
  readonly game: number;
  /** How the finished games ended. */
  readonly results: ReadonlyArray<QwixxResult>;
  /** The points of the whole match so far, the game on the table included (Q11). */
  readonly totals: ReadonlyArray<number>;
  readonly active: Seat | null;
  readonly action: number | null;
  readonly dice: QwixxRoll | null;
  /** Whether the active player crossed a number in action 1, so that passing now is not a misthrow (Q6). */
  readonly has_crossed: boolean;
  readonly closed: ReadonlyArray<QwixxColour>;
  readonly sheets: ReadonlyArray<QwixxSheetView>;
}

/** What a move does to your sheet: the points it adds, and the numbers it skips for good. */
export interface QwixxEffect {
  readonly points: number;
  readonly skipped: ReadonlyArray<number>;
  readonly locks: boolean;
  readonly misthrow: boolean;
}

/** The lot has fallen on this seat: it is the first active player (Q3). */
export interface QwixxLot {
  readonly seat: Seat;
}

export type QwixxOutcome = Tagged<"Lot", QwixxLot> | Tagged<"Roll", QwixxRoll>;

/** How to play: how many games, whose results are summed (Q11). */
export interface QwixxOptions {
  readonly games: number;
  /** Whether the players are asked for one more game after the last, until there are five. */
  readonly one_more: boolean;
}

export type QwixxSeen = Seen<QwixxView>;

/** A number to come close to, and the stars it is worth to a caller. */
export interface EnoughTarget {
  readonly number: number;
  readonly stars: number;
}

/** What a token can do (E7); its letter stands for it in notation. */
export type EnoughAbility = "subtract" | "double" | "ignore" | "nudge" | "lock" | "silence";

/** An advantage token: one use, one of two abilities. */
export interface EnoughToken {
  readonly one: EnoughAbility;
  readonly other: EnoughAbility;
}

/** All pieces of the box; each tuple is sorted and may hold equal pieces. */
export interface EnoughKit {
  readonly name: string;
  readonly cards: ReadonlyArray<number>;
  readonly targets: ReadonlyArray<EnoughTarget>;
  readonly tokens: ReadonlyArray<EnoughToken>;
}

/** Where a player stands in the round. */
export type EnoughStance = "playing" | "called" | "stayed" | "folded";

/** What a token does to a card while totalling (E7). */
export type EnoughChange = "s" | "d" | "i" | "n+" | "n-";

/** One token on one card of your lot: a card of the hand by its value, or the face-up card (null). */
export interface EnoughUse {
  readonly token: EnoughToken;
  readonly change: EnoughChange;
  readonly card: number | null;
}

/** The total of a lot and its distance from your target; both are null for the lots of others. */
export interface EnoughLotView {
  readonly total: number | null;
  readonly distance: number | null;
}

/** One player as the viewer sees them. */
export interface EnoughPlayerView {
  readonly stars: number;
  readonly tokens: ReadonlyArray<EnoughToken>;
  readonly used: ReadonlyArray<EnoughToken>;
  readonly face_up: number | null;
  readonly locked: boolean;
  readonly lock_token: boolean;
  readonly silenced: boolean;
  readonly stance: EnoughStance;
  readonly hand_size: number;
  /** Cards of the hand that everyone saw being taken. */
  readonly known: ReadonlyArray<number>;
  /** Your own hand. */
  readonly hand: ReadonlyArray<number> | null;
  /** Your own target. */
  readonly target: EnoughTarget | null;
  /** The tokens that you committed to your own lot (E8). */
  readonly uses: ReadonlyArray<EnoughUse>;
  /** Your own lot, with these tokens. */
  readonly lot: EnoughLotView;
}

/** What a player showed at the end of a round (E14). */
export interface EnoughShown {
  readonly hand: ReadonlyArray<number>;
  readonly target: EnoughTarget;
  readonly uses: ReadonlyArray<EnoughUse>;
  readonly total: number;
  readonly distance: number;
  /** Whether the player need not have shown it. */
  readonly by_choice: boolean;
}

/** How a round ended for one player. */
export interface EnoughStanding {
  readonly stance: EnoughStance;
  readonly face_up: number;
  readonly used: ReadonlyArray<EnoughToken>;
  /** Stars after the round. */
  readonly stars: number;
  readonly change: number;
  /** Whether the exact bonus was scored (E11). */
  readonly exact: boolean;
  /** null if the player mucked (E14). */
  readonly shown: EnoughShown | null;
}

/** The public end of a round. */
export interface EnoughRoundEnd {
  readonly round: number;
  /** null if nobody called (E18). */
  readonly caller: Seat | null;
  /** Whether the caller won (E9). */
  readonly won: boolean;
  readonly backed_out: boolean;
  /** The targets of the round, which are public; who held which is not (E15). */
  readonly targets: ReadonlyArray<EnoughTarget>;
  readonly standings: ReadonlyArray<EnoughStanding>;
  /** The token that the caller won. */
  readonly token: EnoughToken | null;
}

/** The table as a viewer sees it. */
export interface EnoughView {
  readonly viewer: Seat | null;
  readonly kit: EnoughKit;
  readonly advanced: boolean;
  /** Whether players may show what they need not (E14). */
  readonly showing: boolean;
  /** The name of the phase, such as `Turn` or `Declare`. */
  readonly phase: string;
  /** Whose turn it is, even while another player responds to it. */
  readonly acting: Seat | null;
  readonly round: number;
  readonly turns: number;
  readonly first: Seat | null;
  readonly caller: Seat | null;
  readonly backed_out: boolean;
  readonly redeals: number;
  readonly resting: ReadonlyArray<EnoughTarget>;
  readonly deck_size: number;
  /** The discard pile, top card last. */
  readonly discard: ReadonlyArray<number>;
  readonly box_size: number;
  readonly players: ReadonlyArray<EnoughPlayerView>;
  /** The card you have just drawn from the deck. */
  readonly drawn: number | null;
  readonly last: EnoughRoundEnd | null;
}

/** What a move does, as far as you can know. */
export interface EnoughEffect {
  /** The total of your lot after it. */
  readonly total: number | null;
  /** Its distance from your target. */
  readonly distance: number | null;
  /** The menu that you have right after it: staying in leads to fine-tuning (E6). */
  readonly then: ReadonlyArray<string>;
}

/** The lot has fallen on this seat: it keeps the score and starts (E2). */
export interface EnoughLot {
  readonly seat: Seat;
}

/** The target that a player has taken unseen. */
export interface EnoughDrawnTarget {
  readonly target: EnoughTarget;
}

/** The deck's top card. */
export interface EnoughDrawnCard {
  readonly card: number;
}

/** The token from the box. */
export interface EnoughDrawnToken {
  readonly token: EnoughToken;
}

export type EnoughOutcome = Tagged<"Lot", EnoughLot> | Tagged<"DrawnTarget", EnoughDrawnTarget> | Tagged<"DrawnCard", EnoughDrawnCard> | Tagged<"DrawnToken", EnoughDrawnToken>;

/** How to play. */
export interface EnoughOptions {
  /** E1. */
  readonly kit: EnoughKit;
  /** Whether a caller may back out (E13). */
  readonly advanced: boolean;
  /** Who keeps the score and starts, if the table has picked somebody (E2). */
  readonly scorekeeper: Seat | null;
  /** Whether players may show what they need not (E14); version 1 of the rules did not ask them. */
  readonly showing: boolean;
}

export type EnoughSeen = Seen<EnoughView>;

/** The types of every game. */
export interface Games {
  readonly mark: { readonly view: MarkView; readonly effect: MarkEffect; readonly outcome: MarkOutcome; readonly options: MarkOptions; readonly seen: MarkSeen };
  readonly qwixx: { readonly view: QwixxView; readonly effect: QwixxEffect; readonly outcome: QwixxOutcome; readonly options: QwixxOptions; readonly seen: QwixxSeen };
  readonly enough: { readonly view: EnoughView; readonly effect: EnoughEffect; readonly outcome: EnoughOutcome; readonly options: EnoughOptions; readonly seen: EnoughSeen };
}

/** A game by its short name. */
export type Game = keyof Games;

export type AnySeen = Games[Game]["seen"];

export type AnyEffect = Games[Game]["effect"];

export type AnyOptions = Games[Game]["options"];

/** An option of a game: what kind of value it takes, and within which limits. */
export interface OptionSpec {
  readonly name: string;
  readonly kind: "switch" | "number" | "choice" | "file" | "ages" | "seat";
  /** Whether a switch is on in the form of a new table. */
  readonly preselected?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly values?: readonly string[];
}

/** What a table of a game can be like, and whether the game can be learnt on the page. */
export interface GameSpec {
  readonly seats: { readonly least: number; readonly most: number };
  readonly options: readonly OptionSpec[];
  /** The bots that can sit at any table, strongest first. */
  readonly bots: readonly string[];
  readonly has_introduction: boolean;
  /** Whether there is a solo game of it with the same dice for everyone each day. */
  readonly has_daily: boolean;
}

/** All games, in the order in which they are offered. */
export const GAMES: Readonly<Record<Game, GameSpec>> = {
  "mark": {
    "seats": {
      "least": 1,
      "most": 5
    },
    "options": [
      {
        "name": "layout",
        "kind": "file"
      },
      {
        "name": "ages",
        "kind": "ages"
      }
    ],
    "bots": [
      "expert",
      "hard",
      "medium",
      "easy",
      "greedy",
      "random"
    ],
    "has_introduction": true,
    "has_daily": true
  },
  "qwixx": {
    "seats": {
      "least": 1,
      "most": 5
    },
    "options": [
      {
        "name": "games",
        "kind": "number",
        "least": 1,
        "most": 5
      },
      {
        "name": "one_more",
        "kind": "switch",
        "preselected": true
      }
    ],
    "bots": [
      "expert",
      "hard",
      "medium",
      "easy",
      "greedy",
      "random"
    ],
    "has_introduction": true,
    "has_daily": true
  },
  "enough": {
    "seats": {
      "least": 3,
      "most": 5
    },
    "options": [
      {
        "name": "kit",
        "kind": "choice",
        "values": [
          "standard",
          "classic"
        ]
      },
      {
        "name": "advanced",
        "kind": "switch",
        "preselected": false
      },
      {
        "name": "scorekeeper",
        "kind": "seat"
      }
    ],
    "bots": [
      "expert",
      "hard",
      "medium",
      "easy",
      "greedy",
      "random"
    ],
    "has_introduction": true,
    "has_daily": false
  }
};

/** Numbers of the rules of `mark`. */
export const MARK = {
  GRADES: [100, 81, 71, 61, 51, 41, 0],
} as const;

/** Numbers of the rules of `qwixx`. */
export const QWIXX = {
  MOST_GAMES: 5,
  MOST_MISTHROWS: 4,
  POINTS: [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],
} as const;

/** A character by its short name. */
export type CharacterSlug = "pip" | "momo" | "nora" | "gus" | "iris" | "otto" | "vega" | "edda";

/** A named opponent; `level` is the bot that it is. */
export interface Character {
  readonly slug: CharacterSlug;
  readonly name: string;
  readonly level: string;
}

/** The same in all games that have the levels; weakest first. */
export const CAST: readonly Character[] = [
  { slug: "pip", name: "Pip", level: "easy" },
  { slug: "momo", name: "Momo", level: "easy" },
  { slug: "nora", name: "Nora", level: "medium" },
  { slug: "gus", name: "Gus", level: "medium" },
  { slug: "iris", name: "Iris", level: "hard" },
  { slug: "otto", name: "Otto", level: "hard" },
  { slug: "vega", name: "Vega", level: "expert" },
  { slug: "edda", name: "Edda", level: "expert" },
];

/** Who is at a seat. */
export type PlaceKind = "open" | "person" | "bot";

/** One seat and who is there, by name, never by id. */
export interface SeatInfo {
  readonly kind: PlaceKind;
  readonly name: string;
  /** What plays here: a level such as `easy`, or another of the game's bots. */
  readonly bot: string | null;
  /** Who the bot is: a character of the cast, by its slug. */
  readonly character: string | null;
  readonly ready: boolean;
  readonly away: boolean;
  /** Whether somebody else plays here on a person's device. */
  readonly local: boolean;
  /** Whether the seat is the viewer's. */
  readonly mine: boolean;
  /** Whether the seat is the host's. */
  readonly host: boolean;
  /** The age given for one of the viewer's own seats; null for all others. */
  readonly age: number | null;
  /** Whether its person wants to close the game without a result. */
  readonly wants_close: boolean;
}

/** How long a decision may take. */
export type Clock = "none" | "relaxed" | "brisk";

/** What starts the game: the last seat is taken, or the host starts it. */
export type StartWhen = "full" | "host";

/** The state of a table. */
export type Status = "open" | "playing" | "over" | "closed";

/** What a person is at a table. */
export type Role = "stranger" | "person" | "guest" | "player" | "host";

/** Something that a person may want to do at a table. */
export type Action = "see" | "watch" | "join" | "sit" | "leave" | "set_place" | "appoint" | "words" | "age" | "ready" | "start" | "close" | "keep_playing" | "commit" | "take_back" | "say" | "stand_in" | "return" | "rematch" | "replay" | "record" | "proof" | "share" | "stop_sharing";

/** Which daily game a table is. */
export interface DailyTryInfo {
  /** Like 2026-11-18. */
  readonly day: string;
  /** Whether it is the first try, and in the ranking of the day. */
  readonly counts: boolean;
  /** Whether the dice depend on more than the date. */
  readonly is_sealed: boolean;
}

/** A table as one viewer sees it. */
export interface TableInfo {
  readonly id: string;
  readonly game: Game;
  /** As `core.codec` encodes them; they contain no ages. */
  readonly options: AnyOptions;
  /** Whether players should give their ages, because the game depends on them. */
  readonly asks_age: boolean;
  readonly seats: ReadonlyArray<SeatInfo>;
  readonly is_public: boolean;
  readonly clock: Clock;
  readonly start: StartWhen;
  readonly status: Status;
  readonly commitment: string;
  readonly words: ReadonlyArray<string>;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly rematch_of: string | null;
  readonly rematch: string | null;
  readonly version: number;
  readonly role: Role;
  /** What the viewer may do now. */
  readonly allowed: ReadonlyArray<Action>;
  /** The short code to invite others with; only for guests, players and the host. */
  readonly code: string | null;
  /** The daily game that is played here, if it is one. */
  readonly daily: DailyTryInfo | null;
}

/** Seal a choice: the nth entry (from 0) of this seat at this point. */
export interface Commit {
  readonly t: "commit";
  /** Chosen by the client, and repeated in the answer. */
  readonly id: number;
  readonly point: number;
  readonly nth: number;
  readonly move: string;
  readonly seat?: number | null;
}

/** Take the sealed choice back: the nth entry of this seat at this point. */
export interface TakeBack {
  readonly t: "take_back";
  /** Chosen by the client, and repeated in the answer. */
  readonly id: number;
  readonly point: number;
  readonly nth: number;
  readonly seat?: number | null;
}

/** Ask what each listed move of one's menu would do or, with a move, that one and those that extend it. */
export interface Look {
  readonly t: "look";
  /** Chosen by the client, and repeated in the answer. */
  readonly id: number;
  readonly point: number;
  readonly move?: string | null;
  readonly seat?: number | null;
}

/** Ask why a move is not on one's menu, without choosing it. */
export interface Why {
  readonly t: "why";
  /** Chosen by the client, and repeated in the answer. */
  readonly id: number;
  readonly point: number;
  readonly move: string;
  readonly seat?: number | null;
}

/** Say one of the PHRASES to everybody at the table. */
export interface Say {
  readonly t: "say";
  /** Chosen by the client, and repeated in the answer. */
  readonly id: number;
  readonly phrase: Phrase;
  readonly seat?: number | null;
}

/** Ask whether the server is there, and for its time. */
export interface Ping {
  readonly t: "ping";
  /** Chosen by the client, and repeated in the answer. */
  readonly id: number;
}

export type FromClient = Commit | TakeBack | Look | Why | Say | Ping;

/** The table as this person may see it; sent at first, and when it changes. */
export interface TableFrame {
  readonly t: "table";
  /** The server's time in ms, to show deadlines correctly. */
  readonly now: number;
  /** For each seat, whether its person is connected (bots always are). */
  readonly here: ReadonlyArray<boolean>;
  /** For each seat, when others may let a bot play there because its person is gone, in ms; null if the person is connected or a bot plays already. */
  readonly stand_in_from: ReadonlyArray<number | null>;
  readonly watching: number;
  readonly table: TableInfo;
}

/** The match as one viewer sees it: for each of one's seats, or for a spectator. */
export interface SeenFrame {
  readonly t: "seen";
  /** The length of the log: a frame with a smaller n is older. */
  readonly n: number;
  /** The number of one's own entries at this point: the nth of the next one. */
  readonly nth: number;
  /** When this viewer's choice is made without them, in ms; null without a limit. A spectator sees the clock. */
  readonly deadline: number | null;
  readonly seen: AnySeen;
}

/** Somebody has chosen or taken a choice back; nothing else has changed. */
export interface WaitingFrame {
  readonly t: "waiting";
  readonly n: number;
  readonly point: number;
  readonly waiting: ReadonlyArray<number>;
}

/** The request with this id is done, and on disk. */
export interface Ack {
  readonly t: "ack";
  readonly id: number;
}

/** The answer to a look: moves, and what each of them does. */
export interface Effects {
  readonly t: "effects";
  readonly id: number;
  readonly point: number;
  readonly moves: ReadonlyArray<string>;
  readonly effects: ReadonlyArray<AnyEffect>;
}

/** The request with this id was refused: why, as a code and as a sentence. */
export interface Refused {
  readonly t: "refused";
  readonly id: number | null;
  readonly code: ErrorCode;
  readonly sentence: string;
}

/** Somebody at the table says one of the PHRASES. */
export interface Said {
  readonly t: "said";
  readonly seat: number;
  readonly phrase: Phrase;
}

/** The answer to a ping. */
export interface Pong {
  readonly t: "pong";
  readonly id: number;
  readonly now: number;
}

/** The server closes the socket: why, as a code and as a sentence; reconnect at once if `again`. */
export interface Bye {
  readonly t: "bye";
  readonly code: string;
  readonly sentence: string;
  readonly again: boolean;
}

export type FromServer = TableFrame | SeenFrame | WaitingFrame | Ack | Effects | Refused | Said | Pong | Bye;

/** A new person, with a name of 1 to 24 characters. */
export interface NewPerson {
  readonly name: string;
  /** Without one, the browser's preference. */
  readonly language?: "en" | "de" | "fr" | "it" | null;
}

/** A new name or language. */
export interface PersonChange {
  readonly name?: string;
  readonly language?: "en" | "de" | "fr" | "it";
}

/** What a host may want at a seat. */
export type SeatRequestKind = "open" | "me" | "local" | "bot";

/** What the host wants at a seat: themselves, somebody on their device, a bot, or nobody yet. */
export interface SeatWish {
  readonly kind: SeatRequestKind;
  /** Of somebody on the host's device. */
  readonly name?: string;
  /** One of the game's bots. */
  readonly bot?: string;
  /** A character of the cast, which implies the bot; without one, a level gets a free character. */
  readonly character?: string;
  /** Of the host or somebody on the host's device, if the table asks for ages; nobody else sees it. */
  readonly age?: number | null;
}

/** The table to create. */
export interface NewTable {
  readonly game: Game;
  readonly seats: ReadonlyArray<SeatWish>;
  /** Missing options get their default. */
  readonly options?: Readonly<Record<string, unknown>> | null;
  readonly public?: boolean;
  readonly clock?: Clock;
  readonly start?: StartWhen;
  /** Whom to create first, if the sender is nobody yet; this saves new visitors a round trip. */
  readonly guest?: NewPerson | null;
}

/** Either an invitation or a table's short code. */
export interface Join {
  readonly invite?: string | null;
  readonly code?: string | null;
}

/** The seat; without one, the first open seat. */
export interface Sit {
  /** At most 80 characters; without any, the words stay as they are. */
  readonly words?: string;
  /** The table's commitment as the sender knows it; if the table has another one, nothing is changed. */
  readonly commitment?: string | null;
  readonly seat?: number | null;
  /** My age in years, if the table asks for ages; nobody else sees it. */
  readonly age?: number | null;
}

/** Words for the seed, at most 80 characters; empty to remove them. */
export interface Words {
  readonly words: string;
  /** Which of one's seats, on a shared device. */
  readonly seat?: number | null;
  /** The table's commitment as the sender knows it; if the table has another one, nothing is changed. */
  readonly commitment?: string | null;
}

/** Whether the game may begin. */
export interface Ready {
  /** At most 80 characters; without any, the words stay as they are. */
  readonly words?: string;
  /** The table's commitment as the sender knows it; if the table has another one, nothing is changed. */
  readonly commitment?: string | null;
  readonly ready?: boolean;
}

/** An age in years, or null to remove it; nobody else sees it. */
export interface AgeChange {
  readonly age: number | null;
  /** Which of one's seats, on a shared device. */
  readonly seat?: number | null;
}

/** Whom an option of the game names. */
export interface Appointment {
  /** An option whose value is a seat, such as `scorekeeper`. */
  readonly option: string;
  /** The seat, or null for nobody. */
  readonly seat: number | null;
}

/** Whether devices on the local network can join. */
export interface LanChange {
  readonly is_on: boolean;
}

/** The person who sent the request. */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly language: Language;
  readonly is_bot: boolean;
  /** Where others reach this server, for links to pass on. */
  readonly address: string;
  /** Whether devices on the local network can join; null if the person may not change that. */
  readonly lan: boolean | null;
}

/** A link that signs another device in as this person, once and within ten minutes. */
export interface Carry {
  readonly token: string;
  readonly link: string;
  readonly expires_at: number;
}

/** A browser in which I am signed in. */
export interface Device {
  readonly id: string;
  /** The browser and the system, such as `Firefox, Android`; null if unknown. */
  readonly name: string | null;
  readonly created_at: number;
  readonly seen_at: number | null;
  /** Whether the request came from it. */
  readonly is_this: boolean;
}

/** A bot of mine whose token is valid. */
export interface OwnBot {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly seen_at: number | null;
}

/** A link to another device that nobody has used yet. */
export interface OpenLink {
  readonly id: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Everything that can act as me or as a bot of mine, the newest first. */
export interface AccessList {
  readonly devices: ReadonlyArray<Device>;
  readonly bots: ReadonlyArray<OwnBot>;
  readonly links: ReadonlyArray<OpenLink>;
}

/** The numbers of players that a game allows. */
export interface Seats {
  readonly least: number;
  readonly most: number;
}

/** A game that can be played here. */
export interface GameInfo {
  readonly game: Game;
  readonly rules_version: number;
  readonly seats: Seats;
  /** The defaults. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly bots: ReadonlyArray<string>;
}

/** A named opponent, who plays every game that has its level. */
export interface CharacterInfo {
  readonly character: string;
  readonly name: string;
  /** The bot that it is. */
  readonly level: string;
  /** In the reader's language. */
  readonly temperament: string;
}

/** A clock: how long each decision may take. */
export interface ClockInfo {
  readonly clock: Clock;
  readonly seconds: number | null;
}

/** A phrase that can be said at a table, and its text in the reader's language. */
export interface PhraseInfo {
  readonly phrase: Phrase;
  readonly text: string;
}

/** Everything that can be chosen for a new table, and the phrases. */
export interface Offer {
  readonly games: ReadonlyArray<GameInfo>;
  readonly cast: ReadonlyArray<CharacterInfo>;
  readonly clocks: ReadonlyArray<ClockInfo>;
  readonly phrases: ReadonlyArray<PhraseInfo>;
}

/** What one member of a household has achieved at a game. */
export interface GameFame {
  readonly game: Game;
  readonly victories: number;
  /** How many games they have played, alone or with others. */
  readonly games: number;
  /** The best score in one game; null if there is none, or only sums are known. */
  readonly best: number | null;
  /** The average score; a match counts with its points per game. null without a game. */
  readonly average: number | null;
  /** When the latest victories were won, the newest first; at most 20. */
  readonly trophies: ReadonlyArray<number>;
  /** Whether nobody else in the household has won more often. */
  readonly champion: boolean;
}

/** A member of a household. */
export interface Member {
  readonly name: string;
  /** Whether this is the person who owns the device. */
  readonly mine: boolean;
  /** One entry for each game. */
  readonly fame: ReadonlyArray<GameFame>;
}

/** The members of a household, the most victories first. */
export interface PageOfFame {
  readonly members: ReadonlyArray<Member>;
}

/** An entry in the hall of fame: lifetime victories. */
export interface Famous {
  readonly name: string;
  readonly is_bot: boolean;
  readonly victories: number;
  readonly games: number;
  /** The best score in one game; null if only sums are known. */
  readonly best: number | null;
  readonly mine: boolean;
}

/** The people with the most victories against bots of one level. */
export interface LevelFame {
  /** The strongest bot at the table. */
  readonly level: string;
  readonly people: ReadonlyArray<Famous>;
}

/** The people with the most victories at a game, the most first, by the company in which they played. */
export interface HallOfFame {
  readonly game: Game;
  /** On several devices. */
  readonly people: ReadonlyArray<Famous>;
  /** With others on one device. */
  readonly shared: ReadonlyArray<Famous>;
  /** Alone against bots, the strongest first; levels at which nobody has played are left out. */
  readonly bots: ReadonlyArray<LevelFame>;
}

/** A person's rating. */
export interface Rated {
  readonly name: string;
  readonly is_bot: boolean;
  /** A cautious estimate of the strength: mu − 3·sigma. */
  readonly rating: number;
  readonly mu: number;
  readonly sigma: number;
  readonly games: number;
  readonly mine: boolean;
}

/** The best ratings at a game, the best first. */
export interface Ratings {
  readonly game: Game;
  readonly people: ReadonlyArray<Rated>;
}

/** The rules of a game in our own words. */
export interface RulesText {
  readonly game: Game;
  readonly language: Language;
  /** Headings, paragraphs, lists, tables, `code`, **bold**, and *(ours)* after our own decisions. */
  readonly markdown: string;
}

/** A move to try in a lesson, and the match after it. */
export interface Reply {
  readonly move: string;
  readonly seen: AnySeen;
}

/** A situation, a text about it, and the moves to try. */
export interface Lesson {
  /** The key of the text. */
  readonly text: MessageKey;
  /** The numbers in the text. */
  readonly facts: Readonly<Record<string, number>>;
  /** The match through the learner's eyes, as in the socket's `seen` frames. */
  readonly seen: AnySeen;
  /** What the moves of the menu do, in its order. */
  readonly effects: ReadonlyArray<AnyEffect>;
  /** The moves to try; none if there is only something to see. */
  readonly replies: ReadonlyArray<Reply>;
  /** The key of the text after any other move. */
  readonly hint: MessageKey | null;
  /** The key of the text after a move to try. */
  readonly praise: MessageKey | null;
}

/** A game in a few lessons. */
export interface Introduction {
  readonly game: Game;
  readonly lessons: ReadonlyArray<Lesson>;
}

/** Why a move is not possible; null if it is. */
export interface Reason {
  readonly sentence: string | null;
}

/** A new table, and its invitation, which is shown only this once. */
export interface MadeTable {
  readonly table: TableInfo;
  readonly invite: string;
  readonly link: string;
  /** The host, who may be new. */
  readonly me: Me;
}

/** Some tables, the newest first. */
export interface TableList {
  readonly tables: ReadonlyArray<TableInfo>;
}

/** A new invitation, which is shown only this once. */
export interface Invitation {
  readonly invite: string;
  readonly link: string;
  readonly code: string | null;
}

/** What somebody is invited to. */
export interface Invited {
  readonly table: string;
  readonly game: Game;
  /** The host's name. */
  readonly host: string;
  /** The names of the people who sit there. */
  readonly players: ReadonlyArray<string>;
  readonly open_seats: number;
  readonly status: Status;
}

/** The match after n entries of its log. */
export interface Step {
  readonly n: number;
  /** The latest entry, as in a record; null at the start, and where it is somebody else's secret. */
  readonly entry: Readonly<Record<string, unknown>> | null;
  /** The match as the viewer saw it, as in the socket's `seen` frames. */
  readonly seen: AnySeen;
}

/** Some steps of a game through a viewer's eyes. */
export interface Replay {
  /** The number of steps, including the start. */
  readonly steps: number;
  readonly viewer: number | null;
  readonly items: ReadonlyArray<Step>;
}

/** How a game ended for one seat. */
export interface Result {
  readonly seat: number;
  readonly name: string;
  readonly score: number;
  readonly won: boolean;
}

/** One of my tables, and the results if the game is over. */
export interface PlayedGame {
  readonly table: TableInfo;
  readonly results: ReadonlyArray<Result>;
  /** The seats that have to choose now. */
  readonly waiting: ReadonlyArray<number>;
}

/** Games, the newest first. */
export interface PlayedGames {
  readonly games: ReadonlyArray<PlayedGame>;
  /** The value of `before` for the next page; null if there are no more. */
  readonly before: number | null;
}

/** How often a score was reached. */
export interface ScoreCount {
  readonly score: number;
  readonly times: number;
}

/** One of the latest games. */
export interface RecentGame {
  readonly ended_at: number;
  /** Points per game, if it was a match of several. */
  readonly score: number;
  /** null if it was played alone. */
  readonly won: boolean | null;
}

/** What somebody has achieved in some games, of which there is at least one. */
export interface Figures {
  readonly games: number;
  /** The games that were not played alone. */
  readonly contests: number;
  readonly victories: number;
  /** The best score in one game; null if only sums are known. */
  readonly best: number | null;
  /** The same without the latest game; null if there was no other. */
  readonly best_before: number | null;
  readonly average: number;
  /** The latest contests without a defeat in between. */
  readonly streak: number;
  readonly longest_streak: number;
  /** The distribution, the lowest score first. */
  readonly scores: ReadonlyArray<ScoreCount>;
  /** The latest games, the oldest first; at most 50. */
  readonly recent: ReadonlyArray<RecentGame>;
}

/** The players at a table together, as far as results are compared with each other. */
export type Company = "alone" | "bots" | "shared" | "people";

/** What somebody has achieved at a game in one kind of company. */
export interface CompanyStatistics {
  readonly company: Company;
  /** The strongest bot at the table, in the company of bots. */
  readonly level: string | null;
  readonly figures: Figures;
}

/** What somebody has achieved at one game. */
export interface GameStatistics {
  readonly game: Game;
  readonly all: Figures;
  /** Only those that have played: people, shared devices, bots from the strongest to the weakest, alone. */
  readonly companies: ReadonlyArray<CompanyStatistics>;
}

/** What somebody has achieved, at each game that they have played. */
export interface Statistics {
  readonly games: ReadonlyArray<GameStatistics>;
}

/** Which try at a daily game to begin or go on with; without anything, the one that counts. */
export interface DailyStart {
  /** Another try, which does not count. */
  readonly again?: boolean;
  /** An earlier day, like 2026-11-18. */
  readonly day?: string | null;
}

/** A day, and what its dice follow from. */
export interface DayInfo {
  /** Like 2026-11-18; a day in UTC. */
  readonly day: string;
  /** Whether the dice depend on a secret too; otherwise they follow from the date. */
  readonly is_sealed: boolean;
  readonly is_over: boolean;
  /** The SHA-256 of the secret of a sealed day. */
  readonly commitment: string | null;
  /** When the commitment was first published. */
  readonly published_at: number | null;
  /** The secret of a sealed day that is over. */
  readonly secret: string | null;
}

/** One's first try on a day. */
export interface PlayedDay {
  readonly day: string;
  readonly table: string;
  readonly status: Status;
  /** null unless the game is over. */
  readonly score: number | null;
}

/** Today's game, and how one has done so far. */
export interface DailyGame {
  readonly game: Game;
  /** One's first try today. */
  readonly mine: PlayedDay | null;
  /** One's rank today, once the game is over; equal points share a rank. */
  readonly rank: number | null;
  /** How many have finished today's game. */
  readonly players: number;
  /** How many days in a row one has finished the game, up to today or yesterday. */
  readonly streak: number;
  readonly best: number | null;
  /** One's first tries of the last eight weeks, the latest first. */
  readonly days: ReadonlyArray<PlayedDay>;
}

/** Today's games. */
export interface DailyOverview {
  readonly today: DayInfo;
  readonly tomorrow: DayInfo;
  readonly now: number;
  /** When today is over, by the same clock. */
  readonly ends_at: number;
  readonly games: ReadonlyArray<DailyGame>;
}

/** An entry in the ranking of a day. */
export interface Ranked {
  readonly rank: number;
  readonly name: string;
  readonly score: number;
  readonly mine: boolean;
  /** Whether the game was begun on the day, but finished after it. */
  readonly is_late: boolean;
  /** For the replay, once one may see it. */
  readonly table: string | null;
}

/** What a bot made of the same dice. */
export interface ParLine {
  readonly bot: string;
  /** After each round. */
  readonly points: ReadonlyArray<number>;
}

/** How a day's game went for everybody here. */
export interface DayResult {
  readonly game: Game;
  readonly day: DayInfo;
  /** Whether one may see par and replays: when one has played, or the day is over. */
  readonly is_open: boolean;
  readonly players: number;
  /** The best hundred. */
  readonly ranking: ReadonlyArray<Ranked>;
  readonly mine: PlayedDay | null;
  readonly rank: number | null;
  /** One's own points after each round; empty until the game is over. */
  readonly points: ReadonlyArray<number>;
  /** null while it is computed, if nobody here has played, or if one may not see it yet. */
  readonly par: ParLine | null;
  /** Whether it is worth asking again for par in a few seconds. */
  readonly is_par_coming: boolean;
  readonly streak: number;
}

/** The proof that nobody chose the dice. */
export interface Proof {
  /** The SHA-256 of the secret seed, published before the first roll. */
  readonly commitment: string;
  /** Each seat's words, which are mixed into it. */
  readonly words: ReadonlyArray<string>;
  /** The length of the log. */
  readonly entries: number;
  /** The secret seed, after the game. */
  readonly seed: string | null;
  /** The seed with the words mixed in, from which all outcomes are drawn. */
  readonly effective_seed: string | null;
  /** How anybody can recompute the outcomes. */
  readonly how: ReadonlyArray<string>;
}

/** Which steps of a shared game to show. */
export interface SharedSteps {
  readonly token: string;
  /** The first one. */
  readonly step?: number;
  /** How many at most. */
  readonly limit?: number;
  /** Whose eyes; without a seat, a spectator's. */
  readonly viewer?: number | null;
}

/** The link to a shared game; everybody who shares it gets the same one. */
export interface ShareLink {
  readonly token: string;
  readonly link: string;
}

/** Who played at a seat, by name. */
export interface SharedSeat {
  readonly name: string;
  readonly bot: string | null;
  readonly character: string | null;
}

/** A finished game as everybody with its link may know it; nothing leads to the table or its people. */
export interface SharedGame {
  readonly game: Game;
  /** As `core.codec` encodes them; they contain no ages. */
  readonly options: AnyOptions;
  readonly seats: ReadonlyArray<SharedSeat>;
  readonly ended_at: number;
}

/** Why a request was refused. */
export interface Problem {
  /** Stable, for programs. */
  readonly code: string;
  /** For people, in their language. */
  readonly sentence: string;
}

/** Why something was refused: `error.<code>` says it. */
export type ErrorCode =
  | "already_chosen"
  | "already_somebody"
  | "bad_date"
  | "bad_dice"
  | "bad_frame"
  | "bad_request"
  | "bench_differs"
  | "bench_no_kernel"
  | "bot_command"
  | "bot_died"
  | "bot_gets_ready"
  | "bot_given_up"
  | "bot_illegal"
  | "bot_level"
  | "bot_line_duplicate_key"
  | "bot_line_no_fraction"
  | "bot_line_not_json"
  | "bot_line_too_big"
  | "bot_line_too_deep"
  | "bot_line_too_large"
  | "bot_lost_move"
  | "bot_no_menu"
  | "bot_no_seen"
  | "bot_nonsense"
  | "bot_not_ready"
  | "bot_not_started"
  | "bot_odd"
  | "bot_other_game"
  | "bot_other_menu"
  | "bot_question"
  | "bot_seconds"
  | "bot_slow"
  | "bot_unasked"
  | "bot_values_damaged"
  | "bot_values_level"
  | "bot_values_none"
  | "bot_version"
  | "bots_busy"
  | "breaks_rules"
  | "codes_paused"
  | "disk_failed"
  | "disk_unnamed"
  | "duplicate_key"
  | "enough_back_out_later"
  | "enough_call_filling"
  | "enough_called"
  | "enough_give_filling"
  | "enough_give_needed"
  | "enough_lock_needless"
  | "enough_lock_on_card"
  | "enough_lock_twice"
  | "enough_locked"
  | "enough_no_ability"
  | "enough_no_change"
  | "enough_no_pass"
  | "enough_no_pile"
  | "enough_no_seat"
  | "enough_no_token"
  | "enough_not_advanced"
  | "enough_not_final"
  | "enough_not_in_hand"
  | "enough_notation"
  | "enough_nothing_drawn"
  | "enough_now_back_out"
  | "enough_now_declare"
  | "enough_now_drop"
  | "enough_now_end"
  | "enough_now_lock"
  | "enough_now_show"
  | "enough_now_total"
  | "enough_one_per_card"
  | "enough_outcome"
  | "enough_own_card"
  | "enough_pile_filling"
  | "enough_scorekeeper"
  | "enough_show_later"
  | "enough_silence_last"
  | "enough_silence_late"
  | "enough_silence_self"
  | "enough_silence_twice"
  | "enough_silenced"
  | "enough_token_notation"
  | "enough_total_later"
  | "enough_total_order"
  | "fame_newer"
  | "foreign"
  | "foreign_origin"
  | "kit_ability"
  | "kit_card"
  | "kit_cards_few"
  | "kit_field"
  | "kit_list"
  | "kit_name"
  | "kit_no_token"
  | "kit_number"
  | "kit_stars"
  | "kit_tables"
  | "kit_target"
  | "kit_targets_few"
  | "kit_token_abilities"
  | "kit_too_many"
  | "kit_unsorted"
  | "lan_not_here"
  | "layout_count"
  | "layout_field"
  | "layout_letter"
  | "layout_name"
  | "layout_shape"
  | "league_busy"
  | "league_few"
  | "league_games"
  | "league_many"
  | "league_no_folder"
  | "league_twice"
  | "log_too_long"
  | "lot_first"
  | "lot_not_possible"
  | "lot_notation"
  | "mark_ages_count"
  | "mark_ages_range"
  | "mark_circle_full"
  | "mark_colour_first"
  | "mark_colour_taken"
  | "mark_dice_notation"
  | "mark_has_colour"
  | "mark_may_start"
  | "mark_no_such_sum"
  | "mark_notation"
  | "mark_other_die"
  | "mark_which_number"
  | "mark_wrong_colour"
  | "missing_field"
  | "name_characters"
  | "name_empty"
  | "name_long"
  | "name_too_long"
  | "needs_sim"
  | "no_chance"
  | "no_daily_before"
  | "no_database"
  | "no_fraction"
  | "no_home"
  | "no_lan"
  | "no_lot_due"
  | "no_move"
  | "no_options"
  | "no_outcome"
  | "no_real_dice"
  | "no_seat"
  | "no_seed"
  | "no_such_host"
  | "no_such_number"
  | "no_such_seat"
  | "no_table"
  | "no_words_before"
  | "nobody"
  | "not_a_day"
  | "not_a_log"
  | "not_allowed"
  | "not_an_entry"
  | "not_canonical"
  | "not_found"
  | "not_hex"
  | "not_in_version"
  | "not_json"
  | "not_one_of"
  | "not_text"
  | "not_toml"
  | "not_utf8"
  | "not_words"
  | "not_your_decision"
  | "not_your_seat"
  | "nothing_to_resume"
  | "nothing_to_take_back"
  | "option_not_offered"
  | "option_text"
  | "other_commitment"
  | "other_game"
  | "other_rules"
  | "other_version"
  | "own_eyes_only"
  | "page_not_built"
  | "people_only"
  | "players_invite"
  | "port_refused"
  | "port_taken"
  | "ports_taken"
  | "qwixx_already_crossed"
  | "qwixx_coloured_sum"
  | "qwixx_dice_notation"
  | "qwixx_die_gone"
  | "qwixx_die_left"
  | "qwixx_die_missing"
  | "qwixx_five_crosses"
  | "qwixx_games"
  | "qwixx_left_of_last"
  | "qwixx_more_later"
  | "qwixx_no_more"
  | "qwixx_notation"
  | "qwixx_now_more"
  | "qwixx_one_coloured_sum"
  | "qwixx_only_active"
  | "qwixx_roll_first"
  | "qwixx_row_closed"
  | "qwixx_white_sum"
  | "request_slow"
  | "request_too_long"
  | "resume_no_program"
  | "resume_no_seed"
  | "save_exists"
  | "seats_empty"
  | "seats_name"
  | "seats_same_name"
  | "seed_length"
  | "server_busy"
  | "server_failed"
  | "server_full"
  | "setting_choice"
  | "setting_database"
  | "setting_file_size"
  | "setting_host"
  | "setting_networks"
  | "setting_no_home"
  | "setting_not_toml"
  | "setting_number"
  | "setting_unknown"
  | "setting_unknown_home"
  | "setting_url"
  | "setting_yes_or_no"
  | "sim_bots_text"
  | "sim_engine"
  | "sim_games"
  | "sim_no_bots"
  | "sim_no_games"
  | "sim_no_ray"
  | "sim_plot_and_json"
  | "sim_plot_name"
  | "sim_ray_address"
  | "sim_ray_failed"
  | "sim_ray_unreached"
  | "sim_seed"
  | "sim_table_failed"
  | "sim_workers"
  | "sim_workers_died"
  | "solve_game"
  | "stale"
  | "stale_choice"
  | "store_backup_exists"
  | "store_backup_failed"
  | "store_backup_postgres"
  | "store_bad_url"
  | "store_cannot_open"
  | "store_closed"
  | "store_damaged"
  | "store_foreign"
  | "store_half_character"
  | "store_in_doubt"
  | "store_lost_race"
  | "store_missing"
  | "store_newer"
  | "store_no_wal"
  | "store_not_kept"
  | "store_not_read"
  | "store_nul"
  | "store_number"
  | "store_older"
  | "store_over_already"
  | "store_refused"
  | "store_spent"
  | "store_stale_ratings"
  | "store_stale_table"
  | "store_taken"
  | "table_age_of_nobody"
  | "table_bots_only"
  | "table_closed"
  | "table_full"
  | "table_guests_full"
  | "table_is_here"
  | "table_just_left"
  | "table_no_ages"
  | "table_no_person"
  | "table_no_place"
  | "table_no_such_option"
  | "table_not_over"
  | "table_not_ready"
  | "table_not_seated"
  | "table_not_your_place"
  | "table_old_rules"
  | "table_open"
  | "table_other_commitment"
  | "table_over"
  | "table_place_taken"
  | "table_players_decide"
  | "table_playing"
  | "table_rematch_exists"
  | "table_same_name"
  | "table_sits_twice"
  | "take_backs_spent"
  | "too_big"
  | "too_deep"
  | "too_expensive"
  | "too_large"
  | "too_many_bots"
  | "too_many_devices"
  | "too_many_guesses"
  | "too_many_new"
  | "too_many_sockets"
  | "train_busy"
  | "train_damaged"
  | "train_game"
  | "train_length"
  | "train_needs_only"
  | "train_no_folder"
  | "train_no_start"
  | "train_not_values"
  | "train_only"
  | "train_order"
  | "train_other_course"
  | "train_start"
  | "train_start_seats"
  | "unknown_access"
  | "unknown_bot"
  | "unknown_character"
  | "unknown_field"
  | "unknown_game"
  | "unknown_host"
  | "unknown_invite"
  | "unknown_phrase"
  | "unknown_share"
  | "unread_move"
  | "usage_age_of_bot"
  | "usage_command"
  | "usage_commitment"
  | "usage_date"
  | "usage_db"
  | "usage_dice"
  | "usage_from"
  | "usage_future"
  | "usage_game"
  | "usage_lang"
  | "usage_large"
  | "usage_no_backup"
  | "usage_no_daily"
  | "usage_no_file"
  | "usage_no_game"
  | "usage_no_value"
  | "usage_number"
  | "usage_other_game"
  | "usage_range"
  | "usage_seat"
  | "usage_seed"
  | "usage_seed_and_dice"
  | "usage_shell"
  | "usage_unknown"
  | "usage_value"
  | "verify_unfinished"
  | "which_move"
  | "words_characters"
  | "words_long"
  | "wrong_day"
  | "wrong_length"
  | "wrong_method"
  | "wrong_outcome"
  | "wrong_seats"
  | "wrong_seed"
  | "wrong_type";

/** The key of a message in the catalogue. */
export type MessageKey =
  | "ability.double"
  | "ability.ignore"
  | "ability.lock"
  | "ability.nudge"
  | "ability.silence"
  | "ability.subtract"
  | "backup.done"
  | "bench.c_failed"
  | "bench.games_differ"
  | "bench.growth"
  | "bench.head_above"
  | "bench.head_count"
  | "bench.head_cpu"
  | "bench.head_decisions"
  | "bench.head_engine"
  | "bench.head_game"
  | "bench.head_games"
  | "bench.head_kernel"
  | "bench.head_library"
  | "bench.head_per_c"
  | "bench.head_per_engine"
  | "bench.head_per_game"
  | "bench.head_seats"
  | "bench.head_seconds"
  | "bench.head_times"
  | "bench.head_workers"
  | "bench.no_compiler"
  | "bench.our_engine"
  | "bench.our_kernel"
  | "bench.peer_failed"
  | "bench.peer_missing"
  | "bench.peers"
  | "bench.peers_compared"
  | "bench.speed"
  | "bench.workers"
  | "board.enough.acting"
  | "board.enough.all_ways"
  | "board.enough.ask.back_out"
  | "board.enough.ask.declare"
  | "board.enough.ask.drop"
  | "board.enough.ask.end"
  | "board.enough.ask.fill"
  | "board.enough.ask.last_tune"
  | "board.enough.ask.lock"
  | "board.enough.ask.show"
  | "board.enough.ask.total"
  | "board.enough.ask.tune"
  | "board.enough.ask.tune_only"
  | "board.enough.away"
  | "board.enough.away_short"
  | "board.enough.box"
  | "board.enough.call_means"
  | "board.enough.callin"
  | "board.enough.callin_means"
  | "board.enough.card_of"
  | "board.enough.card_of_locked"
  | "board.enough.champion"
  | "board.enough.chosen"
  | "board.enough.decided_ahead"
  | "board.enough.decided_level"
  | "board.enough.decided_overtook"
  | "board.enough.deck"
  | "board.enough.deck_short"
  | "board.enough.do.back_out"
  | "board.enough.do.call"
  | "board.enough.do.deck"
  | "board.enough.do.drop"
  | "board.enough.do.end_turn"
  | "board.enough.do.fold"
  | "board.enough.do.keep"
  | "board.enough.do.lock"
  | "board.enough.do.no_lock"
  | "board.enough.do.out"
  | "board.enough.do.pile"
  | "board.enough.do.show"
  | "board.enough.do.silence"
  | "board.enough.do.stand_by"
  | "board.enough.do.stay"
  | "board.enough.do.swap"
  | "board.enough.do.take"
  | "board.enough.do.total"
  | "board.enough.drawn_short"
  | "board.enough.eight_stars"
  | "board.enough.end.backed_out"
  | "board.enough.end.beaten"
  | "board.enough.end.by_choice"
  | "board.enough.end.by_choice_title"
  | "board.enough.end.committed"
  | "board.enough.end.exact_bonus"
  | "board.enough.end.mucked"
  | "board.enough.end.no_call"
  | "board.enough.end.not_shown"
  | "board.enough.end.question"
  | "board.enough.end.question_for_all"
  | "board.enough.end.show_of"
  | "board.enough.end.show_warning"
  | "board.enough.end.shows"
  | "board.enough.end.targets"
  | "board.enough.end.targets_short"
  | "board.enough.end.title"
  | "board.enough.end.token"
  | "board.enough.end.turning"
  | "board.enough.end.unseen"
  | "board.enough.end.won"
  | "board.enough.exact"
  | "board.enough.face_up"
  | "board.enough.first"
  | "board.enough.first_means"
  | "board.enough.fold_exact"
  | "board.enough.fold_means"
  | "board.enough.fold_means_advanced"
  | "board.enough.half_champions"
  | "board.enough.hand_empty"
  | "board.enough.hand_of"
  | "board.enough.hint.ability"
  | "board.enough.hint.card"
  | "board.enough.hint.change"
  | "board.enough.hint.give"
  | "board.enough.hint.more"
  | "board.enough.hint.place"
  | "board.enough.hint.source"
  | "board.enough.hint.token"
  | "board.enough.hint.whom"
  | "board.enough.lock_means"
  | "board.enough.locked"
  | "board.enough.log.back_out"
  | "board.enough.log.call"
  | "board.enough.log.card"
  | "board.enough.log.card_seen"
  | "board.enough.log.deck"
  | "board.enough.log.drop"
  | "board.enough.log.face_up"
  | "board.enough.log.fold"
  | "board.enough.log.keep"
  | "board.enough.log.lock"
  | "board.enough.log.pass"
  | "board.enough.log.pile"
  | "board.enough.log.show"
  | "board.enough.log.silence"
  | "board.enough.log.stay"
  | "board.enough.log.swap"
  | "board.enough.log.take"
  | "board.enough.log.target"
  | "board.enough.log.target_seen"
  | "board.enough.log.token"
  | "board.enough.log.total"
  | "board.enough.look_at_pile"
  | "board.enough.middle"
  | "board.enough.more_ways"
  | "board.enough.news.called"
  | "board.enough.news.draw"
  | "board.enough.news.drawn"
  | "board.enough.news.drop"
  | "board.enough.news.folded"
  | "board.enough.news.lock"
  | "board.enough.news.out"
  | "board.enough.news.pile"
  | "board.enough.news.round"
  | "board.enough.news.shows"
  | "board.enough.news.shows_exact"
  | "board.enough.news.silenced"
  | "board.enough.news.stayed"
  | "board.enough.news.take"
  | "board.enough.news.up"
  | "board.enough.no_target"
  | "board.enough.no_tokens"
  | "board.enough.others"
  | "board.enough.out_means"
  | "board.enough.own"
  | "board.enough.pick.any"
  | "board.enough.pick.back"
  | "board.enough.pick.chance"
  | "board.enough.pick.title"
  | "board.enough.pile"
  | "board.enough.pile_empty"
  | "board.enough.pile_order"
  | "board.enough.pile_short"
  | "board.enough.pile_title"
  | "board.enough.previous_round"
  | "board.enough.round"
  | "board.enough.silence_button"
  | "board.enough.silence_means"
  | "board.enough.silenced"
  | "board.enough.some_ways"
  | "board.enough.stance.called"
  | "board.enough.stance.folded"
  | "board.enough.stance.playing"
  | "board.enough.stance.stayed"
  | "board.enough.stars"
  | "board.enough.stay_and_take"
  | "board.enough.stay_means"
  | "board.enough.stay_short"
  | "board.enough.target"
  | "board.enough.target_plain"
  | "board.enough.target_short"
  | "board.enough.then_drop"
  | "board.enough.ticker.empty"
  | "board.enough.ticker.faster"
  | "board.enough.ticker.log"
  | "board.enough.ticker.title"
  | "board.enough.token"
  | "board.enough.token_used"
  | "board.enough.tokens"
  | "board.enough.tokens_of"
  | "board.enough.total"
  | "board.enough.unknown_cards"
  | "board.enough.up_locked_short"
  | "board.enough.up_short"
  | "board.enough.use"
  | "board.enough.use_up"
  | "board.enough.used_of"
  | "board.enough.your_card"
  | "board.enough.your_drawn"
  | "board.enough.your_up"
  | "board.enough.your_up_locked"
  | "board.mark.choose"
  | "board.mark.choosing"
  | "board.mark.colours"
  | "board.mark.colours_hint"
  | "board.mark.crossed"
  | "board.mark.decided_alone"
  | "board.mark.decided_extremes"
  | "board.mark.decided_lines"
  | "board.mark.dice"
  | "board.mark.die"
  | "board.mark.die_own"
  | "board.mark.die_sum"
  | "board.mark.die_useless"
  | "board.mark.empty"
  | "board.mark.enlarge"
  | "board.mark.enlarge_no_colour"
  | "board.mark.enter"
  | "board.mark.extremes"
  | "board.mark.extremes_hint"
  | "board.mark.free"
  | "board.mark.fresh"
  | "board.mark.gain_crosses"
  | "board.mark.gain_extremes"
  | "board.mark.gain_nothing"
  | "board.mark.layout"
  | "board.mark.line_points"
  | "board.mark.lines"
  | "board.mark.log.colour"
  | "board.mark.log.enter"
  | "board.mark.log.fill"
  | "board.mark.mine"
  | "board.mark.next_title"
  | "board.mark.no_colour"
  | "board.mark.only"
  | "board.mark.others"
  | "board.mark.own_colour"
  | "board.mark.plays"
  | "board.mark.points"
  | "board.mark.rolled"
  | "board.mark.rolls"
  | "board.mark.round"
  | "board.mark.sealed"
  | "board.mark.selected"
  | "board.mark.sheet_of"
  | "board.mark.sheets"
  | "board.mark.take"
  | "board.mark.taken"
  | "board.mark.total"
  | "board.mark.which_die"
  | "board.mark.with_die"
  | "board.mark.would_be"
  | "board.mark.would_be_one_of"
  | "board.mark.write"
  | "board.mark.wrote"
  | "board.mark.you_roll"
  | "board.mark.your_sheet"
  | "board.qwixx.action"
  | "board.qwixx.action_one"
  | "board.qwixx.action_two"
  | "board.qwixx.active"
  | "board.qwixx.after_pass"
  | "board.qwixx.all_crossed"
  | "board.qwixx.all_games"
  | "board.qwixx.all_lost"
  | "board.qwixx.all_want_more"
  | "board.qwixx.ask_more"
  | "board.qwixx.asked_after"
  | "board.qwixx.closed"
  | "board.qwixx.closes"
  | "board.qwixx.cross"
  | "board.qwixx.crosses"
  | "board.qwixx.decided_alone"
  | "board.qwixx.decided_game"
  | "board.qwixx.decided_misthrows"
  | "board.qwixx.decided_row"
  | "board.qwixx.dice"
  | "board.qwixx.dice_label"
  | "board.qwixx.did_close"
  | "board.qwixx.did_cross"
  | "board.qwixx.did_lock"
  | "board.qwixx.did_misthrow"
  | "board.qwixx.did_nothing"
  | "board.qwixx.die"
  | "board.qwixx.enlarge"
  | "board.qwixx.fourth_misthrow"
  | "board.qwixx.fourth_misthrow_by"
  | "board.qwixx.gain"
  | "board.qwixx.game_ended"
  | "board.qwixx.game_over"
  | "board.qwixx.game_score"
  | "board.qwixx.last_misthrow"
  | "board.qwixx.lead_together"
  | "board.qwixx.leads"
  | "board.qwixx.locked_here"
  | "board.qwixx.log.cross"
  | "board.qwixx.log.cross_nothing"
  | "board.qwixx.log.misthrow"
  | "board.qwixx.log.more"
  | "board.qwixx.log.stop"
  | "board.qwixx.log.white"
  | "board.qwixx.match"
  | "board.qwixx.match_column"
  | "board.qwixx.match_player"
  | "board.qwixx.misthrow_count"
  | "board.qwixx.misthrows"
  | "board.qwixx.more"
  | "board.qwixx.not_now"
  | "board.qwixx.nothing_crossed"
  | "board.qwixx.number"
  | "board.qwixx.or"
  | "board.qwixx.others"
  | "board.qwixx.pass"
  | "board.qwixx.pass_free"
  | "board.qwixx.pass_misthrow"
  | "board.qwixx.points"
  | "board.qwixx.points_table"
  | "board.qwixx.prompt_more"
  | "board.qwixx.prompt_none_one"
  | "board.qwixx.prompt_none_two"
  | "board.qwixx.prompt_one_active"
  | "board.qwixx.prompt_one_other"
  | "board.qwixx.prompt_two"
  | "board.qwixx.results"
  | "board.qwixx.roll"
  | "board.qwixx.row"
  | "board.qwixx.row_closed"
  | "board.qwixx.row_crosses"
  | "board.qwixx.row_points"
  | "board.qwixx.sealed"
  | "board.qwixx.second"
  | "board.qwixx.sheet"
  | "board.qwixx.skips"
  | "board.qwixx.spoken_lock"
  | "board.qwixx.spoken_sum"
  | "board.qwixx.stop"
  | "board.qwixx.stopped"
  | "board.qwixx.sum_of"
  | "board.qwixx.sums"
  | "board.qwixx.total"
  | "board.qwixx.warning_misthrow"
  | "board.qwixx.warning_skips"
  | "board.qwixx.you_active"
  | "bot.plays_with"
  | "bots.no_runtime"
  | "bye.not_for_you"
  | "bye.server_restarts"
  | "bye.signed_out"
  | "bye.too_expensive"
  | "bye.too_many_bad_frames"
  | "bye.too_many_frames"
  | "bye.too_slow"
  | "cast.edda.bad"
  | "cast.edda.good"
  | "cast.edda.good_again"
  | "cast.edda.greeting"
  | "cast.edda.lost"
  | "cast.edda.won"
  | "cast.gus.bad"
  | "cast.gus.good"
  | "cast.gus.good_again"
  | "cast.gus.greeting"
  | "cast.gus.lost"
  | "cast.gus.won"
  | "cast.iris.bad"
  | "cast.iris.good"
  | "cast.iris.good_again"
  | "cast.iris.greeting"
  | "cast.iris.lost"
  | "cast.iris.won"
  | "cast.momo.bad"
  | "cast.momo.good"
  | "cast.momo.good_again"
  | "cast.momo.greeting"
  | "cast.momo.lost"
  | "cast.momo.won"
  | "cast.nora.bad"
  | "cast.nora.good"
  | "cast.nora.good_again"
  | "cast.nora.greeting"
  | "cast.nora.lost"
  | "cast.nora.won"
  | "cast.otto.bad"
  | "cast.otto.good"
  | "cast.otto.good_again"
  | "cast.otto.greeting"
  | "cast.otto.lost"
  | "cast.otto.won"
  | "cast.pip.bad"
  | "cast.pip.good"
  | "cast.pip.good_again"
  | "cast.pip.greeting"
  | "cast.pip.lost"
  | "cast.pip.won"
  | "cast.vega.bad"
  | "cast.vega.good"
  | "cast.vega.good_again"
  | "cast.vega.greeting"
  | "cast.vega.lost"
  | "cast.vega.won"
  | "cli.about_again"
  | "cli.about_answer"
  | "cli.about_backup_file"
  | "cli.about_bench_games"
  | "cli.about_bench_json"
  | "cli.about_bench_most"
  | "cli.about_bench_seed"
  | "cli.about_bench_workers"
  | "cli.about_bot_pause"
  | "cli.about_bots"
  | "cli.about_commitment"
  | "cli.about_config"
  | "cli.about_csv"
  | "cli.about_database"
  | "cli.about_day"
  | "cli.about_dice"
  | "cli.about_drain"
  | "cli.about_engine"
  | "cli.about_file"
  | "cli.about_fresh"
  | "cli.about_from"
  | "cli.about_grace"
  | "cli.about_growth"
  | "cli.about_help"
  | "cli.about_host"
  | "cli.about_json"
  | "cli.about_json_logs"
  | "cli.about_lan"
  | "cli.about_lang"
  | "cli.about_league_bots"
  | "cli.about_league_games"
  | "cli.about_league_seats"
  | "cli.about_league_seed"
  | "cli.about_length"
  | "cli.about_level"
  | "cli.about_log_level"
  | "cli.about_metrics"
  | "cli.about_most_at_once"
  | "cli.about_most_cpu_address"
  | "cli.about_most_cpu_person"
  | "cli.about_most_frames"
  | "cli.about_most_guesses"
  | "cli.about_most_guesses_everywhere"
  | "cli.about_most_new"
  | "cli.about_most_rooms"
  | "cli.about_most_sockets"
  | "cli.about_no_confirm"
  | "cli.about_no_upgrade"
  | "cli.about_only"
  | "cli.about_page"
  | "cli.about_peers"
  | "cli.about_plain"
  | "cli.about_plot"
  | "cli.about_port"
  | "cli.about_ray_address"
  | "cli.about_readable"
  | "cli.about_resume_file"
  | "cli.about_rotate"
  | "cli.about_rounds"
  | "cli.about_save"
  | "cli.about_sealed_daily"
  | "cli.about_seats"
  | "cli.about_seed"
  | "cli.about_shell"
  | "cli.about_sim_bots"
  | "cli.about_sim_games"
  | "cli.about_sim_seed"
  | "cli.about_solve_game"
  | "cli.about_solve_workers"
  | "cli.about_sparring"
  | "cli.about_stand_in"
  | "cli.about_start"
  | "cli.about_step"
  | "cli.about_train_folder"
  | "cli.about_train_seed"
  | "cli.about_trusted_proxies"
  | "cli.about_upgrade"
  | "cli.about_url"
  | "cli.about_values"
  | "cli.about_version"
  | "cli.about_workers"
  | "cli.alone"
  | "cli.backup"
  | "cli.bench"
  | "cli.bot"
  | "cli.completion"
  | "cli.daily"
  | "cli.db"
  | "cli.fame"
  | "cli.in_browser"
  | "cli.in_terminal"
  | "cli.league"
  | "cli.meta_bots"
  | "cli.meta_command"
  | "cli.meta_course"
  | "cli.meta_database"
  | "cli.meta_date"
  | "cli.meta_file"
  | "cli.meta_folder"
  | "cli.meta_game"
  | "cli.meta_games"
  | "cli.meta_host"
  | "cli.meta_level"
  | "cli.meta_networks"
  | "cli.meta_seats"
  | "cli.more_help"
  | "cli.play"
  | "cli.replay"
  | "cli.resume"
  | "cli.rules"
  | "cli.saved"
  | "cli.serve"
  | "cli.shortest_way"
  | "cli.simulate"
  | "cli.solve"
  | "cli.title_arguments"
  | "cli.title_commands"
  | "cli.title_common"
  | "cli.title_games"
  | "cli.title_limits"
  | "cli.title_options"
  | "cli.title_running"
  | "cli.title_shown"
  | "cli.train"
  | "cli.usage"
  | "cli.verify"
  | "cli.welcome"
  | "colour.black"
  | "colour.blue"
  | "colour.green"
  | "colour.red"
  | "colour.white"
  | "colour.yellow"
  | "command.help"
  | "command.moves"
  | "command.quit"
  | "command.rules"
  | "command.save"
  | "command.sheet"
  | "command.undo"
  | "compile.begun"
  | "compile.done"
  | "compile.not_kept"
  | "count.calls"
  | "count.calls_won"
  | "count.crosses"
  | "count.extreme_crosses"
  | "count.locks"
  | "count.lost_moves"
  | "count.misthrows"
  | "daily.begin"
  | "daily.calendar"
  | "daily.played"
  | "daily.practice"
  | "daily.score"
  | "daily.share"
  | "daily.so_far"
  | "daily.streak"
  | "daily.title"
  | "daily.waiting"
  | "day.about_first"
  | "day.about_names"
  | "day.about_public"
  | "day.about_sealed"
  | "day.again"
  | "day.again_hint"
  | "day.ahead"
  | "day.all"
  | "day.before"
  | "day.behind"
  | "day.best"
  | "day.calendar"
  | "day.chart"
  | "day.chart_about"
  | "day.closed"
  | "day.closed_until"
  | "day.commitment"
  | "day.copied"
  | "day.copy"
  | "day.copy_failed"
  | "day.dice"
  | "day.go_on"
  | "day.late"
  | "day.level"
  | "day.next"
  | "day.not_played"
  | "day.of"
  | "day.par"
  | "day.par_about"
  | "day.par_coming"
  | "day.play"
  | "day.players"
  | "day.points"
  | "day.ranking"
  | "day.replay_of"
  | "day.round"
  | "day.secret"
  | "day.share"
  | "day.share_about"
  | "day.share_title"
  | "day.table"
  | "day.title"
  | "day.verify"
  | "day.week"
  | "day.you"
  | "db.upgraded"
  | "disk.denied"
  | "disk.folder"
  | "disk.full"
  | "disk.missing"
  | "disk.name_too_long"
  | "disk.not_folder"
  | "disk.other"
  | "disk.output"
  | "disk.read_only"
  | "enough.ask.BackingOut"
  | "enough.ask.Declare"
  | "enough.ask.EndOfTurn"
  | "enough.ask.GiveUp"
  | "enough.ask.NewFaceUp"
  | "enough.ask.Showing"
  | "enough.ask.Totalling"
  | "enough.ask_fill"
  | "enough.ask_last"
  | "enough.ask_tune"
  | "enough.change.double"
  | "enough.change.ignore"
  | "enough.change.nudge_down"
  | "enough.change.nudge_up"
  | "enough.change.subtract"
  | "enough.did_back_out"
  | "enough.did_call"
  | "enough.did_call_first"
  | "enough.did_draw"
  | "enough.did_draw_card"
  | "enough.did_drop"
  | "enough.did_even_swap"
  | "enough.did_lock"
  | "enough.did_pile"
  | "enough.did_show"
  | "enough.did_show_exact"
  | "enough.did_silence"
  | "enough.did_swap"
  | "enough.did_take"
  | "enough.did_target"
  | "enough.did_token"
  | "enough.effect"
  | "enough.eight_stars"
  | "enough.exact_effect"
  | "enough.face_up_card"
  | "enough.first"
  | "enough.first_turned"
  | "enough.half_champions"
  | "enough.has_called"
  | "enough.headline"
  | "enough.locked"
  | "enough.longer_totals"
  | "enough.more_totals"
  | "enough.move.call"
  | "enough.move.deck"
  | "enough.move.fold"
  | "enough.move.keep"
  | "enough.move.pass"
  | "enough.move.show"
  | "enough.move.stay"
  | "enough.move.total"
  | "enough.move_drop"
  | "enough.move_lock"
  | "enough.move_out"
  | "enough.move_pile"
  | "enough.move_silence"
  | "enough.move_swap"
  | "enough.move_take"
  | "enough.move_total_with"
  | "enough.new_face_up"
  | "enough.no_call"
  | "enough.own_lot"
  | "enough.own_target"
  | "enough.own_tokens"
  | "enough.pile_below"
  | "enough.piles"
  | "enough.reshuffled"
  | "enough.round_backed_out"
  | "enough.round_beaten"
  | "enough.round_begins"
  | "enough.round_targets"
  | "enough.round_won"
  | "enough.scorekeeper"
  | "enough.silenced"
  | "enough.spoken_face_up"
  | "enough.spoken_hand"
  | "enough.spoken_tokens"
  | "enough.stance.called"
  | "enough.stance.folded"
  | "enough.stance.playing"
  | "enough.stance.stayed"
  | "enough.standing"
  | "enough.standing_exact"
  | "enough.standing_mucked"
  | "enough.stars"
  | "enough.stars_change"
  | "enough.target"
  | "enough.target_note"
  | "enough.title_face_up"
  | "enough.title_hand"
  | "enough.title_player"
  | "enough.title_stars"
  | "enough.title_tokens"
  | "enough.token"
  | "enough.whole_pile"
  | "enough.you_drew"
  | "error.already_chosen"
  | "error.already_somebody"
  | "error.bad_date"
  | "error.bad_dice"
  | "error.bad_frame"
  | "error.bad_request"
  | "error.bench_differs"
  | "error.bench_no_kernel"
  | "error.bot_command"
  | "error.bot_died"
  | "error.bot_gets_ready"
  | "error.bot_given_up"
  | "error.bot_illegal"
  | "error.bot_level"
  | "error.bot_line_duplicate_key"
  | "error.bot_line_no_fraction"
  | "error.bot_line_not_json"
  | "error.bot_line_too_big"
  | "error.bot_line_too_deep"
  | "error.bot_line_too_large"
  | "error.bot_lost_move"
  | "error.bot_no_menu"
  | "error.bot_no_seen"
  | "error.bot_nonsense"
  | "error.bot_not_ready"
  | "error.bot_not_started"
  | "error.bot_odd"
  | "error.bot_other_game"
  | "error.bot_other_menu"
  | "error.bot_question"
  | "error.bot_seconds"
  | "error.bot_slow"
  | "error.bot_unasked"
  | "error.bot_values_damaged"
  | "error.bot_values_level"
  | "error.bot_values_none"
  | "error.bot_version"
  | "error.bots_busy"
  | "error.breaks_rules"
  | "error.codes_paused"
  | "error.disk_failed"
  | "error.disk_unnamed"
  | "error.duplicate_key"
  | "error.enough_back_out_later"
  | "error.enough_call_filling"
  | "error.enough_called"
  | "error.enough_give_filling"
  | "error.enough_give_needed"
  | "error.enough_lock_needless"
  | "error.enough_lock_on_card"
  | "error.enough_lock_twice"
  | "error.enough_locked"
  | "error.enough_no_ability"
  | "error.enough_no_change"
  | "error.enough_no_pass"
  | "error.enough_no_pile"
  | "error.enough_no_seat"
  | "error.enough_no_token"
  | "error.enough_not_advanced"
  | "error.enough_not_final"
  | "error.enough_not_in_hand"
  | "error.enough_notation"
  | "error.enough_nothing_drawn"
  | "error.enough_now_back_out"
  | "error.enough_now_declare"
  | "error.enough_now_drop"
  | "error.enough_now_end"
  | "error.enough_now_lock"
  | "error.enough_now_show"
  | "error.enough_now_total"
  | "error.enough_one_per_card"
  | "error.enough_outcome"
  | "error.enough_own_card"
  | "error.enough_pile_filling"
  | "error.enough_scorekeeper"
  | "error.enough_show_later"
  | "error.enough_silence_last"
  | "error.enough_silence_late"
  | "error.enough_silence_self"
  | "error.enough_silence_twice"
  | "error.enough_silenced"
  | "error.enough_token_notation"
  | "error.enough_total_later"
  | "error.enough_total_order"
  | "error.fame_newer"
  | "error.foreign"
  | "error.foreign_origin"
  | "error.kit_ability"
  | "error.kit_card"
  | "error.kit_cards_few"
  | "error.kit_field"
  | "error.kit_list"
  | "error.kit_name"
  | "error.kit_no_token"
  | "error.kit_number"
  | "error.kit_stars"
  | "error.kit_tables"
  | "error.kit_target"
  | "error.kit_targets_few"
  | "error.kit_token_abilities"
  | "error.kit_too_many"
  | "error.kit_unsorted"
  | "error.lan_not_here"
  | "error.layout_count"
  | "error.layout_field"
  | "error.layout_letter"
  | "error.layout_name"
  | "error.layout_shape"
  | "error.league_busy"
  | "error.league_few"
  | "error.league_games"
  | "error.league_many"
  | "error.league_no_folder"
  | "error.league_twice"
  | "error.log_too_long"
  | "error.lot_first"
  | "error.lot_not_possible"
  | "error.lot_notation"
  | "error.mark_ages_count"
  | "error.mark_ages_range"
  | "error.mark_circle_full"
  | "error.mark_colour_first"
  | "error.mark_colour_taken"
  | "error.mark_dice_notation"
  | "error.mark_has_colour"
  | "error.mark_may_start"
  | "error.mark_no_such_sum"
  | "error.mark_notation"
  | "error.mark_other_die"
  | "error.mark_which_number"
  | "error.mark_wrong_colour"
  | "error.missing_field"
  | "error.name_characters"
  | "error.name_empty"
  | "error.name_long"
  | "error.name_too_long"
  | "error.needs_sim"
  | "error.no_chance"
  | "error.no_daily_before"
  | "error.no_database"
  | "error.no_fraction"
  | "error.no_home"
  | "error.no_lan"
  | "error.no_lot_due"
  | "error.no_move"
  | "error.no_options"
  | "error.no_outcome"
  | "error.no_real_dice"
  | "error.no_seat"
  | "error.no_seed"
  | "error.no_such_host"
  | "error.no_such_number"
  | "error.no_such_seat"
  | "error.no_table"
  | "error.no_words_before"
  | "error.nobody"
  | "error.not_a_day"
  | "error.not_a_log"
  | "error.not_allowed"
  | "error.not_an_entry"
  | "error.not_canonical"
  | "error.not_found"
  | "error.not_hex"
  | "error.not_in_version"
  | "error.not_json"
  | "error.not_one_of"
  | "error.not_text"
  | "error.not_toml"
  | "error.not_utf8"
  | "error.not_words"
  | "error.not_your_decision"
  | "error.not_your_seat"
  | "error.nothing_to_resume"
  | "error.nothing_to_take_back"
  | "error.option_not_offered"
  | "error.option_text"
  | "error.other_commitment"
  | "error.other_game"
  | "error.other_rules"
  | "error.other_version"
  | "error.own_eyes_only"
  | "error.page_not_built"
  | "error.people_only"
  | "error.players_invite"
  | "error.port_refused"
  | "error.port_taken"
  | "error.ports_taken"
  | "error.qwixx_already_crossed"
  | "error.qwixx_coloured_sum"
  | "error.qwixx_dice_notation"
  | "error.qwixx_die_gone"
  | "error.qwixx_die_left"
  | "error.qwixx_die_missing"
  | "error.qwixx_five_crosses"
  | "error.qwixx_games"
  | "error.qwixx_left_of_last"
  | "error.qwixx_more_later"
  | "error.qwixx_no_more"
  | "error.qwixx_notation"
  | "error.qwixx_now_more"
  | "error.qwixx_one_coloured_sum"
  | "error.qwixx_only_active"
  | "error.qwixx_roll_first"
  | "error.qwixx_row_closed"
  | "error.qwixx_white_sum"
  | "error.request_slow"
  | "error.request_too_long"
  | "error.resume_no_program"
  | "error.resume_no_seed"
  | "error.save_exists"
  | "error.seats_empty"
  | "error.seats_name"
  | "error.seats_same_name"
  | "error.seed_length"
  | "error.server_busy"
  | "error.server_failed"
  | "error.server_full"
  | "error.setting_choice"
  | "error.setting_database"
  | "error.setting_file_size"
  | "error.setting_host"
  | "error.setting_networks"
  | "error.setting_no_home"
  | "error.setting_not_toml"
  | "error.setting_number"
  | "error.setting_unknown"
  | "error.setting_unknown_home"
  | "error.setting_url"
  | "error.setting_yes_or_no"
  | "error.sim_bots_text"
  | "error.sim_engine"
  | "error.sim_games"
  | "error.sim_no_bots"
  | "error.sim_no_games"
  | "error.sim_no_ray"
  | "error.sim_plot_and_json"
  | "error.sim_plot_name"
  | "error.sim_ray_address"
  | "error.sim_ray_failed"
  | "error.sim_ray_unreached"
  | "error.sim_seed"
  | "error.sim_table_failed"
  | "error.sim_workers"
  | "error.sim_workers_died"
  | "error.solve_game"
  | "error.stale"
  | "error.stale_choice"
  | "error.store_backup_exists"
  | "error.store_backup_failed"
  | "error.store_backup_postgres"
  | "error.store_bad_url"
  | "error.store_cannot_open"
  | "error.store_closed"
  | "error.store_damaged"
  | "error.store_foreign"
  | "error.store_half_character"
  | "error.store_in_doubt"
  | "error.store_lost_race"
  | "error.store_missing"
  | "error.store_newer"
  | "error.store_no_wal"
  | "error.store_not_kept"
  | "error.store_not_read"
  | "error.store_nul"
  | "error.store_number"
  | "error.store_older"
  | "error.store_over_already"
  | "error.store_refused"
  | "error.store_spent"
  | "error.store_stale_ratings"
  | "error.store_stale_table"
  | "error.store_taken"
  | "error.table_age_of_nobody"
  | "error.table_bots_only"
  | "error.table_closed"
  | "error.table_full"
  | "error.table_guests_full"
  | "error.table_is_here"
  | "error.table_just_left"
  | "error.table_no_ages"
  | "error.table_no_person"
  | "error.table_no_place"
  | "error.table_no_such_option"
  | "error.table_not_over"
  | "error.table_not_ready"
  | "error.table_not_seated"
  | "error.table_not_your_place"
  | "error.table_old_rules"
  | "error.table_open"
  | "error.table_other_commitment"
  | "error.table_over"
  | "error.table_place_taken"
  | "error.table_players_decide"
  | "error.table_playing"
  | "error.table_rematch_exists"
  | "error.table_same_name"
  | "error.table_sits_twice"
  | "error.take_backs_spent"
  | "error.too_big"
  | "error.too_deep"
  | "error.too_expensive"
  | "error.too_large"
  | "error.too_many_bots"
  | "error.too_many_devices"
  | "error.too_many_guesses"
  | "error.too_many_new"
  | "error.too_many_sockets"
  | "error.train_busy"
  | "error.train_damaged"
  | "error.train_game"
  | "error.train_length"
  | "error.train_needs_only"
  | "error.train_no_folder"
  | "error.train_no_start"
  | "error.train_not_values"
  | "error.train_only"
  | "error.train_order"
  | "error.train_other_course"
  | "error.train_start"
  | "error.train_start_seats"
  | "error.unknown_access"
  | "error.unknown_bot"
  | "error.unknown_character"
  | "error.unknown_field"
  | "error.unknown_game"
  | "error.unknown_host"
  | "error.unknown_invite"
  | "error.unknown_phrase"
  | "error.unknown_share"
  | "error.unread_move"
  | "error.usage_age_of_bot"
  | "error.usage_command"
  | "error.usage_commitment"
  | "error.usage_date"
  | "error.usage_db"
  | "error.usage_dice"
  | "error.usage_from"
  | "error.usage_future"
  | "error.usage_game"
  | "error.usage_lang"
  | "error.usage_large"
  | "error.usage_no_backup"
  | "error.usage_no_daily"
  | "error.usage_no_file"
  | "error.usage_no_game"
  | "error.usage_no_value"
  | "error.usage_number"
  | "error.usage_other_game"
  | "error.usage_range"
  | "error.usage_seat"
  | "error.usage_seed"
  | "error.usage_seed_and_dice"
  | "error.usage_shell"
  | "error.usage_unknown"
  | "error.usage_value"
  | "error.verify_unfinished"
  | "error.which_move"
  | "error.words_characters"
  | "error.words_long"
  | "error.wrong_day"
  | "error.wrong_length"
  | "error.wrong_method"
  | "error.wrong_outcome"
  | "error.wrong_seats"
  | "error.wrong_seed"
  | "error.wrong_type"
  | "fame.champion"
  | "fame.damaged"
  | "fame.day"
  | "fame.day_times"
  | "fame.empty"
  | "fame.line"
  | "fame.month.1"
  | "fame.month.10"
  | "fame.month.11"
  | "fame.month.12"
  | "fame.month.2"
  | "fame.month.3"
  | "fame.month.4"
  | "fame.month.5"
  | "fame.month.6"
  | "fame.month.7"
  | "fame.month.8"
  | "fame.month.9"
  | "fame.not_written"
  | "fame.played"
  | "fame.trophies"
  | "fame.trophies_earlier"
  | "game.enough"
  | "game.mark"
  | "game.qwixx"
  | "help.commands"
  | "help.enough_goal"
  | "help.enough_keys"
  | "help.enough_pile"
  | "help.enough_tokens"
  | "help.enough_words"
  | "help.enter"
  | "help.help"
  | "help.mark_colours"
  | "help.mark_full"
  | "help.mark_goal"
  | "help.mark_short"
  | "help.moves"
  | "help.quit"
  | "help.qwixx_cross"
  | "help.qwixx_goal"
  | "help.qwixx_more"
  | "help.qwixx_pass"
  | "help.qwixx_signs"
  | "help.rules"
  | "help.save"
  | "help.sheet"
  | "help.undo"
  | "home.access"
  | "home.access.bot_really"
  | "home.access.bot_times"
  | "home.access.bots"
  | "home.access.bots_none"
  | "home.access.device_really"
  | "home.access.device_times"
  | "home.access.devices"
  | "home.access.ended"
  | "home.access.hint"
  | "home.access.link"
  | "home.access.link_really"
  | "home.access.link_times"
  | "home.access.links"
  | "home.access.links_none"
  | "home.access.never"
  | "home.access.nobody"
  | "home.access.revoke"
  | "home.access.this"
  | "home.access.unknown"
  | "home.alone"
  | "home.bot.easy"
  | "home.bot.expert"
  | "home.bot.greedy"
  | "home.bot.hard"
  | "home.bot.medium"
  | "home.bot.random"
  | "home.cancel"
  | "home.carry.done"
  | "home.carry.going"
  | "home.carry.missing"
  | "home.carry.no"
  | "home.carry.really"
  | "home.carry.title"
  | "home.carry.yes"
  | "home.cast.edda"
  | "home.cast.gus"
  | "home.cast.iris"
  | "home.cast.momo"
  | "home.cast.nora"
  | "home.cast.otto"
  | "home.cast.pip"
  | "home.cast.vega"
  | "home.code"
  | "home.code_short"
  | "home.daily"
  | "home.daily_all"
  | "home.daily_closed"
  | "home.daily_go_on"
  | "home.daily_new"
  | "home.daily_play"
  | "home.daily_playing"
  | "home.daily_points"
  | "home.daily_rank"
  | "home.daily_result"
  | "home.daily_streak"
  | "home.face.edda"
  | "home.face.gus"
  | "home.face.iris"
  | "home.face.momo"
  | "home.face.nora"
  | "home.face.otto"
  | "home.face.pip"
  | "home.face.vega"
  | "home.facts.enough"
  | "home.facts.mark"
  | "home.facts.qwixx"
  | "home.fame"
  | "home.fame.average"
  | "home.fame.before"
  | "home.fame.best"
  | "home.fame.best_short"
  | "home.fame.bots"
  | "home.fame.champion"
  | "home.fame.day_times"
  | "home.fame.earlier"
  | "home.fame.games"
  | "home.fame.household"
  | "home.fame.household_hint"
  | "home.fame.household_none"
  | "home.fame.in_games"
  | "home.fame.name"
  | "home.fame.none"
  | "home.fame.people"
  | "home.fame.public"
  | "home.fame.rank"
  | "home.fame.rating"
  | "home.fame.ratings"
  | "home.fame.ratings_hint"
  | "home.fame.shared"
  | "home.fame.trophies"
  | "home.fame.victories"
  | "home.fame.won"
  | "home.fame_hint"
  | "home.games"
  | "home.games.choose"
  | "home.games.closed"
  | "home.games.more"
  | "home.games.my_turn"
  | "home.games.none"
  | "home.games.open"
  | "home.games.playing"
  | "home.games.points"
  | "home.games.stars"
  | "home.games.won"
  | "home.go_on"
  | "home.go_on_button"
  | "home.invite.code"
  | "home.invite.copied"
  | "home.invite.copy"
  | "home.invite.copy_failed"
  | "home.invite.lan"
  | "home.invite.lan_off"
  | "home.invite.lan_on"
  | "home.invite.link"
  | "home.invite.new"
  | "home.invite.new_hint"
  | "home.invite.only_here"
  | "home.invite.qr"
  | "home.invite.share"
  | "home.invite.share_text"
  | "home.invite.title"
  | "home.invite.where"
  | "home.join"
  | "home.join.by"
  | "home.join.by_code"
  | "home.join.cut"
  | "home.join.going"
  | "home.join.sit"
  | "home.join.title"
  | "home.join.watch"
  | "home.join.what_name"
  | "home.join.with"
  | "home.join_button"
  | "home.learn"
  | "home.level"
  | "home.line.enough"
  | "home.line.mark"
  | "home.line.qwixx"
  | "home.lobby.age_given"
  | "home.lobby.age_hint"
  | "home.lobby.age_missing"
  | "home.lobby.age_title"
  | "home.lobby.age_title_of"
  | "home.lobby.age_years"
  | "home.lobby.clock"
  | "home.lobby.close"
  | "home.lobby.close_really"
  | "home.lobby.closed"
  | "home.lobby.fair"
  | "home.lobby.fair_text"
  | "home.lobby.free"
  | "home.lobby.free_seat"
  | "home.lobby.full"
  | "home.lobby.here"
  | "home.lobby.host"
  | "home.lobby.i_am_ready"
  | "home.lobby.leave"
  | "home.lobby.move"
  | "home.lobby.not_ready"
  | "home.lobby.open"
  | "home.lobby.options"
  | "home.lobby.public"
  | "home.lobby.put_bot"
  | "home.lobby.put_bot_title"
  | "home.lobby.put_local"
  | "home.lobby.put_local_title"
  | "home.lobby.ready"
  | "home.lobby.seat"
  | "home.lobby.seats"
  | "home.lobby.sit"
  | "home.lobby.start"
  | "home.lobby.start_without"
  | "home.lobby.title"
  | "home.lobby.unready"
  | "home.lobby.when_full"
  | "home.lobby.when_host"
  | "home.lobby.when_me"
  | "home.lobby.words_for"
  | "home.lobby.words_kept"
  | "home.lobby.words_of"
  | "home.lobby.you"
  | "home.lobby.you_watch"
  | "home.more"
  | "home.more_bots"
  | "home.more_choices"
  | "home.my_games"
  | "home.my_games_hint"
  | "home.name"
  | "home.name_saved"
  | "home.new.add"
  | "home.new.age"
  | "home.new.age_short"
  | "home.new.ages_hint"
  | "home.new.bot"
  | "home.new.by_link"
  | "home.new.clock"
  | "home.new.clock.none"
  | "home.new.clock_hint"
  | "home.new.count"
  | "home.new.everybody"
  | "home.new.flaw.ages"
  | "home.new.flaw.few"
  | "home.new.flaw.nameless"
  | "home.new.flaw.same_name"
  | "home.new.friend"
  | "home.new.friend_hint"
  | "home.new.invite"
  | "home.new.local"
  | "home.new.local_name"
  | "home.new.me"
  | "home.new.more"
  | "home.new.opponent"
  | "home.new.options"
  | "home.new.play"
  | "home.new.player"
  | "home.new.remove"
  | "home.new.seats"
  | "home.new.start"
  | "home.new.start.full"
  | "home.new.start.host"
  | "home.new.title"
  | "home.new.watch"
  | "home.new.who"
  | "home.new.words"
  | "home.new.words_hint"
  | "home.next_level"
  | "home.next_level_no"
  | "home.next_level_yes"
  | "home.pass_and_play"
  | "home.play_bots"
  | "home.play_game"
  | "home.public"
  | "home.public_all"
  | "home.public_none"
  | "home.rename"
  | "home.rules"
  | "home.save"
  | "home.settings.about"
  | "home.settings.build"
  | "home.settings.carry"
  | "home.settings.carry_hint"
  | "home.settings.carry_make"
  | "home.settings.chatty"
  | "home.settings.chatty_hint"
  | "home.settings.confirm"
  | "home.settings.confirm.always"
  | "home.settings.confirm.costly"
  | "home.settings.confirm_hint"
  | "home.settings.credits"
  | "home.settings.haptics"
  | "home.settings.haptics_hint"
  | "home.settings.language"
  | "home.settings.look"
  | "home.settings.motion"
  | "home.settings.motion.auto"
  | "home.settings.motion.none"
  | "home.settings.notices"
  | "home.settings.notices_hint"
  | "home.settings.notices_refused"
  | "home.settings.playing"
  | "home.settings.rolling"
  | "home.settings.rolling.auto"
  | "home.settings.rolling.tap"
  | "home.settings.rolling_hint"
  | "home.settings.shake"
  | "home.settings.shake_hint"
  | "home.settings.shake_refused"
  | "home.settings.sign_out"
  | "home.settings.sign_out_all"
  | "home.settings.sign_out_all_really"
  | "home.settings.sign_out_here"
  | "home.settings.sign_out_hint"
  | "home.settings.sign_out_really"
  | "home.settings.signed_out"
  | "home.settings.sound"
  | "home.settings.sound_hint"
  | "home.settings.speech"
  | "home.settings.speech_hint"
  | "home.settings.theme"
  | "home.settings.theme.auto"
  | "home.settings.theme.dark"
  | "home.settings.theme.light"
  | "home.settings.unaffiliated"
  | "home.settings.you"
  | "home.starting"
  | "home.tables.playing"
  | "home.tables.playing_none"
  | "home.tables.refresh"
  | "home.tables.sit"
  | "home.tables.title"
  | "home.tables.waiting"
  | "home.tables.watch"
  | "home.title"
  | "home.try_again"
  | "home.with"
  | "home.with_friends"
  | "home.you_are"
  | "home.you_are_nobody"
  | "league.again"
  | "league.bot"
  | "league.cross"
  | "league.damaged"
  | "league.games"
  | "league.head"
  | "league.interval"
  | "league.kept_more"
  | "league.lost"
  | "league.points"
  | "league.rating"
  | "league.rounded"
  | "league.stopped"
  | "league.title"
  | "league.wins"
  | "learn.again"
  | "learn.back"
  | "learn.entry.begin"
  | "learn.entry.chosen"
  | "learn.entry.lot"
  | "learn.entry.roll"
  | "learn.entry.rolls"
  | "learn.entry.secret"
  | "learn.entry.take_back"
  | "learn.keys.around"
  | "learn.keys.begin_end"
  | "learn.keys.cancel"
  | "learn.keys.choose"
  | "learn.keys.close"
  | "learn.keys.end"
  | "learn.keys.ends"
  | "learn.keys.enter"
  | "learn.keys.escape"
  | "learn.keys.everywhere"
  | "learn.keys.home"
  | "learn.keys.list"
  | "learn.keys.move_on"
  | "learn.keys.play"
  | "learn.keys.replay"
  | "learn.keys.space"
  | "learn.keys.step"
  | "learn.keys.table"
  | "learn.lesson.enough.call"
  | "learn.lesson.enough.call_hint"
  | "learn.lesson.enough.call_praise"
  | "learn.lesson.enough.deck"
  | "learn.lesson.enough.deck_hint"
  | "learn.lesson.enough.deck_praise"
  | "learn.lesson.enough.drop"
  | "learn.lesson.enough.drop_hint"
  | "learn.lesson.enough.drop_praise"
  | "learn.lesson.enough.end"
  | "learn.lesson.enough.stay"
  | "learn.lesson.enough.stay_hint"
  | "learn.lesson.enough.stay_praise"
  | "learn.lesson.enough.take"
  | "learn.lesson.enough.take_hint"
  | "learn.lesson.enough.take_praise"
  | "learn.lesson.enough.token"
  | "learn.lesson.enough.token_hint"
  | "learn.lesson.enough.token_praise"
  | "learn.lesson.enough.tune"
  | "learn.lesson.enough.tune_hint"
  | "learn.lesson.enough.tune_praise"
  | "learn.lesson.mark.colour"
  | "learn.lesson.mark.colour_hint"
  | "learn.lesson.mark.colour_praise"
  | "learn.lesson.mark.cross"
  | "learn.lesson.mark.cross_hint"
  | "learn.lesson.mark.cross_praise"
  | "learn.lesson.mark.end"
  | "learn.lesson.mark.extreme"
  | "learn.lesson.mark.extreme_hint"
  | "learn.lesson.mark.extreme_praise"
  | "learn.lesson.mark.free"
  | "learn.lesson.mark.free_hint"
  | "learn.lesson.mark.free_praise"
  | "learn.lesson.mark.line"
  | "learn.lesson.mark.line_hint"
  | "learn.lesson.mark.line_praise"
  | "learn.lesson.mark.sum"
  | "learn.lesson.mark.sum_hint"
  | "learn.lesson.mark.sum_praise"
  | "learn.lesson.qwixx.active"
  | "learn.lesson.qwixx.active_hint"
  | "learn.lesson.qwixx.active_praise"
  | "learn.lesson.qwixx.coloured"
  | "learn.lesson.qwixx.coloured_hint"
  | "learn.lesson.qwixx.coloured_praise"
  | "learn.lesson.qwixx.down"
  | "learn.lesson.qwixx.down_hint"
  | "learn.lesson.qwixx.down_praise"
  | "learn.lesson.qwixx.end"
  | "learn.lesson.qwixx.lock"
  | "learn.lesson.qwixx.lock_hint"
  | "learn.lesson.qwixx.lock_praise"
  | "learn.lesson.qwixx.misthrow"
  | "learn.lesson.qwixx.misthrow_hint"
  | "learn.lesson.qwixx.misthrow_praise"
  | "learn.lesson.qwixx.white"
  | "learn.lesson.qwixx.white_hint"
  | "learn.lesson.qwixx.white_praise"
  | "learn.next"
  | "learn.place"
  | "learn.play"
  | "learn.proof.about"
  | "learn.proof.besides"
  | "learn.proof.check"
  | "learn.proof.commitment"
  | "learn.proof.draws"
  | "learn.proof.fair"
  | "learn.proof.kept"
  | "learn.proof.key"
  | "learn.proof.later"
  | "learn.proof.limits"
  | "learn.proof.no"
  | "learn.proof.no_words"
  | "learn.proof.numbers"
  | "learn.proof.of_day"
  | "learn.proof.of_table"
  | "learn.proof.own_words"
  | "learn.proof.promised"
  | "learn.proof.see_wrong"
  | "learn.proof.seed"
  | "learn.proof.taps"
  | "learn.proof.title"
  | "learn.proof.unfair"
  | "learn.proof.words"
  | "learn.proof.wrong"
  | "learn.proof.yes"
  | "learn.replay.address"
  | "learn.replay.back"
  | "learn.replay.controls"
  | "learn.replay.eyes"
  | "learn.replay.first"
  | "learn.replay.forward"
  | "learn.replay.keys"
  | "learn.replay.last"
  | "learn.replay.pause"
  | "learn.replay.play"
  | "learn.replay.position"
  | "learn.replay.record"
  | "learn.replay.share"
  | "learn.replay.shared"
  | "learn.replay.shared_with_all"
  | "learn.replay.shared_with_us"
  | "learn.replay.spectator"
  | "learn.replay.speed"
  | "learn.replay.step"
  | "learn.replay.table"
  | "learn.replay.title"
  | "learn.rules.contents"
  | "learn.rules.learn"
  | "learn.step"
  | "learn.title"
  | "learn.to_table"
  | "mark.ask_colour"
  | "mark.ask_dice"
  | "mark.ask_entry"
  | "mark.better_luck"
  | "mark.choose"
  | "mark.crosses"
  | "mark.empty"
  | "mark.entered"
  | "mark.grade"
  | "mark.headline"
  | "mark.offer_colours"
  | "mark.offer_die"
  | "mark.offer_own"
  | "mark.plays"
  | "mark.roll"
  | "mark.spoken_circle"
  | "mark.spoken_columns"
  | "mark.spoken_crosses"
  | "mark.spoken_row"
  | "mark.tie_decided"
  | "mark.title"
  | "mark.title.0"
  | "mark.title.100"
  | "mark.title.41"
  | "mark.title.51"
  | "mark.title.61"
  | "mark.title.71"
  | "mark.title.81"
  | "mark.title_no_colour"
  | "mark.worth"
  | "option.enough.advanced.about"
  | "option.enough.advanced.hint"
  | "option.enough.advanced.summary"
  | "option.enough.advanced.title"
  | "option.enough.kit.about"
  | "option.enough.kit.metavar"
  | "option.enough.kit.summary"
  | "option.enough.kit.title"
  | "option.enough.kit.value.classic"
  | "option.enough.kit.value.standard"
  | "option.enough.scorekeeper.about"
  | "option.enough.scorekeeper.hint"
  | "option.enough.scorekeeper.summary"
  | "option.enough.scorekeeper.tag"
  | "option.enough.scorekeeper.title"
  | "option.enough.scorekeeper.value.lot"
  | "option.mark.ages.about"
  | "option.mark.ages.bulk_about"
  | "option.mark.ages.hint"
  | "option.mark.ages.metavar"
  | "option.mark.ages.summary"
  | "option.mark.ages.title"
  | "option.mark.layout.about"
  | "option.qwixx.games.about"
  | "option.qwixx.games.hint"
  | "option.qwixx.games.summary"
  | "option.qwixx.games.title"
  | "option.qwixx.match.about"
  | "option.qwixx.one_more.about"
  | "option.qwixx.one_more.hint"
  | "option.qwixx.one_more.summary"
  | "option.qwixx.one_more.title"
  | "over.eight_stars"
  | "over.fourth_misthrow"
  | "over.no_call"
  | "over.sheets_full"
  | "over.two_rows_closed"
  | "page.about"
  | "page.and"
  | "page.close"
  | "page.error.offline"
  | "page.error.unexpected"
  | "page.failed"
  | "page.fair.changed"
  | "page.fair.seen"
  | "page.fair.shown"
  | "page.fair.title"
  | "page.fair.verify"
  | "page.fair.words"
  | "page.first.ask"
  | "page.first.learn"
  | "page.first.no"
  | "page.first.place"
  | "page.guest"
  | "page.home"
  | "page.letter.black"
  | "page.letter.blue"
  | "page.letter.green"
  | "page.letter.red"
  | "page.letter.yellow"
  | "page.link.back"
  | "page.link.connecting"
  | "page.link.ended"
  | "page.link.lost"
  | "page.loading"
  | "page.missing"
  | "page.nav"
  | "page.play.bot"
  | "page.play.bot_chose"
  | "page.play.bot_for_you"
  | "page.play.bot_plays"
  | "page.play.cancel"
  | "page.play.choice"
  | "page.play.choose"
  | "page.play.choose_for"
  | "page.play.close"
  | "page.play.close_agree"
  | "page.play.close_count"
  | "page.play.close_daily"
  | "page.play.close_means"
  | "page.play.close_one"
  | "page.play.close_several"
  | "page.play.come_back"
  | "page.play.confirm"
  | "page.play.costly"
  | "page.play.fame"
  | "page.play.given_up"
  | "page.play.go_on"
  | "page.play.goes_on"
  | "page.play.goes_on_hint"
  | "page.play.gone"
  | "page.play.home"
  | "page.play.keep_playing"
  | "page.play.keys"
  | "page.play.leave"
  | "page.play.leave_means"
  | "page.play.leave_watching"
  | "page.play.menu"
  | "page.play.nobody"
  | "page.play.offline"
  | "page.play.offline_wait"
  | "page.play.pass_go"
  | "page.play.pass_hint"
  | "page.play.pass_on"
  | "page.play.pass_to"
  | "page.play.players"
  | "page.play.practice"
  | "page.play.prompt_for"
  | "page.play.really"
  | "page.play.rematch"
  | "page.play.replay"
  | "page.play.result"
  | "page.play.roll"
  | "page.play.roll_mine"
  | "page.play.roll_of"
  | "page.play.roll_shake"
  | "page.play.rules"
  | "page.play.say"
  | "page.play.says"
  | "page.play.sealed"
  | "page.play.seat_waits"
  | "page.play.seconds"
  | "page.play.sending"
  | "page.play.stand_in"
  | "page.play.take_back"
  | "page.play.take_back_of"
  | "page.play.tap_again"
  | "page.play.time_up"
  | "page.play.to_day"
  | "page.play.to_rematch"
  | "page.play.together"
  | "page.play.waiting"
  | "page.play.waiting_one"
  | "page.play.watching"
  | "page.play.won"
  | "page.play.won_together"
  | "page.play.you_and"
  | "page.play.you_watch"
  | "page.play.you_won"
  | "page.play.your_turn"
  | "page.result.average"
  | "page.result.best"
  | "page.result.new_best"
  | "page.result.record"
  | "page.result.streak"
  | "page.result.won"
  | "page.result.won_of"
  | "page.settings"
  | "page.share.copied"
  | "page.share.for_all"
  | "page.share.link"
  | "page.share.not_copied"
  | "page.share.open"
  | "page.share.picture"
  | "page.share.replay"
  | "page.share.save"
  | "page.share.stop"
  | "page.share.stopped"
  | "page.share.text"
  | "page.share.title"
  | "page.shared.cut"
  | "page.shared.play"
  | "phrase.again"
  | "phrase.good_luck"
  | "phrase.hello"
  | "phrase.one_moment"
  | "phrase.oops"
  | "phrase.thanks"
  | "phrase.well_played"
  | "phrase.wow"
  | "phrase.your_turn"
  | "plain.ask"
  | "plain.notation"
  | "play.and"
  | "play.ask_age"
  | "play.ask_lot"
  | "play.asked"
  | "play.character"
  | "play.commitment"
  | "play.commitment_was"
  | "play.did"
  | "play.enter_after_news"
  | "play.enter_goes_on"
  | "play.enter_hands_over"
  | "play.enter_means"
  | "play.enter_or_undo"
  | "play.final"
  | "play.for_everyone"
  | "play.forced"
  | "play.gain"
  | "play.goes_on_unsaved"
  | "play.have_device"
  | "play.no_such_player"
  | "play.nothing_to_undo"
  | "play.or"
  | "play.pass_device"
  | "play.points"
  | "play.real_dice"
  | "play.resumed"
  | "play.sealed"
  | "play.seed_revealed"
  | "play.starts"
  | "play.taken_back"
  | "play.winner"
  | "play.winners"
  | "play.you"
  | "proof.check"
  | "proof.commitment"
  | "proof.numbers"
  | "proof.words"
  | "qwixx.action_1"
  | "qwixx.action_2"
  | "qwixx.ask_1"
  | "qwixx.ask_2"
  | "qwixx.ask_dice"
  | "qwixx.ask_more"
  | "qwixx.closed"
  | "qwixx.cross"
  | "qwixx.did_cross"
  | "qwixx.did_lock"
  | "qwixx.fourth_misthrow"
  | "qwixx.game_over"
  | "qwixx.goes_on"
  | "qwixx.headline"
  | "qwixx.headline_more"
  | "qwixx.locks"
  | "qwixx.misthrow"
  | "qwixx.more"
  | "qwixx.no_cross"
  | "qwixx.pass"
  | "qwixx.pass_misthrow"
  | "qwixx.roll"
  | "qwixx.skips"
  | "qwixx.spoken_closed"
  | "qwixx.spoken_locked"
  | "qwixx.spoken_misthrows"
  | "qwixx.spoken_points"
  | "qwixx.spoken_row"
  | "qwixx.spoken_sum"
  | "qwixx.stop"
  | "qwixx.stops"
  | "qwixx.sum"
  | "qwixx.title"
  | "qwixx.title_match"
  | "qwixx.worth"
  | "replay.ask"
  | "replay.ask_last"
  | "replay.back"
  | "replay.not_over"
  | "replay.step"
  | "replay.unfinished"
  | "resume.program"
  | "resume.yes"
  | "save.failed"
  | "save.go_on"
  | "save.kept"
  | "save.lost"
  | "save.replay"
  | "save.verify"
  | "saved.finished"
  | "saved.folder"
  | "saved.none"
  | "saved.unfinished"
  | "serve.ask_lan"
  | "serve.kept"
  | "serve.name"
  | "serve.on_phone"
  | "serve.only_here"
  | "serve.open"
  | "serve.other_port"
  | "serve.stop"
  | "sim.compiled"
  | "sim.drawing"
  | "sim.drawn"
  | "sim.drawn_mean"
  | "sim.drawn_wins"
  | "sim.head"
  | "sim.histogram"
  | "sim.interval"
  | "sim.least"
  | "sim.length_rounds"
  | "sim.length_turns"
  | "sim.mean"
  | "sim.median"
  | "sim.most"
  | "sim.number"
  | "sim.percentile"
  | "sim.progress"
  | "sim.readable"
  | "sim.sd"
  | "sim.se"
  | "sim.shared"
  | "sim.stopped"
  | "sim.wins"
  | "solve.expectation"
  | "solve.found"
  | "solve.kept"
  | "solve.progress"
  | "solve.states"
  | "solve.stopped"
  | "statistics.alone"
  | "statistics.average"
  | "statistics.best"
  | "statistics.company"
  | "statistics.company.all"
  | "statistics.company.alone"
  | "statistics.company.bots"
  | "statistics.company.people"
  | "statistics.company.shared"
  | "statistics.counted"
  | "statistics.date"
  | "statistics.distribution"
  | "statistics.distribution_text"
  | "statistics.games"
  | "statistics.list"
  | "statistics.longest_streak"
  | "statistics.not_won"
  | "statistics.of"
  | "statistics.progress"
  | "statistics.progress_text"
  | "statistics.range"
  | "statistics.result"
  | "statistics.running"
  | "statistics.score"
  | "statistics.streak"
  | "statistics.table"
  | "statistics.title"
  | "statistics.trend"
  | "statistics.won"
  | "statistics.won_share"
  | "table.begun"
  | "train.against_frozen"
  | "train.begun"
  | "train.beside_greedy"
  | "train.course_enough"
  | "train.course_games"
  | "train.course_rounded"
  | "train.curve_enough"
  | "train.curve_mark"
  | "train.curve_qwixx"
  | "train.done"
  | "train.result_enough"
  | "train.result_mark"
  | "train.result_qwixx"
  | "train.stopped"
  | "type.list"
  | "type.nothing"
  | "type.number"
  | "type.object"
  | "type.other"
  | "type.text"
  | "type.truth"
  | "verify.daily_public"
  | "verify.daily_sealed"
  | "verify.good"
  | "where.file"
  | "why.closed"
  | "why.daily"
  | "why.daily_sealed"
  | "why.host_only"
  | "why.invitation"
  | "why.nameless"
  | "why.no_ages"
  | "why.nobody_to_appoint"
  | "why.not_over"
  | "why.open"
  | "why.over"
  | "why.players_only"
  | "why.playing";
