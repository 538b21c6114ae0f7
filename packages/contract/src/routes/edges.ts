import { z } from "zod";
import { EdgeView, RoomListQuery, WatchedRoomView } from "../delivery/edge-reports.ts";
import { createPageSchema } from "../list.ts";
import { defineRoute } from "../route.ts";

/** The calls with which the operator reads the state of the edges. */
export const edgeRoutes = {
  listEdges: defineRoute({
    method: "GET",
    path: "/api/edges",
    guard: "admin",
    scope: "noKey",
    summary:
      "List edge servers with their viewers, admissions and rejections in the last minutes, and problems",
    response: z.object({ _embedded: z.array(EdgeView), _size: z.number() }),
  }),
  listWatchedRooms: defineRoute({
    method: "GET",
    path: "/api/edges/rooms",
    guard: "admin",
    scope: "noKey",
    summary: "List the videos watched now across all clients, most watched first",
    query: RoomListQuery,
    response: createPageSchema(WatchedRoomView).extend({ edges: z.number(), silentEdges: z.number() }),
  }),
} as const;
