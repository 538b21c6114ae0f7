import { AppError, routes } from "@shoal/contract";
import { type CdnEntryDescriptor, internalRoutes } from "@shoal/contract/edge";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { notModifiedIfKnown } from "../../../platform/http/not-modified.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { CdnService } from "./cdn.service.ts";

export function registerCdnRoutes(app: FastifyInstance, guardFor: GuardFor, cdn: CdnService): void {
  bindRoutes(app, guardFor, routes, {
    listCdnEntries: ({ actor, query }) => cdn.listEntries(actor, query),
    getCdnEntry: ({ actor, params }) => cdn.getEntry(actor, params.id),
    createCdnEntry: async ({ actor, request, body }) => {
      const entry = await cdn.createEntry(actor, body);
      describeCall(request, { target: entry.name });
      return entry;
    },
    updateCdnEntry: async ({ actor, request, params, body }) => {
      const entry = await cdn.updateEntry(actor, params.id, body);
      describeCall(request, { target: entry.name });
      return entry;
    },
    pauseCdnEntry: async ({ actor, request, params, body }) => {
      const entry = await cdn.pauseEntry(actor, params.id, body.isPaused);
      describeCall(request, { target: entry.name });
      return entry;
    },
    deleteCdnEntry: async ({ actor, request, params }) => {
      const entry = await cdn.deleteEntry(actor, params.id);
      describeCall(request, { target: entry.name });
      return entry;
    },
    renewCdnSecret: async ({ actor, request, params, body }) => {
      const answer = await cdn.renewSecret(actor, params.id, body.graceSec);
      describeCall(request, { target: answer.entry.name });
      return answer;
    },
    removeCdnSecrets: async ({ actor, request, params }) => {
      const entry = await cdn.removeSecrets(actor, params.id);
      describeCall(request, { target: entry.name });
      return entry;
    },
    checkCdnHost: async ({ actor, request, params, body }) => {
      const check = await cdn.checkHost(actor, params.id, body.host);
      describeCall(request, { target: body.host });
      return check;
    },
    purgeCdnEntry: async ({ actor, request, params, body }) => {
      const purge = await cdn.purge(actor, params.id, body);
      describeCall(request, { target: purge.paths.join(" ") });
      return purge;
    },
    getCdnUsage: ({ actor, query }) => cdn.getUsage(actor, query.month),
    getCdnTraffic: ({ actor, query }) => cdn.getTraffic(actor, query),
    getCdnStatistics: ({ actor, params, query }) => cdn.getStatistics(actor, params.id, query.days),
    testCdnOrigin: ({ actor, body }) => cdn.testOrigin(actor, body.url),
  });
}

/** Registers the internal route on which edges read the data of a CDN entry. */
export function registerCdnDescriptorRoute(
  app: FastifyInstance,
  guardFor: GuardFor,
  findEntry: (name: string) => Promise<CdnEntryDescriptor | undefined>,
): void {
  bindRoutes(app, guardFor, internalRoutes, {
    getCdnEntryDescriptor: async ({ params, request, reply }) => {
      const entry = await findEntry(params.key);
      if (!entry) throw new AppError("not_found", "No such CDN entry");
      return notModifiedIfKnown(entry, request, reply);
    },
  });
}
