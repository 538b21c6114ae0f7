import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isPipelined } from "@shoal/lifecycle";

/** Receives the number of bytes accepted by the system, and later how many of them may never have been sent. */
export interface SentCounter {
  add(bytes: number): void;
  refund(bytes: number): void;
}

/** The maximum size of a send buffer, in bytes, by Linux's default. */
const DEFAULT_SEND_BUFFER_BYTES = 4_194_304;

/** The most bytes that the system buffers for a connection. All bytes accepted before those have reached the other end. */
export const MAX_SEND_BUFFER_BYTES = readSendBufferMaxBytes();

function readSendBufferMaxBytes(): number {
  try {
    const [, , most] = readFileSync("/proc/sys/net/ipv4/tcp_wmem", "utf8").trim().split(/\s+/);
    return Number(most) || DEFAULT_SEND_BUFFER_BYTES;
  } catch {
    return DEFAULT_SEND_BUFFER_BYTES;
  }
}

/** The number of pipelined responses remembered per connection. Earlier ones count as received. */
const MAX_PIPELINED_RESPONSES = 64;

interface SentResponse {
  counter: SentCounter;
  bytes: number;
}

/** The counted bytes of a connection's responses that may still be in the system's send buffer, with the oldest response first. */
interface TrackedConnection {
  answers: SentResponse[];
  isAnswering: boolean;
}

const trackedConnections = new WeakMap<Socket, TrackedConnection>();

/**
 * Records a request's arrival. If the request was not pipelined, the client has received all earlier responses. A server must call
 * this for each request before it responds.
 */
export function recordRequest({ socket }: IncomingMessage, res: ServerResponse): void {
  const connection = trackedConnections.get(socket);
  if (connection && !isPipelined(res)) connection.answers = [];
}

/** Counts the part of a response that the system has accepted. */
export interface CountedResponse {
  add(bytes: number): void;
  /** Records that the whole response was accepted. */
  end(): void;
}

/**
 * Counts a response as the system accepts it. When the connection is reset, or ends in the middle of the response, subtracts what
 * the system may still have buffered, since Node cannot query how much of it was sent.
 */
export function countResponse({ socket }: ServerResponse, counter: SentCounter): CountedResponse {
  const connection = socket && (trackedConnections.get(socket) ?? trackConnection(socket));
  const answer: SentResponse = { counter, bytes: 0 };
  if (connection) {
    connection.answers.push(answer);
    if (connection.answers.length > MAX_PIPELINED_RESPONSES) connection.answers.shift();
    connection.isAnswering = true;
  }
  return {
    add(bytes) {
      counter.add(bytes);
      answer.bytes += bytes;
      if (connection) dropConfirmed(connection.answers);
    },
    end() {
      if (connection) connection.isAnswering = false;
    },
  };
}

function trackConnection(socket: Socket): TrackedConnection {
  const connection: TrackedConnection = { answers: [], isAnswering: false };
  trackedConnections.set(socket, connection);
  socket.once("close", (hadError) => {
    if (!hadError && !connection.isAnswering) return;
    for (const { counter, bytes } of connection.answers) if (bytes > 0) counter.refund(bytes);
  });
  return connection;
}

/** Drops responses followed by more bytes than the system can buffer: they have been sent. */
function dropConfirmed(answers: SentResponse[]): void {
  let excess = answers.reduce((sum, { bytes }) => sum + bytes, 0) - MAX_SEND_BUFFER_BYTES;
  for (let first = answers[0]; first && excess > 0; first = answers[0]) {
    const proven = Math.min(first.bytes, excess);
    first.bytes -= proven;
    excess -= proven;
    if (first.bytes > 0 || answers.length === 1) return;
    answers.shift();
  }
}
