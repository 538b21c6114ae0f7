import { routes } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { parseRange } from "./byte-range.ts";
import type { ExitsService } from "./exits.service.ts";
import { sendParts } from "./send-parts.ts";

const STATUS_OK = 200;
const PARTIAL_CONTENT = 206;
const RANGE_NOT_SATISFIABLE = 416;

export function registerExitRoutes(app: FastifyInstance, guardFor: GuardFor, exits: ExitsService): void {
  bindRoutes(app, guardFor, routes, {
    listExits: ({ actor }) => exits.listExits(actor),
    createExit: async ({ actor, request }) => {
      const made = await exits.createExit(actor);
      describeCall(request, { target: made.uuid });
      return made;
    },
    createExitLink: ({ actor, params }) => exits.createLink(actor, params.id),
    deleteExit: ({ actor, params }) => exits.deleteExit(actor, params.id),
  });
  bindRoute(app, guardFor, routes.downloadExit, async ({ params, request, reply }) => {
    const { sizeBytes, name, etag, read } = await exits.openArchive(params.key);
    const { range, "if-range": ifRange } = request.headers;
    const wanted = ifRange === undefined || ifRange === etag ? parseRange(range, sizeBytes) : undefined;
    reply.header("accept-ranges", "bytes").header("etag", etag).header("cache-control", "private, no-store");
    if (wanted === "unsatisfiable") {
      reply.header("content-range", `bytes */${sizeBytes}`);
      reply.hijack().raw.writeHead(RANGE_NOT_SATISFIABLE, headersOf(reply)).end();
      return undefined;
    }
    const { from, to } = wanted ?? { from: 0, to: sizeBytes };
    if (wanted) reply.header("content-range", `bytes ${from}-${to - 1}/${sizeBytes}`);
    reply
      .type("application/x-tar")
      .header("content-length", to - from)
      .header("content-disposition", `attachment; filename="${name}"`);
    // In the contract, a route has a single success status, but this route responds with 200 or 206.
    const answer = reply.hijack().raw;
    answer.writeHead(wanted ? PARTIAL_CONTENT : STATUS_OK, headersOf(reply));
    await sendParts(read({ from, to }), answer).catch((error: unknown) =>
      request.log.error({ err: error }, "The download of an archive failed"),
    );
    return undefined;
  });
}

const headersOf = (reply: FastifyReply) => reply.getHeaders() as Record<string, string>;
