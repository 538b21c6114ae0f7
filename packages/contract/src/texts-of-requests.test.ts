import { expect, it } from "vitest";
import type { z } from "zod";
import { internalRoutes } from "./edge/index.ts";
import { LiveBytesQuery, LiveClipRequest, liveRoutes } from "./ingest/index.ts";
import { OutroBeacon } from "./media/outro.ts";
import { BeaconBatch, DirectRequest, PlayRequest, PluginSessionRequest } from "./player/index.ts";

type SchemaDefinition = {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  items?: z.ZodType[];
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  valueType?: z.ZodType;
};

/** Lists every free text of a schema by its path; texts with a format, such as UUIDs, accept nothing else anyway. */
function textsOf(schema: z.ZodType, path: string): { path: string; text: z.ZodType }[] {
  const def = schema.def as unknown as SchemaDefinition;
  if (def.type === "string") return def.format === undefined ? [{ path, text: schema }] : [];
  const inner = [
    def.element,
    def.innerType,
    def.valueType,
    def.in,
    ...(def.items ?? []),
    ...(def.options ?? []),
  ];
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => textsOf(field, `${path}.${name}`)),
    ...inner.flatMap((each) => (each ? textsOf(each, path) : [])),
  ];
}

const REQUEST_SCHEMAS: Record<string, z.ZodType | undefined> = {
  BeaconBatch,
  OutroBeacon,
  PlayRequest,
  PluginSessionRequest,
  DirectRequest,
  LiveBytesQuery,
  LiveClipRequest,
};
// Reports of our own ingests and workers are not entered by people.
const { reportProgress: _progress, ...ofEdges } = internalRoutes;
const { reportLives: _lives, ...ofIngests } = liveRoutes;
for (const [name, route] of Object.entries({ ...ofEdges, ...ofIngests })) {
  const { params, body } = route as { params?: z.ZodType; body?: z.ZodType };
  REQUEST_SCHEMAS[`${name}.params`] = params;
  REQUEST_SCHEMAS[`${name}.body`] = body;
}
const freeTexts = Object.entries(REQUEST_SCHEMAS).flatMap(([name, schema]) =>
  schema ? textsOf(schema, name) : [],
);

it("finds the texts of a beacon", () => {
  expect(freeTexts.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "BeaconBatch.player",
      "BeaconBatch.minutes.events.detail",
      "PlayRequest.referrer",
    ]),
  );
});

it.each(freeTexts)("$path rejects half a surrogate pair and NUL, which no engine can store", ({ text }) => {
  for (const wrong of ["\ud800", "\udc00", "\0"])
    expect(text.safeParse(wrong).error?.issues.map(({ message }) => message)).toContain(
      "must not contain NUL or half a character",
    );
});
