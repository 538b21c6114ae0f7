import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Tracker } from "../tracker/index.ts";
import { registerClusterCall } from "./cluster-call.ts";

export const AUDIENCES_PATH = "/cluster/audiences";
/** The number of rooms in a report, the largest ones. For all others, each edge counts only its own viewers. */
const ROOMS_MAX = 20_000;

/** How many viewers each room has at an edge. */
export const Audiences = z.object({
  audiences: z.array(z.tuple([z.string().max(300), z.number().int().min(0)])).max(ROOMS_MAX),
});

export interface AudiencesOptions {
  tracker: Pick<Tracker, "audiences">;
  internalSecret: string;
}

/** Registers `GET /cluster/audiences`, for the other edges. */
export function registerAudiences(app: FastifyInstance, { tracker, internalSecret }: AudiencesOptions): void {
  const answer = (): z.infer<typeof Audiences> => {
    const audiences = [...tracker.audiences()];
    if (audiences.length > ROOMS_MAX) audiences.sort(([, a], [, b]) => b - a).length = ROOMS_MAX;
    return { audiences };
  };
  registerClusterCall(app, AUDIENCES_PATH, { internalSecret, answer });
}
