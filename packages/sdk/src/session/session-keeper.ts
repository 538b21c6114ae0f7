import type { PlaySession } from "@shoal/contract/player";
import { DENIED_FAULTS, type PlayerFaultType } from "../faults.ts";
import { callPlay, PlayCallError, type RequestingPage } from "./play-call.ts";
import { renewalDelayMs } from "./renewal.ts";

const RETRY_MIN_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;
/** The number of seconds for which an edge may hold its response while a live has no publisher, for example between two of its runs. */
const MAX_LIVE_WAIT_SEC = 20;
const TOKEN_PATTERN = /\/m\/[^/]+\//;

export interface SessionKeeperOptions extends RequestingPage {
  session: PlaySession;
  edgeUrl: string;
  onRenewed?(session: PlaySession): void;
  /** Called before `onRenewed` if the video has another generation. The media of the old URLs no longer exist. */
  onReplaced?(session: PlaySession): void;
  /** Called when the edge no longer allows this viewer to watch. */
  onDenied?(error: PlayCallError): void;
  /** Called while the video is being encoded again. The call is repeated until the video is ready. */
  onUnready?(error: PlayCallError): void;
}

export interface SessionKeeper {
  readonly current: PlaySession;
  /** Replaces the token in a URL by the session's current token. */
  freshUrl(url: string): string;
  /** Renews the session immediately, once for all concurrent callers. Resolves when the renewal has succeeded or failed. */
  renewNow(): Promise<void>;
  close(): void;
}

/** The errors for which a retry helps only after some action by the viewer or the page. */
const FINAL_FAULTS: readonly PlayerFaultType[] = [
  ...DENIED_FAULTS,
  "not_found",
  "link_ended",
  "not_started",
  "password_required",
  "password_wrong",
];

/**
 * Returns a random delay of one to two times the requested wait, so that viewers rejected at the same time do not return at the same time.
 */
function retryDelayMs(error: unknown): number {
  const waitMs = error instanceof PlayCallError ? error.retryAfterMs : undefined;
  return (waitMs ?? RETRY_MIN_MS) + Math.random() * Math.max(waitMs ?? 0, RETRY_SPREAD_MS);
}

/** Keeps a play session's token and ticket fresh for as long as the page plays. */
export function maintainSession(options: SessionKeeperOptions): SessionKeeper {
  let session = options.session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewal: Promise<void> | undefined;
  let isClosed = false;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void renewNow(), delayMs);
  };
  const scheduleRenewal = () =>
    schedule(renewalDelayMs(Date.parse(session.tokenExpiresAt), Date.parse(session.serverTime)));
  async function renew(): Promise<void> {
    const { uuid, isLink, sessionId, pass, generation, live } = session;
    const { edgeUrl, referrer, authorization, ownerPass, consent, viewer, pageProof } = options;
    const beaconToken = session.beacon.token;
    const consentAtStart = consent?.();
    const waitSec = live ? MAX_LIVE_WAIT_SEC : 0;
    const running = { uuid, isLink, sessionId, beaconToken, pass, waitSec };
    const call = { edgeUrl, referrer, authorization, ownerPass, consent, viewer, pageProof, ...running };
    try {
      const renewed = await callPlay(call);
      if (isClosed) return;
      // The viewer answered while the request was running, so the response is outdated.
      if (consentAtStart !== consent?.()) return renew();
      session = renewed;
      if (session.generation !== generation) options.onReplaced?.(session);
      options.onRenewed?.(session);
      scheduleRenewal();
    } catch (error) {
      if (isClosed) return;
      if (error instanceof PlayCallError && FINAL_FAULTS.includes(error.type)) {
        options.onDenied?.(error);
        return;
      }
      if (error instanceof PlayCallError && error.type === "not_ready") options.onUnready?.(error);
      schedule(retryDelayMs(error));
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
    freshUrl: (url) => url.replace(TOKEN_PATTERN, `/m/${session.token}/`),
    renewNow,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
