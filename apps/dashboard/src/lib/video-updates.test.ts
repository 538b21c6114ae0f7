import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeSocket } from "./realtime.ts";
import { subscribeToVideoUpdates } from "./video-updates.ts";

/** Replaces the session module, which reads the browser's storage when it loads. In this test, no video may be requested. */
vi.mock("./session.ts", () => ({ call: () => Promise.reject(new Error("Nothing is asked for")) }));

const LIST_QUERY = ["videos", { page: 1 }];
const VIDEO_QUERY = ["video", "harbour"];
/** The registered event handlers, by name of the event. */
let eventHandlers: Record<string, (change: unknown) => void>;
let queryClient: QueryClient;
let stopUpdates: () => void;
beforeEach(() => {
  eventHandlers = {};
  const on = (event: string, handle: (change: unknown) => void) => {
    eventHandlers[event] = handle;
  };
  queryClient = new QueryClient();
  queryClient.setQueryData(LIST_QUERY, { _embedded: [], _size: 0 });
  queryClient.setQueryData(VIDEO_QUERY, { uuid: "harbour" });
  stopUpdates = subscribeToVideoUpdates({ on } as unknown as RealtimeSocket, queryClient);
});
afterEach(() => stopUpdates());

const isStale = () => [LIST_QUERY, VIDEO_QUERY].map((key) => queryClient.getQueryState(key)?.isInvalidated);

test("connecting marks videos as stale, even the first time", () => {
  expect(isStale()).toEqual([false, false]);
  eventHandlers.connect?.(undefined);
  expect(isStale()).toEqual([true, true]);
});

test("a list that is not shown stays marked as stale after progress of a video in it", () => {
  vi.useFakeTimers();
  const page = { _embedded: [{ uuid: "harbour", progress: 1 }], _size: 1 };
  queryClient.setQueryData(LIST_QUERY, page);
  const { dataUpdatedAt } = queryClient.getQueryState(LIST_QUERY) ?? {};
  eventHandlers["video.changed"]?.({ uuid: "new", isNew: true });
  vi.advanceTimersByTime(300);
  eventHandlers["video.progress"]?.({ uuid: "harbour", progress: 2 });
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
  expect(queryClient.getQueryData(LIST_QUERY)).toEqual({
    _embedded: [{ uuid: "harbour", progress: 2 }],
    _size: 1,
  });
  expect(queryClient.getQueryState(LIST_QUERY)).toMatchObject({ isInvalidated: true, dataUpdatedAt });
});
