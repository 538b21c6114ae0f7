import type { ExternalPlatform, ExternalStreams, SavedExternalStreams } from "@shoal/contract";

const PLATFORMS: readonly ExternalPlatform[] = ["youtube", "facebook", "twitch", "other"];

/** A stream while it is filled in. */
export interface ExternalRow {
  /** For this page only. */
  id: string;
  platform: ExternalPlatform;
  /** Only for `other`. */
  url: string;
  key: string;
}
export interface ExternalFaults {
  url?: "urlMissing" | "urlWrong";
  key?: "keyMissing";
}

let made = 0;
export function makeExternalRow(platform: ExternalPlatform = "youtube"): ExternalRow {
  made += 1;
  return { id: `new-${made}`, platform, url: "", key: "" };
}

/** The rows of saved streams, in their order. */
export const externalRowsOf = (saved: SavedExternalStreams): ExternalRow[] =>
  PLATFORMS.flatMap((platform) =>
    saved[platform].map((stream) => ({
      id: stream.uuid,
      platform,
      key: stream.key,
      url: "url" in stream ? stream.url : "",
    })),
  );

/** The values of the rows. They must be faultless. */
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

/** Every fault of every row, by its id; rows without one are left out. */
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
  // In the server's form: with a host, and without a user name or password.
  const isServer =
    /^rtmps?:\/\/[^/?#@\s]+([/?]\S*)?$/i.test(url.trim()) &&
    URL.canParse(url.trim().replace(/^rtmps?/i, "http"));
  return isServer ? {} : { url: "urlWrong" };
}
