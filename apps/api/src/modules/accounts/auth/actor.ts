import type { ApiKeyParameters, ApiKeyType, Scope, UploadTokenFields } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import type { Tx } from "../../../platform/database.ts";
import type { ClientRow, SessionRow, UserRow } from "./auth.repository.ts";

/** A client's backend that calls with an API key. */
export interface KeyHolder {
  keyUuid: string;
  clientUuid: string;
  /** The hash of the secret that the call used; during a rotation, two secrets are valid. */
  secretHash: Buffer;
  type: ApiKeyType;
  /** The text by which people distinguish the key from the client's other keys. */
  description: string;
  scopes: readonly Scope[];
  /** Restrictions that apply to each call with the key, in addition to the call's own. */
  fixedParameters: ApiKeyParameters;
  client: ClientRow;
}

/** A browser that may upload one video of a client. */
export interface UploadTokenHolder {
  tokenUuid: string;
  clientUuid: string;
  /** The user who made the token; null for a backend. */
  makerUuid: string | null;
  fields: UploadTokenFields;
  /** The uuid of the config that the video is assigned to. */
  config: string | undefined;
  maxBytes: number;
  origins: readonly string[];
  videoUuid: string | null;
  expiresAt: Date;
  usedAt: Date | null;
  /** Whether the token was revoked, or the user who made it was deleted or may no longer upload for the client. */
  isRevoked: boolean;
  /** Whether the API key that made the token was revoked, has expired, or was given another secret. */
  isKeyEnded: boolean;
  client: ClientRow;
  /**
   * Uses up the token for its one video, in the transaction that creates the video.
   * @throws AppError "upload_token_used", "upload_token_ended".
   */
  use(tx: Tx, videoUuid: string): Promise<void>;
}

/** The caller, and the client whose data they access. */
export interface Actor {
  /** The key's uuid for a backend with an API key: a key is not a user, so rows store no creator for it (`makerOf`). */
  userUuid: string;
  username: string;
  /** The client whose data the call accesses: the caller's own, or the one that an administrator views. */
  clientUuid: string;
  ownClientUuid: string;
  /** The user whose list an administrator views. */
  viewedUserUuid: string | undefined;
  roles: UserRow["roles"];
  isPasswordModified: boolean;
  credential: string;
  sessionUuid: string;
  /** The calling user with the client that the call is about. */
  user: SessionRow;
  /** The API key of a calling backend. */
  key?: KeyHolder;
  /** The upload token of a calling browser. */
  uploadToken?: UploadTokenHolder;
}

/** Returns the user to record as creator; null for a backend and for deleted users. */
export const makerOf = ({
  userUuid,
  key,
  uploadToken,
}: Pick<Actor, "userUuid" | "key" | "uploadToken">): string | null =>
  uploadToken ? uploadToken.makerUuid : key ? null : userUuid;

/** The credential of a call, and the client and user that the caller asks to view. */
export interface CallCredential {
  credential: string;
  clientView?: string | undefined;
  userView?: string | undefined;
}

/** The caller's address and program. */
export interface CallOrigin {
  address: string;
  userAgent?: string | undefined;
}

/** Returns the caller's address and program. The address is taken from headers only if the proxies in front are trusted. */
export function originOf(request: FastifyRequest): CallOrigin {
  return { address: request.ip, userAgent: request.headers["user-agent"] };
}
