import { z } from "zod";
import { EdgeView, RoomListQuery, WatchedRoomView } from "../edge-reports.ts";
import { pageOf } from "../list.ts";
import { defineRoute } from "../route.ts";

/** What the operator sees of the edges. */
export const edgeRoutes = {
  listEdges: defineRoute({
    method: "GET",
    path: "/api/edges",
    guard: "admin",
    summary:
      "Every edge, with who watches there, who was let in and refused in the last minutes, and what is wrong",
    response: z.object({ _embedded: z.array(EdgeView), _size: z.number() }),
  }),
  listWatchedRooms: defineRoute({
    method: "GET",
    path: "/api/edges/rooms",
    guard: "admin",
    summary: "What is watched now of all clients, the most watched first",
    query: RoomListQuery,
    response: pageOf(WatchedRoomView).extend({ edges: z.number(), silentEdges: z.number() }),
  }),
} as const;
