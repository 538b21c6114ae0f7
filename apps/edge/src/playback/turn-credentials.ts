import { createHmac } from "node:crypto";
import type { IceServer } from "@shoal/contract";
import type { PlaySession } from "@shoal/contract/player";

/** The lifetime of credentials, which are renewed with each token. It also covers a page that sleeps between two renewals. */
const LIFETIME_SEC = 3_600;

/**
 * Returns the ICE servers for a session. For a TURN server that shares a secret with us, the username contains the expiry and
 * the password is its HMAC (draft-uberti-behave-turn-rest-00; `use-auth-secret` of coturn). The secret is never sent.
 * @example iceServersFor([{ urls: ["turn:turn.example.org"], secret }], { sessionId, nowMs: Date.now() });
 */
export const iceServersFor = (
  servers: readonly IceServer[],
  { sessionId, nowMs }: { sessionId: string; nowMs: number },
): PlaySession["p2p"]["iceServers"] =>
  servers.map(({ secret, ...server }) => {
    if (secret === undefined) return server;
    const username = `${Math.floor(nowMs / 1_000) + LIFETIME_SEC}:${sessionId}`;
    const credential = createHmac("sha1", secret).update(username).digest("base64");
    return { ...server, username, credential };
  });
