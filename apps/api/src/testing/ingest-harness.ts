import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ResponseOf } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import {
  type AdmittedLive,
  type JournalSegment,
  LIVE_JOURNAL_PAGE_SEGMENTS,
  type LiveCondition,
  type LiveJournalPage,
  type LiveReport,
  type LiveSource,
  liveJournalPageOf,
  liveRoutes,
  type SourceCondition,
} from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/stored-data";
import type { TestApi } from "../test-api.ts";

/** The video track in the reports of simulated ingests. */
const LIVE_TRACK: ListedTrack = {
  id: "v0",
  kind: "video",
  codecs: "avc1.64001f",
  language: null,
  name: null,

  width: 1_280,
  height: 720,
  fps: 25,
  bandwidthBps: 1_200_000,
  averageBandwidthBps: 1_000_000,
};

/** The fields of an ingest's report that mark a live as running. */
export const RUNNING: Partial<LiveReport> = {
  version: 2,
  state: "live",
  startedAtMs: 1_700_000_000_000,
  tracks: [LIVE_TRACK],
};

/** A simulated ingest. */
export class TestIngest {
  readonly #api: TestApi;
  /** The current run, which changes at each restart. */
  run: { id: string; url: string };

  constructor(api: TestApi, url = "http://127.0.0.1:9100") {
    this.#api = api;
    this.run = { id: randomUUID(), url };
  }

  restart(): void {
    this.run = { ...this.run, id: randomUUID() };
  }

  admit(key: string, more: object = {}): Promise<ResponseOf<typeof liveRoutes.admitLive>> {
    return this.#post(liveRoutes.admitLive.path, { key, ...more });
  }

  async findKey(id: string): Promise<string | null> {
    const answer = await this.#post<ResponseOf<typeof liveRoutes.findLiveKey>>(liveRoutes.findLiveKey.path, {
      id,
    });
    return answer.key;
  }

  /** Requests admission of a live. @throws Error if the key is unknown. */
  async begin(key: string): Promise<AdmittedLive> {
    const { live } = await this.admit(key);
    if (!live) throw new Error("The live was not admitted");
    return live;
  }

  /** Reports the state of lives. @returns the lives that must end. */
  async report(...reports: LiveReport[]): Promise<{ uuid: string; generation: number }[]> {
    return (await this.exchange({ reports })).unwanted;
  }

  /**
   * Exchanges state with the API.
   * @returns the API's complete instructions for lives.
   */
  exchange(wanted: {
    reports: LiveReport[];
    conditions?: LiveCondition[];
  }): Promise<ResponseOf<typeof liveRoutes.reportLives>> {
    return this.#post(liveRoutes.reportLives.path, wanted);
  }

  /** Reports the state of fetched lives. @returns the lives that the ingest must fetch. */
  async fetch(...fetched: SourceCondition[]): Promise<LiveSource[]> {
    const answer = await this.#post<ResponseOf<typeof liveRoutes.reportLives>>(liveRoutes.reportLives.path, {
      reports: [],
      canFetch: true,
      fetched,
    });
    return answer.sources;
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const secret = this.#api.env.INTERNAL_SECRET ?? "";
    const response = await fetch(`${this.#api.internalUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: secret },
      body: JSON.stringify({ ...body, ingest: this.run }),
    });
    if (!response.ok) throw new Error(`The api answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}

/** Returns an ingest's default report of a live that is connecting. */
export const createReport = (
  { uuid, generation }: Pick<AdmittedLive, "uuid" | "generation">,
  more: Partial<LiveReport>,
): LiveReport => ({
  uuid,
  generation,
  version: 1,
  state: "connecting",
  fault: null,

  startedAtMs: null,
  endedAtMs: null,
  tracks: [],
  folder: null,
  isClosed: false,
  ...more,
});

/** Puts an object into the media store. */
export async function putObject({ env }: Pick<TestApi, "env">, name: string, text: string): Promise<void> {
  const path = join(env.MEDIA_STORE ?? "", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Stores a number of segments of 2 s, as an ingest does. */
export async function storeSegments(
  api: Pick<TestApi, "env">,
  folder: string,
  count: number,
  { endNumber }: Pick<LiveJournalPage, "endNumber"> = {},
): Promise<void> {
  const range = (name: string) => ({ object: `${folder}${name}`, offset: 0, length: 4, sha256: "0" });
  const segments = Array.from(
    { length: count },
    (_, number): JournalSegment => ({
      number,
      programDateTimeMs: 1_700_000_000_000 + number * 2_000,
      isFirstOfPeriod: number === 0,
      inits: { v0: range("v0/init-0.m4s") },
      media: { v0: { ...range(`v0/${number}.m4s`), mediaTimeSec: number * 2, durationSec: 2 } },
    }),
  );
  for (const { media } of segments) await putObject(api, media.v0?.object ?? "", "bits");
  for (let page = 0; page * LIVE_JOURNAL_PAGE_SEGMENTS < count; page++) {
    const from = page * LIVE_JOURNAL_PAGE_SEGMENTS;
    const written: LiveJournalPage = {
      tracks: [LIVE_TRACK],
      segments: segments.slice(from, from + LIVE_JOURNAL_PAGE_SEGMENTS),
      ...(endNumber === undefined ? {} : { endNumber }),
    };
    await putObject(api, liveJournalPageOf(folder, page), JSON.stringify(written));
  }
}
