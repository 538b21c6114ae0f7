import { expect, test } from "vitest";
import { readStreamId } from "./stream-id.ts";

const UUID = "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11";

test.each([
  [UUID, UUID],
  [UUID.toUpperCase(), UUID],
  [`#!::r=${UUID}`, UUID],
  [`#!::u=me,m=publish,r=${UUID},t=stream`, UUID],
  [`#!::m=request,r=${UUID}`, undefined],
  ["#!::m=publish", undefined],
  [`live/${UUID}`, undefined],
  [`${UUID}\n`, undefined],
  ["", undefined],
])("%j names %j", (text, id) => {
  expect(readStreamId(text)).toBe(id);
});
