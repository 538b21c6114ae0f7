import { BeaconMinute } from "@shoal/contract/player";
import { beforeEach, describe, expect, it } from "vitest";
import { MinuteBook } from "./minute-book.ts";

const MINUTE_MS = 60_000;
let book: MinuteBook;

beforeEach(() => {
  book = new MinuteBook();
});

describe("the minute book", () => {
  it("is cumulative within a minute and begins anew in the next", () => {
    book.add("secPeer", 1.5, 10);
    book.add("secPeer", 2, 20);
    book.add("secPeer", 4, MINUTE_MS);
    expect(book.collect().minutes.map(({ minute, secPeer }) => [minute, secPeer])).toEqual([
      [0, 3.5],
      [1, 4],
    ]);
  });

  it("sends what the contract takes", () => {
    book.add("views", 1, 0);
    for (const minute of book.collect().minutes) expect(BeaconMinute.parse(minute)).toEqual(minute);
  });

  it("sends a minute again until it has arrived, and again when it has changed", () => {
    book.add("bytesUp", 10, 0);
    expect(book.collect().minutes).toHaveLength(1);
    const { markSent } = book.collect();
    book.add("bytesUp", 5, 0);
    markSent();
    expect(book.collect().minutes[0]?.bytesUp).toBe(15);
    book.collect().markSent();
    expect(book.collect().minutes).toEqual([]);
  });

  it("keeps the highest number of peers of the minute", () => {
    for (const peers of [2, 5, 1]) book.raise("peers", peers, 0);
    expect(book.collect().minutes[0]?.peers).toBe(5);
  });

  it("stays small when nothing can be sent for hours", () => {
    for (let minute = 0; minute < 300; minute++) book.add("secServer", 60, minute * MINUTE_MS);
    expect(book.collect().minutes).toHaveLength(30);
    expect(book.collect().minutes.at(-1)?.minute).toBe(299);
  });
});
