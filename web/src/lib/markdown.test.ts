import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { atSummary, blocks, contents, inline, plain, type Block } from "./markdown";

const GAMES = ["mark", "qwixx", "enough"];
const FILES = ["RULES.md", "RULES.de.md", "RULES.fr.md", "RULES.it.md"];

function rules(game: string, file: string): string {
  return readFileSync(new URL(`../../../src/closecall/games/${game}/${file}`, import.meta.url), "utf-8");
}

function words(block: Block): string {
  switch (block.is) {
    case "heading":
    case "paragraph":
      return plain(block.text);
    case "list":
      return block.items.map(plain).join(" ");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plain).join(" ")).join(" ");
  }
}

describe("the marks inside a line", () => {
  it("parses code, strong words, and our own decisions", () => {
    expect(inline("Write `b2+g`, **always**. *(ours)*")).toEqual([
      { is: "text", text: "Write " },
      { is: "code", text: "b2+g" },
      { is: "text", text: ", " },
      { is: "strong", text: "always" },
      { is: "text", text: ". " },
      { is: "ours", text: "(ours)" },
    ]);
  });

  it("leaves everything else as it is, HTML above all", () => {
    for (const text of ["3 * 4 * 5", "<b>bold</b>", "<img src=x onerror=alert(1)>", "[a](javascript:b)", "a_b_c", "**open"]) {
      expect(inline(text)).toEqual([{ is: "text", text }]);
    }
  });
});

describe("blocks", () => {
  it("joins lines, and ends a paragraph where a list begins", () => {
    expect(blocks("The game ends\nat once\n\n- when A,\n  or else\n- when B.\n")).toEqual([
      { is: "paragraph", text: inline("The game ends at once") },
      { is: "list", ordered: false, items: [inline("when A, or else"), inline("when B.")] },
    ]);
    expect(blocks("Choose:\n1. one\n2. two")).toEqual([
      { is: "paragraph", text: inline("Choose:") },
      { is: "list", ordered: true, items: [inline("one"), inline("two")] },
    ]);
  });

  it("reads tables", () => {
    expect(blocks("| a | b |\n|---|:-:|\n| 1 | *(ours)* |")).toEqual([
      { is: "table", head: [inline("a"), inline("b")], rows: [[inline("1"), inline("*(ours)*")]] },
    ]);
  });

  it("gives headings the number of their clause as an address", () => {
    const [title, clause] = blocks("# Qwixx\n## Q10 Score\n");
    expect(title).toMatchObject({ is: "heading", level: 1, id: "part-0" });
    expect(clause).toMatchObject({ is: "heading", level: 2, id: "q10" });
  });
});

describe("our rules", () => {
  it.each(GAMES.flatMap((game) => FILES.map((file) => [game, file] as const)))("%s %s is understood to its last word", (game, file) => {
    const text = rules(game, file);
    const read = blocks(text);
    const marks = /[`*|#]|^\s*[-\d]+\.?\s|---+/gm;
    const bare = (words: string) => words.replace(marks, " ").replace(/[\s\d.-]+/g, "");
    expect(bare(read.map(words).join("\n"))).toBe(bare(text));
    expect(read.map(words).join(" ")).not.toMatch(/[`*]|^#/);
    expect(read[0]).toMatchObject({ is: "heading", level: 1 });
    const ids = contents(read).map((heading) => heading.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(10);
  });
});

describe("the summary", () => {
  it("ends where the second section begins", () => {
    const [summary, details] = atSummary(blocks("# Game\n\nAim.\n\n## In short\n\n- One.\n\n## About\n\nWords.\n\n## G1 First\n\nMore."));
    expect(summary.map(words)).toEqual(["Game", "Aim.", "In short", "One."]);
    expect(details.map(words)).toEqual(["About", "Words.", "G1 First", "More."]);
  });

  it("is the whole text if that has no sections", () => {
    expect(atSummary(blocks("# Game\n\nAim."))[1]).toEqual([]);
  });
});
