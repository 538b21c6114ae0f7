import { hasApiKeyIn } from "@shoal/contract";
import type { FastifyRequest } from "fastify";

/** 256 bits in base64url: the key of a link, which works until it is used. */
const KEY = /(?<=\/)[\w-]{43}(?=[/?]|$)/g;
/** Where the provider hands over its code. */
const PROVIDER_ANSWER = /^\/redirect\?.*/;

/** A token that stands in the address (§7). */
const TOKEN = /(?<=[?&]token=)[^&]*/g;

const CALLER_ID_MAX_LENGTH = 100;

/** What the log says of a call: its address without what someone could use again. */
export function describeRequest(request: FastifyRequest) {
  const named = request.headers["x-request-id"];
  return {
    method: request.method,
    url: withoutSecrets(request.url),
    remoteAddress: request.ip,
    // By which the caller, or a proxy, names it; ours is another.
    ...(typeof named === "string" ? { callerRequestId: named.slice(0, CALLER_ID_MAX_LENGTH) } : {}),
  };
}

/** @example withoutSecrets("/redirect?code=c&state=s") // "/redirect?…" */
export const withoutSecrets = (url: string): string =>
  withoutApiKey(url).replace(PROVIDER_ANSWER, "/redirect?…").replace(KEY, "…").replace(TOKEN, "…");

/** A call with an API key in its address is refused, but the key works until it is revoked. */
function withoutApiKey(url: string): string {
  if (!hasApiKeyIn(url)) return url;
  const [path = ""] = url.split("?", 1);
  return hasApiKeyIn(path) ? "/…" : `${path}?…`;
}
