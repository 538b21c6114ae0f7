import type { ProofGroup } from "@shoal/domain/proof";
import { invalid, Signer, type SigningKey } from "@shoal/tokens";
import { MediaIds } from "../playback/media-ids.ts";

/** The claims in the token of a session's beacons: facts that its player cannot know, or might misreport. */
export interface BeaconClaims {
  clientId: string;
  /** The uuid of a hosted video, otherwise the name used by its page. */
  video: string;
  sessionId: string;
  expiresAtMs: number;
  /** When an edge opened the session. Renewed tokens keep this time; tokens issued before the claim was introduced lack it. */
  bornAtMs?: number | undefined;
  /** The export link through which the video is watched. */
  linkUuid?: string | undefined;
  /** The host of the page that shows the player, as `hostOf` returns it. */
  pageHost?: string | undefined;
  /** Whether the session's media are on another CDN. */
  isElsewhere?: boolean | undefined;
  /** Whether media come through a CDN entry of the client. If so, the bytes that the entry served are billed. */
  isFromCdn?: boolean | undefined;
  /** Whether a token from the client's backend admitted the viewer, in which case the client vouches for the reported figures. */
  isSigned?: boolean | undefined;
  /** The config whose key the plugin sent. */
  configUuid?: string | undefined;
  /** The client's site where the video is watched. */
  siteUuid?: string | undefined;
  /** Whether viewers of the client's site share only with each other. */
  isSiteClosed?: boolean | undefined;
  /** The version of the plugin that plays the video. */
  version?: string | undefined;
  /** The collection that the plugin's page names. */
  collection?: string | undefined;
  /** The session's proof-mode group; undefined outside of proof mode. */
  proof?: ProofGroup | undefined;
  /** Whether the session is a preview by a user of the client, which is not counted at all. */
  isPreview?: boolean | undefined;
}

/** The claims of a verified token. Every session has a birth; see `ASSUMED_SESSION_AGE_MS` for tokens that state none. */
export interface VerifiedBeacon extends BeaconClaims {
  bornAtMs: number;
}

/**
 * The greatest age of a session whose token states no birth: the lifetime of the tokens that edges issued before they recorded it.
 */
const ASSUMED_SESSION_AGE_MS = 900_000;

/** The claims as written in a token. They are signed but not encrypted, so a player can read them. */
interface TokenPayload extends BeaconClaims {
  /** Whether `video` is the encrypted name in media URLs instead of the uuid. */
  isSealed?: true;
}

/** Signs and verifies the tokens of beacons. */
export class BeaconTokens {
  readonly #signer: Signer;
  /** Encoders of media ids, by key id; the first one is used for new tokens. */
  readonly #mediaIds: Map<string, MediaIds>;
  constructor(keys: SigningKey[]) {
    this.#signer = new Signer("beacon", keys);
    this.#mediaIds = new Map(keys.map((key) => [key.id, new MediaIds(key)]));
  }

  /**
   * Signs claims. For viewers of an export link, the video's uuid is encrypted, because the uuid would still work after the link
   * has ended.
   */
  sign(claims: BeaconClaims): string {
    const written: TokenPayload = claims.linkUuid === undefined ? claims : this.#sealed(claims);
    return this.#signer.sign(Buffer.from(JSON.stringify(written)).toString("base64url"));
  }

  /**
   * Verifies a token and reads its claims.
   * @param graceMs the time after its expiry for which a token is still accepted, in ms.
   * @throws AppError "token_invalid"
   */
  verify(token: string, graceMs: number): VerifiedBeacon {
    const { isSealed, ...claims } = JSON.parse(
      Buffer.from(this.#signer.verify(token), "base64url").toString(),
    ) as TokenPayload;
    if (claims.expiresAtMs + graceMs <= Date.now()) throw invalid();
    const ids = this.#mediaIds.get(token.slice(0, token.indexOf(".")));
    if (isSealed && !ids) throw invalid();
    const video = isSealed && ids ? ids.open(claims.video) : claims.video;
    return { ...claims, video, bornAtMs: claims.bornAtMs ?? claims.expiresAtMs - ASSUMED_SESSION_AGE_MS };
  }

  #sealed(claims: BeaconClaims): TokenPayload {
    const [ids] = this.#mediaIds.values();
    if (!ids) throw new Error("No key for beacon tokens");
    return { ...claims, video: ids.seal(claims.video), isSealed: true };
  }
}
