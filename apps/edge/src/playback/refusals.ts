import { AppError, type ErrorCode } from "@shoal/contract";
import type { FastifyBaseLogger } from "fastify";
import type { EdgeMetrics } from "../platform/metrics.ts";

/** The viewer and the video that a rejection concerns. */
export interface RefusalContext {
  clientId: string;
  video: string;
  /** The viewer's network, a /24 or /48, because full addresses are never logged. */
  networkPrefix: string;
}

/** Rejections that are usual first responses. They are neither counted nor logged. */
const EXPECTED_REFUSALS: readonly ErrorCode[] = ["playback_password_required", "playback_not_ready"];

/** Counts and logs rejected viewers, by reason. */
export class Refusals {
  readonly #metrics: Pick<EdgeMetrics, "playsRefused">;
  readonly #log: Pick<FastifyBaseLogger, "info">;
  constructor(metrics: Pick<EdgeMetrics, "playsRefused">, log: Pick<FastifyBaseLogger, "info">) {
    this.#metrics = metrics;
    this.#log = log;
  }

  /**
   * Calls `admit`, and records its rejections.
   * @returns the result of `admit`.
   * @throws the error of `admit`.
   */
  async watch<T>(refused: RefusalContext, admit: () => Promise<T>): Promise<T> {
    try {
      return await admit();
    } catch (error) {
      if (error instanceof AppError && isRefusal(error)) this.#record(refused, error);
      throw error;
    }
  }

  #record(refused: RefusalContext, { code, fields }: AppError): void {
    this.#metrics.playsRefused.inc({ reason: code });
    const [why] = fields ?? [];
    this.#log.info(
      { ...refused, reason: code, ...(why ? { why: why.reason } : {}) },
      "A viewer was kept out",
    );
  }
}

const isRefusal = ({ code, status }: AppError) =>
  (status === 401 || status === 403) && !EXPECTED_REFUSALS.includes(code);
