import { type AuthorizationFault, MAX_STREAMING_TOKEN_LENGTH, type StreamingKey } from "@shoal/contract";
import { type AuthorizationVerdict, isAddressIn } from "@shoal/domain";
import { errors, importSPKI, type JWTPayload, jwtVerify } from "jose";

/** The tolerance for clocks of token issuers. */
const CLOCK_SKEW_SEC = 60;
const MAX_VIEWER_LENGTH = 200;

/** The playback that a token must allow. */
export interface RequestedPlayback {
  /** All names of the video: its uuid, and the names that its page uses. */
  videos: readonly string[];
  /** The collection of the video, if it has one. */
  collection: string | undefined;
  /** The page that plays the video; "" if there is none. */
  page: string;
  address: string;
}

type ImportedKey = Awaited<ReturnType<typeof importSPKI>>;
const importedKeys = new WeakMap<StreamingKey, Promise<ImportedKey>>();

function importKey(key: StreamingKey): Promise<ImportedKey> {
  const known = importedKeys.get(key);
  if (known) return known;
  const made = importSPKI(key.publicKey, "ES256");
  importedKeys.set(key, made);
  return made;
}

/**
 * Checks a token (JWT, ES256) signed by a client's backend: it lets its bearer watch the named videos until it expires.
 * @param token undefined if none was sent.
 * @param keys the client's public keys, one of which must have signed it: the one in its header (`kid`), or any.
 */
export async function verifyStreamingToken(
  token: string | undefined,
  keys: readonly StreamingKey[],
  requested: RequestedPlayback,
  nowMs: number,
): Promise<AuthorizationVerdict> {
  if (!token) return { kind: "none" };
  if (token.length > MAX_STREAMING_TOKEN_LENGTH) return refusedVerdict("malformed");
  const named = kidOf(token);
  if (named === null) return refusedVerdict("malformed");
  const candidates = named === undefined ? keys : keys.filter((key) => key.uuid === named);
  for (const key of candidates) {
    const verdict = await verifyWith(key, token, requested, nowMs);
    const isOfAnother = verdict.kind === "refused" && verdict.fault === "wrong signature";
    if (!isOfAnother || named !== undefined) return verdict;
  }
  return refusedVerdict("unknown key");
}

async function verifyWith(
  key: StreamingKey,
  token: string,
  requested: RequestedPlayback,
  nowMs: number,
): Promise<AuthorizationVerdict> {
  try {
    const { payload } = await jwtVerify(token, await importKey(key), {
      // No other algorithm is accepted, whatever the token's header says.
      algorithms: ["ES256"],

      clockTolerance: CLOCK_SKEW_SEC,
      requiredClaims: ["exp"],
      currentDate: new Date(nowMs),
    });
    const fault = findFault(payload, requested);
    return fault === undefined ? { kind: "passed", keyId: key.uuid } : refusedVerdict(fault);
  } catch (error) {
    return refusedVerdict(faultOf(error));
  }
}

const refusedVerdict = (fault: AuthorizationFault): AuthorizationVerdict => ({ kind: "refused", fault });

function faultOf(error: unknown): AuthorizationFault {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "wrong signature";
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf") return "not valid yet";
  return "malformed";
}

/** Returns the first claim that the requested playback does not meet. */
function findFault(claims: JWTPayload, requested: RequestedPlayback): AuthorizationFault | undefined {
  const { video, collection, origin, ip, viewer } = claims;
  const texts = [video, collection, origin, ip, viewer].filter((claim) => claim !== undefined);
  if (!texts.every((claim) => typeof claim === "string")) return "malformed";
  if (viewer !== undefined && String(viewer).length > MAX_VIEWER_LENGTH) return "malformed";
  if (video === undefined && collection === undefined) return "malformed";
  if (video !== undefined && !requested.videos.includes(String(video))) return "wrong video";
  if (collection !== undefined && collection !== requested.collection) return "wrong video";
  if (origin !== undefined && !isSameOrigin(String(origin), requested.page)) return "wrong origin";
  if (ip !== undefined && !isAddressIn(requested.address, [String(ip)])) return "wrong address";
  return undefined;
}

function isSameOrigin(origin: string, page: string): boolean {
  const [wanted, given] = [URL.parse(origin)?.origin, URL.parse(page)?.origin];
  return wanted !== undefined && wanted !== "null" && wanted === given;
}

/** Returns the key named in a token's header; undefined if it names no key, null if the header is unreadable. */
function kidOf(token: string): string | undefined | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
    if (typeof header !== "object" || header === null) return null;
    const kid = "kid" in header ? header.kid : undefined;
    return kid === undefined ? undefined : String(kid);
  } catch {
    return null;
  }
}
