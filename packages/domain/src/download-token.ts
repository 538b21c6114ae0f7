import { openSealed, sealText } from "./seal.ts";

/** Whom a link to a file was given to: people of the client, or a viewer, who may use it while the video allows it. */
export type DownloadAudience = "owner" | "viewer";

export interface DownloadClaims {
  uuid: string;
  audience: DownloadAudience;
  /** In whole seconds. */
  expiresAtMs: number;
  /** Of a viewer: what he had passed when it was given, as a playback token says it. */
  access?: string | undefined;
  /** Of a viewer: the host of the page that showed the player; null for one that did not tell. */
  host?: string | null | undefined;
}

/** A day: a download that breaks off in the evening goes on in the morning. */
export const DOWNLOAD_LINK_MS = 24 * 3_600_000;

const AUDIENCES: Record<string, DownloadAudience> = { o: "owner", v: "viewer" };
const USE = "download";

/**
 * A link to the files of a video, as it stands in their addresses: `audience.expiry.uuid.access.host.signature`, the
 * last two of which viewers' links have.
 * @param secret of the installation: api and edge share it.
 */
export function signDownload(
  { uuid, audience, expiresAtMs, access, host }: DownloadClaims,
  secret: string,
): string {
  const parts = [audience.slice(0, 1), Math.floor(expiresAtMs / 1000).toString(36), uuid];
  const passed = access === undefined ? [] : [access, Buffer.from(host ?? "").toString("base64url")];
  return sealText([...parts, ...passed].join("."), { use: USE, secret });
}

/** What a link says; undefined when it is forged or out of date. */
export function readDownload(token: string, secret: string, nowMs = Date.now()): DownloadClaims | undefined {
  const payload = openSealed(token, { use: USE, secret });
  const [kind = "", expiry = "", uuid = "", access, host = ""] = payload?.split(".") ?? [];
  const audience = AUDIENCES[kind];
  const expiresAtMs = Number.parseInt(expiry, 36) * 1000;
  if (!audience || !(expiresAtMs > nowMs)) return undefined;
  const passed =
    access === undefined ? {} : { access, host: Buffer.from(host, "base64url").toString() || null };
  return { uuid, audience, expiresAtMs, ...passed };
}
