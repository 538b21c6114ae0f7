import { BoundedCache } from "../platform/bounded-cache.ts";
import { invalid, Signer, type SigningKey } from "./signer.ts";

/** What a playback token says. It stands in every media URL and in every beacon. */
export interface PlaybackClaims {
  clientId: string;
  uuid: string;
  generation: number;
  sessionId: string;
  expiresAtMs: number;
}

/** Verified tokens are remembered, so that a segment costs no HMAC; 20,000 sessions take about 10 MB. */
const REMEMBERED = 20_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Makes and reads playback tokens. */
export class PlaybackTokens {
  readonly #signer: Signer;
  readonly #nowMs: () => number;
  readonly #known = new BoundedCache<string, PlaybackClaims>(REMEMBERED);
  constructor(keys: SigningKey[], nowMs: () => number = Date.now) {
    this.#signer = new Signer("play", keys);
    this.#nowMs = nowMs;
  }

  /** The expiry is kept in whole seconds. */
  sign(claims: PlaybackClaims): string {
    const expiry = Math.floor(claims.expiresAtMs / 1000).toString(36);
    const ids = [claims.uuid, claims.sessionId, claims.clientId].map(pack);
    return this.#signer.sign([expiry, claims.generation.toString(36), ...ids].join("."));
  }

  /**
   * @param graceMs how long after its expiry a token is still taken.
   * @throws AppError "token_invalid"
   */
  verify(token: string, graceMs = 0): PlaybackClaims {
    const claims = this.#known.get(token) ?? this.#read(token);
    this.requireCurrent(claims, graceMs);
    return claims;
  }

  /** @throws AppError "token_invalid" when the claims expired longer ago than the grace. */
  requireCurrent(claims: PlaybackClaims, graceMs = 0): void {
    if (claims.expiresAtMs + graceMs <= this.#nowMs()) throw invalid();
  }

  #read(token: string): PlaybackClaims {
    const [expiry = "", generation = "", uuid = "", sessionId = "", clientId = ""] = this.#signer
      .verify(token)
      .split(".");
    const claims = {
      clientId: unpack(clientId),
      uuid: unpack(uuid),
      generation: Number.parseInt(generation, 36),
      sessionId: unpack(sessionId),
      expiresAtMs: Number.parseInt(expiry, 36) * 1000,
    };
    this.#known.set(token, claims);
    return claims;
  }
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
