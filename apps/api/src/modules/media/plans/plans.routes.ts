import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
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
  bindRoute(app, guardFor, routes.playAsLive, ({ request, params, body }) =>
    simulatedLives.play(actorOf(request), params.id, body.startDate),
  );
  bindRoute(app, guardFor, routes.addVodToLiveTask, ({ request, body }) =>
    simulatedLives.play(actorOf(request), body.uuid, body.startDate),
  );
  bindRoute(app, guardFor, routes.endPlayingAsLive, ({ request, params }) =>
    simulatedLives.end(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.deleteVideo, async ({ request, params }) => {
    await removal.deleteVideo(actorOf(request), params.id);
    return {};
  });
  bindRoute(app, guardFor, routes.planDeletion, ({ request, params, body }) => {
    const deleteAt = body.deleteDate ? new Date(body.deleteDate) : null;
    return removal.planDeletion(actorOf(request), params.id, deleteAt, body.revision);
  });
  bindRoute(app, guardFor, routes.listTrash, ({ request, query }) =>
    trash.listTrash(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.restoreFromTrash, ({ request, params }) =>
    trash.restoreVideo(actorOf(request), params.id),
  );
  bindRoute(
    app,
    guardFor,
    routes.deleteFromTrash,
    ({ request, params }) => trash.deleteForGood(actorOf(request), params.id) as Promise<undefined>,
  );
}
