import type { FastifyRequest } from "fastify";

/** Of one call; more tell nobody more. */
const MAX_NAMED = 20;
const NAME_MAX_LENGTH = 60;

const unknown = new WeakMap<FastifyRequest, string[]>();

/** Remembers fields of a call that were dropped because nobody knows them. */
export function noteUnknownFields(request: FastifyRequest, names: readonly string[]): void {
  const kept = [...findUnknownFields(request), ...names.slice(0, MAX_NAMED).map(withoutPlaces)];
  unknown.set(request, [...new Set(kept)].slice(0, MAX_NAMED));
}

/** Names of them, without the places of lists; [] when all fields of the call are known. */
export const findUnknownFields = (request: FastifyRequest): readonly string[] => unknown.get(request) ?? [];

/** @example withoutPlaces("3.colour") // "colour" */
const withoutPlaces = (name: string) =>
  name
    .slice(0, NAME_MAX_LENGTH)
    .split(".")
    .filter((part) => !/^\d+$/.test(part))
    .join(".");
