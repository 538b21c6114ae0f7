import { expect, test } from "vitest";
import { initialsOf, personColor, presenceColor } from "./person-color.ts";

test.each([
  ["lagoon-media", "LM"],
  ["lagoon-media-editor", "LE"],
  ["Ada Lovelace", "AL"],
  ["anna", "AN"],
  ["é", "É"],
  ["…", ""],
])("%s has the letters %s", (name, letters) => {
  expect(initialsOf(name)).toBe(letters);
});

test("someone has one color in the room and in their comments, on whichever page", () => {
  expect(presenceColor({ id: "a page", name: "anna" })).toBe(personColor("anna"));
  expect(presenceColor({ id: "another page", name: "anna" })).toBe(personColor("anna"));
  expect(presenceColor({ id: "a page", name: "" })).toBe(personColor("a page"));
});
