import { AppError } from "@shoal/contract";
import {
  CHANGES_PATH,
  type ClientDescriptor,
  type CollectionReport,
  type ConfigDescriptor,
  type ExportLinkDescriptor,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  type PlaybackDescriptor,
  type PluginVersionCounts,
  type PluginVideoDescriptor,
  type SitemapVideos,
} from "@shoal/contract/edge";
import { createSecretCheck } from "@shoal/tokens";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { notModifiedIfKnown } from "../../../platform/http/not-modified.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { LiveProgress } from "../../media/encoding/index.ts";
import type { PlaybackChanges } from "./changes.ts";

export interface InternalDeps {
  findDescriptor: (uuid: string) => Promise<PlaybackDescriptor | undefined>;
  findLink: (uuid: string) => Promise<ExportLinkDescriptor | undefined>;
  findClient: (uuid: string) => Promise<ClientDescriptor | undefined>;
  findConfig: (key: string) => Promise<ConfigDescriptor | undefined>;
  findPluginVideo: (key: string) => Promise<PluginVideoDescriptor>;
  listSitemapVideos: (clientUuid: string, page: number) => Promise<SitemapVideos>;
  mayOwn: (userUuid: string, videoUuid: string) => Promise<boolean>;
  storeReports: (reports: CollectionReport[]) => Promise<void>;
  storeVersions: (counts: PluginVersionCounts) => Promise<void>;
  changes: PlaybackChanges;
  progress: LiveProgress;
}

/** Admits calls of Shoal's own processes. A call with a wrong secret gets the same response as an address that does not exist. */
export function createInternalGuard(secret: string): GuardFor {
  const isOurs = createSecretCheck(secret);
  return () => async (request) => {
    if (!isOurs(request.headers[INTERNAL_SECRET_HEADER]))
      throw new AppError("not_found", "There is nothing at this URL");
  };
}

/** Registers the routes that Shoal's own processes call. */
export function registerInternalRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  {
    findDescriptor,
    findLink,
    findClient,
    listSitemapVideos,
    mayOwn,
    changes,
    progress,
    ...rules
  }: InternalDeps,
): void {
  bindRoutes(app, guardFor, internalRoutes, {
    getDescriptor: async ({ params, request, reply }) => {
      const descriptor = await findDescriptor(params.uuid);
      if (!descriptor) throw new AppError("video_not_found", "No such video");
      return notModifiedIfKnown(descriptor, request, reply);
    },
    getLinkDescriptor: async ({ params, request, reply }) => {
      const link = await findLink(params.uuid);
      if (!link) throw new AppError("not_found", "No such link");
      return notModifiedIfKnown(link, request, reply);
    },
    getClientDescriptor: async ({ params, request, reply }) => {
      const client = await findClient(params.uuid);
      if (!client) throw new AppError("client_not_found", "No such client");
      return notModifiedIfKnown(client, request, reply);
    },
    listSitemapVideos: ({ params }) => listSitemapVideos(params.uuid, params.page),
    getOwnerRight: async ({ params }) => ({
      isAllowed: await mayOwn(params.user, params.video),
    }),
  });
  registerRuleCalls(app, guardFor, rules);
  bindRoutes(app, guardFor, internalRoutes, {
    reportProgress: ({ body }) => progress.report(body),
  });
  app.get(CHANGES_PATH, { onRequest: guardFor("public") }, async (request, reply) => {
    const query = request.query as { cursor?: string };
    const cursor = Number(request.headers["last-event-id"] ?? query.cursor ?? Number.NaN);
    reply.hijack();
    await changes.stream(reply.raw, Number.isFinite(cursor) ? cursor : undefined);
  });
}

function registerRuleCalls(
  app: FastifyInstance,
  guardFor: GuardFor,
  {
    findConfig,
    findPluginVideo,
    storeReports,
    storeVersions,
  }: Pick<InternalDeps, "findConfig" | "findPluginVideo" | "storeReports" | "storeVersions">,
): void {
  bindRoutes(app, guardFor, internalRoutes, {
    getConfigDescriptor: async ({ params, request, reply }) => {
      const config = await findConfig(params.uuid);
      if (!config) throw new AppError("config_not_found", "No such key");
      return notModifiedIfKnown(config, request, reply);
    },
    getPluginVideoDescriptor: async ({ params, request, reply }) =>
      notModifiedIfKnown(await findPluginVideo(params.uuid), request, reply),
    reportCollections: ({ body }) => storeReports(body.reports),
    reportPluginVersions: ({ body }) => storeVersions(body),
  });
}
