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
  /** The export link through which it is watched; undefined for the video's own address. */
  linkUuid?: string | undefined;
  /** The access conditions when it was issued; undefined if there are none. */
  access?: string | undefined;
  /**
   * The user of the client with their own video: rules do not apply, and served bytes count for this person's allowance.
   * Undefined for viewers.
   */
  previewUserUuid?: string | undefined;
}

/** The verified claims, with the video's name in media URLs. */
export interface VerifiedClaims extends PlaybackClaims {
  mediaId: string;
}

/** Verified tokens are cached, so that a segment costs no HMAC; 20,000 sessions take about 10 MB. */
export const SESSIONS_REMEMBERED = 20_000;
const PREVIEW = "p";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Makes and reads playback tokens, and tickets for rooms. */
export class PlaybackTokens {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  readonly #known = new LRUCache<string, VerifiedClaims>({ max: SESSIONS_REMEMBERED });
  /** By key id; the first is for new tokens. */
  readonly #mediaIds: Map<string, MediaIds>;
  /** @param purpose what a token allows; a token for one purpose is refused for the others. */
  constructor(
    keys: SigningKey[],
    nowMs: () => number = Date.now,
    purpose: "play" | "room" | "chat" = "play",
  ) {
    this.#signer = new Signer(purpose, keys);
    this.#nowMs = nowMs;
    this.#mediaIds = new Map(keys.map((key) => [key.id, new MediaIds(key)]));
  }

  /** A video's id in the media URLs of new tokens. */
  mediaIdOf(uuid: string): string {
    return this.#first().seal(uuid);
  }

  /** The uuid for a name returned by `mediaIdOf` under the current signing key; for any other, a uuid of no video. */
  uuidOf(mediaId: string): string {
    return this.#first().open(mediaId);
  }

  #first(): MediaIds {
    const [first] = this.#mediaIds.values();
    if (!first) throw new Error("No signing key");
    return first;
  }

  /** Whether media URLs name the video of these claims so, also those that were given before the signing key changed. */
  isNameOf(mediaId: string, { mediaId: own, uuid }: VerifiedClaims): boolean {
    return mediaId === own || [...this.#mediaIds.values()].some((ids) => ids.seal(uuid) === mediaId);
  }

  /** The expiry is kept in whole seconds. */
  sign(claims: PlaybackClaims): string {
    const expiry = Math.floor(claims.expiresAtMs / 1000).toString(36);
    const ids = [this.mediaIdOf(claims.uuid), claims.sessionId, claims.clientId].map(pack);
    const link = claims.linkUuid === undefined ? "" : pack(claims.linkUuid);
    // Rare claims come last and take no space in most media URLs.
    const { previewUserUuid } = claims;
    const rare = previewUserUuid ? [link, PREVIEW + pack(previewUserUuid)] : link ? [link] : [];
    const parts = [expiry, claims.generation.toString(36), claims.access ?? "", ...ids, ...rare];
    return this.#signer.sign(parts.join("."));
  }

  /**
   * @param graceMs how long after its expiry a token is still taken.
   * @throws AppError "token_invalid"
   */
  verify(token: string, graceMs = 0): VerifiedClaims {
    const claims = this.#known.get(token) ?? this.#read(token);
    this.requireCurrent(claims, graceMs);
    return claims;
  }

  /** The tokens' clock, ms since 1970. */
  get nowMs(): number {
    return this.#nowMs();
  }

  /** @throws AppError "token_invalid" when the claims expired longer ago than the grace. */
  requireCurrent(claims: PlaybackClaims, graceMs = 0): void {
    if (claims.expiresAtMs + graceMs <= this.#nowMs()) throw invalid();
  }

  #read(token: string): VerifiedClaims {
    const [expiry = "", generation = "", access = "", ...rest] = this.#signer.verify(token).split(".");
    const [media = "", sessionId = "", clientId = "", link, preview] = rest;
    const mediaId = unpack(media);
    const mediaIds = this.#mediaIds.get(token.slice(0, token.indexOf(".")));
    if (!mediaIds) throw invalid();
    const claims = {
      clientId: unpack(clientId),
      mediaId,
      uuid: mediaIds.open(mediaId),
      generation: Number.parseInt(generation, 36),
      sessionId: unpack(sessionId),
      expiresAtMs: Number.parseInt(expiry, 36) * 1000,
      linkUuid: link ? unpack(link) : undefined,
      access: access || undefined,
      previewUserUuid: readPreview(preview),
    };
    this.#known.set(token, claims);
    return claims;
  }
}

/** @throws AppError "token_invalid" for one issued before the upgrade, which names no user. */
function readPreview(preview: string | undefined): string | undefined {
  if (preview === undefined) return undefined;
  if (preview.length <= PREVIEW.length || !preview.startsWith(PREVIEW)) throw invalid();
  return unpack(preview.slice(PREVIEW.length));
}

/** A uuid takes 22 characters instead of 36; any other id follows a `~`. */
function pack(id: string): string {
  if (UUID.test(id)) return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
  return `~${Buffer.from(id).toString("base64url")}`;
}

function unpack(text: string): string {
  if (text.startsWith("~")) return Buffer.from(text.slice(1), "base64url").toString();
  const hex = Buffer.from(text, "base64url").toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
