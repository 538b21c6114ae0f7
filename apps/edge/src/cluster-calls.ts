import {
  EDGE_REPORT_PATH,
  EDGE_ROOMS_PATH,
  type EdgeReport,
  type EdgeRooms,
  WATCHED_PATH,
  type WatchedReport,
} from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { registerAudiences, registerClusterCall } from "./cluster/index.ts";
import { listRooms, type ReportDeps, type RoomsDeps, readReport } from "./reports/index.ts";
import { listWatched, type WatchedMediaDeps } from "./rules/watched-media.ts";
import type { Tracker } from "./tracker/index.ts";

export interface ClusterCallsOptions extends Omit<ReportDeps & RoomsDeps & WatchedMediaDeps, "tracker"> {
  tracker: Tracker;
  internalSecret: string;
}

/** Registers the routes that other edges and the api call. */
export function registerClusterCalls(app: FastifyInstance, options: ClusterCallsOptions): void {
  const { internalSecret } = options;
  registerAudiences(app, options);
  registerClusterCall(app, WATCHED_PATH, {
    internalSecret,
    answer: ({ client }): WatchedReport => ({ watched: listWatched(options, String(client)) }),
  });
  registerClusterCall(app, EDGE_REPORT_PATH, {
    internalSecret,
    answer: (): Promise<EdgeReport> => readReport(options),
  });
  registerClusterCall(app, EDGE_ROOMS_PATH, {
    internalSecret,
    answer: (): EdgeRooms => ({ rooms: listRooms(options) }),
  });
}
