import { expect, test } from "vitest";
import { placeLines } from "./place-lines.ts";

/** A list that counts how often a line is put into it or moved. */
function fakeList() {
  const children: FakeLine[] = [];
  const placed: string[] = [];
  class FakeLine {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    remove(): void {
      children.splice(children.indexOf(this), 1);
    }
  }
  const list = {
    children,
    insertBefore(line: FakeLine, before: FakeLine | null): void {
      if (children.includes(line)) line.remove();
      children.splice(before ? children.indexOf(before) : children.length, 0, line);
      placed.push(line.name);
    },
  };
  const known = new Map<string, FakeLine>();
  const line = (name: string): FakeLine => {
    const found = known.get(name) ?? new FakeLine(name);
    known.set(name, found);
    return found;
  };
  return {
    show(names: string): string[] {
      placed.length = 0;
      placeLines(list, names.split("").map(line));
      return placed;
    },
    shown: () => children.map(({ name }) => name).join(""),
  };
}

test.each([
  ["a line is added at the end", "abc", "abcd", "d"],
  ["the oldest goes", "abc", "bcd", "d"],
  ["one in the middle is deleted", "abc", "ac", ""],
  ["one arrives between others", "ac", "abc", "b"],
  ["nothing changes", "abc", "abc", ""],
  ["all are others", "abc", "xy", "xy"],
])("only new lines are put into the list when %s", (_, before, after, placed) => {
  const { show, shown } = fakeList();
  show(before);
  expect(show(after).join("")).toBe(placed);
  expect(shown()).toBe(after);
});
