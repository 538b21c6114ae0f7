import {
  AppError,
  type Collaborator,
  MAX_PROJECT_PEOPLE,
  MAX_PROJECT_TEAMS,
  type ProjectPerson,
  type ProjectRole,
} from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import {
  assertProjectsOffered,
  createPeopleRepository,
  teamNotFound,
  type UserLookups,
  userNotFound,
} from "../teams/index.ts";
import { assertCan, createProjectNews, getProjectOf, lockProjectOf } from "./project-access.ts";
import { presentPeople } from "./projects.present.ts";
import { createProjectsRepository, type LockedProject } from "./projects.repository.ts";

export interface ProjectPeopleDeps {
  db: Database;
  realtime: Pick<Realtime, "emitToUsers">;
  lookups: UserLookups;
}

/** Manages the people in projects. Every call throws the same errors as the calls for projects. */
export function createProjectPeopleService({ db, realtime, lookups }: ProjectPeopleDeps) {
  const news = createProjectNews(realtime);

  /** Changes the people in a project; former and current people are notified. */
  async function change(
    actor: Actor,
    uuid: string,
    work: (tx: Tx, project: LockedProject) => Promise<void>,
  ): Promise<void> {
    assertProjectsOffered(actor);
    const listeners = await db.transaction().execute(async (tx) => {
      const project = await lockProjectOf(tx, actor, uuid);
      const before = await news.listeners(tx, actor, uuid);
      await work(tx, project);
      await createProjectsRepository(tx).recordActivity(actor.clientUuid, uuid);
      const after = await news.listeners(tx, actor, uuid);
      return [...before, ...after];
    });
    news.notify(listeners, "project.changed", { uuid });
  }

  return {
    /** Lists everyone with access, including through teams. */
    async listPeople(actor: Actor, uuid: string): Promise<ProjectPerson[]> {
      assertProjectsOffered(actor);
      await getProjectOf(db, actor, uuid);
      const projects = createProjectsRepository(db);
      const [owner, collaborators, members] = await Promise.all([
        projects.findOwner(actor.clientUuid, uuid),
        projects.listCollaborators(actor.clientUuid, uuid),
        projects.listTeamMembers(actor.clientUuid, uuid),
      ]);
      return presentPeople({ owner, collaborators, members });
    },

    /**
     * Adds a person; existing members keep their role (§5). Unknown names count as look-ups, so that invitations cannot be used
     * to guess names.
     * @throws AppError "forbidden", "user_not_found" or "too_many_requests".
     */
    async invite(actor: Actor, uuid: string, { username, role }: Collaborator) {
      assertProjectsOffered(actor);
      await lookups.consume(actor);
      let isGuess = false;
      const changed = change(actor, uuid, async (tx, project) => {
        assertCan(project, "invite");
        const person = await createPeopleRepository(tx).findPerson(actor.clientUuid, username);
        isGuess = !person;
        if (!person) throw userNotFound(username);
        if (person.uuid === project.owner_uuid) return;
        const projects = createProjectsRepository(tx);
        await projects.addCollaborators(actor.clientUuid, uuid, [{ ...person, role }]);
        const people = await projects.listCollaborators(actor.clientUuid, uuid);
        if (people.length > MAX_PROJECT_PEOPLE) throw tooManyCollaboratorsError();
      });
      return changed.finally(() => (isGuess ? undefined : lookups.giveBack(actor)));
    },

    /** @throws AppError "forbidden", also for the owner, or "user_not_found" for a user who was not invited. */
    setRole: (actor: Actor, uuid: string, username: string, role: ProjectRole) =>
      change(actor, uuid, async (tx, project) => {
        assertCan(project, "changeRoles");
        const person = await createPeopleRepository(tx).findPerson(actor.clientUuid, username);
        if (!person) throw userNotFound(username);
        if (person.uuid === project.owner_uuid)
          throw new AppError("forbidden", "The role of a project's owner cannot be changed");
        const projects = createProjectsRepository(tx);
        if (!(await projects.setRole(actor.clientUuid, uuid, person.uuid, role)))
          throw userNotFound(username);
      }),

    /** Removes a collaborator, or lets the actor leave. @throws AppError "forbidden", also for the owner, or "user_not_found". */
    remove: (actor: Actor, uuid: string, username: string) =>
      change(actor, uuid, async (tx, project) => {
        const person = await createPeopleRepository(tx).findPerson(actor.clientUuid, username);
        if (person && person.uuid === project.owner_uuid)
          throw new AppError("forbidden", "The owner of a project cannot be removed");
        assertCan(project, person?.uuid === actor.userUuid ? "leave" : "invite");
        const projects = createProjectsRepository(tx);
        const drop = (userUuid: string | undefined) =>
          projects.removeCollaborator(actor.clientUuid, uuid, username, userUuid);
        // The name may also be that of a deleted user.
        const isRemoved = (person !== undefined && (await drop(person.uuid))) || (await drop(undefined));
        if (!isRemoved) throw userNotFound(username);
      }),

    /** @throws AppError "forbidden" or "team_not_found". */
    putTeam: (actor: Actor, uuid: string, teamUuid: string, role: ProjectRole | null) =>
      change(actor, uuid, async (tx, project) => {
        assertCan(project, "invite");
        const projects = createProjectsRepository(tx);
        const [team] = await projects.findTeams(actor.clientUuid, [teamUuid]);
        if (!team) throw teamNotFound();
        await projects.putTeams(actor.clientUuid, uuid, [{ uuid: teamUuid, role }]);
        const teams = await projects.listTeams(actor.clientUuid, uuid);
        if (teams.length > MAX_PROJECT_TEAMS) throw tooManyTeamsError();
      }),

    /** @throws AppError "forbidden" or "team_not_found". */
    removeTeam: (actor: Actor, uuid: string, teamUuid: string) =>
      change(actor, uuid, async (tx, project) => {
        assertCan(project, "invite");
        if (!(await createProjectsRepository(tx).removeTeam(actor.clientUuid, uuid, teamUuid)))
          throw teamNotFound();
      }),

    /** Reveals only whether the user exists. @throws AppError "user_not_found" or "too_many_requests". */
    async findUser(actor: Actor, username: string): Promise<{ username: string }> {
      assertProjectsOffered(actor);
      await lookups.consume(actor);
      const person = await createPeopleRepository(db).findPerson(actor.clientUuid, username);
      if (!person) throw userNotFound(username);
      return { username: person.username };
    },
  };
}
export type ProjectPeopleService = ReturnType<typeof createProjectPeopleService>;

const tooManyCollaboratorsError = () =>
  new AppError("bad_request", "Too many collaborators", [
    { path: "username", reason: `exceeds the maximum of ${MAX_PROJECT_PEOPLE} collaborators` },
  ]);

const tooManyTeamsError = () =>
  new AppError("bad_request", "Too many teams", [
    { path: "teamId", reason: `exceeds the maximum of ${MAX_PROJECT_TEAMS} teams` },
  ]);
