import { expect, it } from "vitest";
import { readRoomPass, signRoomPass } from "./room-pass.ts";

const uuid = "11111111-2222-4333-8444-555555555555";

it("a pass names its live until it expires, and only with the right secret", () => {
  const pass = signRoomPass(uuid, "secret", 10_000);
  expect(readRoomPass(pass, "secret", 9_000)).toBe(uuid);
  expect(readRoomPass(pass, "secret", 10_000)).toBeUndefined();
  expect(readRoomPass(pass, "another", 9_000)).toBeUndefined();
});

it.each(["", ".", "a.b.c", "zz", `0.${uuid}.`])("rejects the malformed pass %j", (pass) => {
  expect(readRoomPass(pass, "secret", 0)).toBeUndefined();
});

it("a pass is invalid for another live", () => {
  const other = signRoomPass(uuid, "secret", 10_000).replace(uuid, uuid.replaceAll("1", "2"));
  expect(readRoomPass(other, "secret", 9_000)).toBeUndefined();
});
