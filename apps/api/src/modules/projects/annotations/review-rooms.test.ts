import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../../platform/database.ts";
import { createReviewRooms } from "./review-rooms.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Simulates the socket of a guest in a room. @param closed receives the ids of sockets that were disconnected. */
const buildGuestSocket = (id: string, closed: string[]) => ({
  id,
  data: {
    viewer: {
      userUuid: id,
      sessionUuid: id,
      clientUuid: "client",
      roles: [],
      isPasswordModified: true,
      isGuest: true,
    },
    review: { room: "review:film/1", name: id, mayComment: false },
  },
  leave: async () => undefined,
  emit: () => true,
  disconnect: () => void closed.push(id),
});

test("all guests without access are disconnected at once, even while another replica does not respond", async () => {
  const closed: string[] = [];
  const pages = ["one", "two", "three"].map((id) => buildGuestSocket(id, closed));
  const sockets = {
    of: () => ({ sockets: new Map(pages.map((page) => [page.id, page])) }),
    on: () => undefined,
    // Listing the sockets of all replicas waits for the one that does not respond.
    in: () => ({ fetchSockets: () => new Promise(() => undefined) }),
  };
  const rooms = createReviewRooms({
    db: {} as Database,
    realtime: { sockets: sockets as never },
    guests: { listLive: async () => [] },
    onError: (error) => {
      throw error;
    },
  });
  rooms.start();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(closed).toEqual(["one", "two", "three"]);
});
