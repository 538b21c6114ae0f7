import {
  AppError,
  MAX_STATISTICS_DAYS,
  type StatisticsFilter,
  type StatisticsQuery,
  type StatisticsStep,
} from "@shoal/contract";
import { hasTooManySteps, stepFor } from "@shoal/domain/statistics";
import { oldestMinuteSec } from "../figures/index.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The sessions to include: client, period and filters. */
export interface SessionScope {
  clientUuid: string;
  /** The start of the period in ms since 1970; both ends are at full minutes, and the end is exclusive. */
  fromMs: number;
  toMs: number;
  /** The IANA name of the time zone. */
  timeZone: string;
  filter: StatisticsFilter;
  /** Limits sessions to one config: plugin sessions with its key, and sessions of videos to which it was assigned. */
  config: { uuid: string; videos: string[] } | undefined;
  /** The videos of a collection or of a set, as ClickHouse identifies them; undefined without either. */
  videos: string[] | undefined;
}

/** @throws AppError "bad_request" for an unreadable period, "not_found" if the client does not have the subject. */
export async function openScope(
  repository: StatisticsRepository,
  clientUuid: string,
  query: StatisticsQuery,
): Promise<SessionScope> {
  const fromMs = Math.floor(Date.parse(query.from) / MINUTE_MS) * MINUTE_MS;
  const toMs = Math.ceil(Date.parse(query.to) / MINUTE_MS) * MINUTE_MS;
  assertPeriod(fromMs, toMs);
  const [timeZone, config, collected, chosen] = await Promise.all([
    query.timeZone ?? repository.findTimeZone(clientUuid),
    query.config === undefined ? undefined : openConfig(repository, clientUuid, query.config),
    query.collection === undefined ? undefined : openCollection(repository, clientUuid, query.collection),
    query.videos === undefined ? undefined : openSet(repository, clientUuid, query.videos),
  ]);
  const videos =
    collected && chosen ? chosen.filter((video) => collected.includes(video)) : (collected ?? chosen);
  return { clientUuid, fromMs, toMs, timeZone, filter: query.filter ?? {}, config, videos };
}

/** Returns the scope with the preceding period of the same length, as far as ClickHouse's moments go back. */
export const precedingScope = (scope: SessionScope): SessionScope => ({
  ...scope,
  fromMs: Math.max(0, 2 * scope.fromMs - scope.toMs),
  toMs: scope.fromMs,
});

/** The range of moments that may be queried: ClickHouse stores those from 1970 to 2106, and each period needs a preceding one. */
const [EARLIEST_MS, LATEST_MS] = [Date.UTC(1971, 0), Date.UTC(2106, 0)];

function assertPeriod(fromMs: number, toMs: number): void {
  const refuse = (path: "from" | "to", reason: string) => {
    const end = path === "from" ? "beginning" : "end";
    throw new AppError("bad_request", `The ${end} of the period ${reason}`, [{ path, reason }]);
  };
  if (fromMs < EARLIEST_MS) refuse("from", "is out of range");
  if (toMs > LATEST_MS) refuse("to", "is out of range");
  if (toMs <= fromMs) refuse("to", "must be after from");
  if (toMs - fromMs > MAX_STATISTICS_DAYS * DAY_MS)
    refuse("to", `must be at most ${MAX_STATISTICS_DAYS} days after from`);
}

async function openConfig(repository: StatisticsRepository, clientUuid: string, uuid: string) {
  const videos = await repository.listConfigVideos(clientUuid, uuid);
  if (!videos) throw new AppError("config_not_found", "No such config");
  return { uuid, videos };
}

async function openCollection(repository: StatisticsRepository, clientUuid: string, name: string) {
  const videos = await repository.listCollectionVideos(clientUuid, name);
  if (!videos) throw new AppError("not_found", "No such collection");
  return videos;
}

/** @throws AppError "video_not_found" that names each video of the set that the client does not have. */
async function openSet(repository: StatisticsRepository, clientUuid: string, videos: string[]) {
  const known = new Set((await repository.listNamed(clientUuid, videos)).map(({ uuid }) => uuid));
  const fields = videos.flatMap((video, index) =>
    known.has(video) ? [] : [{ path: `videos.${index}`, reason: "is not a video of this client", video }],
  );
  if (fields.length === 0) return [...new Set(videos)];
  const names = fields.map(({ video }) => video).join(", ");
  throw new AppError(
    "video_not_found",
    `No such video: ${names}`,
    fields.map(({ path, reason }) => ({ path, reason })),
  );
}

/** Returns the requested step, unless it gives too many points or is older than the available minutes. */
export function stepOf(
  { fromMs, toMs }: Pick<SessionScope, "fromMs" | "toMs">,
  wanted: StatisticsStep | undefined,
  nowMs: number,
): StatisticsStep {
  const step = wanted ?? stepFor(toMs - fromMs);
  if (hasTooManySteps(toMs - fromMs, step))
    throw new AppError("bad_request", "The period has too many steps of this length", [
      { path: "step", reason: "must be longer for such a long period" },
    ]);
  return step === "minute" && fromMs < oldestMinuteSec(nowMs) * 1_000 ? "hour" : step;
}
