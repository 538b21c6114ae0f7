import {
  AppError,
  type ApprovalView,
  MAX_DECISIONS,
  type MakeDecision,
  type SetReviewers,
} from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import {
  type ApprovalsOfVersions,
  assertCan,
  createProjectsRepository,
  findUsersByName,
  getProjectOf,
  hasVersion,
  type LockedProject,
  lockProjectOf,
  type VersionKey,
} from "../projects/index.ts";
import { assertProjectsOffered, personOf, unknownUser } from "../teams/index.ts";
import { presentApproval } from "./approvals.present.ts";
import { createApprovalsRepository } from "./approvals.repository.ts";
import { evaluateVersion, saveStatus } from "./evaluate-version.ts";

export interface ApprovalsDeps {
  db: Database;
  realtime: Pick<Realtime, "emitToUsers">;
}

/**
 * Manages reviewers of versions and decisions. Every call throws AppError "project_not_found" if the actor is not in the
 * project, and "not_found" for an unknown version.
 */
export function createApprovalsService({ db, realtime }: ApprovalsDeps) {
  /** Changes a version's approval while its project is locked; people in the project are notified once it is committed. */
  async function change(
    actor: Actor,
    projectUuid: string,
    number: number,
    work: (tx: Tx, place: VersionKey, project: LockedProject) => Promise<void>,
  ): Promise<ApprovalView> {
    assertProjectsOffered(actor);
    const { view, listeners } = await db.transaction().execute(async (tx) => {
      const project = await lockProjectOf(tx, actor, projectUuid);
      const place = await getVersionKey(tx, actor, projectUuid, number);
      await work(tx, place, project);
      await saveStatus(tx, project);
      const projects = createProjectsRepository(tx);
      await projects.recordActivity(actor.clientUuid, projectUuid);
      return {
        view: presentApproval(actor, project, number, await evaluateVersion(tx, place)),
        listeners: await projects.listUserUuids(actor.clientUuid, projectUuid),
      };
    });
    realtime.emitToUsers(listeners, "approval.changed", { uuid: projectUuid, version: number });
    return view;
  }

  return {
    async getApproval(actor: Actor, projectUuid: string, number: number): Promise<ApprovalView> {
      assertProjectsOffered(actor);
      const project = await getProjectOf(db, actor, projectUuid);
      const place = await getVersionKey(db, actor, projectUuid, number);
      return presentApproval(actor, project, number, await evaluateVersion(db, place));
    },

    /** @throws AppError "forbidden", or "bad_request" naming people who are not in the project, or a due date in the past. */
    setReviewers: (actor: Actor, projectUuid: string, number: number, wanted: SetReviewers) =>
      change(actor, projectUuid, number, async (tx, place, project) => {
        assertCan(project, "manageVersions");
        const people = await findReviewers(tx, place, wanted.reviewers);
        const approvals = createApprovalsRepository(tx);
        const dueAt = wanted.dueAt === null ? null : new Date(wanted.dueAt);
        const known = await approvals.listRequests(place);
        const isKept = known.some(({ due_at }) => due_at?.getTime() === dueAt?.getTime());
        // A past due date may stay while the reviewers change.
        if (dueAt && dueAt.getTime() < Date.now() && !isKept)
          throw new AppError("bad_request", "Choose a later date", [
            { path: "dueAt", reason: "must be in the future" },
          ]);
        await approvals.keepRequests(
          place,
          people.map(({ uuid }) => uuid),
        );
        await approvals.putRequests(place, people, {
          byUuid: personOf(actor),
          by: actor.username,
          dueAt,
        });
      }),

    /**
     * Records a decision. A decision that is sent twice is stored once.
     * @throws AppError "forbidden" for a person who was not requested and whose role does not allow decisions.
     */
    makeDecision: (actor: Actor, projectUuid: string, number: number, wanted: MakeDecision) =>
      change(actor, projectUuid, number, async (tx, place, project) => {
        const { requests, decisions } = await evaluateVersion(tx, place);
        const isAsked = requests.some(({ user_uuid }) => user_uuid === actor.userUuid);
        assertCan(project, isAsked ? "comment" : "decide");
        const uuid = wanted.uuid.toLowerCase();
        const approvals = createApprovalsRepository(tx);
        const before = await approvals.findDecision(actor.clientUuid, uuid);
        const isSame =
          before?.user_uuid === actor.userUuid &&
          before.project_uuid === place.projectUuid &&
          before.version_number === number;
        if (isSame) return;
        if (decisions.length >= MAX_DECISIONS)
          throw new AppError("bad_request", "Too many decisions", [
            { path: "decision", reason: `exceeds the maximum of ${MAX_DECISIONS} decisions` },
          ]);
        const isNew = await approvals.addDecision({
          uuid,
          project_uuid: place.projectUuid,
          client_uuid: place.clientUuid,
          version_number: number,
          user_uuid: actor.userUuid,
          username: actor.username,
          decision: wanted.decision,
          note: wanted.note,
        });
        if (!isNew)
          throw new AppError("bad_request", "This uuid is already in use", [
            { path: "uuid", reason: "is taken" },
          ]);
      }),
  };
}
export type ApprovalsService = ReturnType<typeof createApprovalsService>;

async function getVersionKey(tx: Tx, actor: Actor, projectUuid: string, number: number): Promise<VersionKey> {
  const place = { clientUuid: actor.clientUuid, projectUuid: projectUuid.toLowerCase(), number };
  if (await hasVersion(tx, place)) return place;
  throw new AppError("not_found", "No such version");
}

async function findReviewers(tx: Tx, place: VersionKey, names: readonly string[]) {
  const inProject = await createProjectsRepository(tx).listUserUuids(place.clientUuid, place.projectUuid);
  const found = await findUsersByName(tx, place.clientUuid, inProject, names);
  const known = new Set(found.map(({ username }) => username.toLowerCase()));
  const faults = names.flatMap((name, n) =>
    known.has(name.toLowerCase()) ? [] : [unknownUser(`reviewers.${n}`, name)],
  );
  if (faults.length > 0) throw new AppError("bad_request", faults[0]?.reason, faults);
  return found;
}

/** Provides the approval functions that projects need. */
export const createApprovalsOfVersions = (): ApprovalsOfVersions => ({
  async requestAgain(tx, actor, { projectUuid, number, before, status }) {
    const { clientUuid } = actor;
    const place = { clientUuid, projectUuid, number };
    const approvals = createApprovalsRepository(tx);
    const people = new Set(await createProjectsRepository(tx).listUserUuids(clientUuid, projectUuid));
    const previousRequests = await approvals.listRequests({ clientUuid, projectUuid, number: before });
    const again = previousRequests.flatMap(({ user_uuid: uuid, username, due_at }) =>
      uuid !== null && people.has(uuid) ? [{ uuid, username, due_at }] : [],
    );
    for (const { due_at, ...person } of again)
      await approvals.putRequests(place, [person], {
        byUuid: personOf(actor),
        by: actor.username,
        // A due date in the past does not apply to the new version.
        dueAt: due_at !== null && due_at.getTime() > Date.now() ? due_at : null,
      });
    if (previousRequests.length > 0 || status !== "inReview")
      await saveStatus(tx, { client_uuid: clientUuid, uuid: projectUuid, status });
  },

  async isJudged(tx, { clientUuid }, projectUuid) {
    const number = await createApprovalsRepository(tx).findNewest(clientUuid, projectUuid);
    if (number === undefined) return false;
    const { requests, decisions } = await evaluateVersion(tx, { clientUuid, projectUuid, number });
    return requests.length > 0 || decisions.length > 0;
  },

  async isDecided(tx, { clientUuid }, projectUuid, number) {
    const decisions = await createApprovalsRepository(tx).listDecisions({ clientUuid, projectUuid, number });
    return decisions.length > 0;
  },
});
