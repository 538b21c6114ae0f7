import type { LoadedSegment } from "@shoal/p2p";
import type { RequestSegment } from "./core.ts";
import { answerOf, type RequestedSegment, rangeHeader, spanOf } from "./load-segment.ts";
import type {
  ShakaContext,
  ShakaNetworking,
  ShakaOperation,
  ShakaPlayer,
  ShakaRequest,
  ShakaResponse,
} from "./shaka.types.ts";

/** Shaka's `RequestType`. */
const SEGMENT_REQUEST_TYPE = 1;
/** Shaka's error for aborted requests. The numbers are the severity, category and code of `OPERATION_ABORTED`. */
const ABORTED_ERROR = { severity: 2, category: 7, code: 7001, data: [] };

let attachedCount = 0;

/** The swarm through which a player's segments are loaded. */
export interface SegmentRoute {
  isOpen(): boolean;
  load(wanted: Omit<RequestedSegment, "startSec">, context: ShakaContext): Promise<LoadedSegment | undefined>;
  /** Returns the loading time in ms, from which the player estimates bandwidth. */
  timeMs(loaded: LoadedSegment): number;
  /** Called when the player has loaded a segment directly. */
  onDirect(context: ShakaContext | undefined, sizeBytes: number): void;
}

/** A request that passes through the swarm. */
interface SegmentTask {
  context: ShakaContext;
  isLoaded: boolean;
  isAborted: boolean;
}

/**
 * Loads one player's segments through a scheme plugin that Shaka calls instead of its HTTP plugin. Filters, events and figures
 * remain Shaka's. Requests that the swarm does not load are passed to the HTTP plugin.
 * @returns a function that removes the scheme plugin.
 */
export function routeSegments(player: ShakaPlayer, engine: ShakaNetworking, route: SegmentRoute): () => void {
  attachedCount += 1;
  const scheme = `shoal${attachedCount}`;
  const tasks = new WeakMap<ShakaRequest, SegmentTask>();
  const { constructor: Networking, request: original } = engine;
  const disguise = (uri: string) => `${scheme}:${uri}`;
  const reveal = (uri: string) => uri.replace(`${scheme}:`, "");

  Networking.registerScheme(scheme, (uri, request) => {
    const abort = new AbortController();
    request.uris = request.uris.map(reveal);
    const task = tasks.get(request);
    const wanted = {
      url: reveal(uri),
      span: spanOf(request.headers.Range),
      signal: abort.signal,
      request: requestByPlayer(player, new Networking(), request, reveal(uri)),
    };
    return {
      promise: task
        ? loadViaRoute(route, task, wanted, request)
        : Promise.reject(new Error("Not of this player")),
      abort: async () => abort.abort(),
    };
  });

  function requestRouted(type: number, request: ShakaRequest, context?: ShakaContext): ShakaOperation {
    const direct = () => original.call(engine, type, request, context);
    if (type !== SEGMENT_REQUEST_TYPE) return direct();
    if (!context || !route.isOpen() || !isSegment(request, context))
      return countBytes(route, direct(), context);
    const { headers } = request;
    const task: SegmentTask = { context, isLoaded: false, isAborted: false };
    tasks.set(request, task);
    const operation = startWithOwnScheme(request, direct, { disguise, reveal });
    return withFallback(operation, task, () => {
      request.headers = headers;
      return countBytes(route, direct(), context);
    });
  }
  engine.request = requestRouted;
  return () => {
    if (engine.request === requestRouted) engine.request = original;
    Networking.unregisterScheme(scheme);
  };
}

/** Returns whether a request is for a whole segment of the playing content, or for a range of bytes that has an end. */
const isSegment = ({ method, headers }: ShakaRequest, { stream }: ShakaContext): boolean =>
  stream !== undefined &&
  (method ?? "GET") === "GET" &&
  (headers.Range === undefined || spanOf(headers.Range) !== undefined);

/**
 * Starts a request so that Shaka chooses this scheme plugin, while the page's filters see the real address. Shaka 5 chooses the
 * plugin when a request starts, and filters afterwards. Shaka 4 filters first, and therefore loads directly.
 */
function startWithOwnScheme(
  request: ShakaRequest,
  start: () => ShakaOperation,
  { disguise, reveal }: Record<"disguise" | "reveal", (uri: string) => string>,
): ShakaOperation {
  request.uris = request.uris.map(disguise);
  const operation = start();
  request.uris = request.uris.map(reveal);
  return operation;
}

/** Returns an operation that is replaced by a direct one if it fails without being aborted. */
function withFallback(
  operation: ShakaOperation,
  task: SegmentTask,
  direct: () => ShakaOperation,
): ShakaOperation {
  const { promise } = operation;
  const abort = operation.abort.bind(operation);
  operation.abort = () => {
    task.isAborted = true;
    return abort();
  };
  operation.promise = promise.catch((error) => {
    if (task.isAborted || task.isLoaded) throw error;
    const other = direct();
    operation.abort = () => other.abort();
    return other.promise;
  });
  // A rejection that Shaka does not await must not count as unhandled.
  operation.promise.catch(() => {});
  return operation;
}

function countBytes(route: SegmentRoute, operation: ShakaOperation, context?: ShakaContext): ShakaOperation {
  operation.promise.then(
    ({ data }) => route.onDirect(context, data.byteLength),
    () => {},
  );
  return operation;
}

async function loadViaRoute(
  route: SegmentRoute,
  task: SegmentTask,
  wanted: Omit<RequestedSegment, "startSec">,
  request: ShakaRequest,
): Promise<ShakaResponse> {
  const loaded = await route.load(wanted, task.context).catch(() => {
    throw Object.assign(new Error("Aborted"), ABORTED_ERROR);
  });
  if (!loaded) throw new Error("Left to the player");
  task.isLoaded = true;
  const { url, span } = wanted;
  return {
    uri: url,
    originalUri: url,
    data: loaded.data,
    status: span ? 206 : 200,
    headers: {},

    timeMs: route.timeMs(loaded),
    fromCache: false,
    originalRequest: request,
  };
}

/** Requests a part of the bytes by Shaka's own HTTP plugin. The page's filters have already modified the request. */
function requestByPlayer(
  player: ShakaPlayer,
  networking: ShakaNetworking,
  request: ShakaRequest,
  url: string,
): RequestSegment {
  const span = spanOf(request.headers.Range);
  return async (fromByte, signal, toByte) => {
    const range = rangeHeader(span, fromByte, toByte);
    networking.configure?.(player.getConfiguration().networking);
    const operation = networking.request(SEGMENT_REQUEST_TYPE, {
      ...request,
      uris: [url],
      headers: { ...request.headers, ...(range ? { Range: range } : {}) },
      streamDataCallback: null,
      // Nothing is retried here, because the player retries failures itself.
      retryParameters: { ...request.retryParameters, maxAttempts: 1 },
    });
    signal.addEventListener("abort", () => void operation.abort(), { once: true });
    const { data, status = range ? 206 : 200 } = await operation.promise;
    return answerOf(data, status);
  };
}
