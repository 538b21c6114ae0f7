import { createHmac, hash } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The credentials of a test server. */
export const TEST_S3_KEY = { accessKeyId: "test-key", secretAccessKey: "test-secret" };

const AUTHORIZATION_PATTERN =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encodeUri = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

interface SignatureFields {
  key: string | undefined;
  day: string;
  region: string;
  signedHeaders: string;
  signature: string | undefined;
  date: string;
  payloadHash: string;
  isInQuery: boolean;
}

/** Reads a signature from the header, or from the query of a presigned address. */
function readSigned(headers: IncomingMessage["headers"], query: URLSearchParams): SignatureFields {
  if (query.has("X-Amz-Signature")) {
    const [key, day = "", region = ""] = (query.get("X-Amz-Credential") ?? "").split("/");
    return {
      key,
      day,
      region,
      signedHeaders: query.get("X-Amz-SignedHeaders") ?? "",
      signature: query.get("X-Amz-Signature") ?? undefined,
      date: query.get("X-Amz-Date") ?? "",
      payloadHash: "UNSIGNED-PAYLOAD",
      isInQuery: true,
    };
  }
  const [, key, day = "", region = "", signedHeaders = "", signature] =
    AUTHORIZATION_PATTERN.exec(headers.authorization ?? "") ?? [];
  return {
    key,
    day,
    region,
    signedHeaders,
    signature,
    date: String(headers["x-amz-date"]),
    payloadHash: String(headers["x-amz-content-sha256"]),
    isInQuery: false,
  };
}

/** @example parseMs("20130524T000000Z") // 1369353600000 */
const parseMs = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** The clock skew that AWS allows. */
const MAX_SKEW_MS = 900_000;

/** Returns the error in a request's AWS Signature Version 4, or undefined if the signature is valid. */
export function findSignatureFault(
  { method = "GET", url = "/", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  body: Buffer,
  {
    accessKeyId,
    secretAccessKey,
    region: ownRegion,
    nowMs = Date.now(),
  }: typeof TEST_S3_KEY & { region?: string; nowMs?: number } = TEST_S3_KEY,
): string | undefined {
  const { pathname, searchParams } = new URL(url, "http://server");
  const signed = readSigned(headers, searchParams);
  const { key, day, region, signedHeaders, signature, date, payloadHash, isInQuery } = signed;
  if (key !== accessKeyId) return "InvalidAccessKeyId";
  if (!isInQuery && Math.abs(nowMs - parseMs(date)) > MAX_SKEW_MS) return "RequestTimeTooSkewed";
  if (ownRegion !== undefined && region !== ownRegion)
    return isInQuery ? "AuthorizationQueryParametersError" : "AuthorizationHeaderMalformed";
  if (!isInQuery && payloadHash !== hash("sha256", body)) return "XAmzContentSHA256Mismatch";
  // The error that AWS returns for an expired address.
  if (isInQuery && nowMs > parseMs(date) + Number(searchParams.get("X-Amz-Expires")) * 1_000)
    return "AccessDenied";
  const query = [...searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`)
    .sort()
    .join("&");
  const names = signedHeaders.split(";");
  if (!names.includes("host") || !(isInQuery || names.includes("x-amz-content-sha256")))
    return "AccessDenied";
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = [method, pathname, query, canonicalHeaders, signedHeaders, payloadHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", date, scope, hash("sha256", canonical)].join("\n");
  const signingKey = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  return hmac(signingKey, toSign).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}
