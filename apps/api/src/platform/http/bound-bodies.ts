import type { FastifyRequest } from "fastify";

type BindBody = (body: unknown) => unknown;
const bindsByRequest = new WeakMap<FastifyRequest, BindBody>();

/** Registers a change to a call's body after it is parsed and validated, whether JSON or multipart. */
export const bindBodyOf = (request: FastifyRequest, bind: BindBody): void =>
  void bindsByRequest.set(request, bind);

/** Returns the body in the form that the guard of the call requires. @throws what `bind` throws. */
export function boundBody(request: FastifyRequest, body: unknown): unknown {
  const bind = bindsByRequest.get(request);
  return bind ? bind(body) : body;
}
