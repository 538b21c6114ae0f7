import type { AccessStepName } from "@shoal/contract";
import type { OwnerPreview, PlayRequest } from "@shoal/contract/player";
import { findRefusedStep, hostOf, isToStart } from "@shoal/domain";
import { invalid, readOwnerPass } from "@shoal/tokens";
import { isSuspended, type PageViewer, requirePlayable } from "./admission.ts";
import type { OwnerRights } from "./owner-rights.ts";
import type { Watchable } from "./watchables.ts";

/** What somebody of the client was let in for. */
export interface Preview {
  /** When the pass ends: nothing that is given for it lasts longer. */
  expiresAtMs: number;
  /** Who looks at it. */
  userUuid: string;
  /** A guest of a review link, who is given no files. */
  isGuest: boolean;
  /** What viewers would meet; guests are told nothing of it. */
  shown: OwnerPreview;
}

interface PreviewOptions {
  /** Of the installation. */
  secret: string;
  ownerRights: Pick<OwnerRights, "require">;
}

/**
 * Lets somebody of the client see their video whatever its rules, password and start are; nobody but the api makes the
 * pass that says so.
 * @returns undefined for who brought no pass.
 * @throws AppError "token_invalid" for a pass that has ended, or is another video's: who brought one is never let in, and
 * counted, as a viewer; the same for one of somebody who has left or lost the right since; "unavailable" while the api is
 * away, which alone knows; those of `requirePlayable`
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
  requirePlayable(watchable.video, request);
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

/** @param host of the page, as rules of pages are asked about it; undefined where they are not. */
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
