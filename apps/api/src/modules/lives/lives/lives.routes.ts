import { routes } from "@shoal/contract";
import { liveRoutes } from "@shoal/contract/ingest";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
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
  bindRoutes(app, guardFor, routes, {
    clipLive: async ({ actor, params, body }) => {
      const { uuid, title } = await clips.clip(actor, params.id, body.seconds);
      return { uuid, title };
    },
    getStreamKey: ({ actor, params }) => liveKeys.getKey(actor, params.id),
    renewStreamKey: ({ actor, params }) => liveKeys.renewKey(actor, params.id),
    listStreamKeys: ({ actor, params }) => liveKeys.listKeys(actor, params.id),
    renewClientStreamKey: ({ actor, params }) => liveKeys.renewClientKey(actor, params.id),
    getInputInfos: ({ actor, params }) => liveInput.getInfos(actor, params.id),
  });
}

export function registerExternalStreamRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  externalStreams: ExternalStreamsService,
): void {
  bindRoutes(app, guardFor, routes, {
    getExternalStreams: ({ actor, params }) => externalStreams.getStreams(actor, params.id),
    setExternalStreams: ({ actor, params, body }) => externalStreams.setStreams(actor, params.id, body),
    startExternalStreams: ({ actor, params, body }) =>
      externalStreams.switchStreams(actor, params.id, true, body.uuid),
    stopExternalStreams: ({ actor, params, body }) =>
      externalStreams.switchStreams(actor, params.id, false, body.uuid),
    listExternalStreamStats: ({ actor, params }) => externalStreams.listStats(actor, params.id),
  });
}

/** Registers the routes that ingests call. @param guardFor admits only Shoal's own processes. */
export function registerIngestRoutes(
  internal: FastifyInstance,
  guardFor: GuardFor,
  {
    lives,
    liveKeys,
    liveSources,
  }: {
    lives: Pick<LivesService, "admit" | "applyReports">;
    liveKeys: Pick<LiveKeysService, "findKey">;
    liveSources: LiveSourcesService;
  },
): void {
  bindRoutes(internal, guardFor, liveRoutes, {
    admitLive: ({ body }) => lives.admit(body.key, body.ingest, body.endedGeneration),
    findLiveKey: async ({ body }) => ({
      key: await liveKeys.findKey(body.id),
    }),
    reportLives: async ({ body }) => {
      const wanted = await lives.applyReports(body);
      return { ...wanted, sources: await liveSources.claim(body) };
    },
  });
}
