import { fillPath, type RouteSpec } from "@shoal/contract";
import type { RequestSample } from "./request-samples.ts";

/** No response takes longer, even on a busy machine; a call that does hangs. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** The response to a call. */
export interface TestResponse {
  status: number;
  /** The error's code; otherwise "". */
  code: string;
  fields: { path: string; reason: string }[];
  /** Headers and body. */
  text: string;
}

/** Sends a request that may be invalid, as a browser would. */
export async function sendRequest(
  origin: string,
  route: RouteSpec,
  sample: RequestSample,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const body = bodyOf(route, sample);
  const type = route.isBodyLines ? "application/x-ndjson" : "application/json";
  return sendTestRequest(addressOf(origin, route, sample), {
    method: route.method,
    headers: { ...(typeof body === "string" ? { "content-type": type } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Returns the address of a request. */
export function addressOf(origin: string, route: RouteSpec, { params, query }: RequestSample): string {
  const text = new URLSearchParams(textsOf(query)).toString();
  return `${origin}${fillPath(route.path, textsOf(params))}${text && `?${text}`}`;
}

/** Sends any request and reads the response as text. @throws Error if there is no response. */
export async function sendTestRequest(url: string, init: RequestInit): Promise<TestResponse> {
  const response = await fetch(url, {
    redirect: "manual",
    ...init,
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  const content = await response.text();
  const error = (response.status >= 400 ? readJson(content) : undefined) as Partial<TestResponse> | undefined;
  return {
    status: response.status,
    code: typeof error?.code === "string" ? error.code : "",
    fields: error?.fields ?? [],
    text: `${[...response.headers].join("\n")}\n\n${content}`,
  };
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the values as they are in a URL: texts unchanged, everything else as JSON. */
function textsOf(part: unknown): Record<string, string> {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(part ?? {}).map(([name, value]) => [name, text(value)]));
}

function bodyOf(route: RouteSpec, { body, fields }: RequestSample): string | FormData | undefined {
  if (route.isBodyLines) return '{}\n{"size":1}\n';
  if (!route.multipart) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(textsOf(fields))) form.set(name, value);
  form.set(route.multipart.file, new Blob(["bytes"]), "chunk");
  return form;
}
