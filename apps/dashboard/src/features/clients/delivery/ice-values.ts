import type { IceSet } from "@shoal/contract";

/** A server while it is filled in. */
export interface ServerRow {
  urls: string[];
  username: string;
  credential: string;
}

/** Which parts of a row the server would refuse. */
export interface RowFaults {
  urls: boolean;
  username: boolean;
  credential: boolean;
}

const URL_FORM = /^(stuns?|turns?):\S+$/;
const isTurn = ({ urls }: ServerRow) => urls.some((url) => url.startsWith("turn"));

/** A TURN server needs a name and a word; a row without addresses says nothing. */
export const findRowFaults = (row: ServerRow): RowFaults => ({
  urls: row.urls.length === 0 || !row.urls.every((url) => URL_FORM.test(url)),
  username: isTurn(row) && !row.username,
  credential: isTurn(row) && !row.credential,
});

export const hasFault = (row: ServerRow): boolean => Object.values(findRowFaults(row)).some(Boolean);

/** The rows of a saved set. */
export const rowsOfServers = (servers: IceSet["iceServers"]): ServerRow[] =>
  servers.map(({ urls, username = "", credential = "" }) => ({ urls, username, credential }));

/** What is saved for these rows: empty parts are left out. */
export const serversOfRows = (rows: readonly ServerRow[]): IceSet["iceServers"] =>
  rows.map(({ urls, username, credential }) => ({
    urls,
    ...(username ? { username } : {}),
    ...(credential ? { credential } : {}),
  }));
