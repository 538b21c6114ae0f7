import { fillPath, queryString } from "@shoal/contract/address";
import { type Calls, PATHS } from "./calls.ts";
import { encodeForm } from "./encode-form.ts";
import { errorOf, ShoalError } from "./errors.ts";
import { wait } from "./wait.ts";

export type CallName = keyof Calls;
type Part<C, K extends string> = K extends keyof C ? Pick<C, K> : unknown;
/** The input of a call: parameters of its path, its query and its body. */
export type CallInput<N extends CallName> = Part<Calls[N], "params"> &
  Part<Calls[N], "query"> &
  Part<Calls[N], "body">;
export type CallAnswer<N extends CallName> = Calls[N]["response"];

export interface CallOptions {
  signal?: AbortSignal;
  /** The time limit of each attempt. */
  timeoutMs?: number;
  /** Under which a call that creates something is made once, however often it is sent; made when it is left out. */
  idempotencyKey?: string;
}

export interface ClientOptions {
  /** Origin of the installation, such as `https://video.example.com`; "" for the page's own. */
  url: string;
  /**
   * An API key, a session credential or an upload token; a function if it can change. Without one, only public calls are
   * possible.
   */
  key?: string | (() => string | undefined | Promise<string | undefined>);
  /** The time limit of each attempt; 30 s by default. */
  timeoutMs?: number;
  /** How often a call is tried again; 4 without it, 0 for never. */
  retries?: number;
  /** In which the reasons of wrong fields are wanted: `en` or `fr`. */
  language?: string;
  /** In place of the platform's own. */
  fetch?: typeof fetch;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 4;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** For longer delays the caller decides: the error states the delay. */
const LONGEST_WANTED_WAIT_SEC = 60;

export type Send = <N extends CallName>(
  name: N,
  input: CallInput<N>,
  options?: CallOptions,
) => Promise<CallAnswer<N>>;

/** The headers that identify the caller. */
export async function headersOf({
  key,
  language,
}: Pick<ClientOptions, "key" | "language">): Promise<Record<string, string>> {
  const credential = typeof key === "function" ? await key() : key;
  return {
    ...(credential ? { authorization: `Bearer ${credential}` } : {}),
    ...(language ? { "accept-language": language } : {}),
  };
}

/**
 * Makes calls by name. After a response of 429, or of 503 with a retry time, it waits and retries; a call whose response was
 * lost is repeated if that is safe: it only reads, or has an idempotency key.
 */
export function createSend(options: ClientOptions): Send {
  const { retries = DEFAULT_RETRIES } = options;
  return async (name, input, callOptions = {}) => {
    const method = methodOf(name);
    const idempotencyKey = callOptions.idempotencyKey ?? (isCreating(name) ? crypto.randomUUID() : undefined);
    const isRepeatable = method === "GET" || idempotencyKey !== undefined;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptCall(options, name, input, {
          ...callOptions,
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        });
      } catch (error) {
        const pauseMs = pauseMsOf(error, attempt, isRepeatable);
        if (attempt >= retries || pauseMs === undefined) throw error;
        await wait(pauseMs, callOptions.signal);
      }
    }
  };
}

const methodOf = (name: CallName) => PATHS[name].slice(0, PATHS[name].indexOf(" ")).replace("+", "");
const pathOf = (name: CallName) => PATHS[name].slice(PATHS[name].indexOf(" ") + 1);
/** Calls that create something are marked in the table. */
const isCreating = (name: CallName) => PATHS[name].startsWith("POST+");

async function attemptCall<N extends CallName>(
  options: ClientOptions,
  name: N,
  input: CallInput<N>,
  { signal, timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS, idempotencyKey }: CallOptions,
): Promise<CallAnswer<N>> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: object;
    body?: unknown;
  };
  const content = await contentOf(body);
  const timeout = AbortSignal.timeout(timeoutMs);
  const lost = (cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ShoalError("unavailable", "The server did not answer", { cause });
  };
  const response = await (options.fetch ?? fetch)(
    `${options.url}${fillPath(pathOf(name), params)}${queryString(query)}`,
    {
      method: methodOf(name),
      headers: {
        ...(await headersOf(options)),
        ...(content && { "content-type": content.type }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(content && { body: content.bytes }),
    },
  ).catch(lost);
  if (!response.ok) throw await errorOf(response);
  const text = await response.text().catch(lost);
  return (text === "" ? undefined : JSON.parse(text)) as CallAnswer<N>;
}

/** The body to send: a form, lines of JSON, or anything else as JSON. */
async function contentOf(body: unknown): Promise<{ bytes: BodyInit; type: string } | undefined> {
  if (body === undefined) return undefined;
  if (body instanceof FormData) return encodeForm(body);
  return typeof body === "string"
    ? { bytes: body, type: "application/x-ndjson" }
    : { bytes: JSON.stringify(body), type: "application/json" };
}

/** @returns undefined where another try cannot help or could do something twice. */
function pauseMsOf(error: unknown, attempt: number, isRepeatable: boolean): number | undefined {
  if (!(error instanceof ShoalError)) return undefined;
  const { status, retryAfterSec } = error;
  const growingMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  if (status === 429 || (status === 503 && retryAfterSec !== undefined)) {
    if ((retryAfterSec ?? 0) > LONGEST_WANTED_WAIT_SEC) return undefined;
    return Math.max(growingMs, (retryAfterSec ?? 0) * 1_000);
  }
  const isInProgress = error.code === "idempotency_in_progress";
  if (isInProgress) return Math.max(growingMs, (retryAfterSec ?? 0) * 1_000);
  return status === 0 && isRepeatable ? growingMs : undefined;
}
