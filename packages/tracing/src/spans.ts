import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

const TRACER_NAME = "shoal";

/**
 * The position of a span in its trace, in the form in which jobs contain it (W3C Trace Context: `00-<32 hex digits>-<16>-<2>`).
 * Empty if tracing is off.
 */
export interface TraceParent {
  traceparent?: string;
}

/** Returns the current trace, to send with a job. */
export function currentTrace(): TraceParent {
  const carrier: TraceParent = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Separates the payload of a job from the trace with which it was sent. */
export function splitTrace(data: object): { payload: object; parent: TraceParent } {
  const { traceparent, ...payload } = data as TraceParent;
  return { payload, parent: traceparent === undefined ? {} : { traceparent } };
}

/**
 * Runs a job in its own span, within the trace of the call that sent it.
 * @param name the name of the span. It must have low cardinality, like `make-thumbnail`.
 * @throws whatever `run` throws. The span records the error.
 */
export function inJobSpan<T>(name: string, parent: TraceParent, run: () => Promise<T>): Promise<T> {
  const sender = propagation.extract(ROOT_CONTEXT, parent);
  const options = { kind: SpanKind.CONSUMER, attributes: { "messaging.operation.type": "process" } };
  return trace.getTracer(TRACER_NAME).startActiveSpan(name, options, sender, async (span) => {
    try {
      return await run();
    } catch (error) {
      recordError(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

function recordError(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.recordException(error instanceof Error ? error : message);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

interface RoutedRequest {
  method: string;
  routeOptions: { url?: string | undefined };
}

/**
 * Names the span of a request by the request's route, because addresses contain tokens and identifiers.
 * @example app.addHook("onRequest", nameSpanByRoute);
 */
export async function nameSpanByRoute({ method, routeOptions: { url } }: RoutedRequest): Promise<void> {
  const span = trace.getActiveSpan();
  if (!span || url === undefined) return;
  span.updateName(`${method} ${url}`);
  span.setAttribute("http.route", url);
}
