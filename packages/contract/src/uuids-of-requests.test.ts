import { expect, it } from "vitest";
import { z } from "zod";
import { internalRoutes } from "./edge/index.ts";
import { liveRoutes } from "./ingest/index.ts";
import { BeaconBatch, PlayRequest, PluginSessionRequest } from "./player/index.ts";
import type { RouteSpec } from "./route.ts";
import { routes } from "./routes.ts";

const UPPERCASE_UUID = "4D9A5C1E-6F0B-4A52-9B6E-0A1B2C3D4E5F";

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** Lists every UUID of a schema by its path. */
function uuidsOf(schema: z.ZodType, path: string): { path: string; uuid: z.ZodType }[] {
  if (schema instanceof z.ZodUUID) return [{ path, uuid: schema }];
  const { shape = {}, ...rest } = schema.def as unknown as Record<string, unknown>;
  const inner = Object.values(rest).flat().filter(isSchema);
  return [
    ...Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      uuidsOf(field, `${path}.${name}`),
    ),
    ...inner.flatMap((each) => uuidsOf(each, path)),
  ];
}

const requestSchemas = Object.entries({ ...routes, ...internalRoutes, ...liveRoutes }).flatMap(
  ([name, { params, query, body }]: [string, RouteSpec]) =>
    Object.entries({ params, query, body }).map(([part, schema]) => [`${name}.${part}`, schema] as const),
);
const uuidFields = [
  ...requestSchemas,
  ...Object.entries({ BeaconBatch, PlayRequest, PluginSessionRequest }),
].flatMap(([name, schema]) => (schema ? uuidsOf(schema, name) : []));

it("finds UUIDs in the path, the query and the body", () => {
  expect(uuidFields.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "getVideo.params.id",
      "createProject.body.teams",
      "createUploadToken.body.config",
    ]),
  );
});

it.each(uuidFields)("$path accepts a UUID in upper case and reads it in lower case", ({ uuid }) => {
  expect(uuid.parse(UPPERCASE_UUID)).toBe(UPPERCASE_UUID.toLowerCase());
});
