import { AppError, INTERNAL_SECRET_HEADER } from "@shoal/contract";
import { createSecretCheck } from "@shoal/lifecycle";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Tracker } from "../tracker/index.ts";

export const AUDIENCES_PATH = "/cluster/audiences";
/** The largest rooms are told; of others, each edge tells its own viewers alone. */
const ROOMS_MAX = 20_000;

/** How many viewers each room has at an edge. */
export const Audiences = z.object({
  audiences: z.array(z.tuple([z.string().max(300), z.number().int().min(0)])).max(ROOMS_MAX),
});

export interface AudiencesOptions {
  tracker: Pick<Tracker, "audiences">;
  internalSecret: string;
}

/** `GET /cluster/audiences`, for the other edges. A wrong secret gets the answer of an address that does not exist. */
export function registerAudiences(app: FastifyInstance, { tracker, internalSecret }: AudiencesOptions): void {
  const isOurs = createSecretCheck(internalSecret);
  app.get(AUDIENCES_PATH, async (req, reply): Promise<z.infer<typeof Audiences>> => {
    if (!isOurs(req.headers[INTERNAL_SECRET_HEADER]))
      throw new AppError("not_found", "There is nothing here");
    reply.header("cache-control", "no-store");
    const audiences = [...tracker.audiences()];
    if (audiences.length > ROOMS_MAX) audiences.sort(([, a], [, b]) => b - a).length = ROOMS_MAX;
    return { audiences };
  });
}
