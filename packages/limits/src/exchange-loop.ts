import { CountsUnavailableError } from "./shared-counts.ts";

/** The interval at which processes exchange their counts. */
const EXCHANGE_INTERVAL_MS = 1_000;

/**
 * Exchanges counts once a second. A failure of the store of the shared counts is logged where it is detected, so it is not reported
 * here.
 */
export class ExchangeLoop {
  readonly #exchange: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(exchange: () => Promise<void>, onError: (error: unknown) => void) {
    this.#exchange = exchange;
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.#exchange()
        .catch((error: unknown) => {
          if (!(error instanceof CountsUnavailableError)) this.#onError(error);
        })
        .finally(() => {
          if (this.#timer) this.start();
        });
    }, EXCHANGE_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
