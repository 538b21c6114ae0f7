import { expect, it } from "vitest";
import { readOwnerPass, signOwnerPass } from "./owner-pass.ts";
import { signRoomPass } from "./room-pass.ts";

const uuid = "11111111-2222-4333-8444-555555555555";
const userUuid = "99999999-2222-4333-8444-555555555555";
const signPass = (expiresAtMs = 10_000) => signOwnerPass({ uuid, userUuid, expiresAtMs }, "secret");

it("a pass names its video, user and expiry until it expires, and only with the right secret", () => {
  expect(readOwnerPass(signPass(), "secret", 9_000)).toEqual({ uuid, userUuid, expiresAtMs: 10_000 });
  expect(readOwnerPass(signPass(), "secret", 10_000)).toBeUndefined();
  expect(readOwnerPass(signPass(), "another", 9_000)).toBeUndefined();
});

it("a guest's pass is marked as such, and the mark cannot be removed", () => {
  const pass = signOwnerPass({ uuid, userUuid, expiresAtMs: 10_000, isGuest: true }, "secret");
  expect(readOwnerPass(pass, "secret", 9_000)).toEqual({
    uuid,
    userUuid,
    expiresAtMs: 10_000,
    isGuest: true,
  });
  expect(readOwnerPass(pass.replace(".g.", "."), "secret", 9_000)).toBeUndefined();
});

it("a pass is invalid for another video or a later expiry, or if it was signed for another purpose", () => {
  const other = signPass().replace(uuid, uuid.replaceAll("1", "2"));
  expect(readOwnerPass(other, "secret", 9_000)).toBeUndefined();
  expect(readOwnerPass(signPass().replace(/^a/, "b"), "secret", 9_000)).toBeUndefined();
  expect(readOwnerPass(signRoomPass(uuid, "secret", 10_000), "secret", 9_000)).toBeUndefined();
});

it.each(["", ".", "a.b.c", "zz", `0.${uuid}.`])("rejects the malformed pass %j", (pass) => {
  expect(readOwnerPass(pass, "secret", 0)).toBeUndefined();
});
