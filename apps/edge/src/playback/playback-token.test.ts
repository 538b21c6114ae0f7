import { Signer } from "@shoal/tokens";
import { describe, expect, it } from "vitest";
import { type PlaybackClaims, PlaybackTokens } from "./playback-token.ts";

const signingKey = (id: string) => ({ id, secret: id.repeat(32) });
const playbackClaims: PlaybackClaims = {
  clientId: "6f1d7f0e-9d0b-4e43-a6cf-7f6f1f2c9a10",
  uuid: "0b0c7a1e-5b3c-4a44-8f0a-3d9d3c1a2b4f",
  generation: 3,
  sessionId: "a7d4ce5d-0c52-4d4f-90a5-b0c3b4c0f6aa",
  expiresAtMs: 900_000,
};

describe("a playback token", () => {
  const tokens = new PlaybackTokens([signingKey("a")], () => 0);

  it("contains the signed claims, is URL-safe and short", () => {
    const token = tokens.sign(playbackClaims);
    expect(tokens.verify(token)).toMatchObject(playbackClaims);
    expect(token).toMatch(/^[A-Za-z0-9._~-]{80,130}$/);
  });

  it("names the link through which a video is watched", () => {
    const linkUuid = "5c1a2c57-3c0e-4d77-9a0e-2b9f0f5f7a11";
    const token = tokens.sign({ ...playbackClaims, linkUuid });
    expect(tokens.verify(token)).toMatchObject({ ...playbackClaims, linkUuid });
    expect(token.length).toBeLessThan(160);
    expect(tokens.verify(tokens.sign(playbackClaims)).linkUuid).toBeUndefined();
  });

  it("reveals its video only to edges, and its media id stays valid when the key changes", () => {
    const { uuid } = playbackClaims;
    const mediaId = tokens.mediaIdOf(uuid);
    expect(mediaId).not.toBe(uuid);
    const packed = Buffer.from(uuid.replaceAll("-", ""), "hex").toString("base64url");
    expect(tokens.sign(playbackClaims)).not.toContain(packed);
    const changed = new PlaybackTokens([signingKey("b"), signingKey("a")], () => 0);
    const renewed = changed.verify(changed.sign(playbackClaims));
    expect([renewed.mediaId === mediaId, changed.isNameOf(mediaId, renewed)]).toEqual([false, true]);
    expect(changed.isNameOf(uuid, renewed)).toBe(false);
  });

  it("contains the access conditions that its viewer had passed", () => {
    expect(tokens.verify(tokens.sign({ ...playbackClaims, access: "a_b-c123" })).access).toBe("a_b-c123");
    expect(tokens.verify(tokens.sign(playbackClaims)).access).toBeUndefined();
  });

  it("accepts ids that are not uuids", () => {
    const odd = { ...playbackClaims, clientId: "client one" };
    expect(tokens.verify(tokens.sign(odd))).toMatchObject(odd);
  });

  it("is refused if any character was changed", () => {
    const token = tokens.sign(playbackClaims);
    for (let at = 0; at < token.length; at += 1) {
      const forged = `${token.slice(0, at)}${token[at] === "b" ? "c" : "b"}${token.slice(at + 1)}`;
      expect(() => tokens.verify(forged), forged).toThrow("not valid");
    }
  });

  it.each(["", ".", "a.b.c", "a..", "%00", "a".repeat(5_000)])("is refused if it is %j", (garbage) => {
    expect(() => tokens.verify(garbage)).toThrow("not valid");
  });

  it("is refused after its expiry, cached or not, unless a grace period is passed", () => {
    let nowMs = 899_999;
    const clocked = new PlaybackTokens([signingKey("a")], () => nowMs);
    const token = clocked.sign(playbackClaims);
    expect(clocked.verify(token)).toMatchObject(playbackClaims);
    nowMs = 900_000;
    expect(() => clocked.verify(token)).toThrow("expired");
    expect(() => new PlaybackTokens([signingKey("a")], () => nowMs).verify(token)).toThrow("expired");
    expect(clocked.verify(token, 1)).toMatchObject(playbackClaims);
  });

  it("stays valid when the signing key changes, until its own key is removed", () => {
    const token = tokens.sign(playbackClaims);
    expect(new PlaybackTokens([signingKey("b"), signingKey("a")], () => 0).verify(token)).toMatchObject(
      playbackClaims,
    );
    expect(() => new PlaybackTokens([signingKey("b")], () => 0).verify(token)).toThrow("not valid");
  });

  it("is refused if it was signed for another purpose", () => {
    const payload = new Signer("ticket", [signingKey("a")]).sign("x");
    expect(() => tokens.verify(payload)).toThrow("not valid");
  });
});
