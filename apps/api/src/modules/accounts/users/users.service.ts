import {
  AppError,
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  type Invitation,
  type routes,
  type UserListQuery,
  type UserView,
  type VideoListQuery,
  type VideoView,
} from "@shoal/contract";
import { hasRole, rolesOfCollaborator, sortRoles } from "@shoal/domain";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import { type AccountLinks, type Actor, presentUser } from "../auth/index.ts";
import { explainTaken } from "./taken-names.ts";
import { createUserRulesRepository } from "./user-rules.repository.ts";
import { assertCanChange, assertCanGrant, userNotFound } from "./users.policy.ts";
import { createUsersRepository } from "./users.repository.ts";

/** Lists the videos that a user created. */
export interface VideosOfUsers {
  listVideos(
    actor: Actor,
    query: VideoListQuery,
    userUuid: string,
  ): Promise<{ _embedded: VideoView[]; _size: number }>;
}
export const VIDEOS_OF_USERS = need<VideosOfUsers>("videos of users");

export interface UsersDeps {
  db: Database;
  links: Pick<AccountLinks, "invite">;
  limits: MailLimits;
  videos: VideosOfUsers;
}
/** Limits the mails that a user sends to others. @throws TooManyRequestsError. */
export interface MailLimits {
  admitMailTo(recipient: string, clientUuid: string): Promise<void>;
}
type NewUser = BodyOf<typeof routes.createUser>;
interface Page {
  _embedded: UserView[];
  _size: number;
}

/** Manages the users of a client: invitations, lists and their videos. */
export function createUsersService({ db, links, limits, videos }: UsersDeps) {
  return {
    listUsers: (actor: Actor, query: UserListQuery) => list(actor.clientUuid, query),

    /** Lists the users of all clients or of the named one, for administrators only. */
    listAllUsers: ({ client, ...query }: UserListQuery & { client?: string | undefined }) =>
      list(client, query),

    /** @throws AppError "user_not_found", also for another client's user. */
    async getUser(actor: Actor, uuid: string): Promise<UserView> {
      return presentUser(await getUserRow(db, actor, uuid));
    },

    /**
     * Adds a user, who activates the account with the link; it is also mailed if an email address is given.
     * @throws AppError "username_taken", "collaborator_email_used", "forbidden", "client_not_found"; TooManyRequestsError.
     */
    async createUser(actor: Actor, user: NewUser): Promise<Invitation> {
      assertCanGrant(actor, rolesOf(user));
      const clientUuid = clientOf(actor, user.client);
      if (user.email) await limits.admitMailTo(user.email, actor.clientUuid);
      return db
        .transaction()
        .execute(async (tx) => {
          // The client is locked, because a client that is being deleted must not get a new user in the meantime.
          const [client] = await createUserRulesRepository(tx).lockClientsForWork([clientUuid]);
          if (!client) throw new AppError("client_not_found", "No such client");
          const uuid = await createUsersRepository(tx).addUser(clientUuid, columnsOf(user));
          return invite(tx, clientUuid, uuid);
        })
        .catch(explainTaken(db, { ...user, client: clientUuid }));
    },

    /**
     * Makes a new link for an invited user; the previous link stops working.
     * @throws AppError "illegal_transition"; TooManyRequestsError.
     */
    async renewActivation(actor: Actor, uuid: string): Promise<Invitation> {
      const { email } = await getUserRow(db, actor, uuid);
      if (email) await limits.admitMailTo(email, actor.clientUuid);
      return db.transaction().execute(async (tx) => {
        assertCanChange(actor, await getUserRow(tx, actor, uuid));
        return invite(tx, actor.clientUuid, uuid);
      });
    },

    /** Lists the videos of the caller, or of the user whose list an administrator views. */
    async listMyVideos(actor: Actor, query: VideoListQuery) {
      if (actor.viewedUserUuid) await getUserRow(db, actor, actor.viewedUserUuid);
      return videos.listVideos(actor, query, actor.viewedUserUuid ?? actor.userUuid);
    },

    /** @throws AppError "user_not_found". */
    async listUserVideos(actor: Actor, uuid: string, query: VideoListQuery) {
      await getUserRow(db, actor, uuid);
      return videos.listVideos(actor, query, uuid);
    },
  };

  async function list(clientUuid: string | undefined, query: UserListQuery): Promise<Page> {
    const users = createUsersRepository(db);
    const limit = query.pagesize ?? DEFAULT_PAGE_SIZE;
    const size = users.countUsers(clientUuid, query);
    if (limit === 0) return { _embedded: [], _size: await size };
    const page = { query, limit, offset: (query.page - 1) * limit };
    const [rows, count] = await Promise.all([users.listUsers(clientUuid, page), size]);
    return { _embedded: rows.map(presentUser), _size: count };
  }

  async function invite(tx: Tx, clientUuid: string, uuid: string): Promise<Invitation> {
    const { url, expiresAt, isMailed } = await links.invite(tx, uuid);
    const row = await createUsersRepository(tx).findUser(clientUuid, uuid);
    if (!row) throw userNotFound();
    return { user: presentUser(row), activationLink: url, expiresAt: expiresAt.toISOString(), isMailed };
  }
}
export type UsersService = ReturnType<typeof createUsersService>;

async function getUserRow(tx: Tx, actor: Actor, uuid: string) {
  const row = await createUsersRepository(tx).findUser(actor.clientUuid, uuid);
  if (!row) throw userNotFound();
  return row;
}

function clientOf(actor: Actor, wanted: string | undefined): string {
  if (wanted === undefined || wanted === actor.clientUuid) return actor.clientUuid;
  if (hasRole(actor.roles, "admin")) return wanted;
  throw new AppError("forbidden", "Only administrators can add users to another client", [
    { path: "client", reason: "is not your client" },
  ]);
}

const columnsOf = (user: NewUser) => ({
  username: user.username,
  name: user.name || null,
  email: user.email ?? null,
  roles: sortRoles(rolesOf(user)),
  language: user.language,
});

/** The schema requires either `roles` or the older `role`. */
const rolesOf = ({ roles, role }: NewUser) => roles ?? (role ? rolesOfCollaborator(role) : []);
