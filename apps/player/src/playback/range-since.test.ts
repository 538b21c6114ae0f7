import { expect, test } from "vitest";
import { rangeSince } from "./range-since.ts";

test.each([
  ["of a young live is as long as it has run", { startSec: 0, endSec: 3 }, 30, { startSec: 0, endSec: 13 }],
  ["of a live that is held for less moves on", { startSec: 0, endSec: 25 }, 30, { startSec: 5, endSec: 35 }],
  ["that is whole moves on", { startSec: 100, endSec: 129 }, 30, { startSec: 109, endSec: 139 }],
  ["moves on where nobody knows", { startSec: 0, endSec: 3 }, undefined, { startSec: 10, endSec: 13 }],
  ["is not known before it ever was", undefined, 30, undefined],
])("the seekable range %s", (_, range, heldSec, expected) => {
  expect(rangeSince({ atMs: 1_000, range, heldSec }, 11_000)).toEqual(expected);
});
