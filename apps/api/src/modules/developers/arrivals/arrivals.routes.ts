import { Readable } from "node:stream";
import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { UseChunkBody } from "../../media/uploads/index.ts";
import type { ArrivalUploadsService } from "./arrival-uploads.service.ts";
import type { ArrivalsService } from "./arrivals.service.ts";

export function registerArrivalRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  {
    arrivals,
    uploads,
    useChunkBody,
  }: { arrivals: ArrivalsService; uploads: ArrivalUploadsService; useChunkBody: UseChunkBody },
): void {
  bindRoutes(app, guardFor, routes, {
    listArrivals: ({ actor }) => arrivals.listArrivals(actor),
    createArrival: async ({ actor, body, request }) => {
      const made = await arrivals.createArrival(actor, body);
      describeCall(request, { target: made.uuid });
      return made;
    },
    createArrivalUpload: async ({ actor, body, request }) => {
      const made = await uploads.createUpload(actor, body);
      describeCall(request, { target: made.uuid });
      return made;
    },
    getArrivalUpload: ({ actor, params }) => uploads.getUpload(actor, params.id),
    uploadArrivalChunk: ({ actor, request, reply, params }) =>
      uploads.storeChunk(actor, params.id, params.chunkNumber, (use) =>
        useChunkBody({ request, reply, sender: actor }, use),
      ),
    exportArrivalCodes: async ({ actor, params, reply }) => {
      const lines = await arrivals.exportCodes(actor, params.id);
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="embed-codes-${params.id}.csv"`)
        .header("cache-control", "no-store");
      return Readable.from(lines) as never;
    },
    deleteArrival: ({ actor, params }) => arrivals.deleteArrival(actor, params.id),
  });
}
