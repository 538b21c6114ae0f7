import { expect, it } from "vitest";
import { arrangeLines } from "./arrange-lines.ts";

/** A fake list element that records which lines were inserted. */
class FakeList {
  children: FakeLine[] = [];
  readonly placed: string[] = [];

  insertBefore(line: FakeLine, before: FakeLine | null): void {
    line.remove();
    const place = before ? this.children.indexOf(before) : this.children.length;
    this.children.splice(place, 0, line);
    this.placed.push(line.text);
  }
}

class FakeLine {
  readonly #list: FakeList;
  readonly text: string;

  constructor(list: FakeList, text: string) {
    this.#list = list;
    this.text = text;
  }

  remove(): void {
    this.#list.children = this.#list.children.filter((line) => line !== this);
  }
}

it("arrangeLines inserts new lines, removes old ones and does not move the others", () => {
  const list = new FakeList();
  const [one, two, three, four] = ["one", "two", "three", "four"].map((text) => new FakeLine(list, text));
  if (!one || !two || !three || !four) throw new Error("Four lines");
  arrangeLines(list, [one, two, three]);
  expect(list.placed.splice(0)).toEqual(["one", "two", "three"]);
  arrangeLines(list, [one, two, three]);
  expect(list.placed).toEqual([]);
  arrangeLines(list, [two, four, three]);
  expect(list.children.map(({ text }) => text)).toEqual(["two", "four", "three"]);
  expect(list.placed).toEqual(["four"]);
});
