import type { FastifyRequest } from "fastify";

/** A user with their client, or a guest of a review link, who is not a user. */
export interface CallAuthor {
  userUuid: string | null;
  username: string;
  clientUuid: string;
  clientName: string;
}

/** The subject of a call, if its URL does not contain it. */
export interface CallDetails {
  target?: string;
  /** The user, if no session identifies one. */
  by?: CallAuthor;
  /** The client that an administrator changed without viewing it. */
  client?: { uuid: string; name: string };
}

const detailsByRequest = new WeakMap<FastifyRequest, CallDetails>();

/** Sets the subject of a call for the audit log. @example describeCall(request, { target: user.username }); */
export function describeCall(request: FastifyRequest, note: CallDetails): void {
  detailsByRequest.set(request, { ...detailsByRequest.get(request), ...note });
}

/** Returns the recorded subject of a call; {} if there is none. */
export function findCallDetails(request: FastifyRequest): CallDetails {
  return detailsByRequest.get(request) ?? {};
}
