import { IGNORED_FIELDS_HEADER } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Maximum number of names per call; further names would be useless. */
const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 60;
/** Proxies limit all headers together to 8 kB. */
const MAX_HEADER_LENGTH = 1_000;

const unknownByRequest = new WeakMap<FastifyRequest, string[]>();

/** Records the dropped unknown fields of a call. */
export function recordUnknownFields(request: FastifyRequest, names: readonly string[]): void {
  const kept = [...findUnknownFields(request), ...names.slice(0, MAX_NAMED).map(withoutIndexes)];
  unknownByRequest.set(request, [...new Set(kept)].slice(0, MAX_NAMED));
}

/** Returns the names of the request's unknown fields, without list indexes; [] if all are known. */
export const findUnknownFields = (request: FastifyRequest): readonly string[] =>
  unknownByRequest.get(request) ?? [];

/** @example withoutIndexes("3.colour") // "colour" */
const withoutIndexes = (name: string) =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .split(".")
    .filter((part) => !/^\d+$/.test(part))
    .join(".");

/** Adds a header to each response that names the fields of the call that were dropped. */
export function reportUnknownFields(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    const names = findUnknownFields(request);
    if (names.length > 0) reply.header(IGNORED_FIELDS_HEADER, headerOf(names));
  });
}

/** Joins the names with commas, URL-encoded, within 1,000 characters; `...` replaces names that do not fit. */
export function headerOf(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    const next = encodeURIComponent(name.toWellFormed());
    const longer = text === "" ? next : `${text}, ${next}`;
    if (longer.length > MAX_HEADER_LENGTH - ", ...".length) return `${text}, ...`;
    text = longer;
  }
  return text;
}
