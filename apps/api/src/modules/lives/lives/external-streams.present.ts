import {
  type ExternalPlatform,
  type ExternalStreamStats,
  type SavedExternalStreams,
  serverOf,
} from "@shoal/contract";
import type { LiveCondition, RelayTarget } from "@shoal/contract/ingest";
import type { ExternalStreamRow } from "./external-streams.repository.ts";

/** Returns the decrypted stream key of a restream target. */
export type KeyOf = (row: ExternalStreamRow) => string;

export function presentStreams(rows: ExternalStreamRow[], keyOf: KeyOf): SavedExternalStreams {
  const of = (platform: ExternalPlatform) => rows.filter((row) => row.platform === platform);
  const saved = (row: ExternalStreamRow) => ({ uuid: row.uuid, key: keyOf(row), isOn: row.is_on });
  return {
    youtube: of("youtube").map(saved),
    facebook: of("facebook").map(saved),
    twitch: of("twitch").map(saved),
    other: of("other").map((row) => ({ ...saved(row), url: row.url ?? "" })),
  };
}

/**
 * @param isUnrecorded whether the server receives nothing of the live, unless an encoder publishes it.
 * @param condition what the ingest last reported about the current run; undefined if there is none.
 */
export function presentStats(
  { uuid, platform, url, is_on }: ExternalStreamRow,
  run: { isRunning: boolean; isUnrecorded: boolean; condition: LiveCondition | undefined },
): ExternalStreamStats {
  const base = { uuid, type: platform, url, isOn: is_on };
  const none = { bitrateKbps: 0, restarts: 0, lastError: null, sinceMs: null };
  if (!run.isRunning || !is_on) return { ...base, ...none, state: "off" };
  const status = run.condition?.relays.find((relay) => relay.uuid === uuid) ?? { ...none, state: "waiting" };
  const isIdle = status.state === "waiting" && status.lastError === null;
  return { ...status, ...base, state: isIdle && run.isUnrecorded ? "off" : status.state };
}

export const presentTarget = (row: ExternalStreamRow, keyOf: KeyOf): RelayTarget => ({
  uuid: row.uuid,
  url: serverOf(row),
  key: keyOf(row),
});
