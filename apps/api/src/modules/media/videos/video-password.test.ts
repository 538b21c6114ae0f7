import { expect, test } from "vitest";
import { hashVideoPassword } from "./video-password.ts";

test("hashes passwords of users in turn and refuses more than 16 waiting ones of a user", async () => {
  const many = Array.from({ length: 40 }, () => hashVideoPassword("a password", "somebody"));
  const settled = Promise.allSettled(many);
  const other = await hashVideoPassword("a password", "somebody else");
  expect(other).toMatch(/^scrypt\$16384\$8\$1\$/);
  const refused = (await settled).filter(({ status }) => status === "rejected");
  expect(refused.length).toBe(23);
  expect(refused[0]).toMatchObject({ reason: { code: "too_many_requests" } });
});
