import { createRandomUuid } from "@shoal/client/upload";
import {
  type BodyOf,
  findIceFaults,
  ICE_URL_PATTERN,
  type IceOpener,
  type IceServerInput,
  type IceSet,
  isTurn,
  type routes,
} from "@shoal/contract";

/** A STUN or TURN server while it is being edited. */
export interface ServerRow {
  /** Identifies the row while other rows are added and removed. */
  key: string;
  urls: string[];
  opener: IceOpener;
  /** The entered shared secret; empty to keep the stored secret. */
  secret: string;
  username: string;
  /** The entered password; empty to keep the stored password. */
  credential: string;
  /** The kind of the stored credentials, and the addresses to which they belong; undefined if no credentials are stored. */
  kept?: { urls: readonly string[]; opener: IceOpener; username?: string | undefined } | undefined;
}

/** Creates an empty row. */
export const createRow = (key: string = createRandomUuid()): ServerRow => ({
  key,
  urls: [],
  opener: "secret",
  secret: "",
  username: "",
  credential: "",
});

/** The parts of a row that are invalid. */
export type RowFaults = Record<"urls" | "secret" | "username" | "credential", boolean>;

/** Returns the stored credentials while the row has the same kind of credentials and at least one of the stored addresses. */
const storedCredentialsOf = ({ urls, opener, kept }: ServerRow) =>
  kept?.opener === opener && urls.some((url) => kept.urls.includes(url)) ? kept : undefined;

/** Whether the stored secret, or the stored password of the row's username, is kept without being entered again. */
export function keepsCredentials(row: ServerRow): boolean {
  const kept = storedCredentialsOf(row);
  return kept !== undefined && (row.opener === "secret" || kept.username === row.username);
}

/** Converts a row to the body of the call: secrets that were not entered stay unchanged. */
function serverInputOf({ urls, opener, secret, username, credential }: ServerRow): IceServerInput {
  if (!isTurn({ urls })) return { urls };
  if (opener === "secret") return { urls, ...(secret ? { secret } : {}) };
  return { urls, ...(username ? { username } : {}), ...(credential ? { credential } : {}) };
}

/** Finds the errors in a row. A TURN server needs credentials. A row without addresses is ignored. */
export function findRowFaults(row: ServerRow): RowFaults {
  const input = serverInputOf(row);
  const isOpened = row.opener === "credential" && isTurn(row);
  const paths = new Set(findIceFaults(input, storedCredentialsOf(row)).map(({ path }) => path));
  return {
    urls: row.urls.length === 0 || !row.urls.every((url) => ICE_URL_PATTERN.test(url)),
    secret: row.opener === "secret" && paths.has("secret"),
    username: isOpened && row.username === "",
    credential: isOpened && row.credential === "" && !keepsCredentials(row),
  };
}

export const hasFault = (row: ServerRow): boolean => Object.values(findRowFaults(row)).some(Boolean);

/** Converts the servers of a saved set to rows; equal sets have equal rows, so that a form can compare them. */
export const rowsOfServers = (servers: IceSet["iceServers"]): ServerRow[] =>
  servers.map(({ urls, username, hasSecret, hasCredential }, index) => {
    const opener = hasCredential ? "credential" : "secret";
    const kept = hasSecret || hasCredential ? ({ urls, opener, username } as const) : undefined;
    return {
      ...createRow(`saved ${index}`),
      urls,
      opener,
      username: username ?? "",
      ...(kept ? { kept } : {}),
    };
  });

/** Converts rows to the body of the call. */
export const serversOfRows = (rows: readonly ServerRow[]): BodyOf<typeof routes.addIce>["iceServers"] =>
  rows.map(serverInputOf);
