import { createHmac, hash } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who may call a test server. */
export const TEST_S3_KEY = { accessKeyId: "test-key", secretAccessKey: "test-secret" };

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** What is wrong with a request's signature by AWS's fourth version; undefined for a right one. */
export function findSignatureFault(
  { method = "GET", url = "/", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  body: Buffer,
  { accessKeyId, secretAccessKey } = TEST_S3_KEY,
): string | undefined {
  const [, key, day = "", region = "", signedHeaders = "", signature] =
    AUTHORIZATION.exec(headers.authorization ?? "") ?? [];
  if (key !== accessKeyId) return "InvalidAccessKeyId";
  const payloadHash = String(headers["x-amz-content-sha256"]);
  if (payloadHash !== hash("sha256", body)) return "XAmzContentSHA256Mismatch";
  const { pathname, searchParams } = new URL(url, "http://server");
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const names = signedHeaders.split(";");
  if (!names.includes("host") || !names.includes("x-amz-content-sha256")) return "AccessDenied";
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = [method, pathname, query, canonicalHeaders, signedHeaders, payloadHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash("sha256", canonical)].join("\n");
  const signingKey = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  return hmac(signingKey, toSign).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}
