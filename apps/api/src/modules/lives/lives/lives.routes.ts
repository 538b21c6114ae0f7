import { liveRoutes, routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { ClipsService } from "./clips.service.ts";
import type { ExternalStreamsService } from "./external-streams.service.ts";
import type { LiveInputService } from "./live-input.service.ts";
import type { LiveKeysService } from "./live-keys.service.ts";
import type { LiveSourcesService } from "./live-sources.service.ts";
import type { LivesService } from "./lives.service.ts";

export function registerLiveRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  {
    liveKeys,
    liveInput,
    clips,
  }: { liveKeys: LiveKeysService; liveInput: LiveInputService; clips: ClipsService },
): void {
  bindRoute(app, guardFor, routes.clipLive, async ({ request, params, body }) => {
    const { uuid, title } = await clips.clip(actorOf(request), params.id, body.seconds);
    return { uuid, title };
  });
  bindRoute(app, guardFor, routes.getStreamKey, ({ request, params }) =>
    liveKeys.getKey(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.renewStreamKey, ({ request, params }) =>
    liveKeys.renewKey(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.listStreamKeys, ({ request, params }) =>
    liveKeys.listKeys(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.renewClientStreamKey, ({ request, params }) =>
    liveKeys.renewClientKey(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.getInputInfos, ({ request, params }) =>
    liveInput.getInfos(actorOf(request), params.id),
  );
}

export function registerExternalStreamRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  externalStreams: ExternalStreamsService,
): void {
  bindRoute(app, guardFor, routes.getExternalStreams, ({ request, params }) =>
    externalStreams.getStreams(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.setExternalStreams, ({ request, params, body }) =>
    externalStreams.setStreams(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.startExternalStreams, async ({ request, params, body }) => {
    await externalStreams.switchStreams(actorOf(request), params.id, true, body.uuid);
    return undefined;
  });
  bindRoute(app, guardFor, routes.stopExternalStreams, async ({ request, params, body }) => {
    await externalStreams.switchStreams(actorOf(request), params.id, false, body.uuid);
    return undefined;
  });
  bindRoute(app, guardFor, routes.listExternalStreamStats, ({ request, params }) =>
    externalStreams.listStats(actorOf(request), params.id),
  );
}

/** Calls of ingests. @param guardFor lets our own processes in. */
export function registerIngestRoutes(
  internal: FastifyInstance,
  guardFor: GuardFor,
  {
    lives,
    liveKeys,
    liveSources,
  }: {
    lives: Pick<LivesService, "admit" | "takeReports">;
    liveKeys: Pick<LiveKeysService, "findKey">;
    liveSources: LiveSourcesService;
  },
): void {
  bindRoute(internal, guardFor, liveRoutes.admitLive, ({ body }) =>
    lives.admit(body.key, body.ingest, body.endedGeneration),
  );
  bindRoute(internal, guardFor, liveRoutes.findLiveKey, async ({ body }) => ({
    key: await liveKeys.findKey(body.id),
  }));
  bindRoute(internal, guardFor, liveRoutes.reportLives, async ({ body }) => {
    const wanted = await lives.takeReports(body);
    return { ...wanted, sources: await liveSources.take(body) };
  });
}
