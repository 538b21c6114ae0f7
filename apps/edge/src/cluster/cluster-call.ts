import { AppError } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { createSecretCheck } from "@shoal/tokens";
import type { FastifyInstance } from "fastify";

/**
 * Registers a call of other edges or the api at the public address. A wrong secret results in a 404, as an unknown address does.
 */
export function registerClusterCall(
  app: FastifyInstance,
  path: string,
  {
    internalSecret,
    answer,
  }: { internalSecret: string; answer: (query: Record<string, unknown>) => object | Promise<object> },
): void {
  const isOurs = createSecretCheck(internalSecret);
  app.get(path, async (req, reply): Promise<object> => {
    if (!isOurs(req.headers[INTERNAL_SECRET_HEADER])) throw new AppError("not_found", "Not found");
    reply.header("cache-control", "no-store");
    return answer(req.query as Record<string, unknown>);
  });
}
