import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

export const SESSIONS_KEY = ["sessions"] as const;

/** Query for the user's sessions, latest first. */
export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: () => call(routes.listSessions, {}),
});
