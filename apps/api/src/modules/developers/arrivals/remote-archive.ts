import { asFetchError, FetchError, type FetchPolicy, safeFetch } from "@shoal/safe-fetch";
import { ArchiveUnavailable, ArrivalRefused } from "./arrival-refused.ts";

const CONNECT_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 60_000;
/** The HTTP statuses that mean that the archive does not exist or that access is denied. */
const REFUSAL_STATUSES = new Set([400, 401, 403, 404, 410, 451]);
/** The HTTP statuses that mean that the bytes have changed on the server. */
const CHANGE_STATUSES = new Set([412, 416]);

export interface RemoteArchive {
  sizeBytes: number;
  etag: string | null;
  /** Reads bytes `[from, to)`, always of the same archive. */
  read(from: number, to: number): AsyncGenerator<Buffer>;
}

/**
 * Opens an archive at an address, which is read in ranges and not stored here.
 * @param known the ETag at the first read. Bytes with another ETag are rejected.
 * @throws ArrivalRefused, ArchiveUnavailable, also when reading.
 */
export async function openRemoteArchive(
  url: string,
  policy: FetchPolicy,
  known: string | null,
): Promise<RemoteArchive> {
  const first = await requestRange(url, policy, 0, 1);
  first.body.destroy();
  const total = /^bytes 0-0\/(\d{1,15})$/.exec(String(first.headers["content-range"] ?? ""))?.[1];
  if (first.status !== 206 || total === undefined) throw new ArrivalRefused("no_ranges");
  const etag = first.headers.etag ?? null;
  if (known !== null && etag !== known) throw new ArrivalRefused("changed");
  const sizeBytes = Number(total);

  async function* read(from: number, to: number): AsyncGenerator<Buffer> {
    if (to <= from) return;
    if (to > sizeBytes) throw new ArrivalRefused("truncated");
    const { status, headers, body } = await requestRange(url, policy, from, to);
    try {
      if (status !== 206 || (headers.etag ?? null) !== etag) throw new ArrivalRefused("changed");
      let left = to - from;
      for await (const bytes of body as AsyncIterable<Buffer>) {
        yield bytes.length > left ? bytes.subarray(0, left) : bytes;
        left -= bytes.length;
        if (left <= 0) return;
      }
      throw new ArchiveUnavailable("The server ended its answer too early");
    } catch (error) {
      if (error instanceof ArrivalRefused || error instanceof ArchiveUnavailable) throw error;
      throw new ArchiveUnavailable(asFetchError(error, new URL(url).host).message);
    } finally {
      body.destroy();
    }
  }
  return { sizeBytes, etag, read };
}

async function requestRange(url: string, policy: FetchPolicy, from: number, to: number) {
  try {
    const answer = await safeFetch(url, {
      policy,
      headers: { range: `bytes=${from}-${to - 1}`, "accept-encoding": "identity" },
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
    });
    if (answer.status < 300) return answer;
    answer.body.destroy();
    if (CHANGE_STATUSES.has(answer.status)) throw new ArrivalRefused("changed");
    if (REFUSAL_STATUSES.has(answer.status)) throw new ArrivalRefused("unreachable");
    throw new ArchiveUnavailable(`The server answered ${answer.status}`);
  } catch (error) {
    if (error instanceof FetchError) {
      if (error.isTransient) throw new ArchiveUnavailable(error.message);
      throw new ArrivalRefused("unreachable");
    }
    throw error;
  }
}

/** Reads bytes `[from, to)` into memory. @throws ArrivalRefused, ArchiveUnavailable. */
export async function readAll(archive: RemoteArchive, from: number, to: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of archive.read(from, to)) parts.push(part);
  return Buffer.concat(parts);
}
