import { expect, test } from "vitest";
import { BeaconTokens } from "./beacon-tokens.ts";

const SIGNING_KEY = { id: "k1", secret: "s".repeat(32) };
const VIDEO_UUID = "b0a807dc-a3db-4ce6-8390-7e4fc166c9f8";
const beaconClaims = {
  clientId: "d8a3ade2-185a-444b-b5f0-aaf36400a8e8",
  video: VIDEO_UUID,
  sessionId: "f5292e71-df96-439a-9c16-b36930b39696",
  bornAtMs: Date.now(),
  expiresAtMs: Date.now() + 900_000,
};
const linkedClaims = { ...beaconClaims, linkUuid: "b305c605-190b-4d05-b718-448b985e4dc3" };
const decodePayload = (token: string) => Buffer.from(token.split(".")[1] ?? "", "base64url").toString();

test("the beacon token of an export link hides the video's uuid from viewers, and edges can read it", () => {
  const token = new BeaconTokens([SIGNING_KEY]).sign(linkedClaims);
  expect(decodePayload(token)).not.toContain(VIDEO_UUID);
  expect(decodePayload(token)).toContain(linkedClaims.linkUuid);
  const later = new BeaconTokens([{ id: "k2", secret: "t".repeat(32) }, SIGNING_KEY]);
  expect(later.verify(token, 0)).toEqual(linkedClaims);
});

test("claims without an export link survive signing and verification, also for media on other CDNs", () => {
  const tokens = new BeaconTokens([SIGNING_KEY]);
  for (const video of [VIDEO_UUID, "season 1/film.m3u8"])
    expect(tokens.verify(tokens.sign({ ...beaconClaims, video }), 0)).toEqual({ ...beaconClaims, video });
});
