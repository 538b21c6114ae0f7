import type { ExternalPlatform, ExternalStreams, SavedExternalStreams } from "@shoal/contract";

const PLATFORMS: readonly ExternalPlatform[] = ["youtube", "facebook", "twitch", "other"];

/** A restream target while it is being edited. */
export interface ExternalRow {
  /** Identifies the row in the form. It is not sent to the server. */
  id: string;
  platform: ExternalPlatform;
  /** The URL of the server; used only for the platform `other`. */
  url: string;
  key: string;
}
export interface ExternalFaults {
  url?: "urlMissing" | "urlWrong";
  key?: "keyMissing";
}

let keyCount = 0;
export function makeExternalRow(platform: ExternalPlatform = "youtube"): ExternalRow {
  keyCount += 1;
  return { id: `new-${keyCount}`, platform, url: "", key: "" };
}

/** Converts saved streams to rows, in the same order. */
export const externalRowsOf = (saved: SavedExternalStreams): ExternalRow[] =>
  PLATFORMS.flatMap((platform) =>
    saved[platform].map((stream) => ({
      id: stream.uuid,
      platform,
      key: stream.key,
      url: "url" in stream ? stream.url : "",
    })),
  );

/** Converts the rows to the values of the call. The rows must be valid. */
export function externalStreamsOf(rows: readonly ExternalRow[]): ExternalStreams {
  const keysOf = (platform: ExternalPlatform) =>
    rows.filter((row) => row.platform === platform).map(({ key }) => ({ key: key.trim() }));
  return {
    youtube: keysOf("youtube"),
    facebook: keysOf("facebook"),
    twitch: keysOf("twitch"),
    other: rows
      .filter(({ platform }) => platform === "other")
      .map(({ key, url }) => ({ key: key.trim(), url: url.trim() })),
  };
}

/** Finds the errors in all rows, by row id. Rows without errors are omitted. */
export function findExternalFaults(rows: readonly ExternalRow[]): Map<string, ExternalFaults> {
  const faults = rows.map((row): [string, ExternalFaults] => [
    row.id,
    { ...findUrlFault(row), ...(row.key.trim() === "" ? { key: "keyMissing" as const } : {}) },
  ]);
  return new Map(faults.filter(([, fault]) => Object.keys(fault).length > 0));
}

function findUrlFault({ platform, url }: ExternalRow): ExternalFaults {
  if (platform !== "other") return {};
  if (url.trim() === "") return { url: "urlMissing" };
  // As required by the server, the URL must have a host, and no user name or password.
  const isServer =
    /^rtmps?:\/\/[^/?#@\s]+([/?]\S*)?$/i.test(url.trim()) &&
    URL.canParse(url.trim().replace(/^rtmps?/i, "http"));
  return isServer ? {} : { url: "urlWrong" };
}
