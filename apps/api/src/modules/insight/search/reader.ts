import { AppError } from "@shoal/contract";
import { hasRole, seesVideoField } from "@shoal/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import { disconnectSignal } from "../../../platform/http/disconnect-signal.ts";
import { actorOf, findKeyHolderOf } from "../../accounts/auth/index.ts";
import type { Rows } from "./search-scope.ts";

/** The reader of figures: a user, or a client's backend. */
export interface Reader {
  clientUuid: string;
  /** An administrator who is not viewing a single client. */
  seesEveryClient: boolean;
  /** The only videos that the reader sees; empty for all. */
  videos: readonly string[];
  /** Undefined for a backend. */
  username: string | undefined;
  /** The creators of the client's videos. */
  seesAuthors: boolean;
  /** Aborted when the reader no longer waits for the answer. */
  isGone: AbortSignal | undefined;
}

export function readerOf(request: FastifyRequest, reply: FastifyReply): Reader {
  const isGone = disconnectSignal(reply);
  const holder = findKeyHolderOf(request);
  if (holder) {
    const { clientUuid, fixedParameters } = holder;
    const { videos } = fixedParameters;
    return { clientUuid, videos, isGone, seesEveryClient: false, seesAuthors: false, username: undefined };
  }
  const { clientUuid, ownClientUuid, roles, username } = actorOf(request);
  const seesEveryClient = hasRole(roles, "admin") && clientUuid === ownClientUuid;
  const seesAuthors = seesVideoField(roles, "user");
  return { clientUuid, username, isGone, seesEveryClient, seesAuthors, videos: [] };
}

/** Everything that the reader may see of their client. */
export const ownRows = ({ clientUuid, videos }: Reader): Rows => [
  { clientUuid, videos: videos.length > 0 ? videos : "all" },
];

/** The rows that every statement for the reader is confined to, whatever the query. */
export const allowedRows = (reader: Reader): Rows => (reader.seesEveryClient ? "every" : ownRows(reader));

/** @throws AppError "client_not_found": other clients do not exist for the reader. */
export function clientFor(reader: Reader, clientUuid: string | undefined): string {
  if (clientUuid === undefined || clientUuid === reader.clientUuid) return reader.clientUuid;
  if (!reader.seesEveryClient) throw new AppError("client_not_found", "No such client");
  return clientUuid;
}
