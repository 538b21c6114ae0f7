import type { FastifyRequest } from "fastify";
import { forClient } from "../calling-client.ts";

const clients = new WeakMap<FastifyRequest, string>();

/** Guards say for which client a call is. */
export const noteClient = (request: FastifyRequest, clientUuid: string): void =>
  void clients.set(request, clientUuid);

/** Undefined if no guard has set it. */
export const findClientOf = (request: FastifyRequest): string | undefined => clients.get(request);

/** Answers a call: what is asked on the way to the answer is asked for its client. */
export const answerForClient = <T>(request: FastifyRequest, answer: () => T): T => {
  const client = clients.get(request);
  return client === undefined ? answer() : forClient(client, answer);
};
