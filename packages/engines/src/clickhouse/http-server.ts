import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createGunzip } from "node:zlib";
import { makeHttpServer } from "@shoal/lifecycle";
import type { ClickHouseEngine, EngineRequest } from "./engine.ts";

/** The maximum size of a request's body. It has room for an insert of about 100,000 rows. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;
/** The maximum length of an address, which is ClickHouse's own limit (`http_max_uri_size`). Node's default is a sixty-fourth of it. */
const MAX_HEADER_BYTES = 1024 * 1024;
/**
 * The time after which an idle connection is closed. Clients close idle connections after some seconds, and ClickHouse's own client
 * after 2.5 s. Clients must close first, even if both processes are slow, because a request that arrives while the server closes
 * gets no response. Node's default of 5 s was too short on a busy machine.
 */
const KEEP_ALIVE_TIMEOUT_MS = 60_000;
/** The parameters of the interface that are not settings of the engine. */
const NON_SETTING_PARAMS = new Set([
  "query",
  "query_id",
  "database",
  "session_id",
  "default_format",
  "user",
  "password",
  "role",
]);

/**
 * Creates ClickHouse's HTTP interface for an embedded engine. It serves `/ping` and `/`. The latter takes `query`, `param_*`,
 * settings and a body, or `query` and `param_*` as form fields. Error responses contain the code in `X-ClickHouse-Exception-Code`
 * and the engine's text, as in ClickHouse.
 */
export function createClickHouseServer(
  engine: ClickHouseEngine,
  options: { database: string; password: string },
): Server {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    handleRequest(engine, options, request, response).catch((error: unknown) => {
      if (!response.headersSent) answerError(response, 500, error);
      else response.destroy();
    });
  };
  return makeHttpServer(answer, {
    requestMs: 120_000,
    keepAliveMs: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderBytes: MAX_HEADER_BYTES,
  });
}

async function handleRequest(
  engine: ClickHouseEngine,
  options: { database: string; password: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = `http://localhost${request.url}`;
  if (!URL.canParse(address)) return answerError(response, 400, new Error("This address cannot be read"));
  const url = new URL(address);
  if (url.pathname === "/ping") return void response.end("Ok.\n");
  if (!isAllowed(request, url, options.password))
    return answerError(
      response,
      403,
      new Error("Code: 516. DB::Exception: Authentication failed (AUTHENTICATION_FAILED)"),
    );
  const database = url.searchParams.get("database") ?? options.database;
  if (database !== options.database && database !== "default")
    return answerError(
      response,
      404,
      new Error(`Code: 81. DB::Exception: Database ${database} does not exist (UNKNOWN_DATABASE)`),
    );
  const body = await readBody(request);
  try {
    const form = await readForm(request, body);
    const queryRequest = form
      ? requestOf([...url.searchParams, ...form], Buffer.alloc(0))
      : requestOf([...url.searchParams], body);
    const bytes = await engine.run(queryRequest, disconnectSignal(response, queryRequest));
    response.setHeader("x-clickhouse-query-id", url.searchParams.get("query_id") ?? "");
    response.setHeader("x-clickhouse-summary", "{}");
    response.end(bytes);
  } catch (error) {
    answerError(response, 400, error);
  }
}

/** Returns a signal that cancels a query when the query's connection closes. As in ClickHouse, the query's settings must request this. */
function disconnectSignal(response: ServerResponse, { settings }: EngineRequest): AbortSignal | undefined {
  if (settings.cancel_http_readonly_queries_on_client_close !== "1" || !(Number(settings.readonly) > 0))
    return undefined;
  const givenUp = new AbortController();
  if (response.closed) givenUp.abort();
  else response.once("close", () => response.writableFinished || givenUp.abort());
  return givenUp.signal;
}

/** Reads the form fields in which clients send long parameters together with the query. Returns undefined for other bodies. */
async function readForm(
  request: IncomingMessage,
  body: Buffer,
): Promise<[name: string, value: string][] | undefined> {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return undefined;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  return [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
}

function requestOf(entries: [name: string, value: string][], body: Buffer): EngineRequest {
  let inUrl = "";
  const params: Record<string, string> = {};
  const settings: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (name === "query") inUrl = value;
    else if (name.startsWith("param_")) params[name.slice("param_".length)] = value;
    else if (!NON_SETTING_PARAMS.has(name)) settings[name] = value;
  }
  if (/^\s*INSERT\b/i.test(inUrl)) return { sql: inUrl, params, settings, data: body };
  return {
    sql: [inUrl, body.toString("utf8")].filter(Boolean).join("\n"),
    params,
    settings,
    data: undefined,
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const stream = request.headers["content-encoding"] === "gzip" ? request.pipe(createGunzip()) : request;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY_BYTES) throw new Error("The body is too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function isAllowed(request: IncomingMessage, url: URL, password: string): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const fromBasic = Buffer.from(basic, "base64").toString("utf8").split(":").slice(1).join(":");
  const given = String(request.headers["x-clickhouse-key"] ?? url.searchParams.get("password") ?? fromBasic);
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(password));
}

function answerError(response: ServerResponse, status: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  response.statusCode = status;
  response.setHeader("x-clickhouse-exception-code", /Code: (\d+)/.exec(message)?.[1] ?? "1002");
  response.end(`${message}\n`);
}
