import { expect, it } from "vitest";
import { readOwnerPass, signOwnerPass } from "./owner-pass.ts";
import { signRoomPass } from "./room-pass.ts";

const uuid = "11111111-2222-4333-8444-555555555555";
const userUuid = "99999999-2222-4333-8444-555555555555";
const sign = (expiresAtMs = 10_000) => signOwnerPass({ uuid, userUuid, expiresAtMs }, "secret");

it("names the video, its user and its own end until then, to those who have the secret", () => {
  expect(readOwnerPass(sign(), "secret", 9_000)).toEqual({ uuid, userUuid, expiresAtMs: 10_000 });
  expect(readOwnerPass(sign(), "secret", 10_000)).toBeUndefined();
  expect(readOwnerPass(sign(), "another", 9_000)).toBeUndefined();
});

it("says that it is a guest's, which cannot be taken out", () => {
  const pass = signOwnerPass({ uuid, userUuid, expiresAtMs: 10_000, isGuest: true }, "secret");
  expect(readOwnerPass(pass, "secret", 9_000)).toEqual({
    uuid,
    userUuid,
    expiresAtMs: 10_000,
    isGuest: true,
  });
  expect(readOwnerPass(pass.replace(".g.", "."), "secret", 9_000)).toBeUndefined();
});

it("is none for another video, for a longer time, or when it was signed for something else", () => {
  const other = sign().replace(uuid, uuid.replaceAll("1", "2"));
  expect(readOwnerPass(other, "secret", 9_000)).toBeUndefined();
  expect(readOwnerPass(sign().replace(/^a/, "b"), "secret", 9_000)).toBeUndefined();
  expect(readOwnerPass(signRoomPass(uuid, "secret", 10_000), "secret", 9_000)).toBeUndefined();
});

it.each(["", ".", "a.b.c", "zz", `0.${uuid}.`])("is nothing as %j", (pass) => {
  expect(readOwnerPass(pass, "secret", 0)).toBeUndefined();
});
