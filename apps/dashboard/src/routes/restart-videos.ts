import { AppError, MAX_PAGE_SIZE, routes, type VideoView } from "@shoal/contract";
import { canRestart } from "@shoal/domain";
import { isCameraLive } from "../components/video/is-camera-live.ts";
import type { call } from "../lib/session.ts";

/** The number of lives that were restarted, and of lives that the server did not restart. */
export interface RestartResult {
  restarted: number;
  refused: number;
}

type RestartableLive = Parameters<typeof canRestart>[0] & Pick<VideoView, "liveType" | "live">;

/**
 * Whether a live is restarted. Only lives that are waiting or have failed are restarted. A live stopped by its owner stays stopped, a
 * running live continues, and a camera live must be started at its camera.
 */
const isRestartedWithAll = (live: RestartableLive): boolean =>
  !isCameraLive(live) && live.live?.isOpen === true && canRestart(live);

/**
 * Recomputes the figures of all videos of the client and restarts its lives.
 * @throws AppError of a failed call, unless figures are already being computed.
 */
export async function restartVideos(ask: typeof call): Promise<RestartResult> {
  await ask(routes.refresh, {}).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "too_many_requests") throw error;
  });
  const uuids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { _embedded: lives, _size: size } = await ask(routes.listVideos, {
      query: {
        page,
        pagesize: MAX_PAGE_SIZE,
        filter: { type: "live", status: ["stopped", "encoded", "error"] },
      },
    });
    uuids.push(...lives.filter(isRestartedWithAll).map(({ uuid }) => uuid));
    if (lives.length === 0 || page * MAX_PAGE_SIZE >= size) break;
  }
  const result: RestartResult = { restarted: 0, refused: 0 };
  for (let at = 0; at < uuids.length; at += MAX_PAGE_SIZE) {
    const body = { action: "restart", uuids: uuids.slice(at, at + MAX_PAGE_SIZE) } as const;
    const { changed, refused } = await ask(routes.changeVideos, { body });
    result.restarted += changed;
    result.refused += refused.length;
  }
  return result;
}
