import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { withoutSecrets } from "./log-request.ts";

const key = randomBytes(32).toString("base64url");
const uuid = randomUUID();

test.each([
  [`/api/signup/user/${key}`, "/api/signup/user/…"],
  [`/api/signup/github/${key}?x=1`, "/api/signup/github/…?x=1"],
  [`/api/users/${key}/forgot`, "/api/users/…/forgot"],
  ["/redirect?code=c&state=s", "/redirect?…"],
  [`/api/videos/${uuid}`, `/api/videos/${uuid}`],
  ["/api/videos?search=a%20b", "/api/videos?search=a%20b"],
  ["/annotations/1/2?token=secret&x=1", "/annotations/1/2?token=…&x=1"],
  [`/api/videos?search=shoal_${uuid}_${key}`, "/api/videos?…"],
  [`/api/videos?x=%73hoal%5F${uuid}_${key}`, "/api/videos?…"],
  [`/api/videos/shoal_${uuid}_${key}?x=1`, "/…"],
])("the URL %s is logged as %s", (url, logged) => {
  expect(withoutSecrets(url)).toBe(logged);
});
