import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeSocket } from "./realtime.ts";
import { followVideos } from "./video-updates.ts";

/** It reads the browser's storage as it is loaded; no video is asked for here. */
vi.mock("./session.ts", () => ({ call: () => Promise.reject(new Error("Nothing is asked for")) }));

const LIST = ["videos", { page: 1 }];
const VIDEO = ["video", "harbour"];
/** What is done at each event. */
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

test("what was read before the connection is read again with it, the first time too", () => {
  expect(isOld()).toEqual([false, false]);
  handlers.connect?.(undefined);
  expect(isOld()).toEqual([true, true]);
});
