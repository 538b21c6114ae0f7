import {
  AppError,
  type DeliveryRules,
  type ErrorBody,
  type ErrorCode,
  type PlaybackDescriptor,
  type PlayPreview,
  type PlayRequest,
} from "@shoal/contract";
import { type Denial, findDenial, isSiteAllowed } from "@shoal/domain";
import type { Place } from "../platform/places.ts";
import type { PasswordChecks } from "./password-checks.ts";
import { invalid } from "./signer.ts";
import type { WatchPasses } from "./watch-pass.ts";
import { addressesOf, type Watchable } from "./watchables.ts";

export interface AdmissionDeps {
  publicUrl: string;
  checks: PasswordChecks;
  passes: WatchPasses;
}

/** Who asks. */
export interface Viewer {
  address: string;
  place: Place;
}

/** A refusal that tells the viewer what waits for him: title, picture, and when it starts. */
class NotYetWatchable extends AppError {
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
 * Lets a viewer in, or says why not; the first reason counts.
 * @throws AppError "playback_not_started" (its preview says when), "playback_password_required",
 * "playback_password_wrong", those of `requireAllowed`, "playback_denied" (not on the link's sites), "playback_failed"
 * (its field errorType says why), "playback_not_ready", "playback_live_offline", "too_many_requests"
 */
export async function admit(
  watchable: Watchable,
  request: PlayRequest,
  viewer: Viewer,
  deps: AdmissionDeps,
): Promise<void> {
  requireStarted(watchable, deps.publicUrl);
  await requirePassword(watchable, request, viewer.address, deps);
  requireAllowed(watchable.rules.values, viewer, request.referrer);
  requireSite(watchable, request);
  requirePlayable(watchable.video, request);
}

/** When it starts; undefined once it has. */
export function findStart({ startsAt }: PlaybackDescriptor): string | undefined {
  return startsAt !== null && Date.parse(startsAt) > Date.now() ? startsAt : undefined;
}

function requireStarted(watchable: Watchable, publicUrl: string): void {
  if (findStart(watchable.video) === undefined) return;
  const preview = previewOf(watchable, publicUrl);
  throw new NotYetWatchable("playback_not_started", "The video starts later", preview);
}

async function requirePassword(
  watchable: Watchable,
  { password, pass }: PlayRequest,
  address: string,
  { publicUrl, checks, passes }: AdmissionDeps,
): Promise<void> {
  const { uuid, passwordHash: hash } = watchable.video;
  if (hash === null || (pass !== undefined && passes.isValid(pass, watchable.id, hash))) return;
  const preview = previewOf(watchable, publicUrl);
  if (password === undefined)
    throw new NotYetWatchable("playback_password_required", "The video asks for a password", preview);
  if (!(await checks.isRight({ uuid, address, password, hash })))
    throw new NotYetWatchable("playback_password_wrong", "The password is not the video's", preview);
}

const REFUSALS: Record<Denial, { code: ErrorCode; message: string }> = {
  streaming: { code: "playback_streaming_off", message: "The video is not streamed" },
  address: { code: "playback_address_denied", message: "The video may not be watched from this address" },
  country: { code: "playback_country_denied", message: "The video may not be watched in this country" },
  vpn: { code: "playback_vpn_denied", message: "The video may not be watched through a VPN or a proxy" },
  website: { code: "playback_website_denied", message: "The video may not be watched on this website" },
};

/**
 * Asserts that the delivery rules let somebody watch; the first that does not is named.
 * @param referrer the page that embeds the player; "" for none.
 * @throws AppError "playback_streaming_off", "playback_address_denied", "playback_country_denied", "playback_vpn_denied",
 * "playback_website_denied"
 */
export function requireAllowed(rules: DeliveryRules, { address, place }: Viewer, referrer: string): void {
  const { country, isVpn } = place;
  const host = URL.parse(referrer)?.hostname || null;
  const denial = findDenial(rules, { address, country, isVpn, host });
  if (denial === undefined) return;
  const { code, message } = REFUSALS[denial];
  throw new AppError(code, message);
}

/** For a request that tells of no page: what websites may show it was judged when the session began. */
const everywhere = (rules: DeliveryRules): DeliveryRules => ({
  ...rules,
  ...{ authorizedWebsites: [], authorizedSubdomains: [] },
});

/**
 * The same for who saves a file: no page is named then.
 * @throws AppError as `requireAllowed` does, but for websites.
 */
export const requireMaySave = (rules: DeliveryRules, viewer: Viewer): void =>
  requireAllowed(everywhere(rules), viewer, "");

/** The same for who watches already. */
export function mayStillWatch(rules: DeliveryRules, { address, place }: Viewer): boolean {
  const { country, isVpn } = place;
  return findDenial(everywhere(rules), { address, country, isVpn, host: null }) === undefined;
}

/**
 * The same for media.
 * @throws AppError "token_invalid", so that a player asks for a session and learns why.
 */
export function requireStillAllowed(rules: DeliveryRules, viewer: Viewer): void {
  if (!mayStillWatch(rules, viewer)) throw invalid();
}

/** Browsers keep other sites from framing it already; this is for who opens the page itself, or calls by hand. */
function requireSite({ link }: Watchable, { referrer }: PlayRequest): void {
  if (link && !isSiteAllowed(referrer, link.sites))
    throw new AppError("playback_denied", "The link is for other sites");
}

/** A live has no tracks in its descriptor: who makes it tells which there are. */
function requirePlayable(
  { state, errorType, tracks, live }: PlaybackDescriptor,
  { sessionId }: PlayRequest,
): void {
  // Who watches it sees the rest of it.
  if (live?.isOver && (state === "waiting" || sessionId === undefined))
    throw new AppError("playback_live_offline", "The live is not running");
  if (state === "error")
    throw new AppError("playback_failed", "The video could not be prepared", [
      { path: "errorType", reason: errorType ?? "unknown" },
    ]);
  if (state === "waiting" || (tracks.length === 0 && !live))
    throw new AppError("playback_not_ready", "The video is being prepared");
}

function previewOf(watchable: Watchable, publicUrl: string): PlayPreview {
  const { video, theme } = watchable;
  return {
    title: video.title,
    thumbnailUrl: addressesOf(watchable, publicUrl).thumbnailUrl,
    startsAt: findStart(video) ?? null,
    serverTime: new Date().toISOString(),
    theme,
  };
}
