import type { BodyOf, IceSet, routes } from "@shoal/contract";

/** A server while it is filled in. */
export interface ServerRow {
  urls: string[];
  /** What is typed; empty for the one that is kept. */
  secret: string;
  /** The addresses for one of which a secret is kept. */
  keptFor: readonly string[];
}

export const NEW_ROW: ServerRow = { urls: [], secret: "", keptFor: [] };

/** Which parts of a row the server would refuse. */
export interface RowFaults {
  urls: boolean;
  secret: boolean;
}

const URL_FORM = /^(stuns?|turns?):\S+$/;
/** Whether sessions need credentials for it. */
export const isTurn = ({ urls }: ServerRow): boolean => urls.some((url) => url.startsWith("turn"));

/** Whether the server has a secret that stays: another server has its own. */
export const keepsSecret = ({ urls, keptFor }: ServerRow): boolean =>
  urls.some((url) => keptFor.includes(url));

/** A TURN server needs a secret; a row without addresses says nothing. */
export const findRowFaults = (row: ServerRow): RowFaults => ({
  urls: row.urls.length === 0 || !row.urls.every((url) => URL_FORM.test(url)),
  secret: isTurn(row) && !row.secret && !keepsSecret(row),
});

export const hasFault = (row: ServerRow): boolean => Object.values(findRowFaults(row)).some(Boolean);

/** The rows of a saved set. */
export const rowsOfServers = (servers: IceSet["iceServers"]): ServerRow[] =>
  servers.map(({ urls, hasSecret }) => ({ urls, secret: "", keptFor: hasSecret ? urls : [] }));

/** What is saved for these rows: a secret that is not typed stays as it is. */
export const serversOfRows = (rows: readonly ServerRow[]): BodyOf<typeof routes.addIce>["iceServers"] =>
  rows.map((row) => ({ urls: row.urls, ...(isTurn(row) && row.secret ? { secret: row.secret } : {}) }));
