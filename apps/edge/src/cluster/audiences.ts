import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Tracker } from "../tracker/index.ts";
import { registerClusterCall } from "./cluster-call.ts";

export const AUDIENCES_PATH = "/cluster/audiences";
/** The maximum number of rooms in a report, which lists the largest ones. The viewers of all other rooms are counted per edge. */
const MAX_ROOMS = 20_000;

/** How many viewers each room has at an edge. */
export const AudienceReport = z.object({
  audiences: z.array(z.tuple([z.string().max(300), z.number().int().min(0)])).max(MAX_ROOMS),
});

export interface AudiencesOptions {
  tracker: Pick<Tracker, "audiences">;
  internalSecret: string;
}

/** Registers `GET /cluster/audiences`, for the other edges. */
export function registerAudiences(app: FastifyInstance, { tracker, internalSecret }: AudiencesOptions): void {
  const answer = (): z.infer<typeof AudienceReport> => {
    const audiences = [...tracker.audiences()];
    if (audiences.length > MAX_ROOMS) audiences.sort(([, a], [, b]) => b - a).length = MAX_ROOMS;
    return { audiences };
  };
  registerClusterCall(app, AUDIENCES_PATH, { internalSecret, answer });
}
