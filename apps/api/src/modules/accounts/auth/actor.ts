import type { FastifyRequest } from "fastify";
import type { SessionRow, UserRow } from "./auth.repository.ts";

/** Who makes a call, and on whose data. */
export interface Actor {
  userUuid: string;
  username: string;
  /** The client whose data the call is about: the caller's own, or the one that he views as an administrator. */
  clientUuid: string;
  ownClientUuid: string;
  /** The user through whose list an administrator looks. */
  viewedUserUuid: string | undefined;
  roles: UserRow["roles"];
  isPasswordModified: boolean;
  credential: string;
  sessionUuid: string;
  /** The caller, with the client that the call is about. */
  user: SessionRow;
}

/** What a call says about its maker. */
export interface Claim {
  credential: string;
  clientView?: string | undefined;
  userView?: string | undefined;
}

/** Where a call comes from. */
export interface Origin {
  address: string;
  userAgent?: string | undefined;
}

/** The address is that of the client, as far as the proxies in front are trusted. */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers["user-agent"] };
}
