import type { FastifyRequest } from "fastify";
import { runForClient } from "../calling-client.ts";

const clientsByRequest = new WeakMap<FastifyRequest, string>();

/** Records the client of a call; set by guards. */
export const recordClient = (request: FastifyRequest, clientUuid: string): void =>
  void clientsByRequest.set(request, clientUuid);

/** Returns the client of a call; undefined if no guard has set it. */
export const findClientOf = (request: FastifyRequest): string | undefined => clientsByRequest.get(request);

/** Serves a call on behalf of its client, so that queries within it count for that client. */
export const answerForClient = <T>(request: FastifyRequest, answer: () => T): T => {
  const client = clientsByRequest.get(request);
  return client === undefined ? answer() : runForClient(client, answer);
};
