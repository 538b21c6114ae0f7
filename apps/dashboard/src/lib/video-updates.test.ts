import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeSocket } from "./realtime.ts";
import { followVideos } from "./video-updates.ts";

/** The module reads the browser's storage when it loads, and no video may be requested here. */
vi.mock("./session.ts", () => ({ call: () => Promise.reject(new Error("Nothing is asked for")) }));

const LIST = ["videos", { page: 1 }];
const VIDEO = ["video", "harbour"];
/** The registered event handlers, by name of the event. */
let handlers: Record<string, (change: unknown) => void>;
let queries: QueryClient;
let stop: () => void;
beforeEach(() => {
  handlers = {};
  const on = (event: string, handle: (change: unknown) => void) => {
    handlers[event] = handle;
  };
  queries = new QueryClient();
  queries.setQueryData(LIST, { _embedded: [], _size: 0 });
  queries.setQueryData(VIDEO, { uuid: "harbour" });
  stop = followVideos({ on } as unknown as RealtimeSocket, queries);
});
afterEach(() => stop());

const isOld = () => [LIST, VIDEO].map((key) => queries.getQueryState(key)?.isInvalidated);

test("connecting marks videos as stale, even the first time", () => {
  expect(isOld()).toEqual([false, false]);
  handlers.connect?.(undefined);
  expect(isOld()).toEqual([true, true]);
});

test("a list that is not shown stays marked as stale after progress of a video in it", () => {
  vi.useFakeTimers();
  const page = { _embedded: [{ uuid: "harbour", progress: 1 }], _size: 1 };
  queries.setQueryData(LIST, page);
  const { dataUpdatedAt } = queries.getQueryState(LIST) ?? {};
  handlers["video.changed"]?.({ uuid: "new", isNew: true });
  vi.advanceTimersByTime(300);
  handlers["video.progress"]?.({ uuid: "harbour", progress: 2 });
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
  expect(queries.getQueryData(LIST)).toEqual({ _embedded: [{ uuid: "harbour", progress: 2 }], _size: 1 });
  expect(queries.getQueryState(LIST)).toMatchObject({ isInvalidated: true, dataUpdatedAt });
});
