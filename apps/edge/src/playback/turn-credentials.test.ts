import { expect, it } from "vitest";
import { iceServersFor } from "./turn-credentials.ts";

const NOW_MS = Date.UTC(2026, 10, 23);
const SESSION_ID = "0f6d4c7e-0000-4000-8000-000000000000";
const session = { sessionId: SESSION_ID, nowMs: NOW_MS };

/** Computes a password as a TURN server does. */
async function computePassword(secret: string, username: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", Buffer.from(secret), algorithm, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", key, Buffer.from(username))).toString("base64");
}

it("returns a username that expires in an hour with its HMAC, and never the secret", async () => {
  const [turn] = iceServersFor([{ urls: ["turn:turn.example.org"], secret: "shared" }], session);
  const username = `${NOW_MS / 1_000 + 3_600}:${SESSION_ID}`;
  const credential = await computePassword("shared", username);
  expect(turn).toEqual({ urls: ["turn:turn.example.org"], username, credential });
});

it("returns servers without a shared secret unchanged", () => {
  const servers = [
    { urls: ["stun:stun.example.org"] },
    { urls: ["turn:turn.example.org"], username: "name", credential: "word" },
  ];
  expect(iceServersFor(servers, session)).toEqual(servers);
});
