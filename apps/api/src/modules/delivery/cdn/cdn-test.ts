import type { CdnTestAnswer } from "@shoal/contract";
import { explainCaching } from "@shoal/domain/cdn";
import { FetchError, type FetchPolicy, type SafeResponse, safeFetch } from "@shoal/safe-fetch";

/** Milliseconds until a test times out while a caller waits. */
const TEST_TIMEOUT_MS = 10_000;
/** The number of bytes that are read, which is enough to determine a file's type. */
const MAX_READ_BYTES = 1_000_000;

/** The headers that the report uses, and others that are useful in addition. */
const REPORTED_HEADERS = [
  "cache-control",
  "expires",
  "age",
  "date",
  "etag",
  "last-modified",
  "vary",
  "content-type",
  "content-length",
  "content-encoding",
  "accept-ranges",
  "access-control-allow-origin",
  "location",
];

/** Fetches a file as an edge would, and explains what its headers mean for caches. A failure is a result too. */
export async function testOrigin(
  address: string,
  { policy, patienceMs = TEST_TIMEOUT_MS }: { policy: FetchPolicy; patienceMs?: number },
): Promise<CdnTestAnswer> {
  const beganMs = performance.now();
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const response = await safeFetch(address, {
      policy,
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Shoal CDN test" },
      connectTimeoutMs: patienceMs,
      idleTimeoutMs: patienceMs,
      signal,
    });
    const { bytes, isCut } = await readBeginning(response);
    return {
      fault: null,
      answer: {
        ...describeResponse(response, bytes),
        isCut,
        tookMs: Math.round(performance.now() - beganMs),
      },
    };
  } catch (error) {
    if (signal.aborted) return { fault: "timeout", answer: null };
    if (!(error instanceof FetchError)) throw error;
    return { fault: error.reason, answer: null };
  }
}

/** Reads the beginning of a file. The received part is evaluated even if the connection breaks afterwards. */
async function readBeginning({ body }: SafeResponse): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, MAX_READ_BYTES - size));
      size += chunk.length;
      if (size >= MAX_READ_BYTES) break;
    }
  } catch {
    return { bytes: Buffer.concat(chunks), isCut: true };
  } finally {
    body.destroy();
  }
  return { bytes: Buffer.concat(chunks), isCut: size >= MAX_READ_BYTES };
}

function describeResponse({ status, headers, url }: SafeResponse, bytes: Buffer) {
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  return {
    url: url.href,
    status,
    sizeBytes: bytes.length,
    headers: REPORTED_HEADERS.flatMap((name) => {
      const value = sent[name];
      return value === undefined ? [] : [{ name, value: value.slice(0, 500) }];
    }),
    report: explainCaching({
      status,
      headers: sent,
      path: `${url.pathname}${url.search}`,
      text: bytes.toString("utf8"),
      nowMs: Date.now(),
    }),
  };
}
