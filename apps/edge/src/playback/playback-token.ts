import { invalid, Signer, type SigningKey } from "@shoal/tokens";
import { LRUCache } from "lru-cache";
import { MediaIds } from "./media-ids.ts";

/**
 * The claims of a playback token, which is part of every media URL and beacon. Tickets for the room or chat of a live have the
 * same claims.
 */
export interface PlaybackClaims {
  clientId: string;
  uuid: string;
  generation: number;
  sessionId: string;
  expiresAtMs: number;
  /** The export link through which the video is watched; undefined for the video's own address. */
  linkUuid?: string | undefined;
  /** The access conditions that the viewer had passed when the token was issued; undefined if there were none. */
  access?: string | undefined;
  /**
   * The user of the client who previews their own video. For a preview, rules do not apply, and served bytes count towards the
   * user's allowance. Undefined for viewers.
   */
  previewUserUuid?: string | undefined;
}

/** The claims of a verified token, with the video's name in media URLs. */
export interface VerifiedClaims extends PlaybackClaims {
  mediaId: string;
}

/** The number of cached verified tokens, which save an HMAC per segment. 20,000 take about 10 MB. */
export const MAX_CACHED_SESSIONS = 20_000;
const PREVIEW_MARK = "p";
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Signs and verifies playback tokens, and tickets for rooms. */
export class PlaybackTokens {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  readonly #known = new LRUCache<string, VerifiedClaims>({ max: MAX_CACHED_SESSIONS });
  /** Encoders of media ids, by key id; the first one is used for new tokens. */
  readonly #mediaIds: Map<string, MediaIds>;
  /**
   * Creates the signer of tokens for one purpose.
   * @param purpose what a token allows; a token for one purpose is rejected for the others.
   */
  constructor(
    keys: SigningKey[],
    nowMs: () => number = Date.now,
    purpose: "play" | "room" | "chat" = "play",
  ) {
    this.#signer = new Signer(purpose, keys);
    this.#nowMs = nowMs;
    this.#mediaIds = new Map(keys.map((key) => [key.id, new MediaIds(key)]));
  }

  /** Returns a video's id in the media URLs of new tokens. */
  mediaIdOf(uuid: string): string {
    return this.#first().seal(uuid);
  }

  /**
   * Decrypts an id that `mediaIdOf` returned under the current signing key. Any other id results in a uuid that belongs to no
   * video.
   */
  uuidOf(mediaId: string): string {
    return this.#first().open(mediaId);
  }

  #first(): MediaIds {
    const [first] = this.#mediaIds.values();
    if (!first) throw new Error("No signing key");
    return first;
  }

  /** Whether an id in a media URL names the video of these claims. Ids under earlier signing keys are also valid. */
  isNameOf(mediaId: string, { mediaId: own, uuid }: VerifiedClaims): boolean {
    return mediaId === own || [...this.#mediaIds.values()].some((ids) => ids.seal(uuid) === mediaId);
  }

  /** Signs claims. The expiry is rounded to whole seconds. */
  sign(claims: PlaybackClaims): string {
    const expiry = Math.floor(claims.expiresAtMs / 1000).toString(36);
    const ids = [this.mediaIdOf(claims.uuid), claims.sessionId, claims.clientId].map(packId);
    const link = claims.linkUuid === undefined ? "" : packId(claims.linkUuid);
    // Rarely used claims come last. Trailing ones are omitted, so most media URLs are no longer for them.
    const { previewUserUuid } = claims;
    const rare = previewUserUuid ? [link, PREVIEW_MARK + packId(previewUserUuid)] : link ? [link] : [];
    const parts = [expiry, claims.generation.toString(36), claims.access ?? "", ...ids, ...rare];
    return this.#signer.sign(parts.join("."));
  }

  /**
   * Verifies a token and reads its claims.
   * @param graceMs the time after its expiry for which a token is still accepted, in ms.
   * @throws AppError "token_invalid"
   */
  verify(token: string, graceMs = 0): VerifiedClaims {
    const claims = this.#known.get(token) ?? this.#read(token);
    this.requireCurrent(claims, graceMs);
    return claims;
  }

  /** Returns the current time of the clock that tokens are checked against, in ms since 1970. */
  get nowMs(): number {
    return this.#nowMs();
  }

  /**
   * Requires that claims have not expired for longer than a grace period.
   * @throws AppError "token_invalid" if the claims expired longer ago than `graceMs`.
   */
  requireCurrent(claims: PlaybackClaims, graceMs = 0): void {
    if (claims.expiresAtMs + graceMs <= this.#nowMs()) throw invalid();
  }

  #read(token: string): VerifiedClaims {
    const [expiry = "", generation = "", access = "", ...rest] = this.#signer.verify(token).split(".");
    const [media = "", sessionId = "", clientId = "", link, preview] = rest;
    const mediaId = unpackId(media);
    const mediaIds = this.#mediaIds.get(token.slice(0, token.indexOf(".")));
    if (!mediaIds) throw invalid();
    const claims = {
      clientId: unpackId(clientId),
      mediaId,
      uuid: mediaIds.open(mediaId),
      generation: Number.parseInt(generation, 36),
      sessionId: unpackId(sessionId),
      expiresAtMs: Number.parseInt(expiry, 36) * 1000,
      linkUuid: link ? unpackId(link) : undefined,
      access: access || undefined,
      previewUserUuid: parsePreview(preview),
    };
    this.#known.set(token, claims);
    return claims;
  }
}

/** Reads the user of a preview. @throws AppError "token_invalid" for an old token, which names no user. */
function parsePreview(preview: string | undefined): string | undefined {
  if (preview === undefined) return undefined;
  if (preview.length <= PREVIEW_MARK.length || !preview.startsWith(PREVIEW_MARK)) throw invalid();
  return unpackId(preview.slice(PREVIEW_MARK.length));
}

/** Shortens a uuid from 36 to 22 characters. Any other id is written unchanged after a `~`. */
function packId(id: string): string {
  if (UUID_PATTERN.test(id)) return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
  return `~${Buffer.from(id).toString("base64url")}`;
}

function unpackId(text: string): string {
  if (text.startsWith("~")) return Buffer.from(text.slice(1), "base64url").toString();
  const hex = Buffer.from(text, "base64url").toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
