import { expect, test } from "vitest";
import { bindToToken, isTokenInTime } from "./upload-token.ts";

const TOKEN_FIELDS = { title: "Entry", tags: ["contest"] };

test("bindToToken applies the token's fields, accepts open fields and rejects contradictions", () => {
  expect(bindToToken(TOKEN_FIELDS, { size: 5, description: "Mine" })).toEqual({
    body: { title: "Entry", tags: ["contest"], type: "vod", size: 5, description: "Mine" },
  });
  expect(bindToToken(TOKEN_FIELDS, { title: "Entry", tags: ["contest"], size: 5 })).toHaveProperty("body");
  const wrong = {
    title: "Other",
    tags: [],
    type: "live",
    url: "https://example.org/a.mp4",
    password: "open",
    externalStreams: [],
    startDate: null,
  };
  const bound = bindToToken(TOKEN_FIELDS, wrong);
  expect("faults" in bound && bound.faults.map(({ path }) => path)).toEqual(Object.keys(wrong));
});

test("a token expires at its time, or, once its upload started, when the time to finish is over", () => {
  const at = (sec: number) => new Date(sec * 1_000);
  const unused = { expiresAt: at(100), usedAt: null };
  expect([99, 100].map((sec) => isTokenInTime(unused, 50, at(sec)))).toEqual([true, false]);
  const used = { expiresAt: at(100), usedAt: at(90) };
  expect([100, 139, 140].map((sec) => isTokenInTime(used, 50, at(sec)))).toEqual([true, true, false]);
});
