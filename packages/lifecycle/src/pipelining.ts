import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * The maximum number of waiting requests per connection. Browsers and the usual clients never send a second request before they
 * receive the first response.
 */
export const MAX_PIPELINED_REQUESTS = 8;

/** The responses to requests that arrived before the previous response was sent. */
const pipelinedResponses = new WeakSet<ServerResponse>();

/**
 * Returns whether a request arrived before the response to the previous request on its connection was sent. If so, the request does
 * not prove that the caller received that response.
 */
export const isPipelined = (res: ServerResponse): boolean => pipelinedResponses.has(res);

type PendingCall = [req: IncomingMessage, res: ServerResponse];

/** The requests of one connection, whose responses are sent in order. */
interface ConnectionQueue {
  /** The response in progress. */
  answering: ServerResponse | undefined;
  waiting: PendingCall[];
  isRefused: boolean;
}

/**
 * Responds to the requests of each connection in order, and closes a connection on which more than `MAX_PIPELINED_REQUESTS` wait.
 * Otherwise, a single write of 20,000 requests would start 20,000 calls, and a write that requests 400 downloads would open 400
 * files. Node parses up to 64 kB of requests before it can be stopped. Requests after the connection was closed reach no listener.
 * Servers of `makeHttpServer` already do this.
 */
export function answerInTurn<S extends Server>(server: S): S {
  const lines = new WeakMap<Socket, ConnectionQueue>();
  const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean;

  function answer(line: ConnectionQueue, [req, res]: PendingCall): void {
    line.answering = res;
    res.once("close", () => answerNext(line, req.socket));
    emit("request", req, res);
  }
  function answerNext(line: ConnectionQueue, socket: Socket): void {
    line.answering = undefined;
    // The connection may have ended with the last response.
    if (!socket.writable) line.waiting = [];
    const next = line.waiting.shift();
    if (next) answer(line, next);
  }
  function handle(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const line = lines.get(socket) ?? { answering: undefined, waiting: [], isRefused: false };
    lines.set(socket, line);
    if (line.isRefused) return;
    if (!line.answering) {
      answer(line, [req, res]);
    } else if (line.answering === res) {
      // A listener may emit its request again, for the other listeners.
      emit("request", req, res);
    } else if (line.waiting.length < MAX_PIPELINED_REQUESTS) {
      pipelinedResponses.add(res);
      line.waiting.push([req, res]);
    } else {
      line.isRefused = true;
      line.waiting = [];
      socket.destroy();
    }
  }
  // Replaces `emit`, because listeners can change, and no listener may keep the others from receiving a request.
  server.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== "request") return emit(event, ...args);
    handle(...(args as PendingCall));
    return true;
  };
  return server;
}
