import { createHmac } from "node:crypto";
import { makeTokenSigner, signToken } from "@shoal/testkit";
import { describe, expect, test } from "vitest";
import { type RequestedPlayback, verifyStreamingToken } from "./streaming-token.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z");
const NOW_SEC = NOW_MS / 1000;

const [own, next, foreign] = [makeTokenSigner(), makeTokenSigner(), makeTokenSigner()];
const CLIENT_KEYS = [own.key, next.key];

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const VALID_CLAIMS = { video: "film", exp: NOW_SEC + 600 };
const makeToken = (claims: object = VALID_CLAIMS, by = own, header: object = {}) =>
  signToken(by, claims, header);

const REQUESTED_PLAYBACK: RequestedPlayback = {
  videos: ["0d9f0f8e-95f4-4b3a-8b0c-0a1b2c3d4e5f", "film"],

  collection: "season 1",
  page: "https://www.example.com/a",
  address: "203.0.113.9",
};
const faultOf = async (
  token: string | undefined,
  asked: Partial<RequestedPlayback> = {},
  keys = CLIENT_KEYS,
) => {
  const verdict = await verifyStreamingToken(token, keys, { ...REQUESTED_PLAYBACK, ...asked }, NOW_MS);
  return verdict.kind === "refused" ? verdict.fault : verdict.kind;
};

test("a token signed with either key is accepted, and the result names the key", async () => {
  for (const by of [own, next])
    for (const header of [{}, { kid: undefined }])
      expect(
        await verifyStreamingToken(
          makeToken(VALID_CLAIMS, by, header),
          CLIENT_KEYS,
          REQUESTED_PLAYBACK,
          NOW_MS,
        ),
      ).toEqual({
        kind: "passed",
        keyId: by.key.uuid,
      });
});

test.each<[string, object, string]>([
  ["for the video's uuid", { video: REQUESTED_PLAYBACK.videos[0] }, "passed"],
  ["for another video", { video: "another" }, "wrong video"],
  ["for its collection", { video: undefined, collection: "season 1" }, "passed"],
  ["for another collection", { video: undefined, collection: "season 2" }, "wrong video"],
  ["for the video in another collection", { collection: "season 2" }, "wrong video"],
  ["without a subject", { video: undefined }, "malformed"],
  ["with a number as its subject", { video: 7 }, "malformed"],
  ["without an expiry", { exp: undefined }, "malformed"],
  ["that expired within the tolerance for clocks", { exp: NOW_SEC - 59 }, "passed"],
  ["that has expired", { exp: NOW_SEC - 61 }, "expired"],
  ["that is not valid yet", { nbf: NOW_SEC + 61 }, "not valid yet"],
  ["that becomes valid within the tolerance for clocks", { nbf: NOW_SEC + 59 }, "passed"],
  ["for the page's site", { origin: "https://WWW.example.com" }, "passed"],
  ["for another site", { origin: "https://example.com" }, "wrong origin"],
  ["for the site without TLS", { origin: "http://www.example.com" }, "wrong origin"],
  ["for an invalid site", { origin: "null" }, "wrong origin"],
  ["for the address", { ip: "203.0.113.9" }, "passed"],
  ["for its network", { ip: "203.0.113.0/24" }, "passed"],
  ["for another network", { ip: "198.51.100.0/24" }, "wrong address"],
  ["for a viewer", { viewer: "a".repeat(200) }, "passed"],
  ["for a viewer whose name is too long", { viewer: "a".repeat(201) }, "malformed"],
])("verifyStreamingToken verifies a token %s", async (_, claims, outcome) => {
  expect(await faultOf(makeToken({ ...VALID_CLAIMS, ...claims }))).toBe(outcome);
});

test("a page that hides its origin does not match a token for a site", async () => {
  const token = makeToken({ ...VALID_CLAIMS, origin: "https://www.example.com" });
  for (const page of ["", "null", "data:text/html,x"])
    expect(await faultOf(token, { page })).toBe("wrong origin");
});

describe("validation of tokens", () => {
  test("rejects a missing or malformed token", async () => {
    expect(await faultOf(undefined)).toBe("none");
    expect(await faultOf("")).toBe("none");
    for (const token of ["a", "a.b.c", "..", encodePart({}), "null.null.null"])
      expect(await faultOf(token)).toBe("malformed");
    expect(await faultOf(`${encodePart({ alg: "ES256" })}.e30.`)).toBe("unknown key");
  });

  test("rejects a token signed with another client's key, whatever key its header names", async () => {
    expect(await faultOf(makeToken(VALID_CLAIMS, foreign))).toBe("unknown key");
    expect(await faultOf(makeToken(VALID_CLAIMS, foreign, { kid: undefined }))).toBe("unknown key");
    expect(await faultOf(makeToken(VALID_CLAIMS, foreign, { kid: own.key.uuid }))).toBe("wrong signature");
    expect(await faultOf(makeToken(), {}, [])).toBe("unknown key");
  });

  test("rejects a token that claims to be unsigned, or uses the public key as a secret", async () => {
    const unsigned = `${encodePart({ alg: "none", kid: own.key.uuid })}.${encodePart(VALID_CLAIMS)}.`;
    expect(await faultOf(unsigned)).toBe("malformed");
    const head = `${encodePart({ alg: "HS256", kid: own.key.uuid })}.${encodePart(VALID_CLAIMS)}`;
    const mac = createHmac("sha256", own.key.publicKey).update(head).digest("base64url");
    expect(await faultOf(`${head}.${mac}`)).toBe("malformed");
    for (const alg of ["ES384", "RS256", "none", "NONE", ""])
      expect(await faultOf(makeToken(VALID_CLAIMS, own, { alg }))).toBe("malformed");
  });

  test("rejects a token with its own key, or with unknown critical headers", async () => {
    const jwk = foreign.privateKey.export({ format: "jwk" });
    expect(await faultOf(makeToken(VALID_CLAIMS, foreign, { kid: own.key.uuid, jwk }))).toBe(
      "wrong signature",
    );
    expect(await faultOf(makeToken(VALID_CLAIMS, own, { crit: ["exp"] }))).toBe("malformed");
  });

  test("rejects a token with changed claims, or one that is too long", async () => {
    const [head, , signature] = makeToken().split(".");
    expect(
      await faultOf(`${head}.${encodePart({ ...VALID_CLAIMS, exp: NOW_SEC + 6_000 })}.${signature}`),
    ).toBe("wrong signature");
    expect(await faultOf(makeToken({ ...VALID_CLAIMS, more: "a".repeat(4_000) }))).toBe("malformed");
  });
});
