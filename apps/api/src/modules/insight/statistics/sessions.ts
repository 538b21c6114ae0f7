import {
  AppError,
  type QueryOf,
  type routes,
  type StatisticsSessions,
  type StatisticsSessionTimeline,
} from "@shoal/contract";
import type { RunQueryFor } from "./query-analytics.ts";
import type { SessionScope } from "./scope.ts";
import { createSessionReader } from "./session-reader.ts";
import { presentMinute, presentSession, readEvents } from "./sessions.present.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";

type SessionsQuery = QueryOf<typeof routes.listStatisticsSessions>;
type SessionsScopeQuery = Pick<
  SessionsQuery,
  "from" | "to" | "config" | "collection" | "filter" | "timeZone"
>;

interface SessionsDeps {
  runQueryFor: RunQueryFor;
  repository: Pick<StatisticsRepository, "findTitles" | "findVideo">;
  openScope: (clientUuid: string, query: SessionsScopeQuery) => Promise<SessionScope>;
}

/** Creates the queries for individual sessions, as far back as there are minutes. */
export function createSessions({ runQueryFor, repository, openScope }: SessionsDeps) {
  return {
    /** @throws AppError like the service's other queries. */
    async listSessions(
      { clientUuid }: { clientUuid: string },
      { viewer, sort, order, page, pagesize, ...query }: SessionsQuery,
      isGone?: AbortSignal,
    ): Promise<StatisticsSessions> {
      const scope = await openScope(clientUuid, query);
      const paging = { sort, order, limit: pagesize, offset: (page - 1) * pagesize };
      const { rows, size } = await createSessionReader(runQueryFor(isGone)).list({ scope, viewer }, paging);
      const titles = await repository.findTitles(
        clientUuid,
        rows.map(({ video }) => video),
      );
      return {
        asOf: new Date().toISOString(),
        rows: rows.map((row) => presentSession(row, titles.get(row.video))),
        size,
      };
    },

    /** @throws AppError "not_found" if it is not a session of the client, or its minutes are no longer stored. */
    async getSession(
      { clientUuid }: { clientUuid: string },
      uuid: string,
      isGone?: AbortSignal,
    ): Promise<StatisticsSessionTimeline> {
      const found = await createSessionReader(runQueryFor(isGone)).find(clientUuid, uuid);
      if (!found) throw new AppError("not_found", "No such session");
      const { session, minutes } = found;
      const [titles, video] = await Promise.all([
        repository.findTitles(clientUuid, [session.video]),
        repository.findVideo(clientUuid, session.video),
      ]);
      return {
        ...presentSession(session, titles.get(session.video)),

        asOf: new Date().toISOString(),
        durationSec: video?.durationSec ?? null,
        minutes: minutes.map(presentMinute),
        events: minutes.flatMap(readEvents).sort((a, b) => a.at.localeCompare(b.at)),
      };
    },
  };
}
