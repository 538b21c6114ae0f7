import { expect, test } from "vitest";
import { openApiOf } from "./openapi.ts";
import { takesIdempotencyKey } from "./repeated-calls.ts";
import type { RouteSpec } from "./route.ts";
import { routes } from "./routes.ts";

interface ResponseObject {
  headers: Record<string, { $ref?: string }>;
}
interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, ResponseObject>;
}
const apiDocument = openApiOf(routes, { title: "Shoal", version: "1" }) as {
  paths: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, unknown> };
};
const apiOperations = Object.values(apiDocument.paths).flatMap((path) => Object.values(path));
const ROUTE_TABLE: Record<string, RouteSpec> = routes;
const routeOf = ({ operationId }: Operation): RouteSpec => {
  const route = ROUTE_TABLE[operationId];
  if (!route) throw new Error(`No route is called ${operationId}`);
  return route;
};

test("every response has a request id, and rate limit headers if its callers are counted", () => {
  for (const operation of apiOperations)
    for (const { headers } of Object.values(operation.responses)) {
      const isCounted = !["public", "guest"].includes(routeOf(operation).guard);
      expect(Object.keys(headers), operation.operationId).toContain("X-Request-Id");
      for (const name of ["RateLimit", "RateLimit-Policy"])
        expect(name in headers, `${name} of ${operation.operationId}`).toBe(isCounted);
    }
});

test("refusals have a Retry-After header, and repeatable calls accept an idempotency key and mark replayed responses", () => {
  for (const operation of apiOperations) {
    const { default: refusal, ...successes } = operation.responses;
    expect(Object.keys(refusal?.headers ?? {})).toContain("Retry-After");
    const isRepeatable = takesIdempotencyKey(routeOf(operation));
    const key = operation.parameters.find(({ name }) => name === "Idempotency-Key");
    expect(key?.in, operation.operationId).toBe(isRepeatable ? "header" : undefined);
    for (const { headers } of Object.values(successes))
      expect("Idempotency-Replayed" in headers, operation.operationId).toBe(isRepeatable);
  }
});

test("the shared headers of the document are exactly those that responses refer to", () => {
  const referred = apiOperations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ headers }) =>
      Object.values(headers).flatMap(({ $ref }) => ($ref ? [$ref.replace("#/components/headers/", "")] : [])),
    ),
  );
  expect([...new Set(referred)].toSorted()).toEqual(Object.keys(apiDocument.components.headers).toSorted());
});
