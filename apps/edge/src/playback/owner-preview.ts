import type { AccessStepName } from "@shoal/contract";
import type { OwnerPreview, PlayRequest } from "@shoal/contract/player";
import { findRefusedStep, hostOf, isToStart } from "@shoal/domain";
import { invalid, readOwnerPass } from "@shoal/tokens";
import { isSuspended, type PageViewer, requirePlayable } from "./admission.ts";
import type { OwnerRightsCache } from "./owner-rights.ts";
import type { Watchable } from "./watchables.ts";

/** The terms under which a user of the client was admitted. */
export interface Preview {
  /** When the pass expires, which is also the latest expiry of tokens and links issued for it. */
  expiresAtMs: number;
  /** The user who previews the video. */
  userUuid: string;
  /** Whether the pass is for a guest of a review link, who cannot download files. */
  isGuest: boolean;
  /** What viewers would get instead of the preview. Not sent to guests. */
  shown: OwnerPreview;
}

interface PreviewOptions {
  /** The installation's secret, with which passes are verified. */
  secret: string;
  ownerRights: Pick<OwnerRightsCache, "require">;
}

/**
 * Lets users of the client see their video regardless of its rules, password and start. Only the api issues the pass for this.
 * @returns undefined if there is no pass.
 * @throws AppError "token_invalid" for an expired pass or one for another video, so that its holder is never admitted and counted
 * as a viewer; also for users who have since left or lost the right; "unavailable" if only the api knows and it is unreachable; the
 * errors of `requirePlayable`
 */
export async function admitToPreview(
  watchable: Watchable,
  request: PlayRequest,
  viewer: PageViewer,
  { secret, ownerRights }: PreviewOptions,
): Promise<Preview | undefined> {
  if (request.ownerPass === undefined) return undefined;
  const pass = readOwnerPass(request.ownerPass, secret);
  if (pass?.uuid !== watchable.id) throw invalid();
  await ownerRights.require(pass.userUuid, pass.uuid);
  requirePlayable(watchable.video, { isRunning: request.sessionId !== undefined });
  return {
    expiresAtMs: pass.expiresAtMs,
    userUuid: pass.userUuid,
    isGuest: pass.isGuest ?? false,
    shown: pass.isGuest
      ? { refusal: null, refusalOnAllowedPage: null }
      : {
          refusal: findRefusal(watchable, viewer, hostOf(viewer.page)),
          refusalOnAllowedPage: findRefusal(watchable, viewer, undefined),
        },
  };
}

/**
 * Finds why viewers would be rejected.
 * @param host the website with the player; if omitted, the rules about websites are skipped.
 */
function findRefusal(
  watchable: Watchable,
  { address, place }: PageViewer,
  host: string | null | undefined,
): AccessStepName | null {
  const { video, rules } = watchable;
  if (isToStart(video.startsAt, Date.now())) return "start";
  if (video.passwordHash !== null) return "password";
  const { country, isVpn } = place;
  const visitor = { address, country, isVpn, host, authorization: { kind: "none" } } as const;
  return findRefusedStep(rules, visitor) ?? (isSuspended(watchable) ? "budget" : null);
}
