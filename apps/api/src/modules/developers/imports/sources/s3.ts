import type { FieldError, ImportFault, ImportSource } from "@shoal/contract";
import { FetchError } from "@shoal/safe-fetch";
import { AwsV4Signer } from "aws4fetch";
import { fitItem } from "./fit-item.ts";
import { ItemFailed, type OpenedSource, SourceFailed, type SourceItem } from "./import-source.ts";
import { readListing, type S3Object } from "./s3-listing.ts";
import { type PeekFile, type RequestText, requireAnswer, SourceNotFound } from "./source-api.ts";
import { isVideoFile, mayBeVideo } from "./video-bytes.ts";

type S3Source = Extract<ImportSource, { kind: "s3" }>;

const PAGE_SIZE = 1_000;
/** The maximum number of objects, after which a server whose list does not end is given up. */
const MAX_OBJECTS = 1_000_000;
/** The minimum number of objects that a page counts for. Endless empty pages would otherwise be requested a million times. */
const MIN_PAGE_COUNT = 100;
const LISTING_URL_LIFETIME_SEC = 300;
/** The validity of a signed address, which is how long a file may wait for a worker. A running transfer continues. */
const FILE_URL_LIFETIME_SEC = 86_400;

/**
 * Creates the source of a bucket with a prefix. Objects are fetched with addresses signed when their line is started, since
 * addresses expire.
 */
export function s3Source(
  source: S3Source,
  { requestText, peek }: { requestText: RequestText; peek: PeekFile },
): OpenedSource {
  const { region, accessKeyId, secretAccessKey } = source;
  const base = bucketAddressOf(source);
  const question = { isSigned: true, explain: explainS3Error };

  async function sign(url: URL, expiresSec: number): Promise<string> {
    if (accessKeyId === "") return url.href;
    url.searchParams.set("X-Amz-Expires", String(expiresSec));
    const signer = new AwsV4Signer({
      url: url.href,
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      signQuery: true,
    });
    return (await signer.sign()).url.href;
  }

  async function readPage(token: string | null, size = PAGE_SIZE) {
    const url = new URL(base);
    url.searchParams.set("list-type", "2");
    url.searchParams.set("encoding-type", "url");
    url.searchParams.set("max-keys", String(size));
    if (source.prefix !== "") url.searchParams.set("prefix", source.prefix);
    if (token !== null) url.searchParams.set("continuation-token", token);
    return readListing(await requestText(await sign(url, LISTING_URL_LIFETIME_SEC), question));
  }

  async function peekObject(url: string) {
    try {
      return await peek(await sign(new URL(url), LISTING_URL_LIFETIME_SEC), question);
    } catch (error) {
      if (error instanceof SourceNotFound) throw new ItemFailed("is no longer there");
      if (!(error instanceof BucketFault && error.isOfObject)) throw error;
      // With revoked credentials, neither the list nor any other object can be read.
      await requireAnswer(readPage(null, 1));
      throw new ItemFailed("cannot be read with these keys");
    }
  }

  return {
    async *readPages(cursor) {
      let { token, line, seen, isEnd } = cursor === null ? FIRST_PAGE : readCursor(cursor);
      while (!isEnd) {
        const { objects, next } = await requireAnswer(readPage(token));
        const files = objects.filter(({ key }) => !key.endsWith("/"));
        const videos = files.filter(({ key }) => mayBeVideo(nameOf(key)));
        const from = line;
        line += videos.length;
        seen += Math.max(MIN_PAGE_COUNT, objects.length);
        if (seen > MAX_OBJECTS) throw new SourceFailed("too_many_rows");
        if (next !== undefined && next === token) throw new SourceFailed("source_unreadable");
        token = next ?? null;
        isEnd = token === null;
        yield {
          items: videos.map((object, index) => toSourceItem(object, { line: from + index + 1, base })),
          ignored: files.filter(({ key }) => !mayBeVideo(nameOf(key))).map(({ key }) => extensionOf(key)),
          cursor: JSON.stringify({ token, line, seen, isEnd }),
        };
      }
    },

    async prepare(stored) {
      const { item, ref = "" } = stored;
      const seen = await peekObject(item.url);
      if (seen.sizeBytes === 0) throw new ItemFailed("is an empty file");
      if (!isVideoFile(item.title ?? "", seen)) throw new ItemFailed("is not a video");
      const isChanged = ref !== "" && seen.etag !== undefined && seen.etag !== ref;
      return {
        item: { ...item, url: await sign(new URL(item.url), FILE_URL_LIFETIME_SEC) },
        ref,
        faults: isChanged ? [{ path: "url", reason: "has changed since it was listed" }] : [],
      };
    },

    async check() {
      const server = source.endpoint === undefined ? "region" : "endpoint";
      const field = (path: keyof S3Source, reason: string) => [{ path, reason }];
      try {
        await readPage(null, 1);
      } catch (error) {
        if (error instanceof SourceNotFound) return field("bucket", "is not an existing bucket");
        if (error instanceof FetchError) return field(server, "cannot be reached from here");
        if (!(error instanceof SourceFailed)) throw error;
        if (error.fault === "source_refused" && accessKeyId === "")
          return field("accessKeyId", "is required: the bucket is not public");
        if (error instanceof BucketFault) return [error.field];
        return field(server, "returns no list of this bucket");
      }
      return [];
    },
  };
}

/** Thrown for a server's error about a bucket, its credentials or one object. */
class BucketFault extends SourceFailed {
  readonly field: FieldError;
  /** Whether the error may concern only this object, rather than the bucket. */
  readonly isOfObject: boolean;
  constructor(fault: ImportFault, field: FieldError, isOfObject = false) {
    super(fault);
    this.field = field;
    this.isOfObject = isOfObject;
  }
}

const WRONG_REGION = { path: "region", reason: "is not the region of this bucket" };
const ERRORS_BY_CODE: Record<string, () => Error> = {
  NoSuchBucket: () =>
    new BucketFault("source_not_found", { path: "bucket", reason: "is not an existing bucket" }),
  PermanentRedirect: () => new BucketFault("source_unreadable", WRONG_REGION),
  AuthorizationHeaderMalformed: () => new BucketFault("source_unreadable", WRONG_REGION),
  AuthorizationQueryParametersError: () => new BucketFault("source_unreadable", WRONG_REGION),
  IllegalLocationConstraintException: () => new BucketFault("source_unreadable", WRONG_REGION),
  InvalidAccessKeyId: () => new BucketFault("source_refused", { path: "accessKeyId", reason: "is refused" }),
  SignatureDoesNotMatch: () =>
    new BucketFault("source_refused", { path: "secretAccessKey", reason: "is refused" }),
  // Objects of an archive class are only available hours after a request.
  InvalidObjectState: () => new ItemFailed("is archived there: restore it first"),
  InvalidRange: () => new ItemFailed("is an empty file"),
};

/** Returns the error for a response. The error code is more precise than the status. */
function explainS3Error(status: number, text: string): Error | undefined {
  const [, code = ""] = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text) ?? [];
  const explained = Object.hasOwn(ERRORS_BY_CODE, code) ? ERRORS_BY_CODE[code]?.() : undefined;
  if (explained) return explained;
  if (status === 301) return new BucketFault("source_unreadable", WRONG_REGION);
  if (status !== 401 && status !== 403) return undefined;
  return new BucketFault(
    "source_refused",
    { path: "secretAccessKey", reason: "is refused, or cannot list this bucket" },
    true,
  );
}

/** @example bucketAddressOf({ bucket: "films", region: "eu-west-3", … }) // "https://films.s3.eu-west-3.amazonaws.com/" */
export function bucketAddressOf({
  bucket,
  region,
  endpoint,
  isPathStyle = endpoint !== undefined,
}: Pick<S3Source, "bucket" | "region" | "endpoint" | "isPathStyle">): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // The certificate does not cover a host name made from a bucket name with a dot or a capital letter.
  if (isPathStyle || !/^[a-z0-9-]+$/.test(bucket)) return `${url.origin}/${bucket}/`;
  return `${url.protocol}//${bucket}.${url.host}/`;
}

/** Encodes every character of a key except the slash, as the signature requires. */
const encodeKey = (key: string) =>
  key
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/");

const nameOf = (key: string) => key.slice(key.lastIndexOf("/") + 1);

function toSourceItem(
  { key, sizeBytes, etag }: S3Object,
  { line, base }: { line: number; base: string },
): SourceItem {
  const name = nameOf(key);
  const shared = {
    line,
    title: name.replaceAll("\0", "").toWellFormed().slice(0, 300),
    ignored: [],
    key: `s3:${base}${key}`,
    ref: etag,
  };
  const broken = (path: string, reason: string) => ({
    ...shared,
    url: base,
    item: undefined,
    faults: [{ path, reason }],
  });
  if (!key.isWellFormed() || key.includes("\0"))
    return { ...broken("url", "cannot be read"), key: undefined };
  // Path segments of dots would be removed in transit.
  if (key.split("/").some((part) => part === "." || part === ".."))
    return broken("url", "has . or .. as a part of its path");
  if (sizeBytes === 0) return broken("url", "is an empty file");
  const url = `${base}${encodeKey(key)}`;
  const { item, faults } = fitItem({ url, title: name });
  return { ...shared, url, item, faults: item ? [] : faults };
}

/** @example extensionOf("films/a.jpg") // "*.jpg" */
const extensionOf = (key: string) => `*${/\.[A-Za-z0-9]+$/.exec(key)?.[0].toLowerCase() ?? ""}`;

interface S3Cursor {
  token: string | null;
  /** The line number of the last video listed. */
  line: number;
  /** The number of objects read. */
  seen: number;
  isEnd: boolean;
}
const FIRST_PAGE: S3Cursor = { token: null, line: 0, seen: 0, isEnd: false };
const readCursor = (cursor: string) => JSON.parse(cursor) as S3Cursor;
