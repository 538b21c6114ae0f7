import { expect, test } from "vitest";
import { initialsOf, personColour, presenceColour } from "./person-color.ts";

test.each([
  ["lagoon-media", "LM"],
  ["lagoon-media-editor", "LE"],
  ["Ada Lovelace", "AL"],
  ["anna", "AN"],
  ["é", "É"],
  ["…", ""],
])("the initials of %s are %s", (name, letters) => {
  expect(initialsOf(name)).toBe(letters);
});

test("a person has the same colour in the room and in comments, on every page", () => {
  expect(presenceColour({ id: "a page", name: "anna" })).toBe(personColour("anna"));
  expect(presenceColour({ id: "another page", name: "anna" })).toBe(personColour("anna"));
  expect(presenceColour({ id: "a page", name: "" })).toBe(personColour("a page"));
});
