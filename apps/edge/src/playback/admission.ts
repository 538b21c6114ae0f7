import { AppError, type ErrorBody, type ErrorCode } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlayPreview, PlayRequest } from "@shoal/contract/player";
import {
  type AccessRules,
  type AuthorizationVerdict,
  chosenCollectionOf,
  type Denial,
  findDenial,
  hostOf,
  isMonthOf,
  isSiteAllowed,
  isToStart,
} from "@shoal/domain";
import type { IpLocation } from "@shoal/places";
import { invalid, verifyStreamingToken } from "@shoal/tokens";
import { hasPassedPassword, isKeyValid, type RulesInForce } from "../rules/rules-in-force.ts";
import type { PasswordChecks } from "./password-checks.ts";
import type { WatchPasses } from "./watch-pass.ts";
import { addressesOf, type Watchable } from "./watchables.ts";

export interface AdmissionDeps {
  publicUrl: string;
  checks: PasswordChecks;
  passes: WatchPasses;
}

/** A viewer's network address and location. */
export interface Viewer {
  address: string;
  place: IpLocation;
}

/** A viewer with the page that shows the player, in the form returned by `requestingPageOf`. */
export interface PageViewer extends Viewer {
  page: string;
}

/** The caller that starts a session. */
export interface PlayCaller extends PageViewer {
  /** Whether the caller identifies itself as a robot. Robots are admitted, but never become peers. */
  isRobot: boolean;
}

/** A rejection whose response shows the viewer a preview: title, picture and start. */
class NotYetPlayableError extends AppError {
  readonly #preview: PlayPreview;
  constructor(
    code: "playback_not_started" | "playback_password_required" | "playback_password_wrong",
    message: string,
    preview: PlayPreview,
  ) {
    const fields = preview.startsAt === null ? undefined : [{ path: "startsAt", reason: preview.startsAt }];
    super(code, message, fields);
    this.#preview = preview;
  }
  override toBody(): ErrorBody {
    return { ...super.toBody(), preview: this.#preview };
  }
}

/**
 * Admits a viewer, or throws the first reason not to.
 * @throws AppError "playback_not_started" (its preview has the start), "playback_password_required", "playback_password_wrong", the errors
 *   of `requireAllowed`, "playback_denied" (not on the link's sites), "playback_suspended", "playback_failed" (its field errorType has the
 *   cause), "playback_not_ready", "playback_live_offline", "too_many_requests"
 * @param isRunning whether the call continues an existing session, which only rules can end.
 * @returns the id of the key that signed the viewer's token; undefined if no token is required.
 */
export async function admitViewer(
  watchable: Watchable,
  request: PlayRequest,
  viewer: PageViewer,
  { isRunning, ...deps }: AdmissionDeps & { isRunning: boolean },
): Promise<string | undefined> {
  const { id, video, rules } = watchable;
  const named = { videos: [video.uuid, id], collection: chosenCollectionOf(video.rules.collection) };
  const checkRules = async () => {
    const keyId = await requireAllowed(rules, viewer, { token: request.authorization, ...named });
    requireSite(watchable, viewer.page);
    return keyId;
  };
  const preview = () => previewFor(watchable, checkRules, deps.publicUrl);
  await requireStarted(video, preview);
  await requirePassword(watchable, request, { ...deps, address: viewer.address, preview });
  const keyId = await checkRules();
  if (!isRunning && isSuspended(watchable))
    throw new AppError("playback_suspended", "The owner of this video has suspended playback");
  requirePlayable(video, { isRunning });
  return keyId;
}

/** Whether a viewer without a password and a token would be admitted now. */
export function canWatchImmediately(watchable: Watchable, { page, ...viewer }: PageViewer): boolean {
  const { video, link, rules } = watchable;
  if (isSuspended(watchable)) return false;
  if (findStart(video) !== undefined || video.passwordHash !== null) return false;
  if (link && !isSiteAllowed(page, link.sites)) return false;
  return denialOf(rules, viewer, { host: hostOf(page), authorization: { kind: "none" } }) === undefined;
}

/**
 * Whether the client's exhausted monthly budget blocks viewers. Compares dates by the edge's own clock, so that a new month starts
 * without a call to the api.
 */
export const isSuspended = ({ client }: Pick<Watchable, "client">): boolean =>
  isMonthOf(client?.playbackStoppedMonth, Date.now());

/** Returns when playback starts; undefined once the start has passed. */
function findStart({ startsAt }: PlaybackDescriptor): string | undefined {
  return isToStart(startsAt, Date.now()) ? (startsAt ?? undefined) : undefined;
}

type MakePreview = () => Promise<PlayPreview>;

async function requireStarted(video: PlaybackDescriptor, preview: MakePreview): Promise<void> {
  if (findStart(video) === undefined) return;
  throw new NotYetPlayableError("playback_not_started", "This video is not available yet", await preview());
}

async function requirePassword(
  watchable: Watchable,
  { password, pass }: PlayRequest,
  {
    address,
    preview,
    checks,
    passes,
  }: Pick<AdmissionDeps, "checks" | "passes"> & { address: string; preview: MakePreview },
): Promise<void> {
  const { uuid, passwordHash: hash } = watchable.video;
  if (hash === null || (pass !== undefined && passes.isValid(pass, watchable.id, hash))) return;
  if (password === undefined)
    throw new NotYetPlayableError(
      "playback_password_required",
      "This video requires a password",
      await preview(),
    );
  if (!(await checks.isRight({ uuid, address, password, hash })))
    throw new NotYetPlayableError(
      "playback_password_wrong",
      "The password is not the video's",
      await preview(),
    );
}

const REFUSALS_BY_DENIAL: Record<Denial, { code: ErrorCode; message: string }> = {
  streaming: { code: "playback_streaming_off", message: "Streaming of this video is turned off" },
  address: { code: "playback_address_denied", message: "The video cannot be watched from this address" },
  country: { code: "playback_country_denied", message: "The video cannot be watched in this country" },
  vpn: { code: "playback_vpn_denied", message: "The video cannot be watched through a VPN or a proxy" },
  website: { code: "playback_website_denied", message: "The video cannot be watched on this website" },
  subdomain: { code: "playback_subdomain_denied", message: "The video cannot be watched on this subdomain" },
  authorization_missing: {
    code: "playback_authorization_required",
    message: "The video requires a token signed by its owner",
  },
  authorization_invalid: {
    code: "playback_authorization_invalid",
    message: "The token does not give access to the video here",
  },
};

/** A streaming token, with the ids under which the token may name the video. */
export interface TokenAuthorization {
  token: string | undefined;
  videos: readonly string[];
  collection: string | undefined;
}

/**
 * Asserts that the delivery rules allow a viewer. Throws for the first rule that does not.
 * @returns the id of the key that signed the viewer's token; undefined if no token is required.
 * @throws AppError "playback_address_denied", "playback_country_denied", "playback_vpn_denied", "playback_website_denied",
 * "playback_subdomain_denied", "playback_streaming_off", "playback_authorization_required", "playback_authorization_invalid" (its
 * field has the cause)
 */
export async function requireAllowed(
  rules: RulesInForce,
  { page, ...viewer }: PageViewer,
  { token, ...named }: TokenAuthorization,
): Promise<string | undefined> {
  const isRequired = rules.values.streaming === "token";
  const attempt = { ...named, page, address: viewer.address };
  const authorization: AuthorizationVerdict = isRequired
    ? await verifyStreamingToken(token, rules.streamingKeys, attempt, Date.now())
    : { kind: "none" };
  requireNoDenial(rules, viewer, { host: hostOf(page), authorization });
  return authorization.kind === "passed" ? authorization.keyId : undefined;
}

/** The facts about a request that rules check besides the viewer's address and location. */
type RequestFacts = { host: string | null | undefined; authorization: AuthorizationVerdict };
/** The facts of a running session, whose page and token were checked at its start. */
const RUNNING_SESSION_FACTS: RequestFacts = { host: undefined, authorization: { kind: "passed" } };

function requireNoDenial(rules: AccessRules, viewer: Viewer, facts: RequestFacts): void {
  const denial = denialOf(rules, viewer, facts);
  if (denial === undefined) return;
  const { code, message } = REFUSALS_BY_DENIAL[denial];
  const { authorization } = facts;
  if (denial !== "authorization_invalid" || authorization.kind !== "refused")
    throw new AppError(code, message);
  throw new AppError(code, `${message}: ${authorization.fault}`, [
    { path: "authorization", reason: authorization.fault },
  ]);
}

function denialOf(rules: AccessRules, { address, place }: Viewer, facts: RequestFacts): Denial | undefined {
  const { country, isVpn } = place;
  return findDenial(rules, { address, country, isVpn, ...facts });
}

/** The signed statements about a viewer in a link to a file. */
export interface SaverClaims {
  /** The checks that the viewer had passed. Links issued before this field was introduced lack it, which counts as no checks. */
  access?: string | undefined;
  host?: string | null | undefined;
}

/**
 * Requires the checks that come before the rules. The caller may have passed them earlier.
 * @param access the checks passed, as in a token; empty if there were none.
 * @throws AppError "playback_not_started", "playback_password_required"
 */
export function requirePassed({ video, rules }: Pick<Watchable, "video" | "rules">, access: string): void {
  if (findStart(video) !== undefined)
    throw new AppError("playback_not_started", "This video is not available yet", [
      { path: "startsAt", reason: video.startsAt ?? "" },
    ]);
  if (!hasPassedPassword(access, rules))
    throw new AppError(
      "playback_password_required",
      "The password of this video is required, or has changed",
    );
}

/**
 * Requires that an issued link may still be used to save a file. The checks that were passed when it was issued must cover all that
 * apply now.
 * @throws AppError "playback_not_started", "playback_password_required", and the errors of `requireAllowed`
 */
export function requireSaveAllowed(
  watchable: Pick<Watchable, "video" | "rules">,
  viewer: Viewer,
  { access = "", host = null }: SaverClaims,
): void {
  requirePassed(watchable, access);
  const { rules } = watchable;
  const authorization: AuthorizationVerdict = isKeyValid(access, rules)
    ? { kind: "passed" }
    : { kind: "none" };
  requireNoDenial(rules, viewer, { host, authorization });
}

/** Whether a viewer who is already watching may continue. */
export const mayStillWatch = (rules: AccessRules, viewer: Viewer): boolean =>
  denialOf(rules, viewer, RUNNING_SESSION_FACTS) === undefined;

/**
 * Lets a viewer who is already watching load more media only if they may continue.
 * @throws AppError "token_invalid", so that the player requests a new session and learns the reason.
 */
export function requireStillAllowed(rules: AccessRules, viewer: Viewer): void {
  if (!mayStillWatch(rules, viewer)) throw invalid();
}

/**
 * Requires that the page is on one of a link's sites. Browsers already block frames on other sites; this check covers direct visits
 * and other programs.
 */
function requireSite({ link }: Watchable, page: string): void {
  if (link && !isSiteAllowed(page, link.sites))
    throw new AppError("playback_denied", "This link is reserved for other websites");
}

/**
 * Requires that a video has tracks to play. The tracks of a live are not in its descriptor, because only its source knows them.
 * @param isRunning whether the caller continues an existing session.
 * @throws AppError "playback_failed", "playback_not_ready", "playback_live_offline"
 */
export function requirePlayable(
  { state, errorType, tracks, live }: PlaybackDescriptor,
  { isRunning }: { isRunning: boolean },
): void {
  // Only new viewers are rejected, because current viewers can watch an ended live to its end.
  if (live?.isOver && (state === "waiting" || !isRunning))
    throw new AppError(
      "playback_live_offline",
      "This live is not on air",
      // Only a live that has been on air can have ended.
      state === "playable" ? [{ path: "live", reason: "has ended" }] : undefined,
    );
  if (state === "error")
    throw new AppError("playback_failed", "This video could not be processed", [
      { path: "errorType", reason: errorType ?? "unknown" },
    ]);
  if (state === "waiting" || (tracks.length === 0 && !live))
    throw new AppError("playback_not_ready", "This video is being processed");
}

/**
 * Returns the details of a video that a rejected viewer gets before its start or without its password. Returns none if rules would
 * block the viewer.
 */
async function previewFor(
  watchable: Watchable,
  checkRules: () => Promise<unknown>,
  publicUrl: string,
): Promise<PlayPreview> {
  const { video, theme } = watchable;
  const isAllowed = await checkRules().then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  return {
    title: isAllowed ? video.title : "",
    thumbnailUrl: isAllowed ? addressesOf(watchable, publicUrl).thumbnailUrl : null,
    startsAt: findStart(video) ?? null,
    serverTime: new Date().toISOString(),
    theme,
  };
}
