import { expect, it } from "vitest";
import { readRoomPass, signRoomPass } from "./room-pass.ts";

const uuid = "11111111-2222-4333-8444-555555555555";

it("names the live until it is out of date, to those who have the secret", () => {
  const pass = signRoomPass(uuid, "secret", 10_000);
  expect(readRoomPass(pass, "secret", 9_000)).toBe(uuid);
  expect(readRoomPass(pass, "secret", 10_000)).toBeUndefined();
  expect(readRoomPass(pass, "another", 9_000)).toBeUndefined();
});

it.each(["", ".", "a.b.c", "zz", `0.${uuid}.`])("is nothing as %j", (pass) => {
  expect(readRoomPass(pass, "secret", 0)).toBeUndefined();
});

it("is none for another live", () => {
  const other = signRoomPass(uuid, "secret", 10_000).replace(uuid, uuid.replaceAll("1", "2"));
  expect(readRoomPass(other, "secret", 9_000)).toBeUndefined();
});
