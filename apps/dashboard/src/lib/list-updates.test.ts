import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALERTS_KEY, EXPORT_LINKS_KEY, NEWS_KEY, PROJECTS_KEY, SCENE_LISTS_KEY } from "./list-keys.ts";
import { followLists } from "./list-updates.ts";
import type { RealtimeSocket } from "./realtime.ts";

const LINKS = [EXPORT_LINKS_KEY, { page: 1 }];
const LISTS = [SCENE_LISTS_KEY, { page: 1 }];
const LIST = [SCENE_LISTS_KEY, "one", "coast"];
/** The registered event handlers, by name of the event. */
let handlers: Record<string, (change: unknown) => void>;
let queries: QueryClient;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  handlers = {};
  const on = (event: string, handle: (change: unknown) => void) => {
    handlers[event] = handle;
  };
  queries = new QueryClient();
  queries.setQueryData(LINKS, { _embedded: [{ uuid: "link", video: { uuid: "film" } }], _size: 1 });
  queries.setQueryData(LISTS, { _embedded: [{ uuid: "coast" }], _size: 1 });
  queries.setQueryData(LIST, { uuid: "coast", scenes: [{ video: "reef" }] });
  stop = followLists({ on } as unknown as RealtimeSocket, queries);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Returns which lists must be reloaded after the burst. */
function readAgain() {
  vi.runAllTimers();
  return [LINKS, LISTS, LIST].map((key) => queries.getQueryState(key)?.isInvalidated);
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
  handlers[event]?.(change);
  expect(readAgain()).toEqual(expected);
});

test("a changed alert marks alerts as stale", () => {
  const alerts = [ALERTS_KEY, "open"];
  queries.setQueryData(alerts, { count: 0 });
  handlers["alerts.changed"]?.(undefined);
  expect(readAgain()).toEqual([false, false, false]);
  expect(queries.getQueryState(alerts)?.isInvalidated).toBe(true);
});

test.each([
  ["news.changed", undefined, [NEWS_KEY, "unread"]],
  ["approval.changed", { uuid: "p", version: 2 }, [PROJECTS_KEY, "approval", "p", 2]],
])("%s marks the queries concerned as stale", (event, change, key) => {
  queries.setQueryData(key, {});
  handlers[event]?.(change);
  expect(readAgain()).toEqual([false, false, false]);
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test("a burst of changes causes one reload", () => {
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  for (let n = 0; n < 5; n += 1) handlers["sceneList.changed"]?.({ uuid: "coast" });
  vi.runAllTimers();
  expect(invalidate).toHaveBeenCalledTimes(1);
});
