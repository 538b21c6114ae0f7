import {
  AppError,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  type RouteSpec,
  takesIdempotencyKey,
} from "@shoal/contract";
import { readIdempotencyKey } from "@shoal/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findClientOf } from "../../../platform/http/client-of-call.ts";
import { withoutRecorder, withRecorder } from "../../../platform/recorded-changes.ts";
import { senderOf } from "../../accounts/auth/index.ts";
import type { RepeatedCallsService } from "./repeated-calls.service.ts";
import type { RunningCall } from "./running-call.ts";

/** Lets callers send an idempotency key with calls that create objects. Must be called before routes are added. */
export function nameCalls(app: FastifyInstance, repeated: Pick<RepeatedCallsService, "begin">): void {
  const running = new WeakMap<FastifyRequest, RunningCall>();
  const answers = new WeakMap<FastifyRequest, unknown>();

  app.addHook("onRoute", (options) => {
    const { handler, config } = options;
    const route = config?.contract;
    if (!route || !takesIdempotencyKey(route)) return;
    options.handler = async function handleNamed(request, reply) {
      const key = keyOf(request);
      if (key === undefined) return handler.call(this, request, reply);
      const begun = await repeated.begin({ ...nameOf(route, request), key });
      if ("given" in begun) return replayAnswer(reply, begun.given);
      running.set(request, begun.run);
      try {
        return await withRecorder(begun.run, async () => handler.call(this, request, reply));
      } catch (error) {
        begun.run.end();
        throw error;
      }
    };
  });
  app.addHook("preSerialization", async (request, _reply, answer) => {
    running.get(request)?.end();
    answers.set(request, answer);
    return answer;
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const run = running.get(request);
    const answer = answers.get(request);
    const text = answer === undefined ? undefined : JSON.stringify(answer);
    if (run) await withoutRecorder(() => run.settle({ status: reply.statusCode, text }));
    return payload;
  });
}

/** Reads the idempotency key. @throws AppError "bad_request". */
function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  if (header === undefined) return undefined;
  const key = typeof header === "string" ? readIdempotencyKey(header) : undefined;
  if (key === undefined) throw invalidKeyError("must be 1 to 255 printable ASCII characters");
  if (/^multipart\//i.test(request.headers["content-type"] ?? ""))
    throw invalidKeyError("needs a body of JSON");
  return key;
}

const invalidKeyError = (reason: string) =>
  new AppError("bad_request", "A header is not valid", [{ path: IDEMPOTENCY_KEY_HEADER, reason }]);

function nameOf(route: RouteSpec, request: FastifyRequest) {
  const { clientUuid, userUuid } = senderOf(request);
  return {
    // The client is included because an administrator may make the same call for one client and then for another.
    clientUuid: findClientOf(request) ?? clientUuid,
    callerUuid: userUuid,
    route: `${route.method} ${route.path}`,
    content: { params: request.params, query: request.query, body: request.body ?? null },
    status: route.status ?? (route.response ? 200 : 204),
  };
}

function replayAnswer(reply: FastifyReply, { status, text }: { status: number; text: string | undefined }) {
  reply.code(status).header(IDEMPOTENCY_REPLAYED_HEADER, "true");
  return text === undefined ? reply.send() : reply.send(JSON.parse(text));
}
