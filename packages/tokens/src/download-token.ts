import { openSealed, sealText } from "./seal.ts";

interface LinkToFiles {
  /** The video's uuid. */
  uuid: string;
  /** The expiry, in ms since 1970; signed in whole seconds. */
  expiresAtMs: number;
}

/** A link for a user of the client, valid while this user has access to the video. */
export interface OwnerDownload extends LinkToFiles {
  audience: "owner";
  userUuid: string;
}

/** A link for a viewer, valid while the video allows downloads. */
export interface ViewerDownload extends LinkToFiles {
  audience: "viewer";
  /** The checks that the viewer passed when the link was issued, as in a playback token; undefined if there were none. */
  access?: string | undefined;
  /** The host of the page that contained the player; null if unknown. */
  host?: string | null | undefined;
}

export type DownloadClaims = OwnerDownload | ViewerDownload;

/** A day, so that an interrupted download can be resumed the next morning. Each use is checked again. */
export const DOWNLOAD_LINK_LIFETIME_MS = 24 * 3_600_000;

const SEAL_PURPOSE = "download";
const OWNER_MARK = "o";
const VIEWER_MARK = "v";

/**
 * Signs a link to the files of a video, as in their addresses: `o.expiry.uuid.user.signature` for owners,
 * `v.expiry.uuid.access.host.signature` for viewers.
 * @param secret the installation's secret, shared by api and edge.
 */
export function signDownload(claims: DownloadClaims, secret: string): string {
  const isOwner = claims.audience === "owner";
  const expiry = Math.floor(claims.expiresAtMs / 1000).toString(36);
  const parts = [isOwner ? OWNER_MARK : VIEWER_MARK, expiry, claims.uuid];
  return sealText([...parts, ...bearerOf(claims)].join("."), { use: SEAL_PURPOSE, secret });
}

function bearerOf(claims: DownloadClaims): string[] {
  if (claims.audience === "owner") return [claims.userUuid];
  if (claims.access === undefined) return [];
  return [claims.access, Buffer.from(claims.host ?? "").toString("base64url")];
}

/** Reads the claims of a link; undefined if it is forged or expired, or an owner's link without a user. */
export function readDownload(token: string, secret: string, nowMs = Date.now()): DownloadClaims | undefined {
  const payload = openSealed(token, { use: SEAL_PURPOSE, secret });
  const [kind, expiry = "", uuid = "", bearer, host = ""] = payload?.split(".") ?? [];
  const expiresAtMs = Number.parseInt(expiry, 36) * 1000;
  if (!(expiresAtMs > nowMs)) return undefined;
  if (kind === OWNER_MARK && bearer) return { audience: "owner", uuid, expiresAtMs, userUuid: bearer };
  if (kind !== VIEWER_MARK) return undefined;
  const passed =
    bearer === undefined ? {} : { access: bearer, host: Buffer.from(host, "base64url").toString() || null };
  return { audience: "viewer", uuid, expiresAtMs, ...passed };
}
