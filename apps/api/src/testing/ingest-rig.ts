import { randomUUID } from "node:crypto";
import {
  type AdmittedLive,
  INTERNAL_SECRET_HEADER,
  type ListedTrack,
  type LiveCondition,
  type LiveReport,
  liveRoutes,
  type ResponseOf,
} from "@shoal/contract";
import type { TestApi } from "../test-api.ts";

/** What a live is watched in. */
export const LIVE_TRACK: ListedTrack = {
  ...{ id: "v0", kind: "video", codecs: "avc1.64001f", language: null, name: null },
  ...{ width: 1_280, height: 720, fps: 25, bandwidthBps: 1_200_000, averageBandwidthBps: 1_000_000 },
};

/** A report of a live that runs. */
export const RUNNING: Partial<LiveReport> = {
  ...{ version: 2, state: "live", startedAtMs: 1_700_000_000_000, tracks: [LIVE_TRACK] },
};

/** What an ingest asks and tells the api. */
export class TestIngest {
  readonly #api: TestApi;
  /** Another one after it was started again. */
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

  /** @throws Error when the key opens nothing. */
  async begin(key: string): Promise<AdmittedLive> {
    const { live } = await this.admit(key);
    if (!live) throw new Error("The live was not admitted");
    return live;
  }

  /** @returns the lives that are to end. */
  async tell(...reports: LiveReport[]): Promise<{ uuid: string; generation: number }[]> {
    return (await this.exchange({ reports })).unwanted;
  }

  /** @returns all that the api wants of lives. */
  exchange(told: {
    reports: LiveReport[];
    conditions?: LiveCondition[];
  }): Promise<ResponseOf<typeof liveRoutes.reportLives>> {
    return this.#post(liveRoutes.reportLives.path, told);
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

/** What an ingest tells of a live that is connecting, unless told otherwise. */
export const reportOf = (
  { uuid, generation }: Pick<AdmittedLive, "uuid" | "generation">,
  more: Partial<LiveReport>,
): LiveReport => ({
  ...{ uuid, generation, version: 1, state: "connecting", fault: null },
  ...{ startedAtMs: null, endedAtMs: null, tracks: [], folder: null, isClosed: false },
  ...more,
});
