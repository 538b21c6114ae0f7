import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { withoutSecrets } from "./log-request.ts";

const linkKey = randomBytes(32).toString("base64url");
const sampleUuid = randomUUID();

test.each([
  [`/api/signup/user/${linkKey}`, "/api/signup/user/…"],
  [`/api/signup/github/${linkKey}?x=1`, "/api/signup/github/…?x=1"],
  [`/api/users/${linkKey}/forgot`, "/api/users/…/forgot"],
  ["/redirect?code=c&state=s", "/redirect?…"],
  [`/api/videos/${sampleUuid}`, `/api/videos/${sampleUuid}`],
  ["/api/videos?search=a%20b", "/api/videos?search=a%20b"],
  ["/annotations/1/2?token=secret&x=1", "/annotations/1/2?token=…&x=1"],
  [`/api/videos?search=shoal_${sampleUuid}_${linkKey}`, "/api/videos?…"],
  [`/api/videos?x=%73hoal%5F${sampleUuid}_${linkKey}`, "/api/videos?…"],
  [`/api/videos/shoal_${sampleUuid}_${linkKey}?x=1`, "/…"],
])("the URL %s is logged as %s", (url, logged) => {
  expect(withoutSecrets(url)).toBe(logged);
});
