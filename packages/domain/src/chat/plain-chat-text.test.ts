import { expect, test } from "vitest";
import { plainChatText } from "./plain-chat-text.ts";

test.each([
  ["emphasis", "**Cut 3** is _really_ *good*, ~~cut 2~~ __gone__", "Cut 3 is really good, cut 2 gone"],
  ["emphasis in emphasis", "***all of it***", "all of it"],
  ["links", "See [the cut](https://shoal.example/a_b_c) and [this](#/player/1)", "See the cut and this"],
  ["a link with a title", '[the cut](https://shoal.example "Cut 3")', "the cut"],
  [
    "headings, quotes and lists",
    "# Today\n> said\n> twice\n- one\n* two\n1. three\n- [x] done",
    "Today said twice one two 1. three done",
  ],
  ["a line across", "above\n\n---\n\nbelow", "above below"],
  [
    "code, whose text stays as it is",
    "run `npm **x** _y_` or\n```sh\na_b_c *d*\n```\nnow",
    "run npm **x** _y_ or a_b_c *d* now",
  ],
  ["a fence that does not end", "```\nlog **1**", "log **1**"],
  [
    "code in the line with three backticks",
    "```npm ci``` fixes **it**\nfor *all*",
    "npm ci fixes it for all",
  ],
  ["a block that shows another mark", "~~~\n```\na*b*c\n~~~~\n**now**", "``` a*b*c now"],
  ["a block that shows a mark with text", "````md\n```sh\na*b*c\n```\n````\n**now**", "```sh a*b*c ``` now"],
  ["emphasised code", "**use `a*b*c` now**", "use a*b*c now"],
  ["escaped marks", "\\*not\\* bold", "*not* bold"],
  [
    "no Markdown",
    "2 * 3 * 4 = 24, snake_case_name, a - b, -5 °C, @room #1 ~ 5",
    "2 * 3 * 4 = 24, snake_case_name, a - b, -5 °C, @room #1 ~ 5",
  ],
  ["letters beside marks", "été_à_la_mer and *à bientôt*", "été_à_la_mer and à bientôt"],
  ["addresses", "https://shoal.example/a_b_c?d=_e", "https://shoal.example/a_b_c?d=_e"],
  ["only marks", "---", "---"],
  ["empty text", " \n ", ""],
])("a preview without the marks of Markdown: %s", (_what, markdown, plain) => {
  expect(plainChatText(markdown)).toBe(plain);
});
