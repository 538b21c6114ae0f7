import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { asFetchError, FetchError } from "./fetch-error.ts";
import { type FetchPolicy, isAllowed } from "./policy.ts";
import { type CheckedTarget, createFixedLookup, resolveTarget } from "./resolve-target.ts";

export interface RequestOptions {
  policy: FetchPolicy;
  method?: "GET" | "HEAD" | "POST" | "PUT";
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The time limit for resolving, connecting and TLS together. */
  connectTimeoutMs: number;
  /** The maximum time without a byte, before and during the response. Time in which bytes wait for the reader does not count. */
  idleTimeoutMs: number;
  signal?: AbortSignal;
}

/**
 * Sends one request to one checked address, without following redirects.
 * @throws FetchError, or the signal's reason.
 */
export async function requestOnce(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { signal } = options;
  signal?.throwIfAborted();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), options.connectTimeoutMs);
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new FetchError("timeout", `No connection in time to ${url.host}`));
    patience.signal.addEventListener("abort", giveUp);
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  try {
    const target = await Promise.race([resolveTarget(url, options.policy), late]);
    return await sendRequest(target, options, {
      patience: patience.signal,
      onConnected: () => clearTimeout(timer),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw asFetchError(error, url.host);
  } finally {
    clearTimeout(timer);
    late.catch(() => undefined);
  }
}

interface ConnectionAttempt {
  patience: AbortSignal;
  onConnected: () => void;
}

function sendRequest(
  target: CheckedTarget,
  options: RequestOptions,
  connecting: ConnectionAttempt,
): Promise<IncomingMessage> {
  const { url } = target;
  const { method = "GET", headers, body, signal } = options;
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method,
    headers,
    // Opens a separate connection, because a reused one may lead to the address of another name.
    agent: false,
    lookup: createFixedLookup(target),
    ...(signal ? { signal } : {}),
  });
  const giveUp = () => request.destroy(new FetchError("timeout", `No connection in time to ${url.host}`));
  connecting.patience.addEventListener("abort", giveUp);
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined;
    request.on("error", reject);
    request.once("socket", (socket) => {
      watchSocket(socket, { request, url, options, connecting });
      // The request reports only the first timeout by itself, so this listener handles the others.
      socket.on("timeout", () => {
        if (response && isForReader(response)) socket.setTimeout(options.idleTimeoutMs);
        else (response ?? request).destroy(new FetchError("timeout", `No data in time from ${url.host}`));
      });
    });
    request.once("response", (answer) => {
      response = answer;
      // Node drops errors without a listener. A later reader would then see only that the connection broke.
      answer.on("error", () => undefined);
      resolve(answer);
    });
    request.end(body);
  });
}

/** Returns whether the reader must act next: the response is complete, bytes wait to be read, or reading has not started. */
function isForReader(response: IncomingMessage): boolean {
  if (response.complete) return true;
  const isRead = response.readableFlowing === true || response.listenerCount("readable") > 0;
  return !isRead || response.readableLength > 0;
}

interface PendingRequest {
  request: ClientRequest;
  url: URL;
  options: RequestOptions;
  connecting: ConnectionAttempt;
}

function watchSocket(socket: Socket, { request, url, options, connecting }: PendingRequest): void {
  // The connected address is checked again, whatever the lookup returned.
  socket.once("connect", () => {
    if (!isAllowed(socket.remoteAddress ?? "", options.policy))
      request.destroy(
        new FetchError("forbidden_address", `${url.host} led to an address that is not allowed`),
      );
  });
  socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
    connecting.onConnected();
    socket.setTimeout(options.idleTimeoutMs);
  });
}
