import { expect, test } from "vitest";
import { isDisagreeing } from "./disagreeing-figures.ts";

test.each([
  [0, 0, false],
  [0, 5, false],
  [0, 6, true],
  [1_000, 1_020, false],
  [1_000, 1_021, true],
  [1_021, 1_000, true],
])(
  "whether %i shown and %i counted views differ by more than a run of the mirror explains",
  (shown, counted, expected) => {
    expect(isDisagreeing({ shown, counted })).toBe(expected);
  },
);
