import type { Language, LogEntry } from "@shoal/contract";
import type { LogRow } from "./logs.repository.ts";

/** An entry under the names of the wire. */
export function presentLog(row: LogRow): LogEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    username: row.username,
    userUuid: row.user_uuid,
    clientname: row.is_viewed ? row.own_client_name : row.client_name,
    viewedClientname: row.is_viewed ? row.client_name : null,
    type: row.type,
    target: row.target,
    status: row.status,
    address: row.address,
  };
}

type Column = [name: Record<Language, string>, read: (entry: LogEntry) => string | number | null];

/** The columns of the file. */
export const LOG_COLUMNS: readonly Column[] = [
  [{ EN: "Date (UTC)", FR: "Date (UTC)" }, (entry) => entry.at],
  [{ EN: "Username", FR: "Identifiant" }, (entry) => entry.username],
  [{ EN: "Client", FR: "Client" }, (entry) => entry.clientname],
  [{ EN: "Viewed client", FR: "Client consulté" }, (entry) => entry.viewedClientname],
  [{ EN: "Action", FR: "Action" }, (entry) => entry.type],
  [{ EN: "Target", FR: "Objet" }, (entry) => entry.target],
  [{ EN: "Status", FR: "Statut" }, (entry) => entry.status],
  [{ EN: "Address", FR: "Adresse" }, (entry) => entry.address],
];
