import type { IncomingMessage } from "node:http";
import type { ReloadRequest } from "@shoal/media";
import type { MediaAddress } from "../media/media-access.ts";

/** A file of a live, identified by its path. */
export type LiveFile =
  | { type: "master" | "manifest" | "hashes" }
  | { type: "playlist"; trackId: string; reload: ReloadRequest; isDelta: boolean }
  | { type: "init"; trackId: string; initNumber: number }
  | { type: "segment"; trackId: string; number: number }
  | { type: "part"; trackId: string; number: number; part: number };

const MEDIA_PATH = /^\/m\/([^/?]{1,300})\/([0-9a-f-]{36})\/(\d{1,9})\/([^?]{1,60})(?:\?(.{0,300}))?$/;
const TEXT_FILES: Record<string, "master" | "manifest" | "hashes"> = {
  "master.m3u8": "master",
  "manifest.mpd": "manifest",
  "hashes.json": "hashes",
};
const TRACK_FILE =
  /^([\w-]{1,32})\/(?:(index)\.m3u8|init(?:-(\d{1,9}))?\.m4s|(\d{1,9})(?:\.(\d{1,2}))?\.m4s)$/;

/** Parses the URL of a live's file. @returns undefined for any other URL. */
export function parseLivePath(from: IncomingMessage): { address: MediaAddress; file: LiveFile } | undefined {
  const [, token, mediaId, generation, name, query] = MEDIA_PATH.exec(from.url ?? "") ?? [];
  if (!token || !mediaId || !name) return undefined;
  const file = parseFile(name, new URLSearchParams(query));
  return file && { address: { token, mediaId, generation: Number(generation), from }, file };
}

function parseFile(name: string, query: URLSearchParams): LiveFile | undefined {
  const text = TEXT_FILES[name];
  if (text) return { type: text };
  const [, trackId, index, initNumber, number, part] = TRACK_FILE.exec(name) ?? [];
  if (!trackId) return undefined;
  if (index) {
    const reload = { msn: parseQueryNumber(query, "_HLS_msn"), part: parseQueryNumber(query, "_HLS_part") };
    return { type: "playlist", trackId, reload, isDelta: query.get("_HLS_skip") !== null };
  }
  if (number === undefined) return { type: "init", trackId, initNumber: Number(initNumber ?? 0) };
  if (part === undefined) return { type: "segment", trackId, number: Number(number) };
  return { type: "part", trackId, number: Number(number), part: Number(part) };
}

/** Parses a number in a query. An invalid value becomes a number that no playlist will ever reach. */
function parseQueryNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}
