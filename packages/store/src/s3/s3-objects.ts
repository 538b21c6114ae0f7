import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ObjectNotFound, type StoreRange } from "../media-store.ts";
import { S3Error } from "./s3-error.ts";
import { lostConnectionError, type S3Requests } from "./s3-requests.ts";
import { escapeXml, partsOf, textOf, textsOf } from "./xml.ts";

/** A key with its properties in a list. */
export interface ListedKey {
  key: string;
  sizeBytes: number;
  etag: string;
}

/** The properties of an object that a HEAD request returns. */
export interface KeyFacts {
  sizeBytes: number;
  etag: string;
  /** The multipart upload that wrote the object, if any. */
  writeId: string | undefined;
  /** Whether the object is a copy from another store. */
  isAdopted: boolean;
}

/** Marks copies from another store. */
export const ADOPTED_HEADER = "x-amz-meta-adopted";
/** The maximum number of keys in one request of the protocol. */
const KEYS_PER_DELETE = 1_000;

const isMissing = (error: unknown): boolean => error instanceof S3Error && error.status === 404;

/** The objects of a bucket, by their complete keys. */
export class S3Objects {
  readonly #requests: S3Requests;
  constructor(requests: S3Requests) {
    this.#requests = requests;
  }

  async put(key: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<void> {
    await this.#requests.send({ method: "PUT", key, body, headers });
  }

  async head(key: string): Promise<KeyFacts | undefined> {
    try {
      const { headers } = await this.#requests.send({ method: "HEAD", key });
      const writeId = headers["x-amz-meta-write-id"];
      return {
        sizeBytes: Number(headers["content-length"]),
        etag: headers.etag ?? "",
        writeId: writeId?.toString(),
        isAdopted: headers[ADOPTED_HEADER] !== undefined,
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /**
   * Streams an object. If the connection breaks, the stream continues at the same byte, provided that the object is unchanged.
   * @throws ObjectNotFound, S3Error
   */
  async *stream(key: string, range?: StoreRange): AsyncGenerator<Buffer> {
    const end = range ? range.offset + range.length : undefined;
    let at = range?.offset ?? 0;
    if (at === end) return;
    let etag: string | undefined;
    for (let failures = 0; ; ) {
      try {
        const answer = await this.#openAt(key, at, end, etag);
        if (!answer) return;
        etag ??= answer.headers.etag;
        for await (const chunk of bytesOf(answer, key)) {
          failures = 0;
          at += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (isMissing(error)) throw new ObjectNotFound(key);
        // `open` has its own retries.
        if (!(error instanceof BodyLost) || ++failures >= this.#requests.tries) throw error;
        await this.#requests.wait(failures);
      }
    }
  }

  /** Opens an object at an offset. @returns undefined if the object ends before the offset. */
  async #openAt(key: string, at: number, end: number | undefined, etag: string | undefined) {
    const isPart = at > 0 || end !== undefined;
    const headers = {
      ...(isPart ? { range: `bytes=${at}-${end === undefined ? "" : end - 1}` } : {}),
      ...(etag === undefined ? {} : { "if-match": etag }),
    };
    try {
      return await this.#requests.retry(undefined, () =>
        this.#requests.open({ method: "GET", key, headers }),
      );
    } catch (error) {
      if (error instanceof S3Error && error.status === 416) return undefined;
      throw error;
    }
  }

  /** Reads a range of an object, or all of it. @throws ObjectNotFound, S3Error */
  async read(key: string, range?: StoreRange): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stream(key, range)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Reads a small object, with the ETag that conditional writes need. */
  async find(key: string): Promise<{ bytes: Buffer; etag: string } | undefined> {
    try {
      return await this.#requests.retry(undefined, async () => {
        const answer = await this.#requests.open({ method: "GET", key });
        const chunks: Buffer[] = [];
        for await (const chunk of bytesOf(answer, key)) chunks.push(chunk);
        return { bytes: Buffer.concat(chunks), etag: answer.headers.etag ?? "" };
      });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<ListedKey> {
    for (let token: string | undefined; ; ) {
      const query = {
        "list-type": "2",
        prefix,
        ...(token === undefined ? {} : { "continuation-token": token }),
      };
      const { body } = await this.#requests.send({ method: "GET", key: "", query });
      for (const part of partsOf(body, "Contents"))
        yield {
          key: textOf(part, "Key") ?? "",
          sizeBytes: Number(textOf(part, "Size")),
          etag: textOf(part, "ETag") ?? "",
        };
      token = textOf(body, "NextContinuationToken");
      if (textOf(body, "IsTruncated") !== "true" || token === undefined) return;
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await this.#requests.send({ method: "DELETE", key });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async removeAll(prefix: string): Promise<void> {
    let keys: string[] = [];
    for await (const { key } of this.list(prefix)) {
      keys.push(key);
      if (keys.length < KEYS_PER_DELETE) continue;
      await this.#removeKeys(keys);
      keys = [];
    }
    if (keys.length > 0) await this.#removeKeys(keys);
  }

  /** Removes keys. @throws S3Error if one of them could not be removed. */
  async #removeKeys(keys: readonly string[]): Promise<void> {
    const named = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join("");
    const body = Buffer.from(`<Delete><Quiet>true</Quiet>${named}</Delete>`);
    const headers = { "content-md5": createHash("md5").update(body).digest("base64") };
    const answer = await this.#requests.send({
      method: "POST",
      key: "",
      query: { delete: "" },
      headers,
      body,
    });
    const [s3Code] = textsOf(answer.body, "Code");
    if (s3Code !== undefined)
      throw new S3Error(`the deletion of ${keys.length} objects`, {
        s3Code,
        status: 200,
        message: textOf(answer.body, "Message") ?? "",
      });
  }
}

/** The error for a response that ended early. */
class BodyLost extends S3Error {}

async function* bytesOf(answer: IncomingMessage, key: string): AsyncGenerator<Buffer> {
  const expected = Number(answer.headers["content-length"]);
  let got = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      got += chunk.length;
      yield chunk;
    }
  } catch (error) {
    const { s3Code, message } = lostConnectionError(key, error);
    throw new BodyLost(`GET ${key}`, { s3Code, status: 0, message });
  } finally {
    answer.destroy();
  }
  if (got < expected)
    throw new BodyLost(`GET ${key}`, {
      s3Code: "Incomplete",
      status: 0,
      message: `${got} of ${expected} bytes`,
    });
}
