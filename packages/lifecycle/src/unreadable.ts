import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The body of the response to a malformed request, with the structure of the contract's `ErrorBody`. */
interface ErrorReply {
  code: "bad_request" | "not_found";
  message: string;
}

/** The part of a framework's reply that this module uses. */
interface FrameworkReply {
  raw: ServerResponse;
  hijack(): unknown;
}

/** The part of a framework's server that this module uses. */
interface FrameworkServer {
  setNotFoundHandler(handler: (request: unknown, reply: FrameworkReply) => void): unknown;
}

const UNREADABLE_REPLY: ErrorReply = {
  code: "bad_request",
  message: "This address cannot be read",
};

const NOT_FOUND_REPLY: ErrorReply = {
  code: "not_found",
  message: "There is nothing at this URL",
};

function sendErrorReply(reply: FrameworkReply, status: number, refusal: ErrorReply): void {
  const body = JSON.stringify(refusal);
  reply.hijack();
  reply.raw
    .writeHead(status, {
      "Cache-Control": "no-store",
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    })
    .end(body);
}

/** The reasons for which a request is unreadable, by Node's error code. */
const REPLY_OF_ERROR_CODE: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: "400 Bad Request",
    message: "The URL and the headers of this request are too long",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "This request did not come in time",
  },
};
const NOT_HTTP_REPLY = {
  status: "400 Bad Request",
  message: "This request cannot be read",
};

/**
 * Fastify options with which every HTTP server responds to requests that cannot be parsed: with an `ErrorBody` and 400 (408 for incomplete
 * requests).
 * @example fastify({ ...ANSWERS_TO_UNREADABLE });
 */
export const ANSWERS_TO_UNREADABLE = {
  /** Handles an invalid URL. */
  frameworkErrors(_error: unknown, _request: unknown, reply: FrameworkReply): void {
    sendErrorReply(reply, 400, UNREADABLE_REPLY);
  },
  /** Handles data that is not HTTP, or that exceeds the limits of the server. */
  clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const { status, message } = REPLY_OF_ERROR_CODE[error.code ?? ""] ?? NOT_HTTP_REPLY;
    const body = JSON.stringify({ code: "bad_request", message } satisfies ErrorReply);
    const head = [
      `HTTP/1.1 ${status}`,
      "Connection: close",
      "Cache-Control: no-store",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    socket.destroy(error);
  },
};

/** Responds 404 with an `ErrorBody` for unknown routes. */
export function answerNothingHere(server: FrameworkServer): void {
  server.setNotFoundHandler((_request, reply) => {
    sendErrorReply(reply, 404, NOT_FOUND_REPLY);
  });
}

/** Matches plain names in a few folders. */
const FILE_ADDRESS = /^\/(?:[\w-][\w.-]{0,99}\/){0,6}(?:[\w-][\w.-]{0,99})?(?:\?|$)/;

/**
 * Returns whether a URL can name a file. Paths that contain `..`, or exceed the file system's name length, need not reach the disk.
 * @param url as received, with its query.
 */
const isFileAddress = (url: string): boolean => FILE_ADDRESS.test(url);

/** The part of a framework's server that serves the routes below a path. */
interface FrameworkFileServer {
  addHook(
    name: "onRequest",
    hook: (
      request: { raw: { url?: string | undefined } },
      reply: { callNotFound(): unknown },
    ) => Promise<unknown>,
  ): unknown;
}

/** Responds 404 without accessing the disk if the URL cannot be a file. */
export function refuseNoFiles(server: FrameworkFileServer): void {
  server.addHook("onRequest", async ({ raw }, reply) => {
    if (!isFileAddress(raw.url ?? "")) return reply.callNotFound();
  });
}
