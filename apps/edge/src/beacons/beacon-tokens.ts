import type { ProofGroup } from "@shoal/domain/proof";
import { invalid, Signer, type SigningKey } from "@shoal/tokens";

/** The claims in the token of a session's beacons: facts that its player cannot know, or might misreport. */
export interface BeaconClaims {
  clientId: string;
  /** The video's uuid, or what its page calls it where it is not ours. */
  video: string;
  sessionId: string;
  expiresAtMs: number;
  /** When an edge opened the session. A renewed token says the same; none was given before there was this claim. */
  bornAtMs?: number | undefined;
  /** The export link through which it is watched. */
  linkUuid?: string | undefined;
  /** The host of the page that shows the player, as `hostOf` returns it. */
  pageHost?: string | undefined;
  /** Its media are on another CDN, whatever their name. */
  isElsewhere?: boolean | undefined;
  /** They come through a CDN entry of the client, of which is billed what the entry served. */
  isFromCdn?: boolean | undefined;
  /** A token of the client's backend let its viewer in: the client answers for what it claims. */
  isSigned?: boolean | undefined;
  /** The config whose key the plugin gave. */
  configUuid?: string | undefined;
  /** The client's site from which it is watched. */
  siteUuid?: string | undefined;
  /** Its viewers exchange only with each other. */
  isSiteClosed?: boolean | undefined;
  /** The version of the plugin that plays it. */
  version?: string | undefined;
  /** The collection that a plugin page names. */
  collection?: string | undefined;
  /** Its group of proof mode; undefined for a session outside of it. */
  proof?: ProofGroup | undefined;
  /** Someone of the client looks at their own video: nothing of it counts. */
  isPreview?: boolean | undefined;
}

/** Unchanged. */
export interface VerifiedBeacon extends BeaconClaims {
  bornAtMs: number;
}

/** The lifetime of tokens from edges that wrote no birth: their sessions are no older. */
const UNTOLD_BIRTH_MS = 900_000;

/** Makes and reads the tokens of beacons. */
export class BeaconTokens {
  readonly #signer: Signer;
  constructor(keys: SigningKey[]) {
    this.#signer = new Signer("beacon", keys);
  }

  sign(claims: BeaconClaims): string {
    return this.#signer.sign(Buffer.from(JSON.stringify(claims)).toString("base64url"));
  }

  /**
   * @param graceMs how long after its expiry a token is still taken.
   * @throws AppError "token_invalid"
   */
  verify(token: string, graceMs: number): VerifiedBeacon {
    const claims = JSON.parse(
      Buffer.from(this.#signer.verify(token), "base64url").toString(),
    ) as BeaconClaims;
    if (claims.expiresAtMs + graceMs <= Date.now()) throw invalid();
    return { ...claims, bornAtMs: claims.bornAtMs ?? claims.expiresAtMs - UNTOLD_BIRTH_MS };
  }
}
