import { AppError } from "@shoal/contract";
import { hasRole, seesVideoField } from "@shoal/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import { disconnectSignal } from "../../../platform/http/disconnect-signal.ts";
import { actorOf, findKeyHolderOf } from "../../accounts/auth/index.ts";
import type { ReadableRows } from "./search-scope.ts";

/** A user or a client's backend who reads figures. */
export interface FiguresReader {
  clientUuid: string;
  /** Whether the reader is an administrator who is not viewing a single client. */
  seesEveryClient: boolean;
  /** The only videos that the reader may see; empty for all. */
  videos: readonly string[];
  /** The reader's username; undefined for a backend. */
  username: string | undefined;
  /** Whether the reader may see who created the client's videos. */
  seesAuthors: boolean;
  /** The signal that is aborted when the reader no longer waits for the response. */
  isGone: AbortSignal | undefined;
}

export function readerOf(request: FastifyRequest, reply: FastifyReply): FiguresReader {
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

/** Returns the rows that the reader may see of their client. */
export const ownRows = ({ clientUuid, videos }: FiguresReader): ReadableRows => [
  { clientUuid, videos: videos.length > 0 ? videos : "all" },
];

/** Returns the rows to which every statement for the reader is confined, whatever the query. */
export const allowedRows = (reader: FiguresReader): ReadableRows =>
  reader.seesEveryClient ? "every" : ownRows(reader);

/**
 * Returns the client that a call is about.
 * @throws AppError "client_not_found": other clients do not exist for the reader.
 */
export function clientFor(reader: FiguresReader, clientUuid: string | undefined): string {
  if (clientUuid === undefined || clientUuid === reader.clientUuid) return reader.clientUuid;
  if (!reader.seesEveryClient) throw new AppError("client_not_found", "No such client");
  return clientUuid;
}
