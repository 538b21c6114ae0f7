import type { PlaySession } from "@shoal/contract";
import { callPlay, PlayCallError } from "./play-call.ts";

/** A clock that is wrong by hours must not renew at every tick, nor never. */
const RENEW_MIN_MS = 10_000;
const RENEW_MAX_MS = 6 * 3_600_000;
/** Renewed with a quarter of its life left, so that several attempts fit before it ends. */
const RENEW_AT = 0.75;
const RETRY_MIN_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;
const TOKEN_IN_PATH = /\/m\/[^/]+\//;

export interface SessionKeeperOptions {
  session: PlaySession;
  edgeUrl: string;
  referrer: string;
  onRenewed?(session: PlaySession): void;
  /** The edge no longer lets this viewer watch. */
  onDenied?(error: PlayCallError): void;
}

export interface SessionKeeper {
  readonly current: PlaySession;
  /** The same URL with the token that holds now. */
  freshUrl(url: string): string;
  /** Renews now, once however many ask; resolves when it succeeded or failed. */
  renewNow(): Promise<void>;
  close(): void;
}

/** How long before a token is renewed, in ms. */
export function renewalDelayMs(expiresAtMs: number, nowMs: number): number {
  return Math.min(RENEW_MAX_MS, Math.max(RENEW_MIN_MS, (expiresAtMs - nowMs) * RENEW_AT));
}

/** Keeps a play session's token and ticket fresh for as long as the page plays. */
export function keepSession(options: SessionKeeperOptions): SessionKeeper {
  let session = options.session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewal: Promise<void> | undefined;
  let isClosed = false;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void renewNow(), delayMs);
  };
  const scheduleRenewal = () => schedule(renewalDelayMs(Date.parse(session.tokenExpiresAt), Date.now()));
  async function renew(): Promise<void> {
    const { uuid, sessionId } = session;
    try {
      session = await callPlay({ edgeUrl: options.edgeUrl, uuid, referrer: options.referrer, sessionId });
      options.onRenewed?.(session);
      scheduleRenewal();
    } catch (error) {
      const isRefused =
        error instanceof PlayCallError && (error.type === "denied" || error.type === "not_found");
      if (isRefused) options.onDenied?.(error);
      else schedule(RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS);
    }
  }
  function renewNow(): Promise<void> {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }
  scheduleRenewal();
  return {
    get current() {
      return session;
    },
    freshUrl: (url) => url.replace(TOKEN_IN_PATH, `/m/${session.token}/`),
    renewNow,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
