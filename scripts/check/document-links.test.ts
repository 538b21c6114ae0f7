import { expect, test } from "vitest";
import { anchorsIn, linksIn } from "./document-links.ts";

test.each([
  ["## Whether an edge is well", "whether-an-edge-is-well"],
  ["# A video's way", "a-videos-way"],
  ["### RTMPS and `SRT`, by [us](a.md)", "rtmps-and-srt-by-us"],
])("%s has the anchor %s", (heading, anchor) => {
  expect([...anchorsIn(`text\n${heading}\ntext`)]).toEqual([anchor]);
});

test("the anchor of the second of two equal headings ends in a number", () => {
  expect([...anchorsIn("# Figures\n# Figures\n")]).toEqual(["figures", "figures-1"]);
});

test("links in code are ignored", () => {
  expect(linksIn("[a](b.md#c) `[d](e.md)` ![f](g.png)\n```\n[h](i.md)\n```\n")).toEqual(["b.md#c", "g.png"]);
});
