import type { ErrorBody } from "@shoal/contract";
import type { PluginSession, PluginSessionRequest } from "@shoal/contract/player";
import { postText } from "../post-text.ts";
import { renewalDelayMs } from "../session/renewal.ts";
import { whenVisited } from "../when-visited.ts";
import type { ShoalError, ShoalErrorType, ShoalOptions } from "./plugin.types.ts";

/**
 * The retry delay that an edge with default limits requests from clients above the limits. Scripts cannot read the response header
 * that states it.
 */
const RETRY_MIN_MS = 5_000;
const RETRY_SPREAD_MS = 10_000;
/**
 * How long to wait for a value from the page, in ms. Pages request it from their backend, which may never respond. Without a limit,
 * nothing would be renewed or retried.
 */
const PAGE_TIMEOUT_MS = 10_000;

export interface PluginSessionOptions {
  /** The page's current values. Token and consent are read at each renewal. */
  page: Pick<ShoalOptions, "edgeUrl" | "authorization" | "consent">;
  request: PluginSessionRequest;
  /** Called with the first session and each one that renews it. */
  onOpened(session: PluginSession): void;
  /** Called on errors. `unreachable` is retried automatically. After any other error, no more data may be exchanged. */
  onError(error: ShoalError): void;
}

export interface PluginSessionKeeper {
  readonly current: PluginSession | undefined;
  renewNow(): Promise<void>;
  close(): void;
}

const ERROR_OF_CODE: Record<string, ShoalErrorType> = {
  config_key_unknown: "key_unknown",
  config_site_denied: "site_denied",
  bad_request: "options",
};

/** Returns a value, or the result of the page's function. @throws what the function throws, or a string on a timeout. */
const resolveValue = <T>(given: T | (() => T | Promise<T>)): T | Promise<T> =>
  typeof given === "function"
    ? Promise.race([
        (given as () => T)(),
        new Promise<never>((_, reject) => setTimeout(reject, PAGE_TIMEOUT_MS, "page silent")),
      ])
    : given;

/** Requests a session from the edge. @returns the error if no session was opened. */
async function requestSession(
  { page, request }: PluginSessionOptions,
  running: PluginSession | undefined,
): Promise<PluginSession | ShoalError> {
  let response: Response;
  let answer: unknown;
  try {
    // A page that did not respond is queried again, as an unreachable edge is.
    response = await postText(`${page.edgeUrl}/plugin/sessions`, {
      ...request,
      sessionId: running?.sessionId,
      beaconToken: running?.beacon.token,
      authorization: await resolveValue(page.authorization),
      consent: await resolveValue(page.consent),
    });
    answer = await response.json();
  } catch (cause) {
    return { type: "unreachable", detail: String(cause) };
  }
  if (response.ok) return answer as PluginSession;
  const { code, message } = answer as ErrorBody;
  // After a rate limit or a failure of an edge, a retry may succeed.
  const type = ERROR_OF_CODE[code] ?? (response.status < 429 ? "denied" : "unreachable");
  return { type, detail: `${code}: ${message}` };
}

/** Opens a session for media on any CDN and keeps its token and ticket fresh. */
export function maintainPluginSession(options: PluginSessionOptions): PluginSessionKeeper {
  let session: PluginSession | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let call: Promise<void> | undefined;
  let isClosed = false;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void renewNow(), delayMs);
  };
  async function renew(): Promise<void> {
    const { consent } = options.page;
    try {
      const fresh = await requestSession(options, session);
      if (isClosed) return;
      // The viewer answered while the request was running, so the response is outdated.
      if (consent !== options.page.consent) return renew();
      if ("detail" in fresh) return failed(fresh);
      session = fresh;
      schedule(renewalDelayMs(Date.parse(fresh.tokenExpiresAt), Date.parse(fresh.serverTime)));
      options.onOpened(fresh);
    } catch (error) {
      if (!isClosed) failed({ type: "internal", detail: String(error) });
    }
  }
  function failed(error: ShoalError): void {
    options.onError(error);
    if (error.type === "unreachable") schedule(RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS);
  }
  function renewNow(): Promise<void> {
    call ??= renew().finally(() => {
      call = undefined;
    });
    return call;
  }
  whenVisited(renewNow);
  return {
    get current() {
      return session;
    },
    renewNow,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
