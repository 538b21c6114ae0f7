import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { CdnEntryDescriptor, ClientDescriptor } from "@shoal/contract/edge";
import { makeHttpServer } from "@shoal/lifecycle";
import type { Places } from "@shoal/places";
import type { RateLimiter } from "../platform/rate-limiter.ts";
import type { DescriptorCache } from "../playback/descriptor-cache.ts";
import {
  allowedOriginOf,
  canFetchFromOrigin,
  conditionOf,
  dependsOnVisitor,
  expiryOf,
  findCdnRefusal,
  isSigned,
} from "./access.ts";
import { type CdnTarget, formatTarget, parseTarget, withoutSignature } from "./cdn-target.ts";
import { generationOf, generationOfAll, hasPathPurges } from "./generation.ts";
import type { OriginFetch } from "./origin-fetch.ts";

/** How long nginx caches the check of an entry, in seconds. */
const ENTRY_TTL_SEC = 1;
/** How long nginx caches the check of a viewer, in seconds. A change of the entry also causes a new check. */
const VISITOR_TTL_SEC = 30;
const PREFLIGHT_TTL_SEC = 600;
const ENTRY_NAME = /^[a-z0-9.-]{1,253}$/;

export interface CdnServerOptions {
  entries: Pick<DescriptorCache<CdnEntryDescriptor>, "find" | "peek">;
  clients: Pick<DescriptorCache<ClientDescriptor>, "find">;
  places: Pick<Places, "find">;
  origin: Pick<OriginFetch, "send">;
  /** Limits lookups of unknown names, each of which queries the api. */
  lookups: Pick<RateLimiter, "tryConsume">;
  hasRoom: () => boolean;
  log: { error(fields: object, message: string): void };
  nowMs?: () => number;
}

type ResponseHeaders = Record<string, string>;

/**
 * Creates the server that nginx queries: whether an entry is served (`/entry`), whether a viewer may have one of its files
 * (`/ask`), and for files that nginx's cache lacks (`/fetch`). It listens on a Unix socket that only nginx can open.
 */
export function createCdnServer(options: CdnServerOptions): Server {
  const listener: RequestListener = (req, res) => {
    handleRequest(req, res, options).catch((error: unknown) => {
      options.log.error({ err: error, path: req.url }, "A request of the CDN's cache failed");
      if (res.headersSent) res.destroy();
      else res.writeHead(500, { "X-Accel-Expires": "0" }).end();
    });
  };
  // Only nginx connects to the socket. It may keep connections open for as long as it needs them.
  return makeHttpServer(listener, { keepAliveMs: 120_000 });
}

async function handleRequest(
  req: IncomingMessage,
  res: ServerResponse,
  options: CdnServerOptions,
): Promise<void> {
  if (req.url === "/entry") return answerCheck(res, options, await describeEntry(req, options));
  if (req.url === "/ask") return checkViewerAccess(req, res, options);
  if (req.url === "/preflight") return answerPreflight(req, res, options);
  return fetchFile(req, res, options);
}

/**
 * Responds to a check by nginx.
 * @param extra the `X-Cdn-…` headers, and how long nginx may cache the response.
 */
function answerCheck(
  res: ServerResponse,
  { hasRoom }: CdnServerOptions,
  extra: ResponseHeaders,
  status = 204,
): void {
  // If the disk is full, nginx stores no check results either, and sends a check for each request.
  const caching = hasRoom() ? {} : { "X-Accel-Expires": "0", "X-Accel-Buffering": "no" };
  res.writeHead(status, { ...extra, ...caching }).end();
}

const refusalHeaders = (status: number, entry?: CdnEntryDescriptor): ResponseHeaders => ({
  // Rate-limited responses are not cached, since that would block every viewer who requests the same name.
  "X-Accel-Expires": status === 429 ? "0" : String(ENTRY_TTL_SEC),
  "X-Cdn-Step": `no${status}`,
  ...(entry ? { "X-Cdn-Entry": entry.uuid, "X-Cdn-Client": entry.clientId } : {}),
});

async function describeEntry(req: IncomingMessage, options: CdnServerOptions): Promise<ResponseHeaders> {
  const name = entryNameOf(req);
  if (!ENTRY_NAME.test(name)) return refusalHeaders(404);
  if (!options.entries.peek(name) && !options.lookups.tryConsume(headerTextOf(req, "x-cdn-address")))
    return refusalHeaders(429);
  const entry = await options.entries.find(name).catch(() => null);
  if (entry === null) return refusalHeaders(503);
  const condition = entry ? conditionOf(entry, nowMsOf(options)) : "gone";
  if (!entry || condition === "gone") return refusalHeaders(404);
  if (condition === "stopped") return refusalHeaders(403, entry);
  const owned = await withClient(entry, options);
  const ask = [
    dependsOnVisitor(owned) || isSigned(entry) ? "v" : "",
    hasPathPurges(entry) || isSigned(entry) ? "p" : "",
  ].join("");
  return {
    "X-Accel-Expires": String(ENTRY_TTL_SEC),
    "X-Cdn-Step": ask ? "ask" : "file",
    "X-Cdn-Ask": ask,
    "X-Cdn-Entry": entry.uuid,
    "X-Cdn-Client": entry.clientId,
    // The epoch is part of nginx's cache key for checks, so that a change of the rules invalidates them.
    "X-Cdn-Epoch": `${entry.revision}.${owned.client?.revision ?? 0}`,
    "X-Cdn-Generation": String(generationOfAll(entry)),
    "X-Cdn-Cors": allowedOriginOf(entry, undefined),
    "X-Cdn-Query": entry.ignoresQuery ? "none" : "kept",
  };
}

/** Adds the client's rules to an entry. While the client is unknown, only the entry's own rules apply. */
const withClient = async (entry: CdnEntryDescriptor, { clients }: CdnServerOptions) => ({
  entry,
  client: await clients.find(entry.clientId).catch(() => undefined),
});

async function checkViewerAccess(
  req: IncomingMessage,
  res: ServerResponse,
  options: CdnServerOptions,
): Promise<void> {
  const entry = await findRequestedEntry(req, options);
  const target = parseTarget(headerTextOf(req, "x-cdn-target"));
  if (!entry || !target) return answerCheck(res, options, { "X-Accel-Expires": "0" }, 403);
  const nowMs = nowMsOf(options);
  const address = headerTextOf(req, "x-cdn-address");
  const visitor = {
    address,
    place: options.places.find(address),
    origin: req.headers.origin,
    referer: req.headers.referer,
  };
  const refusal = findCdnRefusal(await withClient(entry, options), visitor, { target, nowMs });
  const keptSec = checkTtlSecOf(entry, target, nowMs);
  if (refusal !== undefined)
    return answerCheck(res, options, { "X-Accel-Expires": String(keptSec), "X-Cdn-Refused": refusal }, 403);
  const unsigned = isSigned(entry) ? withoutSignature(target) : target;
  const plain = entry.ignoresQuery ? { ...unsigned, query: "" } : unsigned;
  return answerCheck(res, options, {
    "X-Accel-Expires": String(keptSec),
    // nginx already knows the target of an unsigned path, since it is not rewritten.
    "X-Cdn-Target": isSigned(entry) ? formatTarget(plain) : "",
    "X-Cdn-Generation": hasPathPurges(entry) ? String(generationOf(entry, plain)) : "",
    "X-Cdn-Cors": allowedOriginOf(entry, visitor.origin),
  });
}

/** Returns how long nginx may reuse a check, in seconds: at most until the address's signature expires. */
function checkTtlSecOf(entry: CdnEntryDescriptor, target: CdnTarget, nowMs: number): number {
  const expires = isSigned(entry) ? expiryOf(target) : undefined;
  if (expires === undefined || expires * 1_000 <= nowMs) return VISITOR_TTL_SEC;
  return Math.max(0, Math.min(VISITOR_TTL_SEC, Math.floor(expires - nowMs / 1_000)));
}

async function answerPreflight(
  req: IncomingMessage,
  res: ServerResponse,
  options: CdnServerOptions,
): Promise<void> {
  const name = entryNameOf(req);
  const isKnown = ENTRY_NAME.test(name) && options.entries.peek(name) !== undefined;
  const isLooked =
    ENTRY_NAME.test(name) && (isKnown || options.lookups.tryConsume(headerTextOf(req, "x-cdn-address")));
  const entry = isLooked ? await options.entries.find(name).catch(() => undefined) : undefined;
  const allowed = entry ? allowedOriginOf(entry, req.headers.origin) : "none";
  if (allowed === "none") return void res.writeHead(204).end();
  res.writeHead(204, {
    "Access-Control-Allow-Origin": allowed || "*",
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": headerTextOf(req, "access-control-request-headers") || "Range",
    "Access-Control-Max-Age": String(PREFLIGHT_TTL_SEC),
    ...(allowed === "*" || allowed === "" ? {} : { Vary: "Origin" }),
  });
  res.end();
}

async function fetchFile(
  req: IncomingMessage,
  res: ServerResponse,
  options: CdnServerOptions,
): Promise<void> {
  const entry = await findRequestedEntry(req, options);
  const target = parseTarget(headerTextOf(req, "x-cdn-target"));
  const isServed = entry !== undefined && conditionOf(entry, nowMsOf(options)) === "served";
  if (!isServed || !target) return void res.writeHead(404, { "X-Accel-Expires": "0" }).end();
  // On a 503, nginx serves its cached copy, however old the copy is.
  if (!canFetchFromOrigin(entry)) return void res.writeHead(503, { "X-Accel-Expires": "0" }).end();
  return options.origin.send(entry, target, req, res);
}

/**
 * Finds the entry under whose uuid nginx stores the response. If the name has moved to another entry since nginx sent the check,
 * the fetch is rejected: nginx would otherwise store the new entry's response under the former entry, and serve it from there.
 */
async function findRequestedEntry(
  req: IncomingMessage,
  { entries }: CdnServerOptions,
): Promise<CdnEntryDescriptor | undefined> {
  const entry = await entries.find(entryNameOf(req));
  return entry?.uuid === headerTextOf(req, "x-cdn-entry") ? entry : undefined;
}

const headerTextOf = ({ headers }: IncomingMessage, name: string) => String(headers[name] ?? "");
const entryNameOf = (req: IncomingMessage) => headerTextOf(req, "x-cdn-name").replace(/\.$/, "");
const nowMsOf = ({ nowMs = Date.now }: CdnServerOptions) => nowMs();
