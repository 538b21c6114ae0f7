import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { RemovalService } from "./removal.service.ts";
import type { SimulatedLivesService } from "./simulated-lives.service.ts";
import type { TrashService } from "./trash.service.ts";

export function registerPlanRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  {
    removal,
    trash,
    simulatedLives,
  }: { removal: RemovalService; trash: TrashService; simulatedLives: SimulatedLivesService },
): void {
  bindRoutes(app, guardFor, routes, {
    playAsLive: ({ actor, params, body }) => simulatedLives.play(actor, params.id, body.startDate),
    addVodToLiveTask: ({ actor, body }) => simulatedLives.play(actor, body.uuid, body.startDate),
    endPlayingAsLive: ({ actor, params }) => simulatedLives.end(actor, params.id),
    deleteVideo: async ({ actor, params }) => {
      await removal.deleteVideo(actor, params.id);
      return {};
    },
    planDeletion: ({ actor, params, body }) => {
      const deleteAt = body.deleteDate ? new Date(body.deleteDate) : null;
      return removal.planDeletion(actor, params.id, deleteAt, body.revision);
    },
    listTrash: ({ actor, query }) => trash.listTrash(actor, query),
    restoreFromTrash: ({ actor, params }) => trash.restoreVideo(actor, params.id),
    deleteFromTrash: ({ actor, params }) => trash.deleteForGood(actor, params.id),
  });
}
