import { ERRORS, type ErrorCode, type ResponseOf, type RouteSpec } from "@shoal/contract";

/** A call that a component made during a test. */
export interface RecordedCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

type RouteHandler<R extends RouteSpec> = (call: RecordedCall) => ResponseOf<R> | Promise<ResponseOf<R>>;

interface FakeHandler {
  method: string;
  path: RegExp;
  answer: (call: RecordedCall) => unknown;
  calls: RecordedCall[];
}

/** An error response of the API. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(code: ErrorCode, fields: { path: string; reason: string }[] = []) {
    super(code);
    this.status = ERRORS[code].status;
    this.body = { code, message: code, ...(fields.length > 0 && { fields }) };
  }
}

const handlers = new Map<string, FakeHandler>();

/**
 * Responds to a call of the contract in place of the API until the end of the test; a later response replaces an earlier one. Calls without
 * a response fail with `not_found`.
 * @returns the calls in order.
 * @example const saved = answer(routes.updateUser, () => user); …; expect(saved[0]?.body).toEqual({ name: "Ada",
 * revision: 1 });
 */
export function answer<R extends RouteSpec>(route: R, respond: RouteHandler<R>): readonly RecordedCall[] {
  const names = route.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const calls: RecordedCall[] = [];
  const { method } = route;
  handlers.set(`${method} ${route.path}`, { method, path: new RegExp(`^${names}$`), answer: respond, calls });
  return calls;
}

/** Makes a call fail with an error response. @example refuse(routes.createUser, new Refusal("username_taken")); */
export const refuse = (route: RouteSpec, refusal: Refusal): readonly RecordedCall[] =>
  answer(route, () => {
    throw refusal;
  });

export function clearHandlers(): void {
  handlers.clear();
}

/** Replaces `fetch`, so that no request leaves the page. */
export const fakeFetch: typeof fetch = async (input, init) => {
  const { pathname, searchParams } = new URL(String(input), location.origin);
  // Prefers a path without parameters, which is more specific than a path with parameters.
  const matching = [...handlers.values()].filter(
    ({ method, path }) => method === (init?.method ?? "GET") && path.test(pathname),
  );
  const handler = matching.find(({ path }) => path.source === `^${pathname}$`) ?? matching.at(-1);
  if (!handler) return jsonResponse(404, { code: "not_found", message: `Nobody answers ${pathname}` });
  const call: RecordedCall = {
    params: { ...handler.path.exec(pathname)?.groups },
    query: Object.fromEntries(searchParams),
    body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
  };
  handler.calls.push(call);
  try {
    const content = await handler.answer(call);
    return content === undefined ? new Response(null, { status: 204 }) : jsonResponse(200, content);
  } catch (error) {
    if (error instanceof Refusal) return jsonResponse(error.status, error.body);
    throw error;
  }
};

const jsonResponse = (status: number, content: unknown) =>
  new Response(JSON.stringify(content), { status, headers: { "content-type": "application/json" } });
