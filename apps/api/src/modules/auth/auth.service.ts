import { randomBytes } from "node:crypto";
import { AppError, type FieldError, type UserView } from "@shoal/contract";
import { findPasswordFaults, hasRole } from "@shoal/domain";
import { presentUser } from "./auth.present.ts";
import type { AuthRepository, SessionRow, UserRow } from "./auth.repository.ts";
import { generatePassword, hashPassword, isPassword } from "./passwords.ts";

export const ADMINISTRATOR = "admin";
const ADMINISTRATION = "Administration";
/** A session in use is prolonged once in a while, not with each call. */
const PROLONG_AFTER_MS = 60_000;

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

/** Where a session was opened from. */
export interface SessionOrigin {
  address?: string | undefined;
  userAgent?: string | undefined;
}

export interface PasswordChange {
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
  confirmPassword?: string | undefined;
  email?: string | undefined;
}

export function createAuthService({ users, sessionHours }: { users: AuthRepository; sessionHours: number }) {
  /** Verified when the name is unknown, so that the answer takes as long as for a wrong password. */
  const decoy = hashPassword(randomBytes(16).toString("hex"));

  const expiryOf = (nowMs: number) => new Date(nowMs + sessionHours * 3_600_000);

  return {
    /** @throws AppError "wrong_credentials", the same for an unknown name and a wrong password. */
    async signIn(username: string, password: string, origin: SessionOrigin = {}) {
      const user = await users.findByUsername(username);
      const isRight = await isPassword(password, user?.password_hash ?? (await decoy));
      if (!user || !isRight) throw new AppError("wrong_credentials", "The username or the password is wrong");
      const credential = randomBytes(32).toString("base64url");
      const expiresAt = expiryOf(Date.now());
      await users.addSession({ userUuid: user.uuid, credential, expiresAt, ...origin });
      return { credential, expiresAt: expiresAt.toISOString(), user: presentUser(user) };
    },

    signOut: (actor: Actor) => users.deleteSession(actor.credential),

    /**
     * The caller of a credential; undefined when its session is unknown or over.
     * @throws AppError "forbidden" when another than an administrator views a client, "client_not_found" when there is
     * no such client.
     */
    async findActor({ credential, clientView, userView }: Claim): Promise<Actor | undefined> {
      const user = await users.findByCredential(credential, clientView);
      if (!user) {
        if (clientView && (await users.findByCredential(credential)))
          throw new AppError("client_not_found", "There is no such client");
        return undefined;
      }
      const isViewing = user.seen_client_uuid !== user.client_uuid || userView !== undefined;
      if (isViewing && !hasRole(user.roles, "admin"))
        throw new AppError("forbidden", "Only an administrator views another client");
      if (Date.now() - user.session_used_at.getTime() > PROLONG_AFTER_MS)
        await users.prolongSession(user.session_uuid, expiryOf(Date.now()));
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
    },

    /**
     * Changes the caller's password, which ends his other sessions, or his e-mail.
     * @throws AppError "current_password_wrong", "password_too_weak", "password_mismatch" or "email_already_used".
     */
    async updateMe(actor: Actor, change: PasswordChange): Promise<UserView> {
      if (!(await isPassword(change.currentPassword ?? "", actor.user.password_hash ?? "")))
        throw new AppError(
          "current_password_wrong",
          "Your current password is incorrect. Your password or email have not been modified.",
          [{ path: "currentPassword", reason: "is wrong" }],
        );
      if (change.newPassword !== undefined)
        await changePassword(actor, change.newPassword, change.confirmPassword);
      if (change.email !== undefined) await changeEmail(actor, change.email);
      const user = await users.findByCredential(actor.credential);
      if (!user) throw new AppError("not_signed_in");
      return presentUser(user);
    },

    /** Gives the administrator a new one-time password; makes him when he is missing. */
    async resetAdministrator(): Promise<{ username: string; password: string }> {
      const password = generatePassword();
      const passwordHash = await hashPassword(password);
      const existing = await users.findByUsername(ADMINISTRATOR);
      if (existing) await users.setPassword(existing.uuid, passwordHash, false);
      else {
        const clientUuid = await users.ensureClient(ADMINISTRATION);
        await users.addUser({
          clientUuid,
          username: ADMINISTRATOR,
          email: null,
          passwordHash,
          roles: ["admin"],
        });
      }
      return { username: ADMINISTRATOR, password };
    },

    hasAdministrator: async () => (await users.findByUsername(ADMINISTRATOR)) !== undefined,
  };

  async function changePassword(
    actor: Actor,
    newPassword: string,
    confirmation: string | undefined,
  ): Promise<void> {
    const faults = findPasswordFaults(newPassword);
    if (faults.length > 0) {
      const fields: FieldError[] = faults.map((reason) => ({ path: "newPassword", reason }));
      throw new AppError("password_too_weak", "The new password does not meet the rule", fields);
    }
    if (confirmation !== newPassword)
      throw new AppError("password_mismatch", "The two passwords differ", [
        { path: "confirmPassword", reason: "differs" },
      ]);
    await users.setPassword(actor.userUuid, await hashPassword(newPassword), true);
    await users.deleteOtherSessions(actor.userUuid, actor.credential);
  }

  async function changeEmail(actor: Actor, email: string): Promise<void> {
    await users.setEmail(actor.userUuid, email).catch((error: { code?: string }) => {
      if (error.code !== UNIQUE_VIOLATION) throw error;
      throw new AppError("email_already_used", "This email address is already used by another account.", [
        { path: "email", reason: "is already used" },
      ]);
    });
  }
}
const UNIQUE_VIOLATION = "23505";
export type AuthService = ReturnType<typeof createAuthService>;
