import {
  type AlignmentReason,
  type AlignmentView,
  AppError,
  type CarriedComment,
  MAX_CARRIED_COMMENTS,
  type PlaceCarried,
} from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import {
  assertCan,
  countFrames,
  createProjectsRepository,
  getProjectOf,
  lockProjectOf,
  type VersionKey,
} from "../projects/index.ts";
import { assertProjectsOffered, personOf } from "../teams/index.ts";
import { presentCarried, presentCompared } from "./alignments.present.ts";
import { createAlignmentsRepository } from "./alignments.repository.ts";
import { carryComments, isAbout } from "./carry-along.ts";
import type { CommentPosition } from "./carry-through.ts";
import { type RungComparison, readCompared } from "./compared.ts";
import { comparePair, PAIR_LIMIT, type ReadablePair, type ReadableVersion } from "./compared-pair.ts";

export interface AlignmentsDeps {
  db: Database;
  queue: Pick<JobQueue, "send">;
  realtime: Pick<Realtime, "emitToUsers">;
}

/** The state of the current comparison, with `compared` if it exists. */
interface ComparisonState extends Pick<AlignmentView, "state" | "reason" | "previous"> {
  compared?: RungComparison;
}

/**
 * Finds the changes between a version and its predecessor, and the positions of comments. Every call throws AppError
 * "project_not_found" for projects that the actor is not in, "not_found" for an unknown version, and "forbidden" for a client
 * that has no projects.
 */
export function createAlignmentsService({ db, queue, realtime }: AlignmentsDeps) {
  /** Reads the stored comparison, or requests it if there is no comparison. */
  async function standingOf(place: VersionKey): Promise<ComparisonState> {
    const alignments = createAlignmentsRepository(db);
    const versions = await alignments.listVersions(place, PAIR_LIMIT);
    if (versions[0]?.number !== place.number) throw new AppError("not_found", "No such version");
    const previous = versions[1]?.number ?? null;
    const pair = comparePair(versions);
    if ("state" in pair) return { ...pair, previous };
    const found = await alignments.findAlignment(place);
    if (!found || !isAbout(found, pair)) {
      await db.transaction().execute((tx) => requestAlignment(tx, queue, place, pair));
      return { state: "waiting", reason: null, previous };
    }
    if (found.state !== "ready" || !found.alignment)
      return { state: found.state, reason: found.reason as AlignmentReason | null, previous };
    const compared = readCompared(found.alignment, pair);
    if (!compared) return { state: "none", reason: "no_picture", previous };
    return compared.alignment.isUnrelated
      ? { state: "unrelated", reason: null, previous }
      : { state: "ready", reason: null, previous, compared };
  }

  /** Places or releases a comment, and notifies the project's members. */
  async function change(
    actor: Actor,
    place: VersionKey,
    comment: string,
    work: (tx: Tx) => Promise<void>,
  ): Promise<CarriedComment> {
    const { compared } = await standingOf(place);
    const done = await db.transaction().execute(async (tx) => {
      const project = await lockProjectOf(tx, actor, place.projectUuid);
      assertCan(project, "comment");
      const [open] = await createAlignmentsRepository(tx).listOpenComments(place, {
        limit: 1,
        uuid: comment,
      });
      if (!open) throw new AppError("comment_not_found", "No such comment");
      await work(tx);
      const { positions } = await carryComments(tx, place, [open], compared);
      const projects = createProjectsRepository(tx);
      await projects.recordActivity(place.clientUuid, place.projectUuid);
      return {
        view: presentCarried(open, positions[0] as CommentPosition),
        listeners: await projects.listUserUuids(place.clientUuid, place.projectUuid),
      };
    });
    realtime.emitToUsers([...new Set(done.listeners)], "carried.changed", {
      project: place.projectUuid,
      version: place.number,
      comment,
    });
    return done.view;
  }

  async function placeFor(actor: Actor, projectUuid: string, number: number): Promise<VersionKey> {
    assertProjectsOffered(actor);
    await getProjectOf(db, actor, projectUuid);
    return { clientUuid: actor.clientUuid, projectUuid, number };
  }

  return {
    async getAlignment(actor: Actor, projectUuid: string, number: number): Promise<AlignmentView> {
      const { compared, ...standing } = await standingOf(await placeFor(actor, projectUuid, number));
      const made = compared && presentCompared(compared);
      return {
        ...standing,
        version: number,
        rate: made?.rate ?? null,
        previousRate: made?.previousRate ?? null,
        frames: made?.frames ?? 0,
        previousFrames: made?.previousFrames ?? 0,
        ranges: made?.ranges ?? [],
        gone: made?.gone ?? [],
      };
    },

    async listCarried(actor: Actor, projectUuid: string, number: number) {
      const place = await placeFor(actor, projectUuid, number);
      const { compared, ...standing } = await standingOf(place);
      const found = await createAlignmentsRepository(db).listOpenComments(place, {
        limit: MAX_CARRIED_COMMENTS + 1,
      });
      const comments = found.slice(0, MAX_CARRIED_COMMENTS);
      const { positions, missing } = await carryComments(db, place, comments, compared);
      if (missing)
        await db.transaction().execute((tx) => requestAlignment(tx, queue, missing.place, missing.pair));
      return {
        ...standing,
        comments: comments.map((each, n) => presentCarried(each, positions[n] as CommentPosition)),
        hasMore: found.length > comments.length,
      };
    },

    /**
     * @throws AppError "comment_not_found" unless it is an open comment of an earlier version, or "bad_request" for frames after
     * the end of the version.
     */
    async placeCarried(
      actor: Actor,
      projectUuid: string,
      number: number,
      comment: string,
      { frame, endFrame }: PlaceCarried,
    ): Promise<CarriedComment> {
      const place = await placeFor(actor, projectUuid, number);
      return change(actor, place, comment, async (tx) => {
        await assertInVersion(tx, place, { frame, endFrame });
        await createAlignmentsRepository(tx).placeComment({
          comment_uuid: comment,
          client_uuid: place.clientUuid,
          project_uuid: projectUuid,
          version_number: number,
          frame,
          end_frame: endFrame,
          placed_by: personOf(actor),
          placed_name: actor.username,
        });
      });
    },

    async releaseCarried(
      actor: Actor,
      projectUuid: string,
      number: number,
      comment: string,
    ): Promise<CarriedComment> {
      const place = await placeFor(actor, projectUuid, number);
      return change(actor, place, comment, (tx) =>
        createAlignmentsRepository(tx).releaseComment(place, comment),
      );
    },
  };
}
export type AlignmentsService = ReturnType<typeof createAlignmentsService>;

/** Checks frames against the length of a version, if it is known. @throws AppError "bad_request" naming the field. */
async function assertInVersion(tx: Tx, place: VersionKey, { frame, endFrame }: PlaceCarried): Promise<void> {
  const only = { first: place.number, limit: 1 };
  const [version] = await createAlignmentsRepository(tx).listVersions(place, only);
  if (!version?.info?.video) return;
  const last = countFrames(version.info.durationSec, version.info.video) - 1;
  const faults = Object.entries({ frame, endFrame }).flatMap(([path, value]) =>
    value !== null && value > last
      ? [{ path, reason: `is after the last frame of this version, which is ${last}` }]
      : [],
  );
  if (faults.length > 0) throw new AppError("bad_request", `The frame ${faults[0]?.reason}`, faults);
}

const sideOf = ({ videoUuid, generation, indexObject }: ReadableVersion) => ({
  videoUuid,
  generation,
  indexObject,
});

/**
 * Requests the comparison of a version with the previous one, unless their current videos are compared. The queue holds one
 * comparison per client, so that other clients need not wait if a client adds many versions. The next comparison is requested once
 * the previous one is done. A request that another call has made in the meantime is not repeated, as its job may already be done.
 * @param isNext whether the queue may have rejected the request before, since it held another comparison of the client.
 */
export async function requestAlignment(
  tx: Tx,
  queue: Pick<JobQueue, "send">,
  place: VersionKey,
  pair: ReadablePair,
  isNext = false,
): Promise<void> {
  const alignments = createAlignmentsRepository(tx);
  const added = await alignments.wish({
    client_uuid: place.clientUuid,
    project_uuid: place.projectUuid,
    version_number: place.number,
    video_uuid: pair.recent.videoUuid,
    generation: pair.recent.generation,
    old_video_uuid: pair.old.videoUuid,
    old_generation: pair.old.generation,
  });
  const wish = await alignments.findRequest(place);
  if (wish?.state !== "waiting") return;
  if (!added && !isNext && wish.is_recent) return;
  await alignments.recordRequested(place.clientUuid, wish.uuid);
  await queue.send(tx, "align-versions", {
    payload: {
      job: "align-versions",
      alignmentUuid: wish.uuid,
      ...sideOf(pair.recent),
      old: sideOf(pair.old),
    },
    clientUuid: place.clientUuid,
    key: `${place.clientUuid}:alignment`,
  });
}
