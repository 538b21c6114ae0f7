import { createHmac, timingSafeEqual } from "node:crypto";

/** Whom a link to a file was given to: people of the client, or a viewer, who may use it while the video allows it. */
export type DownloadAudience = "owner" | "viewer";

export interface DownloadClaims {
  uuid: string;
  audience: DownloadAudience;
  /** In whole seconds. */
  expiresAtMs: number;
}

/** A day: a download that breaks off in the evening goes on in the morning. */
export const DOWNLOAD_LINK_MS = 24 * 3_600_000;

const AUDIENCES: Record<string, DownloadAudience> = { o: "owner", v: "viewer" };
const SIGNATURE_BYTES = 16;

/**
 * A link to the files of a video, as it stands in their addresses: `audience.expiry.uuid.signature`.
 * @param secret of the installation: api and edge share it.
 */
export function signDownload({ uuid, audience, expiresAtMs }: DownloadClaims, secret: string): string {
  const payload = [audience.slice(0, 1), Math.floor(expiresAtMs / 1000).toString(36), uuid].join(".");
  return `${payload}.${signatureOf(payload, secret)}`;
}

/** What a link says; undefined when it is forged or out of date. */
export function readDownload(token: string, secret: string, nowMs = Date.now()): DownloadClaims | undefined {
  const payload = token.slice(0, token.lastIndexOf("."));
  const given = Buffer.from(token.slice(payload.length + 1));
  const expected = Buffer.from(signatureOf(payload, secret));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [kind = "", expiry = "", uuid = ""] = payload.split(".");
  const audience = AUDIENCES[kind];
  const expiresAtMs = Number.parseInt(expiry, 36) * 1000;
  return audience && expiresAtMs > nowMs ? { uuid, audience, expiresAtMs } : undefined;
}

/** Another use of the secret never makes the same signature. */
function signatureOf(payload: string, secret: string): string {
  const digest = createHmac("sha256", secret).update(`download\n${payload}`).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}
