import { createHash, hash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { findSignatureFault, TEST_S3_KEY } from "./signature.ts";

/** A simulated failure that replaces or follows the handling of a request. */
export type S3Fault =
  /** The store is overloaded and does nothing. */
  | "slow-down"
  /** The connection breaks before anything is done. */
  | "cut"
  /** The request is handled, but its response is lost. */
  | "answer-lost"
  /** Half of the response's body is sent. */
  | "half-answer"
  /** The server never responds. */
  | "hang";

export interface SeenRequest {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
}

interface StoredObject {
  bytes: Buffer;
  etag: string;
  meta: Record<string, string>;
}

interface Upload {
  key: string;
  initiated: Date;
  parts: Map<number, StoredObject>;
  meta: Record<string, string>;
}

export interface TestS3 {
  /** The server's location, as a value for `MEDIA_STORE`. */
  location: string;
  endpoint: string;
  bucket: string;
  region: string;
  credentials: typeof TEST_S3_KEY;
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  /** All requests that the server has received, in order. */
  seen: SeenRequest[];
  /** Chooses the simulated failure of a request, or undefined for none. */
  fault: (request: SeenRequest) => S3Fault | undefined;
  /** The keys that the caller may list but not read. */
  unreadable: Set<string>;
  /** Whether conditional writes are supported. */
  hasConditions: boolean;
  /** Whether ETags of conditional writes must be sent without quotes, as radosgw requires. */
  hasBareTags: boolean;
  /** How far the server's clock is ahead of this machine's, in ms. */
  clockAheadMs: number;
  close(): Promise<void>;
}

const BUCKET = "test-bucket";
const REGION = "eu-west-3";
const PART_MIN_BYTES = 5 * 1_048_576;
/** The size of a page of a list. It is small, so lists have several pages. */
const PAGE_KEYS = 100;

/**
 * Starts a small in-memory server for the part of S3 that media stores need: signatures, ranges, paged lists, multipart
 * uploads, conditional writes.
 * @example const s3 = await startTestS3(); const store = await S3Store.open(parseS3Location(s3.location), s3);
 */
export async function startTestS3({ port = 0, prefix = "media" } = {}): Promise<TestS3> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const s3: TestS3 = {
    location: `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}&region=${REGION}&pathStyle=1`,
    endpoint,
    bucket: BUCKET,
    region: REGION,
    credentials: TEST_S3_KEY,
    objects: new Map(),
    uploads: new Map(),
    seen: [],
    fault: () => undefined,
    unreadable: new Set(),
    hasConditions: true,
    hasBareTags: false,
    clockAheadMs: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return s3;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", endpoint);
    const { method = "GET", headers } = request;
    const body = await buffer(request);
    const [, bucket, ...parts] = pathname.split("/");
    const seen: SeenRequest = { method, key: decodeURIComponent(parts.join("/")), query, headers };
    s3.seen.push(seen);
    const fault = s3.fault(seen);
    if (fault === "hang") return;
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "slow-down") return sendResponse(response, errorResponse(503, "SlowDown"), method);
    const nowMs = Date.now() + s3.clockAheadMs;
    response.setHeader("date", new Date(nowMs).toUTCString());
    const wrong = findSignatureFault(request, body, { ...TEST_S3_KEY, region: REGION, nowMs });
    const given = wrong
      ? errorResponse(wrong.startsWith("Authorization") ? 400 : 403, wrong)
      : bucket === BUCKET
        ? handleRequest(s3, seen, body)
        : errorResponse(404, "NoSuchBucket");
    if (fault === "answer-lost") return void request.socket.destroy();
    sendResponse(response, given, method, fault === "half-answer");
  }
}

interface S3Response {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer;
}

const xmlResponse = (text: string): S3Response => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
});

const errorResponse = (status: number, code: string): S3Response => ({
  ...xmlResponse(`<Error><Code>${code}</Code><Message>Told by a test server</Message></Error>`),
  status,
});

function sendResponse(
  response: ServerResponse,
  { status, headers, body = Buffer.alloc(0) }: S3Response,
  method: string,
  isHalf = false,
): void {
  response.writeHead(status, { "content-length": body.length, ...headers });
  if (!isHalf) return void response.end(method === "HEAD" ? undefined : body);
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
}

function handleRequest(s3: TestS3, seen: SeenRequest, body: Buffer): S3Response {
  const { method, key, query } = seen;
  const uploadId = query.get("uploadId");
  if (key === "") {
    if (method === "POST" && query.has("delete")) return deleteMany(s3, seen, body);
    if (method === "GET" && query.has("uploads")) return listUploads(s3, query);
    if (method === "GET" && query.get("list-type") === "2") return listObjects(s3, query);
  } else if (uploadId !== null) {
    if (method === "PUT") return putPart(s3, uploadId, Number(query.get("partNumber")), body);
    if (method === "POST") return completeUpload(s3, uploadId, body.toString());
    if (method === "DELETE")
      return s3.uploads.delete(uploadId) ? { status: 204 } : errorResponse(404, "NoSuchUpload");
  } else if (method === "POST" && query.has("uploads")) return beginUpload(s3, seen);
  else if (method === "PUT") return putObject(s3, seen, body);
  else if (method === "GET" || method === "HEAD") return getObject(s3, seen);
  else if (method === "DELETE") {
    s3.objects.delete(key);
    return { status: 204 };
  }
  return errorResponse(405, "MethodNotAllowed");
}

const metaOf = ({ headers }: SeenRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith("x-amz-meta-") ? [[name, String(value)]] : [],
    ),
  );

const createObject = (bytes: Buffer, meta: Record<string, string> = {}): StoredObject => ({
  bytes,
  etag: `"${hash("md5", bytes)}"`,
  meta,
});

function putObject(s3: TestS3, seen: SeenRequest, body: Buffer): S3Response {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = seen.headers;
  const known = s3.objects.get(seen.key);
  if ((ifMatch || ifNoneMatch) && !s3.hasConditions) return errorResponse(501, "NotImplemented");
  if (ifNoneMatch === "*" && known) return errorResponse(412, "PreconditionFailed");
  if (ifMatch && !known) return errorResponse(404, "NoSuchKey");
  const etag = s3.hasBareTags ? known?.etag.replaceAll('"', "") : known?.etag;
  if (ifMatch && etag !== ifMatch) return errorResponse(412, "PreconditionFailed");
  const object = createObject(body, metaOf(seen));
  s3.objects.set(seen.key, object);
  return { status: 200, headers: { etag: object.etag } };
}

function getObject(s3: TestS3, { key, headers }: SeenRequest): S3Response {
  const object = s3.objects.get(key);
  if (!object) return errorResponse(404, "NoSuchKey");
  if (s3.unreadable.has(key)) return errorResponse(403, "AccessDenied");
  const { bytes, etag, meta } = object;
  if (headers["if-match"] && headers["if-match"] !== etag) return errorResponse(412, "PreconditionFailed");
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (from === undefined)
    return { status: 200, headers: { ...meta, etag, "accept-ranges": "bytes" }, body: bytes };
  const start = Number(from);
  if (start >= bytes.length) return errorResponse(416, "InvalidRange");
  const end = Math.min(bytes.length - 1, to ? Number(to) : bytes.length);
  const range = { "content-range": `bytes ${start}-${end}/${bytes.length}` };
  return { status: 206, headers: { ...meta, etag, ...range }, body: bytes.subarray(start, end + 1) };
}

function listObjects({ objects }: TestS3, query: URLSearchParams): S3Response {
  const prefix = query.get("prefix") ?? "";
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, Math.min(PAGE_KEYS, Number(query.get("max-keys") ?? PAGE_KEYS)));
  // Keys may contain characters that XML does not allow.
  const shown = query.get("encoding-type") === "url" ? encodeURIComponent : (key: string) => key;
  const contents = page.map((key) => {
    const { bytes, etag } = objects.get(key) ?? createObject(Buffer.alloc(0));
    const quoted = etag.replaceAll('"', "&quot;");
    return `<Contents><Key>${shown(key)}</Key><ETag>${quoted}</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  const isTruncated = keys.length > page.length;
  const token = Buffer.from(page.at(-1) ?? "").toString("base64");
  const next = isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : "";
  return xmlResponse(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`,
  );
}

function deleteMany({ objects }: TestS3, { headers }: SeenRequest, body: Buffer): S3Response {
  const digest = createHash("md5").update(body).digest("base64");
  if (headers["content-md5"] !== digest) return errorResponse(400, "InvalidDigest");
  const keys = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
  if (keys.length > 1_000) return errorResponse(400, "MalformedXML");
  for (const key of keys) objects.delete(key);
  return xmlResponse("<DeleteResult></DeleteResult>");
}

function beginUpload(s3: TestS3, seen: SeenRequest): S3Response {
  const id = randomUUID();
  s3.uploads.set(id, { key: seen.key, initiated: new Date(), parts: new Map(), meta: metaOf(seen) });
  return xmlResponse(
    `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function putPart({ uploads }: TestS3, id: string, number: number, body: Buffer): S3Response {
  const upload = uploads.get(id);
  if (!upload) return errorResponse(404, "NoSuchUpload");
  const part = createObject(body);
  upload.parts.set(number, part);
  return { status: 200, headers: { etag: part.etag } };
}

function completeUpload(s3: TestS3, id: string, body: string): S3Response {
  const upload = s3.uploads.get(id);
  if (!upload) return errorResponse(404, "NoSuchUpload");
  const wanted = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
  const parts: Buffer[] = [];
  for (const [, number, etag = ""] of wanted) {
    const part = upload.parts.get(Number(number));
    if (part?.etag !== etag.replaceAll("&quot;", '"')) return errorResponse(400, "InvalidPart");
    parts.push(part.bytes);
  }
  if (parts.length === 0) return errorResponse(400, "MalformedXML");
  if (parts.slice(0, -1).some(({ length }) => length < PART_MIN_BYTES))
    return errorResponse(400, "EntityTooSmall");
  s3.uploads.delete(id);
  s3.objects.set(upload.key, createObject(Buffer.concat(parts), upload.meta));
  return xmlResponse("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
}

function listUploads({ uploads }: TestS3, query: URLSearchParams): S3Response {
  const prefix = query.get("prefix") ?? "";
  const shown = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
  return xmlResponse(
    `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${shown.join("")}</ListMultipartUploadsResult>`,
  );
}
