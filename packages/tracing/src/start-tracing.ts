import { timingSafeEqual } from "node:crypto";
import { createRequire } from "node:module";
import {
  type Context,
  context,
  propagation,
  type TextMapGetter,
  type TextMapPropagator,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { UndiciInstrumentation, type UndiciRequest } from "@opentelemetry/instrumentation-undici";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingOptions } from "./tracing-options.ts";

/** The maximum delay before spans are sent to the collector. A full batch is sent immediately. */
const SEND_INTERVAL_MS = 2_000;
/** The time limit for a response of the collector. Without a response, the spans of this time are lost, but requests are not delayed. */
const SEND_TIMEOUT_MS = 10_000;
/** The maximum number of spans that wait for the collector. Further spans are dropped. */
const MAX_WAITING_SPANS = 8_192;
const STOP_TIMEOUT_MS = 3_000;

/**
 * The recorded attributes of a request (OpenTelemetry's semantic conventions). Addresses contain tokens, and callers are people, so
 * traces contain neither.
 */
const RECORDED_ATTRIBUTES = new Set([
  "error.type",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "messaging.operation.type",
]);

/**
 * Starts tracing.
 * @returns a function that sends the remaining spans and ends tracing. It never throws, because a process must be able to end
 * without its collector.
 */
export function startTracing(
  options: Omit<TracingOptions, "endpoint"> & { endpoint: string },
): () => Promise<void> {
  const { service, endpoint, ratio, secret } = options;
  // Selects the stable attribute names only.
  process.env.OTEL_SEMCONV_STABILITY_OPT_IN ??= "http";
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.namespace": "shoal", "service.name": service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      ATTRIBUTE_FILTER,
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: SEND_INTERVAL_MS,
        maxQueueSize: MAX_WAITING_SPANS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(trustedPropagator(secret));
  trace.setGlobalTracerProvider(provider);
  const servers = new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true });
  // Calls to other organisations' servers are not traced, because their addresses and headers belong to clients.
  const calls = new UndiciInstrumentation({
    ignoreRequestHook: (request) => !hasHeader(request, secret.header),
  });
  for (const instrumentation of [servers, calls]) {
    instrumentation.setTracerProvider(provider);
    instrumentation.enable();
  }
  // The patch of a server module takes effect when the module is next required. Earlier imports already contain it.
  createRequire(import.meta.url)("node:http");
  return async () => {
    const patience = AbortSignal.timeout(STOP_TIMEOUT_MS);
    const tooLate = new Promise<void>((resolve) => patience.addEventListener("abort", () => resolve()));
    await Promise.race([provider.shutdown().catch(() => undefined), tooLate]);
  };
}

const ATTRIBUTE_FILTER: SpanProcessor = {
  onStart: () => undefined,
  onEnd({ attributes }: ReadableSpan) {
    for (const name of Object.keys(attributes)) if (!RECORDED_ATTRIBUTES.has(name)) delete attributes[name];
  },
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

/**
 * Accepts W3C Trace Context from our own processes only: anyone could send a `traceparent` that requests recording, which would
 * bypass the ratio. Jobs come from our own queue.
 */
function trustedPropagator({ header, value }: TracingOptions["secret"]): TextMapPropagator {
  const w3c = new W3CTraceContextPropagator();
  const expected = Buffer.from(value);
  const isTrusted = (carrier: unknown, getter: TextMapGetter) => {
    const isRequest = getter.get(carrier, "host") !== undefined;
    const given = Buffer.from(String(getter.get(carrier, header) ?? ""));
    return !isRequest || (given.length === expected.length && timingSafeEqual(given, expected));
  };
  return {
    inject: (from, carrier, setter) => w3c.inject(from, carrier, setter),
    extract: (into: Context, carrier, getter) =>
      isTrusted(carrier, getter) ? w3c.extract(into, carrier, getter) : into,
    fields: () => w3c.fields(),
  };
}

const hasHeader = ({ headers }: UndiciRequest, name: string) =>
  typeof headers === "string"
    ? headers.toLowerCase().includes(`${name}:`)
    : headers.some((entry) => String(entry).toLowerCase() === name);
