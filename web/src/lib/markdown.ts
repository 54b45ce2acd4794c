// Parses the subset of Markdown that the rules use into blocks. Nothing in it can become HTML.

export type Inline =
  | { readonly is: "text" | "strong" | "code"; readonly text: string }
  /** A decision of ours where the rulebook is silent, set in italics. */
  | { readonly is: "ours"; readonly text: string };

export type Block =
  | { readonly is: "heading"; readonly level: number; readonly id: string; readonly text: readonly Inline[] }
  | { readonly is: "paragraph"; readonly text: readonly Inline[] }
  | { readonly is: "list"; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly is: "table"; readonly head: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] };

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;
const RULER = /^:?-+:?$/;

/** A whole text. */
export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  const lines = markdown.split(/\r?\n/);
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (line.trim() === "") {
      at += 1;
    } else if (heading) {
      found.push({ is: "heading", level: heading[1]!.length, id: idOf(heading[2]!, found.length), text: inline(heading[2]!) });
      at += 1;
    } else if (line.startsWith("|")) {
      const until = firstFrom(lines, at, (text) => !text.startsWith("|"));
      found.push(table(lines.slice(at, until)));
      at = until;
    } else {
      const until = firstFrom(lines, at + 1, (text) => text.trim() === "" || HEADING.test(text) || text.startsWith("|"));
      found.push(...prose(lines.slice(at, until)));
      at = until;
    }
  }
  return found;
}

/** The title with the summary on one screen, and the rules in detail: everything from the second section on. */
export function atSummary(text: readonly Block[]): readonly [summary: readonly Block[], details: readonly Block[]] {
  const sections = text.flatMap((block, at) => (block.is === "heading" && block.level === 2 ? [at] : []));
  const end = sections[1] ?? text.length;
  return [text.slice(0, end), text.slice(end)];
}

/** The table of contents: all headings of the second level. */
export function contents(text: readonly Block[]): { readonly id: string; readonly title: string }[] {
  return text.flatMap((block) => (block.is === "heading" && block.level === 2 ? [{ id: block.id, title: plain(block.text) }] : []));
}

/** The text without markup. */
export function plain(text: readonly Inline[]): string {
  return text.map((part) => part.text).join("");
}

/** Parse the markup inside a line. */
export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) parts.push({ is: "text", text: text.slice(from, match.index) });
    const [whole, code, strong, slanted] = match;
    if (code !== undefined) parts.push({ is: "code", text: code });
    else if (strong !== undefined) parts.push({ is: "strong", text: strong });
    else parts.push({ is: "ours", text: slanted! });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ is: "text", text: text.slice(from) });
  return parts;
}

/** A run of lines without a blank one: a paragraph, a list, or a paragraph followed by a list. */
function prose(lines: readonly string[]): Block[] {
  const found: Block[] = [];
  const first = firstFrom(lines, 0, (line) => ITEM.test(line));
  if (first > 0) found.push({ is: "paragraph", text: inline(joined(lines.slice(0, first))) });
  if (first < lines.length) found.push(list(lines.slice(first)));
  return found;
}

function list(lines: readonly string[]): Block {
  const items: string[][] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push([item[2]!]);
    else items.at(-1)?.push(line); // A continued item.
  }
  const ordered = ITEM.exec(lines[0]!)?.[1] !== undefined;
  return { is: "list", ordered, items: items.map((item) => inline(joined(item))) };
}

function table(lines: readonly string[]): Block {
  const [head = [], ...rows] = lines.map(cells).filter((row) => !row.every((cell) => RULER.test(cell)));
  return { is: "table", head: head.map(inline), rows: rows.map((row) => row.map(inline)) };
}

function cells(line: string): string[] {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(" ");
}

/** A clause is linked by its number, which is the same in every language: "M5 Entry" becomes `m5`. */
function idOf(title: string, at: number): string {
  const clause = /^[A-Z]\d+\b/.exec(title);
  return clause ? clause[0].toLowerCase() : `part-${at}`;
}

function firstFrom(lines: readonly string[], from: number, is: (line: string) => boolean): number {
  const found = lines.findIndex((line, at) => at >= from && is(line));
  return found < 0 ? lines.length : found;
}
