import {
  AppError,
  type CreateTeam,
  MAX_TEAM_MEMBERS,
  MAX_TEAMS,
  type ProjectRole,
  type TeamView,
  type UpdateTeam,
} from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createPeopleRepository } from "./people.repository.ts";
import {
  assertProjectsOffered,
  isSupport,
  isTeamManager,
  teamNotFound,
  userNotFound,
} from "./teams.policy.ts";
import { createTeamsRepository, type FoundMember, type FoundTeam } from "./teams.repository.ts";
import { UnknownUsersError, type UserLookups } from "./user-lookups.ts";

/** The project functions that teams call. */
export interface ProjectsOfTeams {
  /** Finds the role of all members of a team in a project. @throws AppError "project_not_found" if the actor is not in it. */
  findTeamRole(actor: Actor, projectUuid: string, teamUuid: string): Promise<ProjectRole | null>;
}
export const PROJECTS_OF_TEAMS = need<ProjectsOfTeams>("projects of teams");

export interface TeamsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  projects: ProjectsOfTeams;
  lookups: UserLookups;
}

/** The manager of a team has the highest role in its projects, unless the project sets another. */
const MANAGERS_ROLE: ProjectRole = "admin";

/**
 * Manages teams of a client's users. All users of the client see them; only a team's manager changes it. Every call throws
 * AppError "forbidden" for a client without projects.
 */
export function createTeamsService({ db, realtime, projects, lookups }: TeamsDeps) {
  const announce = (actor: Actor, uuid: string) => realtime.emit(actor.clientUuid, "team.changed", { uuid });

  return {
    async listTeams(actor: Actor): Promise<TeamView[]> {
      assertProjectsOffered(actor);
      const teams = createTeamsRepository(db);
      const [rows, members] = await Promise.all([
        teams.listTeams(actor.clientUuid),
        teams.listMembers(actor.clientUuid),
      ]);
      const byTeam = Map.groupBy(members, (member) => member.team_uuid);
      return rows.map((row) => presentTeam(actor, row, byTeam.get(row.uuid) ?? []));
    },

    /** @throws AppError "team_not_found", or "project_not_found" for a project that the actor is not in. */
    async getTeam(actor: Actor, uuid: string, projectUuid?: string): Promise<TeamView> {
      assertProjectsOffered(actor);
      const team = await readTeam(db, actor, uuid);
      if (projectUuid === undefined) return team;
      return { ...team, projectRole: await projects.findTeamRole(actor, projectUuid, uuid) };
    },

    /** @throws AppError "team_name_taken", "too_many_requests", or "bad_request" naming unknown users. */
    async createTeam(actor: Actor, wanted: CreateTeam): Promise<TeamView> {
      assertProjectsOffered(actor);
      const { clientUuid, userUuid } = actor;
      const team = await withUniqueName(actor, async (tx) => {
        const teams = createTeamsRepository(tx);
        const people = await createPeopleRepository(tx).findPeople(
          clientUuid,
          wanted.collabsTeam,
          "collabsTeam",
        );
        if ((await teams.countForAdding(clientUuid)) >= MAX_TEAMS) throw tooManyTeamsError();
        const uuid = await teams.addTeam({
          client_uuid: clientUuid,
          name: wanted.teamName,
          description: wanted.teamDescription,
          // Teams created by support have no owner: the client's managers manage them.
          owner_uuid: isSupport(actor) ? null : userUuid,
          owner_name: actor.username,
        });
        const others = people.filter((person) => person.uuid !== userUuid);
        const manager = isSupport(actor) ? [] : [{ uuid: userUuid, role: MANAGERS_ROLE }];
        await teams.putMembers(clientUuid, uuid, [...others, ...manager]);
        return readTeam(tx, actor, uuid);
      });
      announce(actor, team.uuid);
      return team;
    },

    /**
     * @throws AppError "team_not_found", "forbidden", "team_name_taken", "edit_conflict", or "bad_request" naming unknown
     * users.
     */
    async updateTeam(actor: Actor, uuid: string, change: UpdateTeam): Promise<TeamView> {
      assertProjectsOffered(actor);
      const team = await withUniqueName(actor, async (tx) => {
        const row = await lockManaged(tx, actor, uuid);
        if (change.revision !== undefined && change.revision !== row.revision)
          throw new AppError("edit_conflict", "Someone else changed this team: fetch it again");
        const owner = await findNewOwner(tx, actor, change);
        if (change.collabsTeam) await setMembers(tx, actor, row, change.collabsTeam);
        const teams = createTeamsRepository(tx);
        if (owner) await teams.putMembers(actor.clientUuid, uuid, [{ ...owner, role: MANAGERS_ROLE }]);
        await assertRoom(tx, actor, uuid);
        await teams.updateTeam(actor.clientUuid, uuid, {
          ...(change.teamName === undefined ? {} : { name: change.teamName }),
          ...(change.teamDescription === undefined ? {} : { description: change.teamDescription }),
          ...(owner ? { owner_uuid: owner.uuid, owner_name: owner.username } : {}),
        });
        return readTeam(tx, actor, uuid);
      });
      announce(actor, uuid);
      return team;
    },

    /** @returns the deleted team. @throws AppError "team_not_found" or "forbidden". */
    async deleteTeam(actor: Actor, uuid: string): Promise<{ name: string }> {
      assertProjectsOffered(actor);
      const { name } = await db.transaction().execute(async (tx) => {
        const row = await lockManaged(tx, actor, uuid);
        await createTeamsRepository(tx).deleteTeam(actor.clientUuid, uuid);
        return row;
      });
      announce(actor, uuid);
      return { name };
    },

    /**
     * Removes a member, or lets the actor leave.
     * @throws AppError "team_not_found", "user_not_found", or "forbidden", also for the manager, who must hand the team over
     * first.
     */
    async removeMember(actor: Actor, uuid: string, username: string): Promise<{ name: string }> {
      assertProjectsOffered(actor);
      const { name } = await db.transaction().execute(async (tx) => {
        const teams = createTeamsRepository(tx);
        const row = await teams.lockTeam(actor.clientUuid, uuid);
        if (!row) throw teamNotFound();
        const person = await createPeopleRepository(tx).findPerson(actor.clientUuid, username);
        if (person?.uuid !== actor.userUuid) assertManages(actor, row);
        if (!person) throw userNotFound(username);
        if (person.uuid === row.owner_uuid)
          throw new AppError("forbidden", "Hand the team over before you leave it");
        if (!(await teams.removeMember(actor.clientUuid, uuid, person.uuid))) throw userNotFound(username);
        return row;
      });
      announce(actor, uuid);
      return { name };
    },
  };

  async function findNewOwner(tx: Tx, { clientUuid }: Actor, { ownerTeam }: UpdateTeam) {
    if (ownerTeam === undefined) return undefined;
    const [owner] = await createPeopleRepository(tx)
      .findPeople(clientUuid, [{ username: ownerTeam, role: MANAGERS_ROLE }], "ownerTeam")
      .catch((error: unknown) => {
        if (!(error instanceof UnknownUsersError)) throw error;
        throw new UnknownUsersError([{ path: "ownerTeam", reason: error.message }]);
      });
    return owner;
  }

  /** Sets the members. The manager stays a member even if the list does not contain them. */
  async function setMembers(
    tx: Tx,
    { clientUuid }: Actor,
    team: { uuid: string; owner_uuid: string | null },
    wanted: CreateTeam["collabsTeam"],
  ): Promise<void> {
    const teams = createTeamsRepository(tx);
    const people = await createPeopleRepository(tx).findPeople(clientUuid, wanted, "collabsTeam");
    const others = people.filter((person) => person.uuid !== team.owner_uuid);
    const kept = [...others.map((person) => person.uuid), ...(team.owner_uuid ? [team.owner_uuid] : [])];
    await teams.removeMembersBut(clientUuid, team.uuid, kept);
    await teams.putMembers(clientUuid, team.uuid, others);
  }

  async function assertRoom(tx: Tx, { clientUuid }: Actor, uuid: string): Promise<void> {
    const members = await createTeamsRepository(tx).listMembers(clientUuid, uuid);
    if (members.length <= MAX_TEAM_MEMBERS + 1) return;
    throw new AppError("bad_request", "Too many members", [
      { path: "collabsTeam", reason: `exceeds the maximum of ${MAX_TEAM_MEMBERS} members` },
    ]);
  }

  function withUniqueName(actor: Actor, work: (tx: Tx) => Promise<TeamView>): Promise<TeamView> {
    return lookups
      .counted(actor, () => db.transaction().execute(work))
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, "teams_name")) throw error;
        throw new AppError("team_name_taken", "A team with this name already exists", [
          { path: "teamName", reason: "is already in use" },
        ]);
      });
  }
}
export type TeamsService = ReturnType<typeof createTeamsService>;

async function readTeam(tx: Tx, actor: Actor, uuid: string): Promise<TeamView> {
  const teams = createTeamsRepository(tx);
  const row = await teams.findTeam(actor.clientUuid, uuid);
  if (!row) throw teamNotFound();
  return presentTeam(actor, row, await teams.listMembers(actor.clientUuid, uuid));
}

async function lockManaged(tx: Tx, actor: Actor, uuid: string) {
  const row = await createTeamsRepository(tx).lockTeam(actor.clientUuid, uuid);
  if (!row) throw teamNotFound();
  assertManages(actor, row);
  return row;
}

function assertManages(actor: Actor, team: Pick<FoundTeam, "owner_uuid">): void {
  if (!isTeamManager(actor, team)) throw new AppError("forbidden", "Only the team's manager can change it");
}

function presentTeam(actor: Actor, row: FoundTeam, members: readonly FoundMember[]): TeamView {
  return {
    uuid: row.uuid,
    teamName: row.name,
    teamDescription: row.description,
    ownerTeam: row.owner,
    collabsTeam: members
      .filter((member) => member.user_uuid !== row.owner_uuid)
      .map(({ username, role }) => ({ username, role })),
    isMember: members.some((member) => member.user_uuid === actor.userUuid),
    isManager: isTeamManager(actor, row),
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
  };
}

const tooManyTeamsError = () =>
  new AppError("bad_request", "Too many teams", [
    { path: "teamName", reason: `exceeds the maximum of ${MAX_TEAMS} teams` },
  ]);
