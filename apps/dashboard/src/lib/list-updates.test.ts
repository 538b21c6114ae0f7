import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALERTS_KEY, EXPORT_LINKS_KEY, NEWS_KEY, PROJECTS_KEY, SCENE_LISTS_KEY } from "./list-keys.ts";
import { subscribeToListUpdates } from "./list-updates.ts";
import type { RealtimeSocket } from "./realtime.ts";

const LINKS_QUERY = [EXPORT_LINKS_KEY, { page: 1 }];
const LISTS_QUERY = [SCENE_LISTS_KEY, { page: 1 }];
const LIST_QUERY = [SCENE_LISTS_KEY, "one", "coast"];
/** The registered event handlers, by name of the event. */
let eventHandlers: Record<string, (change: unknown) => void>;
let queryClient: QueryClient;
let stopUpdates: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  eventHandlers = {};
  const on = (event: string, handle: (change: unknown) => void) => {
    eventHandlers[event] = handle;
  };
  queryClient = new QueryClient();
  queryClient.setQueryData(LINKS_QUERY, { _embedded: [{ uuid: "link", video: { uuid: "film" } }], _size: 1 });
  queryClient.setQueryData(LISTS_QUERY, { _embedded: [{ uuid: "coast" }], _size: 1 });
  queryClient.setQueryData(LIST_QUERY, { uuid: "coast", scenes: [{ video: "reef" }] });
  stopUpdates = subscribeToListUpdates({ on } as unknown as RealtimeSocket, queryClient);
});
afterEach(() => {
  stopUpdates();
  vi.useRealTimers();
});

/** Runs the timers, which ends the burst. @returns for each of the three queries whether it must be reloaded. */
function reloadedKeys() {
  vi.runAllTimers();
  return [LINKS_QUERY, LISTS_QUERY, LIST_QUERY].map((key) => queryClient.getQueryState(key)?.isInvalidated);
}

test.each([
  ["sceneList.changed", { uuid: "another" }, [false, true, true]],
  ["exportLinks.changed", undefined, [true, false, false]],
  ["video.changed", { uuid: "film", isNew: false }, [true, false, false]],
  ["video.deleted", { uuid: "reef" }, [false, true, true]],
  ["video.figures", { uuids: ["coast"] }, [false, true, true]],
  ["video.changed", { uuid: "another", isNew: true }, [false, false, false]],
  ["connect", undefined, [true, true, true]],
])("%s with %j marks the lists concerned as stale", (event, change, expected) => {
  eventHandlers[event]?.(change);
  expect(reloadedKeys()).toEqual(expected);
});

test("a changed alert marks alerts as stale", () => {
  const alerts = [ALERTS_KEY, "open"];
  queryClient.setQueryData(alerts, { count: 0 });
  eventHandlers["alerts.changed"]?.(undefined);
  expect(reloadedKeys()).toEqual([false, false, false]);
  expect(queryClient.getQueryState(alerts)?.isInvalidated).toBe(true);
});

test.each([
  ["news.changed", undefined, [NEWS_KEY, "unread"]],
  ["approval.changed", { uuid: "p", version: 2 }, [PROJECTS_KEY, "approval", "p", 2]],
])("%s marks the queries concerned as stale", (event, change, key) => {
  queryClient.setQueryData(key, {});
  eventHandlers[event]?.(change);
  expect(reloadedKeys()).toEqual([false, false, false]);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test("a burst of changes causes one reload", () => {
  const invalidate = vi.spyOn(queryClient, "invalidateQueries");
  for (let n = 0; n < 5; n += 1) eventHandlers["sceneList.changed"]?.({ uuid: "coast" });
  vi.runAllTimers();
  expect(invalidate).toHaveBeenCalledTimes(1);
});
