import { randomBytes } from "node:crypto";
import { AppError, type OpenedSession } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { ProvenUser } from "./accounts.repository.ts";
import type { Actor, CallCredential, CallOrigin } from "./actor.ts";
import { presentUser } from "./auth.present.ts";
import {
  type AuthRepository,
  createAuthRepository,
  MAX_SESSION_DAYS,
  type SessionRow,
} from "./auth.repository.ts";
import type { KnownBrowsers } from "./known-browsers.ts";
import { createSessionsRepository } from "./sessions.repository.ts";

/** The interval at which a session in use is prolonged, so that not every call writes. */
const PROLONG_AFTER_MS = 60_000;

/** Closes the subscriptions of an ended session. */
export interface SessionListeners {
  disconnectSession(sessionUuid: string): void;
}

export function createSessionsService(options: {
  db: Database;
  sessionHours: number;
  listeners: SessionListeners;
  knownBrowsers: Pick<KnownBrowsers, "make">;
}) {
  const { db, sessionHours, listeners, knownBrowsers } = options;
  const users = createAuthRepository(db);
  const sessions = createSessionsRepository(db);
  const lifeMs = Math.min(sessionHours, MAX_SESSION_DAYS * 24) * 3_600_000;
  const expiryOf = (nowMs: number) => new Date(nowMs + lifeMs);
  const disconnect = (sessionUuids: string[]) => sessionUuids.forEach(listeners.disconnectSession);

  return {
    /**
     * Signs in a user who has proved their identity.
     * @throws AppError "wrong_credentials" if they were deleted or their password was changed in the meantime.
     */
    async open(
      tx: Tx,
      { uuid: userUuid, password_hash: passwordHash }: ProvenUser,
      { address, userAgent }: CallOrigin,
    ): Promise<OpenedSession> {
      const credential = newCredential();
      const expiresAt = expiryOf(Date.now());
      const session = { userUuid, passwordHash, credential, expiresAt, address, userAgent };
      const user = await createSessionsRepository(tx).addSession(session);
      if (!user) throw new AppError("wrong_credentials", "The username or the password is wrong");
      return {
        credential,
        expiresAt: expiresAt.toISOString(),
        user: presentUser(user),
        knownBrowser: knownBrowsers.make(userUuid),
      };
    },

    /**
     * Finds the actor for a credential; undefined if its session is unknown or has ended.
     * @throws AppError "forbidden" if a user who is not an administrator views a client, "client_not_found" if the viewed
     * client does not exist.
     */
    async findActor(claim: CallCredential): Promise<Actor | undefined> {
      const user = await findUser(users, claim);
      if (!user) return undefined;
      const isViewing = user.seen_client_uuid !== user.client_uuid || claim.userView !== undefined;
      if (isViewing && !hasRole(user.roles, "admin"))
        throw new AppError("forbidden", "Only administrators can view another client");
      if (Date.now() - user.session_used_at.getTime() > PROLONG_AFTER_MS)
        await sessions.prolongSession(user.session_uuid, expiryOf(Date.now()));
      return actorFrom(user, claim);
    },

    /** Ends the user's other sessions and renews this session's credential. @returns the credential and the ended sessions. */
    async endOthersAndRenew(tx: Tx, actor: Actor): Promise<{ credential: string; ended: string[] }> {
      const repository = createSessionsRepository(tx);
      const credential = newCredential();
      await repository.renewCredential(actor.sessionUuid, credential);
      return { credential, ended: await repository.deleteSessions(actor.userUuid, actor.sessionUuid) };
    },

    list: (actor: Actor) => sessions.listSessions(actor.userUuid),

    async endOwn(actor: Actor): Promise<void> {
      disconnect(await sessions.deleteSession(actor.userUuid, actor.sessionUuid));
    },

    /** @throws AppError "not_found" if the caller has no such session. */
    async endOne(actor: Actor, sessionUuid: string): Promise<void> {
      const ended = await sessions.deleteSession(actor.userUuid, sessionUuid);
      if (ended.length === 0) throw new AppError("not_found", "No such session");
      disconnect(ended);
    },

    async endOthers(actor: Actor): Promise<void> {
      disconnect(await sessions.deleteSessions(actor.userUuid, actor.sessionUuid));
    },

    async endExpired(): Promise<void> {
      disconnect(await sessions.deleteExpired());
    },

    disconnect,
  };
}
export type SessionsService = ReturnType<typeof createSessionsService>;

const newCredential = () => randomBytes(32).toString("base64url");

async function findUser(
  users: AuthRepository,
  { credential, clientView }: CallCredential,
): Promise<SessionRow | undefined> {
  const user = await users.findByCredential(credential, clientView);
  if (!user && clientView && (await users.findByCredential(credential)))
    throw new AppError("client_not_found", "No such client");
  return user;
}

function actorFrom(user: SessionRow, { credential, userView }: CallCredential): Actor {
  return {
    userUuid: user.uuid,
    username: user.username,
    clientUuid: user.seen_client_uuid,
    ownClientUuid: user.client_uuid,
    viewedUserUuid: userView,
    roles: user.roles,
    isPasswordModified: user.password_modified,
    credential,
    sessionUuid: user.session_uuid,
    user,
  };
}
