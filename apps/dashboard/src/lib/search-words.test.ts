import { expect, test } from "vitest";
import { splitAtMatches } from "./search-words.ts";

test("found words are marked regardless of accents and case", () => {
  expect(splitAtMatches("Une vidéo, des VIDÉOS", "video un")).toEqual([
    { text: "Un", isFound: true },
    { text: "e ", isFound: false },
    { text: "vidéo", isFound: true },
    { text: ", des ", isFound: false },
    { text: "VIDÉO", isFound: true },
    { text: "S", isFound: false },
  ]);
});

test("a straight apostrophe matches a curly one", () => {
  expect(splitAtMatches("Fin de l’essai", "l'essai")).toEqual([
    { text: "Fin de ", isFound: false },
    { text: "l’essai", isFound: true },
  ]);
});
