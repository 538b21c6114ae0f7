import type { FastifyRequest } from "fastify";

type Bind = (body: unknown) => unknown;
const binds = new WeakMap<FastifyRequest, Bind>();

/** Registers a change to a call's body after it is parsed and validated, whether JSON or multipart. */
export const bindBodyOf = (request: FastifyRequest, bind: Bind): void => void binds.set(request, bind);

/** Returns the body in the form that the guard of the call requires. @throws what `bind` throws. */
export function boundBody(request: FastifyRequest, body: unknown): unknown {
  const bind = binds.get(request);
  return bind ? bind(body) : body;
}
