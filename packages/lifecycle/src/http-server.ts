import { createServer, type RequestListener, type Server } from "node:http";
import { answerInTurn } from "./pipelining.ts";

/**
 * The time limit for the headers of a request. A request line and headers fit into one or two packets, and slower callers only
 * occupy a socket.
 */
const HEADERS_TIMEOUT_MS = 10_000;
/** The time limit for a complete request. It is enough for bodies of a few MB on a slow line. */
const REQUEST_TIMEOUT_MS = 60_000;
/**
 * How long idle connections are kept. It is longer than the time for which proxies keep theirs, because the side that sends
 * requests must be the one that closes.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
const MAX_HEADER_BYTES = 16_384;

export interface HttpLimits {
  /** Time limit for a request's headers, in ms. */
  headersMs?: number;
  /** Time limit for a complete request, in ms. */
  requestMs?: number;
  /** The time after which a connection without a request is closed, in ms. */
  keepAliveMs?: number;
  /** The size limit for all headers of a request together. */
  maxHeaderBytes?: number;
}

/**
 * Creates every HTTP server, including those of frameworks. The server limits what a connection may hold, and responds to the
 * requests of a connection in order. A server created by a framework would lack these limits, and there would be one per address of
 * `localhost`.
 * @example fastify({ serverFactory: (handler) => makeHttpServer(handler) });
 */
export function makeHttpServer(listener: RequestListener, limits: HttpLimits = {}): Server {
  const headersTimeout = limits.headersMs ?? HEADERS_TIMEOUT_MS;
  const server = createServer(
    {
      headersTimeout,
      requestTimeout: limits.requestMs ?? REQUEST_TIMEOUT_MS,
      keepAliveTimeout: limits.keepAliveMs ?? KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: limits.maxHeaderBytes ?? MAX_HEADER_BYTES,
      // The interval at which Node looks for requests that exceed a time limit.
      connectionsCheckingInterval: Math.max(100, headersTimeout / 5),
      noDelay: true,
    },
    listener,
  );
  return answerInTurn(server);
}
