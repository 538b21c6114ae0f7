import { SaxesParser } from "saxes";
import { SourceFailed } from "./import-source.ts";

export interface S3Object {
  key: string;
  sizeBytes: number;
  /** The ETag, which changes with the content; "" if the server does not send it. */
  etag: string;
}

export interface S3Listing {
  objects: S3Object[];
  /** The token of the next page; undefined at the end. */
  next: string | undefined;
}

/** The maximum nesting. A list needs three levels, and parsing unlimited nesting would take quadratic time. */
const MAX_DEPTH = 20;

/** Parses a ListObjectsV2 answer with `encoding-type=url`. @throws SourceFailed for anything else. */
export function readListing(xml: string): S3Listing {
  const objects: S3Object[] = [];
  const path: string[] = [];
  let next: string | undefined;
  let isTruncated = false;
  let text = "";
  let object: Partial<S3Object> = {};
  const parser = new SaxesParser();
  parser.on("error", () => {
    throw new SourceFailed("source_unreadable");
  });
  parser.on("opentag", ({ name }) => {
    path.push(name);
    if (path.length > MAX_DEPTH) throw new SourceFailed("source_unreadable");
    text = "";
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", () => {
    const place = path.join("/");
    path.pop();
    if (place === "ListBucketResult/Contents/Key") object.key = decodeKey(text);
    else if (place === "ListBucketResult/Contents/Size") object.sizeBytes = Number(text);
    else if (place === "ListBucketResult/Contents/ETag") object.etag = text;
    else if (place === "ListBucketResult/IsTruncated") isTruncated = text.trim() === "true";
    else if (place === "ListBucketResult/NextContinuationToken") next = text;
    else if (place === "ListBucketResult/Contents") {
      objects.push({ key: object.key ?? "", sizeBytes: object.sizeBytes || 0, etag: object.etag ?? "" });
      object = {};
    } else if (place === "ListBucketResult") isRead = true;
  });
  let isRead = false;
  parser.write(xml).close();
  if (!isRead) throw new SourceFailed("source_unreadable");
  return { objects, next: isTruncated ? next : undefined };
}

/** Decodes a key. Keys are URL-encoded because they may contain characters that XML does not allow. */
function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
