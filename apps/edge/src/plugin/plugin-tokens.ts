import { invalid, Signer, type SigningKey } from "../playback/signer.ts";

/** What the token of a plugin's session says. It stands in its beacons. */
export interface PluginClaims {
  clientId: string;
  /** What the page calls the video. */
  video: string;
  sessionId: string;
  expiresAtMs: number;
  /** That the page names. */
  collection?: string | undefined;
}

/** Makes and reads the tokens of sessions for media on any CDN. */
export class PluginTokens {
  readonly #signer: Signer;
  constructor(keys: SigningKey[]) {
    this.#signer = new Signer("plugin", keys);
  }

  sign(claims: PluginClaims): string {
    return this.#signer.sign(Buffer.from(JSON.stringify(claims)).toString("base64url"));
  }

  /** Whether a token is of this kind, as far as its form tells: the others have more parts. */
  isOne(token: string): boolean {
    return token.split(".").length === 3;
  }

  /**
   * @param graceMs how long after its expiry a token is still taken.
   * @throws AppError "token_invalid"
   */
  verify(token: string, graceMs: number): PluginClaims {
    const claims = JSON.parse(
      Buffer.from(this.#signer.verify(token), "base64url").toString(),
    ) as PluginClaims;
    if (claims.expiresAtMs + graceMs <= Date.now()) throw invalid();
    return claims;
  }
}
