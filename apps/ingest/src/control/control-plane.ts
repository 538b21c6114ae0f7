import type { ResponseOf } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import {
  type IngestRun,
  type LiveCondition,
  type LiveReport,
  liveRoutes,
  type SourceCondition,
} from "@shoal/contract/ingest";
import type { z } from "zod";

/** The time limit of a call. Encoders give up after a few seconds and retry. */
const TIMEOUT_MS = 5_000;

export type AdmissionResponse = ResponseOf<typeof liveRoutes.admitLive>;

export type ReportLivesResponse = ResponseOf<typeof liveRoutes.reportLives>;
export interface LivesReport {
  reports: LiveReport[];
  conditions: LiveCondition[];
  canFetch: boolean;
  fetched: SourceCondition[];
}

/** The calls from an ingest to the api. */
export interface ControlPlane {
  /**
   * Finds the live that a key belongs to. Rejects if the api is unreachable or its response is invalid. Errors never contain the
   * key.
   * @param endedGeneration a generation that has ended on this ingest.
   */
  admit(key: string, options: { endedGeneration?: number; signal: AbortSignal }): Promise<AdmissionResponse>;
  /**
   * Finds the key that encrypts a publication. Rejects with the same errors as `admit`.
   * @param id the uuid of a live, or of a client for its own key.
   * @returns the key; undefined if there is nothing to publish under this id.
   */
  findKey(id: string, signal: AbortSignal): Promise<string | undefined>;
  /** Sends a report. @returns the api's instructions: lives to end, their restream targets, and lives to fetch. */
  report(lives: LivesReport): Promise<ReportLivesResponse>;
}

interface ControlPlaneOptions {
  apiUrl: string;
  internalSecret: string;
  ingest: IngestRun;
}

export function createControlPlane({ apiUrl, internalSecret, ingest }: ControlPlaneOptions): ControlPlane {
  const post = async <T>(
    { path, response: schema }: { path: string; response: z.ZodType<T> },
    body: object,
    signal?: AbortSignal,
  ): Promise<T> => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${apiUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: internalSecret },
      body: JSON.stringify({ ...body, ingest }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The api answered ${response.status}`);
    }
    return schema.parse(await response.json());
  };
  return {
    admit(key, { endedGeneration, signal }) {
      const ended = endedGeneration === undefined ? {} : { endedGeneration };
      return post(liveRoutes.admitLive, { key, ...ended }, signal);
    },
    findKey: async (id, signal) => (await post(liveRoutes.findLiveKey, { id }, signal)).key ?? undefined,
    report: (lives) => post(liveRoutes.reportLives, lives),
  };
}
