import { expect, test } from "vitest";
import { parseStreamId } from "./stream-id.ts";

const LIVE_UUID = "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11";

test.each([
  [LIVE_UUID, LIVE_UUID],
  [LIVE_UUID.toUpperCase(), LIVE_UUID],
  [`#!::r=${LIVE_UUID}`, LIVE_UUID],
  [`#!::u=me,m=publish,r=${LIVE_UUID},t=stream`, LIVE_UUID],
  [`#!::m=request,r=${LIVE_UUID}`, undefined],
  ["#!::m=publish", undefined],
  [`live/${LIVE_UUID}`, undefined],
  [`${LIVE_UUID}\n`, undefined],
  ["", undefined],
])("%j names %j", (text, id) => {
  expect(parseStreamId(text)).toBe(id);
});
