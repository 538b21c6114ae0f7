import type { FastifyRequest } from "fastify";

type Bind = (body: unknown) => unknown;
const binds = new WeakMap<FastifyRequest, Bind>();

/** Has the body of a call changed, once it is read and found valid, whether it came as JSON or as multipart. */
export const bindBodyOf = (request: FastifyRequest, bind: Bind): void => void binds.set(request, bind);

/** The body in the form that the guard of the call requires. @throws what `bind` throws. */
export function boundBody(request: FastifyRequest, body: unknown): unknown {
  const bind = binds.get(request);
  return bind ? bind(body) : body;
}
