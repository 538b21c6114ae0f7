import { SaxesParser } from "saxes";
import { SourceFailed } from "./import-source.ts";

export interface S3Object {
  key: string;
  sizeBytes: number;
  /** Changes with its content; "" where the server does not tell. */
  etag: string;
}

export interface S3Listing {
  objects: S3Object[];
  /** Asks for the next page; undefined at the end. */
  next: string | undefined;
}

/** Of a list three are enough: tags without end inside one another would take a time that grows with their square. */
const DEPTH_MAX = 20;

/** Reads an answer of ListObjectsV2 with `encoding-type=url`. @throws SourceFailed for anything else. */
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
    if (path.length > DEPTH_MAX) throw new SourceFailed("source_unreadable");
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

/** Keys may hold what XML may not, so that they come as in a query. */
function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
