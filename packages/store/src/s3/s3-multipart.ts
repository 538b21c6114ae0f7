import { randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { withFile } from "../with-file.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Objects } from "./s3-objects.ts";
import { faultOf, type S3Requests } from "./s3-requests.ts";
import { escapeXml, partsOf, textOf } from "./xml.ts";

/** The size of a part. S3 requires at least 5 MiB for each part except the last one, and at most 10,000 parts. */
const PART_SIZE_BYTES = 8 * 1_048_576;
const MAX_PARTS = 10_000;
/** The number of parts of a file that are uploaded at the same time, and therefore kept in memory. */
const CONCURRENT_PARTS = 2;
/** The size above which a file is uploaded in parts. */
export const MAX_SINGLE_PUT_BYTES = 2 * PART_SIZE_BYTES;
/** The age above which uploads of ended processes are removed. No file takes this long. */
const ABANDONED_AGE_MS = 24 * 3_600_000;

/** Multipart uploads. The file becomes visible with its last part. */
export class S3Multipart {
  readonly #requests: S3Requests;
  readonly #objects: S3Objects;
  constructor(requests: S3Requests, objects: S3Objects) {
    this.#requests = requests;
    this.#objects = objects;
  }

  /** Uploads a file in parts. @throws S3Error. In this case the upload is removed, unless the store does not respond. */
  putFile(key: string, path: string, headers: Record<string, string> = {}): Promise<void> {
    return withFile(path, "r", (file) => this.#putOpened(key, file, headers));
  }

  async #putOpened(key: string, file: FileHandle, headers: Record<string, string>): Promise<void> {
    const { size: sizeBytes } = await file.stat();
    const writeId = randomUUID();
    const uploadId = await this.#begin(key, { ...headers, "x-amz-meta-write-id": writeId });
    try {
      const etags = await this.#sendParts({ key, uploadId, file, sizeBytes });
      await this.#complete({ key, uploadId, etags, writeId, sizeBytes });
    } catch (error) {
      // If the removal fails, the sweep removes the upload later.
      await this.#abort(key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  /** Ends abandoned uploads, whose parts use space without being listed. */
  async sweep(prefix: string, nowMs: number = Date.now()): Promise<number> {
    let swept = 0;
    for (let marker: Record<string, string> = {}; ; ) {
      const query = { uploads: "", prefix, ...marker };
      const { body } = await this.#requests.send({ method: "GET", key: "", query });
      for (const upload of partsOf(body, "Upload")) {
        const sinceMs = Date.parse(textOf(upload, "Initiated") ?? "");
        if (!(nowMs - sinceMs > ABANDONED_AGE_MS)) continue;
        await this.#abort(textOf(upload, "Key") ?? "", textOf(upload, "UploadId") ?? "");
        swept++;
      }
      const [key, id] = [textOf(body, "NextKeyMarker"), textOf(body, "NextUploadIdMarker")];
      if (textOf(body, "IsTruncated") !== "true" || !key || !id) return swept;
      marker = { "key-marker": key, "upload-id-marker": id };
    }
  }

  async #begin(key: string, headers: Record<string, string>): Promise<string> {
    const { body } = await this.#requests.send({ method: "POST", key, query: { uploads: "" }, headers });
    const uploadId = textOf(body, "UploadId");
    if (!uploadId) throw faultOf(`the begin of ${key}`, 200, body);
    return uploadId;
  }

  async #sendParts({ key, uploadId, file, sizeBytes }: PartSet): Promise<string[]> {
    const partBytes = Math.max(PART_SIZE_BYTES, Math.ceil(sizeBytes / MAX_PARTS));
    const count = Math.max(1, Math.ceil(sizeBytes / partBytes));
    const etags: string[] = [];
    const failed = new AbortController();
    let next = 0;
    const sendSome = async () => {
      const buffer = Buffer.allocUnsafeSlow(Math.min(partBytes, sizeBytes));
      while (next < count && !failed.signal.aborted) {
        const n = next++;
        const body = await readPart(
          file,
          buffer,
          n * partBytes,
          Math.min(partBytes, sizeBytes - n * partBytes),
        );
        const query = { partNumber: String(n + 1), uploadId };
        const { headers } = await this.#requests.send({
          method: "PUT",
          key,
          query,
          body,
          signal: failed.signal,
        });
        etags[n] = headers.etag ?? "";
      }
    };
    const senders = Array.from({ length: CONCURRENT_PARTS }, () =>
      sendSome().catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    );
    const ended = await Promise.allSettled(senders);
    const fault = ended.find((each) => each.status === "rejected" && each.reason instanceof S3Error);
    const other = fault ?? ended.find(({ status }) => status === "rejected");
    if (other?.status === "rejected") throw other.reason;
    return etags;
  }

  /**
   * Completes an upload. The store may have completed it although its response was lost. A retry then finds no upload, and the
   * object's metadata identifies its writer. It may also respond with status 200 and an error in the body.
   */
  async #complete({ key, uploadId, etags, writeId, sizeBytes }: Completion): Promise<void> {
    const parts = etags.map(
      (etag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
    const what = `the completion of ${key}`;
    await this.#requests.retry(undefined, async () => {
      try {
        const answer = await this.#requests.send({ method: "POST", key, query: { uploadId }, body });
        if (answer.body.includes("<Error>")) throw faultOf(what, 200, answer.body);
      } catch (error) {
        const isGone = error instanceof S3Error && (error.status === 404 || error.s3Code === "NoSuchUpload");
        if (!isGone || !(await this.#isDone({ key, writeId, sizeBytes }))) throw error;
      }
    });
  }

  async #isDone({ key, writeId, sizeBytes }: Pick<Completion, "key" | "writeId" | "sizeBytes">) {
    const found = await this.#objects.head(key);
    return found?.writeId === writeId && found.sizeBytes === sizeBytes;
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    try {
      await this.#requests.send({ method: "DELETE", key, query: { uploadId } });
    } catch (error) {
      if (!(error instanceof S3Error && error.status === 404)) throw error;
    }
  }
}

interface PartSet {
  key: string;
  uploadId: string;
  file: FileHandle;
  sizeBytes: number;
}

interface Completion {
  key: string;
  uploadId: string;
  etags: readonly string[];
  writeId: string;
  sizeBytes: number;
}

async function readPart(file: FileHandle, buffer: Buffer, offset: number, length: number): Promise<Buffer> {
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(buffer, done, length - done, offset + done);
    if (bytesRead === 0) throw new Error("The file became shorter while it was stored");
    done += bytesRead;
  }
  return buffer.subarray(0, length);
}
