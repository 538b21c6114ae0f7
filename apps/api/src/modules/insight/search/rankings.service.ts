import {
  AppError,
  DEFAULT_PAGE_SIZE,
  KEY_METRICS,
  KEY_PERIOD_SEC,
  KEY_PERIODS,
  type KeyListQuery,
  type KeyMetric,
  type KeySortField,
  type ListedKey,
  type RankedKey,
  type TopInput,
} from "@shoal/contract";
import { metricsKeyOf } from "@shoal/domain/metrics-key";
import type { Database } from "../../../platform/database.ts";
import { hiddenFields } from "../../../platform/http/hidden-fields.ts";
import { createEngineQuery, type EngineDeps } from "./engine-query.ts";
import { figuresOfRow, rankingStatement } from "./key-figures.ts";
import { findRows } from "./key-rows.ts";
import { createMetricsKeysRepository, type MetricsKeysRepository } from "./metrics-keys.repository.ts";
import { clientFor, type FiguresReader, ownRows } from "./reader.ts";
import type { SearchRow } from "./run-search.ts";

const DEFAULT_SORT: KeySortField = "hourview_day";

/** Creates the service that ranks watched videos, best or worst first. */
export function createRankingsService({ db, analytics, onError }: EngineDeps & { db: Database }) {
  const engine = createEngineQuery({ analytics, onError });
  const keys = createMetricsKeysRepository(db);

  async function listKeys(reader: FiguresReader, query: KeyListQuery, order: { isBestFirst: boolean }) {
    const { filter = {}, page, pagesize = DEFAULT_PAGE_SIZE } = query;
    const clientUuid = clientFor(reader, filter.client);
    if (filter.user !== undefined && !seesAuthor(reader, filter.user)) throw hiddenFields(["filter.user"]);
    const { metric, period, isDescending } = sortOf(query.sort, order);
    const untilSec = Math.ceil(Date.now() / 1_000);
    const statement = rankingStatement({
      rows: [[{ clientUuid, videos: "all" }]],
      metric,
      isDescending,

      fromSec: untilSec - KEY_PERIOD_SEC[period],
      untilSec,
    });
    const rows = await engine.ask(reader, (run) => run(statement));
    const all = (await listVideos(keys, clientUuid, rows)).filter(({ video }) =>
      matchesFilter(video, filter),
    );
    const shown = all.slice((page - 1) * pagesize, page * pagesize);
    return { _embedded: shown.map((each) => presentKey(reader, each, period)), _size: all.length };
  }

  return {
    /**
     * Ranks videos, best first.
     * @throws AppError "client_not_found", "unavailable", "too_many_requests", "forbidden" for a user whom the reader does not see.
     */
    listBest: (reader: FiguresReader, query: KeyListQuery) => listKeys(reader, query, { isBestFirst: true }),

    /** Ranks one user's videos, worst first. */
    listWorst: (reader: FiguresReader, query: KeyListQuery) => {
      const filter = { user: reader.username, ...query.filter };
      return listKeys(reader, { ...query, filter }, { isBestFirst: false });
    },

    /**
     * Ranks the best of a period, including media on other CDNs.
     * @throws AppError "client_not_found", SearchError "not_found" for an unknown key, AppError "bad_request" for a period that ends before
     * it starts.
     */
    async rank(reader: FiguresReader, input: TopInput): Promise<{ _embedded: RankedKey[]; _size: number }> {
      const { client, key, sortOn: metric, sortBy, rankingSize } = input;
      const clientUuid = clientFor(reader, client);
      const [fromSec, untilSec] = periodOf(input);
      const rowsOf = await findRows(keys, reader, key === undefined ? [] : [{ name: key, at: "key" }]);
      const requested = key === undefined ? [] : [rowsOf([key])];
      const isDescending = sortBy === undefined ? metric !== "rebuff" : sortBy === "desc";
      const statement = rankingStatement({
        rows: [ownRows({ ...reader, clientUuid }), ...requested],

        fromSec,
        untilSec,
        metric,
        isDescending,
      });
      const rows = await engine.ask(reader, (run) => run(statement));
      const all = await nameRanked(keys, clientUuid, rows.slice(0, rankingSize));
      return { _embedded: all, _size: rows.length };
    },
  };
}
export type RankingsService = ReturnType<typeof createRankingsService>;

/**
 * Converts the sort field of a query.
 * @example sortOf({ rebuff_day: 1 }, { isBestFirst: true }) // by rebuff of a day, ascending
 */
function sortOf(sort: KeyListQuery["sort"], { isBestFirst }: { isBestFirst: boolean }) {
  const [field = DEFAULT_SORT, direction] = Object.entries(sort ?? {})[0] ?? [];
  const metric = KEY_METRICS.find((name) => field.startsWith(`${name}_`)) ?? "hourview";
  const period = KEY_PERIODS.find((name) => field.endsWith(`_${name}`)) ?? "day";
  const usual = (metric !== "rebuff") === isBestFirst;
  return { metric, period, isDescending: direction === undefined ? usual : direction === -1 };
}

const MAX_SEC = 2 ** 32 - 1;

function periodOf({ startDate, endDate }: TopInput): [number, number] {
  const [from, until] = [startDate, endDate].map((moment) => {
    const sec = Math.floor(Date.parse(moment) / 1_000);
    return Math.min(Math.max(0, sec), MAX_SEC);
  });
  if (from === undefined || until === undefined || Date.parse(endDate) <= Date.parse(startDate))
    throw new AppError("bad_request", "Some fields are not valid", [
      { path: "endDate", reason: "must be after the start" },
    ]);
  return [from, until];
}

type StoredVideo = Awaited<ReturnType<MetricsKeysRepository["listVideos"]>>[number];
interface WatchedVideo {
  video: StoredVideo;
  row: SearchRow;
}

/** Lists the remaining videos of the client, in the order of the ranking. */
async function listVideos(
  keys: MetricsKeysRepository,
  clientUuid: string,
  rows: readonly SearchRow[],
): Promise<WatchedVideo[]> {
  const uuids = rows.map(({ video }) => String(video)).filter(isUuid);
  const videos = uuids.length > 0 ? await keys.listVideos(clientUuid, uuids) : [];
  const byUuid = new Map(videos.map((video) => [video.uuid, video]));
  return rows.flatMap((row) => {
    const video = byUuid.get(String(row.video));
    return video ? [{ video, row }] : [];
  });
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Whether the reader may know the creator of a video, which is always so for their own videos. */
const seesAuthor = ({ seesAuthors, username }: FiguresReader, author: string) =>
  seesAuthors || author === username;

function matchesFilter(
  { type, username, live_type: liveType }: StoredVideo,
  filter: NonNullable<KeyListQuery["filter"]>,
) {
  const { user, type: wantedType, camera } = filter;
  if (user !== undefined && user !== username) return false;
  if (wantedType !== undefined && wantedType !== type) return false;
  return camera === undefined || camera === (liveType === "camera");
}

function presentKey(reader: FiguresReader, { video, row }: WatchedVideo, period: string): ListedKey {
  const figures = Object.entries(figuresOfRow(row)) as [KeyMetric, number | null][];
  return {
    authorizationKey: metricsKeyOf({ uuid: video.uuid, liveType: video.live_type }),

    uuid: video.uuid,
    title: video.title,
    type: video.type,
    user: video.username !== null && seesAuthor(reader, video.username) ? video.username : null,
    ...Object.fromEntries(figures.map(([metric, value]) => [`${metric}_${period}`, value])),
  };
}

/** Finds the names of the ranked subjects; a deleted subject is shown by its key. */
async function nameRanked(
  keys: MetricsKeysRepository,
  clientUuid: string,
  rows: readonly SearchRow[],
): Promise<RankedKey[]> {
  const names = rows.map(({ video }) => String(video));
  const videos = (await listVideos(keys, clientUuid, rows)).map(({ video }) => video);
  const elsewhere = names.length > 0 ? await keys.listElsewhere(clientUuid, names) : [];
  const known = new Map([
    ...elsewhere.map(({ uuid, name, title }) => [name, { uuid, key: uuid, title: title || name }] as const),
    ...videos.map(({ uuid, title, live_type: liveType }) => {
      return [uuid, { uuid, key: metricsKeyOf({ uuid, liveType }), title }] as const;
    }),
  ]);
  return rows.map((row) => {
    const name = String(row.video);
    const { uuid, key, title } = known.get(name) ?? { uuid: name, key: name, title: "" };
    return { authorizationKey: key, uuid, title, ...figuresOfRow(row) };
  });
}
