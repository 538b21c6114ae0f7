import { createServer, type RequestListener, type Server } from "node:http";
import { answerInTurn } from "./pipelining.ts";

/** A request line and headers fit one or two packets; a caller that takes longer only occupies a socket. */
const HEADERS_MS = 10_000;
/** Bodies of a few MB on a slow line. */
const REQUEST_MS = 60_000;
/** Longer than proxies keep their own connections: the one who may send is the one who closes. */
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16_384;

export interface HttpLimits {
  /** For a request's headers to come, in ms. */
  headersMs?: number;
  /** For all of a request to come, in ms. */
  requestMs?: number;
  /** A connection without a request is closed after this, in ms. */
  keepAliveMs?: number;
  /** All headers of a request together. */
  maxHeaderBytes?: number;
}

/**
 * The one maker of HTTP servers, for frameworks too: what one connection may hold is bounded, and its requests are answered one after the
 * other. A framework that makes its own server has none of that, and makes another one for each address of `localhost`.
 * @example fastify({ serverFactory: (handler) => makeHttpServer(handler) });
 */
export function makeHttpServer(listener: RequestListener, limits: HttpLimits = {}): Server {
  const headersTimeout = limits.headersMs ?? HEADERS_MS;
  const server = createServer(
    {
      headersTimeout,
      requestTimeout: limits.requestMs ?? REQUEST_MS,
      keepAliveTimeout: limits.keepAliveMs ?? KEEP_ALIVE_MS,
      maxHeaderSize: limits.maxHeaderBytes ?? MAX_HEADER_BYTES,
      // How often Node looks for those that took too long.
      connectionsCheckingInterval: Math.max(100, headersTimeout / 5),
      noDelay: true,
    },
    listener,
  );
  return answerInTurn(server);
}
