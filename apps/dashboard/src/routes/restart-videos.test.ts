import { AppError } from "@shoal/contract";
import { expect, test, vi } from "vitest";
import { restartVideos } from "./restart-videos.ts";

const WAITING_LIVE = {
  type: "live",
  encodingStatus: "stopped",
  sourcePath: null,
  liveType: "shoalRTMP",
  isDeleted: false,
};
const LIVES = [
  { ...WAITING_LIVE, uuid: "waiting", live: { isOpen: true } },
  { ...WAITING_LIVE, uuid: "failed", encodingStatus: "error", liveType: "custom", live: { isOpen: true } },
  { ...WAITING_LIVE, uuid: "stopped by its owner", live: { isOpen: false } },
  { ...WAITING_LIVE, uuid: "camera", liveType: "camera", live: { isOpen: true } },
  { ...WAITING_LIVE, uuid: "deleted", isDeleted: true, live: { isOpen: true } },
];

function fakeCalls(refresh: () => Promise<void>) {
  const changed = vi.fn();
  const request = async ({ path }: { path: string }, { body }: { body?: unknown }) => {
    if (path === "/api/refresh") return refresh();
    if (path === "/api/videos") return { _embedded: LIVES, _size: LIVES.length };
    changed(path, body);
    return { changed: 1, refused: [{ uuid: "failed", code: "illegal_transition" }] };
  };
  return { changed, request: request as unknown as Parameters<typeof restartVideos>[0] };
}

test("restarting videos refreshes the figures and restarts waiting and failed lives, and reports their number", async () => {
  const refresh = vi.fn(async () => undefined);
  const { request, changed } = fakeCalls(refresh);
  expect(await restartVideos(request)).toEqual({ restarted: 1, refused: 1 });
  expect(refresh).toHaveBeenCalledOnce();
  expect(changed.mock.calls).toEqual([
    ["/api/videosbulk", { action: "restart", uuids: ["waiting", "failed"] }],
  ]);
});

test("a refresh that is already running does not prevent the restart, unlike another error", async () => {
  const busy = fakeCalls(() => Promise.reject(new AppError("too_many_requests")));
  expect(await restartVideos(busy.request)).toEqual({ restarted: 1, refused: 1 });
  const away = fakeCalls(() => Promise.reject(new AppError("unavailable")));
  await expect(restartVideos(away.request)).rejects.toMatchObject({ code: "unavailable" });
  expect(away.changed).not.toHaveBeenCalled();
});
