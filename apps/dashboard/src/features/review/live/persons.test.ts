import { expect, test } from "vitest";
import { personsOf } from "./persons.ts";

const personPage = (id: string, person: string) => ({ id, person, name: person, isLeader: false });

test("a person with two pages is listed once, with the reader's own page preferred", () => {
  const pages = [
    personPage("a1", "anna"),
    personPage("b1", "ben"),
    personPage("a2", "anna"),
    personPage("b2", "ben"),
  ];
  expect(personsOf(pages, "b2").map(({ id }) => id)).toEqual(["a1", "b2"]);
  expect(personsOf(pages, undefined).map(({ id }) => id)).toEqual(["a1", "b1"]);
});
