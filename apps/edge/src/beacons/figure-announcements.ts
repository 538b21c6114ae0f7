import { internalRoutes } from "@shoal/contract/edge";
import type { ApiAddress } from "../playback/descriptor-source.ts";
import { reportToApi } from "../plugin/notify-api.ts";

/** The minimum time between two announcements, in ms. The api updates figures no more often than this. */
const MIN_INTERVAL_MS = 2_000;

export interface FigureAnnouncementsOptions extends ApiAddress {
  onAway: (error: unknown) => void;
  /** Sends an announcement. Tests pass their own function. */
  send?: () => Promise<void>;
}

/**
 * Announces to the api that rows have been inserted into ClickHouse, so that an idle api does not have to query ClickHouse for
 * changes. An announcement that cannot be sent is dropped, since the api also looks for new figures every 30 s.
 */
export class FigureAnnouncements {
  readonly #options: FigureAnnouncementsOptions;
  #timer: NodeJS.Timeout | undefined;
  #isOwed = false;
  #sending: Promise<void> = Promise.resolve();

  constructor(options: FigureAnnouncementsOptions) {
    this.#options = options;
  }

  /** Announces inserted rows now. If the last announcement is too recent, announces them later together with others. */
  notice(): void {
    this.#isOwed = true;
    if (!this.#timer) this.#send();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
  }

  #send(): void {
    this.#isOwed = false;
    const { send = () => reportToApi(this.#options, internalRoutes.announceFigures, {}) } = this.#options;
    this.#sending = send().catch(this.#options.onAway);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isOwed) this.#send();
    }, MIN_INTERVAL_MS);
    this.#timer.unref();
  }
}
