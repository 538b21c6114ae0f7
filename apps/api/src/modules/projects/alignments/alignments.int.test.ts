import { type AlignmentReason, type BodyOf, type PackedAlignment, routes } from "@shoal/contract";
import { JOBS, type JobResult } from "@shoal/contract/jobs";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../../platform/database.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { queueResult, reportDead } from "../../../testing/queued-jobs.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createAlignmentsRepository, findWaiting } from "./alignments.repository.ts";
import { requestAlignment } from "./alignments.service.ts";
import { carryComments } from "./carry-along.ts";
import { comparePair, PAIR_LIMIT } from "./compared-pair.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const sampleRung = (id: string, height: number, indexObject: string) => ({
  id,
  kind: "video",
  height,
  indexObject,
});
const FRAME_RATE = { num: 25, den: 1 };
const AUDIO_TRACK = { id: "a0", kind: "audio", indexObject: "sound" };

interface FilmProject {
  id: string;
  owner: TestUser;
  /** The videos of the versions, the oldest first. */
  videos: string[];
}

/**
 * Adds a video with two rungs; the second has the lower resolution.
 * @param sourceRate the frame rate of the source, in which comments count frames.
 */
async function addFilm(user: TestUser, tracks: object[] = defaultTracks(), sourceRate = FRAME_RATE) {
  const uuid = await addVideo(api, user);
  const plan = {
    segmentStartsSec: [0, 4],
    rungs: [{ id: "v0", fps: FRAME_RATE }],
    info: { video: { fps: sourceRate } },
  };
  await api.database.db
    .updateTable("encodings")
    .set({ tracks: JSON.stringify(tracks), plan: JSON.stringify(plan) })
    .where("video_uuid", "=", uuid)
    .execute();
  return uuid;
}
const defaultTracks = () => [sampleRung("v1", 720, "high"), sampleRung("v0", 180, "low"), AUDIO_TRACK];

/** Adds a client with a project that has a version for each of the videos. */
async function newProject(
  makeVideos: (owner: TestUser) => Promise<string[]> = async (owner) => [
    await addFilm(owner),
    await addFilm(owner),
  ],
): Promise<FilmProject> {
  const owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
  const videos = await makeVideos(owner);
  const [first = "", ...others] = videos;
  const project = await owner.call(routes.createProject, { body: { name: "Film", uuid: first } });
  for (const uuidVideo of others)
    await owner.call(routes.addVersion, { params: { id: project.uuid }, body: { uuidVideo } });
  return { id: project.uuid, owner, videos };
}

const readAlignment = ({ owner, id }: FilmProject, n = 2) =>
  owner.call(routes.getAlignment, { params: { id, n } });
const fetchCarried = ({ owner, id }: FilmProject, n = 2) =>
  owner.call(routes.listCarried, { params: { id, n } });
type CommentFields = Partial<BodyOf<typeof routes.createComment>>;
const writeComment = ({ owner, id }: FilmProject, wanted: CommentFields = {}, n = 1) =>
  owner.call(routes.createComment, {
    params: { id, n },
    body: { uuid: crypto.randomUUID(), text: "Look", ...wanted },
  });
const placeComment = (
  { owner, id }: FilmProject,
  comment: string,
  frame: number | null,
  endFrame: number | null = null,
  n = 2,
) => owner.call(routes.placeCarried, { params: { id, n, comment }, body: { frame, endFrame } });

/** Reads the jobs requested for a client, as a worker does. */
async function jobsOf({ owner }: FilmProject) {
  const { rows } = await sql<{ data: unknown }>`SELECT data FROM queue.job
    WHERE name = 'align-versions' AND state < 'completed' AND group_id = ${owner.clientUuid}
    ORDER BY created_on`.execute(api.database.db);
  return rows.map(({ data }) => JOBS["align-versions"].parse(data));
}
const jobOf = (film: FilmProject) =>
  eventually(async () => {
    const [job] = await jobsOf(film);
    if (!job) throw new Error("No worker was asked");
    return job;
  });
/** Opens the version, which sends its job without waiting for the next sweep, and reads that job. */
const readVersionAndJob = async (film: FilmProject) => {
  await readAlignment(film);
  return jobOf(film);
};

const reportResult = (result: JobResult) => queueResult(api.database.db, result);
/** Adds a project with three versions, each compared with the previous one. */
async function newChain(second: PackedAlignment, third: PackedAlignment): Promise<FilmProject> {
  const film = await newProject((owner) => Promise.all([1, 2, 3].map(() => addFilm(owner))));
  const alignments = new Map([second, third].map((alignment, n) => [film.videos[n + 1], alignment]));
  for (const made of [1, 2]) {
    const { videoUuid } = await readVersionAndJob(film);
    await reportAlignment(film, alignments.get(videoUuid) ?? null);
    await eventually(async () => {
      const states = [await readAlignment(film, 2), await readAlignment(film, 3)].map(({ state }) => state);
      expect(states.filter((state) => state !== "waiting")).toHaveLength(made);
      if (made === 1) expect((await jobOf(film)).videoUuid).not.toBe(videoUuid);
    });
  }
  return film;
}
/** Claims the job as a worker, and completes it. */
async function reportAlignment(film: FilmProject, alignment: PackedAlignment | null): Promise<void> {
  const { alignmentUuid, videoUuid, generation } = await readVersionAndJob(film);
  await sql`UPDATE queue.job SET state = 'completed' WHERE name = 'align-versions'
    AND data->>'alignmentUuid' = ${alignmentUuid}`.execute(api.database.db);
  await reportResult({ type: "aligned", alignmentUuid, videoUuid, generation, alignment });
}
const waitUntilCompared = (film: FilmProject, n = 2) =>
  eventually(async () => {
    const found = await readAlignment(film, n);
    expect(found.state).not.toBe("waiting");
    return found;
  });

/** Compares 100 frames: 40 to 59 are removed, 60 to 69 graded; 10 new frames precede the last 30, which are uncertain. */
const EDITED_ALIGNMENT: PackedAlignment = {
  oldFrames: 100,
  pieces: [
    [40, 0, 1, 0, 1],
    [10, 60, 1, 3, 1],
    [10, -1, 0, 6, 0],
    [30, 70, 1, 0, 0],
  ],
};

test("a new version is compared with the previous one by their lowest rungs, and the project's members are notified", async () => {
  const film = await newProject();
  const page = await listenAs(api, film.owner);
  const job = await jobOf(film);
  expect(job).toMatchObject({
    videoUuid: film.videos[1],
    generation: 1,
    indexObject: "low",
    old: { videoUuid: film.videos[0], generation: 1, indexObject: "low" },
  });
  expect(await readAlignment(film)).toMatchObject({ state: "waiting", version: 2, previous: 1, ranges: [] });
  await reportAlignment(film, EDITED_ALIGNMENT);
  expect(await page.next("alignment.ready")).toEqual({ project: film.id, version: 2 });
  expect(await readAlignment(film)).toEqual({
    state: "ready",
    reason: null,
    version: 2,
    previous: 1,
    rate: FRAME_RATE,
    previousRate: FRAME_RATE,
    frames: 90,
    previousFrames: 100,
    ranges: [
      { frame: 0, endFrame: 39, kind: "same", previousFrame: 0, previousEndFrame: 39, isSure: true },
      { frame: 40, endFrame: 49, kind: "regraded", previousFrame: 60, previousEndFrame: 69, isSure: true },
      { frame: 50, endFrame: 59, kind: "new", previousFrame: null, previousEndFrame: null, isSure: true },
      { frame: 60, endFrame: 89, kind: "same", previousFrame: 70, previousEndFrame: 99, isSure: false },
    ],
    gone: [{ previousFrame: 40, previousEndFrame: 59, frame: 40 }],
  });
  page.close();
});

test("20 concurrent requests for a comparison send one job", async () => {
  const film = await newProject();
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? readAlignment(film) : fetchCarried(film))),
  );
  expect(new Set(asked.map(({ state }) => state))).toEqual(new Set(["waiting"]));
  expect(await jobsOf(film)).toHaveLength(1);
});

test("a request is not sent again if its job was completed in the meantime", async () => {
  const film = await newProject();
  const { clientUuid } = film.owner;
  const placeComment = { clientUuid, projectUuid: film.id, number: 2 };
  const { db } = api.database;
  const pair = comparePair(await createAlignmentsRepository(db).listVersions(placeComment, PAIR_LIMIT));
  if (!("recent" in pair)) throw new Error("The versions cannot be compared");
  const { alignmentUuid } = await readVersionAndJob(film);
  await sql`UPDATE queue.job SET state = 'completed' WHERE data->>'alignmentUuid' = ${alignmentUuid}`.execute(
    db,
  );
  let sent = 0;
  const queue = {
    send: async () => {
      sent += 1;
    },
  };
  await db.transaction().execute((tx) => requestAlignment(tx, queue as never, placeComment, pair));
  expect(sent).toBe(0);
  await db.transaction().execute((tx) => requestAlignment(tx, queue as never, placeComment, pair, true));
  expect(sent).toBe(1);
});

test("a version is compared again after its video was replaced or became ready", async () => {
  const film = await newProject();
  await reportAlignment(film, EDITED_ALIGNMENT);
  await waitUntilCompared(film);
  const { db } = api.database;
  await db
    .updateTable("videos")
    .set({ status: "segmented" })
    .where("uuid", "=", film.videos[0] ?? "")
    .execute();
  expect(await readAlignment(film)).toMatchObject({ state: "waiting", previous: 1 });
  await sql`UPDATE encodings SET generation = 2 WHERE video_uuid = ${film.videos[0]}`.execute(db);
  await db
    .updateTable("videos")
    .set({ status: "encoded", generation: 2 })
    .where("uuid", "=", film.videos[0] ?? "")
    .execute();
  expect((await jobOf(film)).old.generation).toBe(2);
  await reportAlignment(film, { oldFrames: 2, pieces: [[2, 0, 1, 0, 1]] });
  expect(await waitUntilCompared(film)).toMatchObject({ state: "ready", frames: 2 });
});

test("a result for videos that the versions no longer have changes nothing", async () => {
  const film = await newProject();
  const late = await readVersionAndJob(film);
  const uuidVideo = await addFilm(film.owner);
  await film.owner.call(routes.updateVersion, { params: { id: film.id, n: 2 }, body: { uuidVideo } });
  await readAlignment(film);
  await reportResult({
    type: "aligned",
    alignmentUuid: late.alignmentUuid,
    videoUuid: late.videoUuid,
    generation: 1,
    alignment: EDITED_ALIGNMENT,
  });
  await sql`UPDATE queue.job SET state = 'completed' WHERE data->>'alignmentUuid' = ${late.alignmentUuid}`.execute(
    api.database.db,
  );
  // Backdates the request, so that the next sweep repeats it.
  await sql`UPDATE version_alignments SET asked_at = now() - interval '1 minute'
    WHERE project_uuid = ${film.id}`.execute(api.database.db);
  await eventually(async () => expect((await jobsOf(film))[0]?.videoUuid).toBe(uuidVideo));
  expect((await readAlignment(film)).state).toBe("waiting");
  await reportAlignment(film, { oldFrames: 3, pieces: [[3, 0, 1, 0, 1]] });
  expect(await waitUntilCompared(film)).toMatchObject({ state: "ready", frames: 3 });
});

test("the queue holds one comparison per client, and the next is sent when that one is done", async () => {
  const film = await newProject((owner) => Promise.all([1, 2, 3, 4].map(() => addFilm(owner))));
  for (const n of [2, 3, 4]) expect((await readAlignment(film, n)).state).toBe("waiting");
  for (let left = 3; left > 0; left--) {
    expect(await jobsOf(film)).toHaveLength(1);
    const { alignmentUuid } = await jobOf(film);
    await reportAlignment(film, EDITED_ALIGNMENT);
    if (left > 1)
      await eventually(async () => {
        const [next] = await jobsOf(film);
        expect(next && next.alignmentUuid !== alignmentUuid).toBe(true);
      });
  }
  for (const n of [2, 3, 4]) expect((await waitUntilCompared(film, n)).state).toBe("ready");
});

test("comparisons that cannot be made, or that are being requested, do not hold up those after them", async () => {
  const film = await newProject((owner) => Promise.all([1, 2, 3, 4, 5].map(() => addFilm(owner))));
  for (const n of [2, 3, 4, 5]) await readAlignment(film, n);
  const { clientUuid } = film.owner;
  const { db } = api.database;
  await sql`UPDATE version_alignments SET state = 'waiting', asked_at = now() + make_interval(secs => version_number)
    WHERE project_uuid = ${film.id}`.execute(db);
  const findIn = async (tx: Tx) => (await findWaiting(tx, clientUuid))?.number;
  // Without the video of version 1, version 2 cannot be compared, and it has waited longest.
  await film.owner.call(routes.deleteVideo, { params: { id: film.videos[0] ?? "" } });
  await db.transaction().execute(async (holder) => {
    expect(await findIn(holder)).toBe(3);
    expect(await db.transaction().execute(findIn)).toBe(4);
  });
  expect(await db.transaction().execute(findIn)).toBe(3);
});

test.each<[string, AlignmentReason, (owner: TestUser) => Promise<string[]>]>([
  ["no previous version", "first_version", async (owner) => [await addFilm(owner)]],
  ["only audio", "no_picture", async (owner) => [await addFilm(owner), await addFilm(owner, [AUDIO_TRACK])]],
])("a version is not compared if there is %s", async (_, reason, makeVideos) => {
  const film = await newProject(makeVideos);
  expect(await readAlignment(film, film.videos.length)).toMatchObject({ state: "none", reason });
  expect(await jobsOf(film)).toEqual([]);
});

test("the reason is reported for a single frame, a video in the trash, and one that is too long or unreadable", async () => {
  const single = await newProject();
  await reportAlignment(single, { oldFrames: 1, pieces: [[1, 0, 1, 0, 0]] });
  expect(await waitUntilCompared(single)).toMatchObject({ state: "none", reason: "no_picture" });
  await single.owner.call(routes.deleteVideo, { params: { id: single.videos[0] ?? "" } });
  expect(await readAlignment(single)).toMatchObject({ state: "none", reason: "video_missing" });
  const long = await newProject();
  await reportAlignment(long, null);
  expect(await waitUntilCompared(long)).toMatchObject({ state: "failed", reason: "too_long" });
  const broken = await newProject();
  const { videoUuid, generation } = await readVersionAndJob(broken);
  const fault = { errorType: "encoding_failed" as const, detail: "no" };
  await reportResult({ type: "failed", videoUuid, generation, job: "align-versions", fault });
  expect(await waitUntilCompared(broken)).toMatchObject({ state: "failed", reason: "unreadable" });
  const dead = await newProject();
  const payload = await readVersionAndJob(dead);
  await reportDead(api.database.db, payload);
  expect(await waitUntilCompared(dead)).toMatchObject({ state: "failed", reason: "unreadable" });
});

test("open comments are carried to their frames in the new version, or marked as changed, removed or not sure", async () => {
  const film = await newProject();
  const [still, cut, graded, unsure, range] = [
    await writeComment(film, { frame: 7 }),
    await writeComment(film, { frame: 45 }),
    await writeComment(film, { frame: 62 }),
    await writeComment(film, { frame: 80 }),
    await writeComment(film, { frame: 5, endFrame: 9 }),
  ];
  const whole = await writeComment(film);
  const resolved = await writeComment(film, { frame: 8 });
  await film.owner.call(routes.resolveComment, {
    params: { id: resolved.uuid },
    body: { isResolved: true },
  });
  await writeComment(film, { parent: still.uuid, text: "An answer" });
  const before = await fetchCarried(film);
  expect(before).toMatchObject({ state: "waiting", previous: 1 });
  expect(new Set(before.comments.map(({ kind }) => kind))).toEqual(new Set(["whole", "unplaced"]));
  await reportAlignment(film, EDITED_ALIGNMENT);
  await waitUntilCompared(film);
  const { comments } = await fetchCarried(film);
  const placeOf = (uuid: string) => {
    const found = comments.find((each) => each.uuid === uuid);
    return [found?.kind, found?.frame, found?.endFrame, found?.isSure];
  };
  expect(comments).toHaveLength(6);
  expect(placeOf(still.uuid)).toEqual(["same", 7, null, true]);
  expect(placeOf(range.uuid)).toEqual(["same", 5, 9, true]);
  expect(placeOf(cut.uuid)).toEqual(["gone", 40, null, true]);
  expect(placeOf(graded.uuid)).toEqual(["changed", 42, null, true]);
  expect(placeOf(unsure.uuid)).toEqual(["same", 70, null, false]);
  expect(placeOf(whole.uuid)).toEqual(["whole", null, null, true]);
  expect(comments.find(({ uuid }) => uuid === cut.uuid)).toMatchObject({
    previousVersion: 1,
    previousFrame: 45,
    placedBy: null,
  });
});

test("a user can move a carried comment, mark its picture as removed and undo both, without splitting its thread", async () => {
  const film = await newProject();
  const comment = await writeComment(film, { frame: 80 });
  await reportAlignment(film, EDITED_ALIGNMENT);
  await waitUntilCompared(film);
  const page = await listenAs(api, film.owner);
  const placed = await placeComment(film, comment.uuid, 71, 74);
  expect(placed).toMatchObject({
    kind: "same",
    frame: 71,
    endFrame: 74,
    isSure: true,
    placedBy: film.owner.username,
  });
  expect((await fetchCarried(film)).comments).toEqual([placed]);
  expect(await placeComment(film, comment.uuid, null)).toMatchObject({
    kind: "gone",
    frame: 70,
    isSure: true,
  });
  const released = await film.owner.call(routes.releaseCarried, {
    params: { id: film.id, n: 2, comment: comment.uuid },
  });
  expect(released).toMatchObject({ frame: 70, isSure: false, placedBy: null, placedAt: null });
  for (let n = 0; n < 3; n++)
    expect(await page.next("carried.changed")).toEqual({
      project: film.id,
      version: 2,
      comment: comment.uuid,
    });
  page.close();
  const listed = await film.owner.call(routes.listComments, { params: { id: film.id, n: 2 }, query: {} });
  expect(listed.comments).toEqual([]);
});

test("a comment cannot be placed after the end of the version", async () => {
  const film = await newProject();
  const comment = await writeComment(film, { frame: 8 });
  await sql`UPDATE encodings SET plan = jsonb_set(plan::jsonb, '{info,durationSec}', '4')
    WHERE video_uuid = ${film.videos[1]}`.execute(api.database.db);
  const reason = "is after the last frame of this version, which is 99";
  expect((await errorOf(placeComment(film, comment.uuid, 100))).fields).toEqual([{ path: "frame", reason }]);
  expect((await errorOf(placeComment(film, comment.uuid, 99, 100))).fields).toEqual([
    { path: "endFrame", reason },
  ]);
  expect(await placeComment(film, comment.uuid, 98, 99)).toMatchObject({ frame: 98, endFrame: 99 });
});

/** Compares 90 frames: 0 to 9 are removed, 10 to 49 are certain, 50 to 69 are not, and the remaining frames are. */
const SECOND_EDIT: PackedAlignment = {
  oldFrames: 90,
  pieces: [
    [40, 10, 1, 0, 1],
    [20, 50, 1, 0, 0],
    [20, 70, 1, 0, 1],
  ],
};

test("open comments are carried through all versions, only as sure as the least sure step", async () => {
  const film = await newChain(EDITED_ALIGNMENT, SECOND_EDIT);
  const written = {
    sure: await writeComment(film, { frame: 20, endFrame: 24 }),
    goneAtOnce: await writeComment(film, { frame: 45 }),
    goneLater: await writeComment(film, { frame: 5 }),
    graded: await writeComment(film, { frame: 62 }),
    unsureFirst: await writeComment(film, { frame: 95 }),
    unsureLater: await writeComment(film, { frame: 60 }, 2),
    whole: await writeComment(film),
  };
  const { comments } = await fetchCarried(film, 3);
  expect(comments[0]).toMatchObject({ uuid: written.unsureLater.uuid, previousVersion: 2 });
  const placeOf = ({ uuid }: { uuid: string }) => {
    const found = comments.find((each) => each.uuid === uuid);
    return [found?.kind, found?.frame, found?.endFrame, found?.isSure, found?.goneIn];
  };
  expect(comments).toHaveLength(7);
  expect(placeOf(written.sure)).toEqual(["same", 10, 14, true, null]);
  expect(placeOf(written.goneAtOnce)).toEqual(["gone", 30, null, true, 2]);
  expect(placeOf(written.goneLater)).toEqual(["gone", 0, null, true, 3]);
  expect(placeOf(written.graded)).toEqual(["changed", 32, null, true, null]);
  expect(placeOf(written.unsureFirst)).toEqual(["same", 75, null, false, null]);
  expect(placeOf(written.unsureLater)).toEqual(["same", 50, null, false, null]);
  expect(placeOf(written.whole)).toEqual(["whole", null, null, true, null]);
  expect(comments.find(({ uuid }) => uuid === written.sure.uuid)).toMatchObject({
    previousVersion: 1,
    previousFrame: 20,
    previousEndFrame: 24,
  });
});

test("a manual placement in a version also applies to later versions", async () => {
  const film = await newChain(EDITED_ALIGNMENT, SECOND_EDIT);
  const [unsure, lost, found] = [
    await writeComment(film, { frame: 95 }),
    await writeComment(film, { frame: 20 }),
    await writeComment(film, { frame: 45 }),
  ];
  const inThird = async ({ uuid }: { uuid: string }) =>
    (await fetchCarried(film, 3)).comments.find((each) => each.uuid === uuid);
  await placeComment(film, unsure.uuid, 80);
  expect(await inThird(unsure)).toMatchObject({ kind: "same", frame: 70, isSure: true, placedBy: null });
  await placeComment(film, lost.uuid, null);
  expect(await inThird(lost)).toMatchObject({ kind: "gone", frame: 10, isSure: true, goneIn: 2 });
  expect(await placeComment(film, found.uuid, 33, 35, 3)).toMatchObject({
    kind: "same",
    frame: 33,
    endFrame: 35,
    goneIn: null,
    placedBy: film.owner.username,
  });
  await film.owner.call(routes.releaseCarried, { params: { id: film.id, n: 2, comment: unsure.uuid } });
  expect(await inThird(unsure)).toMatchObject({ frame: 75, isSure: false });
});

test("a missing comparison is requested, and until then comments carried through it have no position", async () => {
  const film = await newChain(EDITED_ALIGNMENT, SECOND_EDIT);
  const older = await writeComment(film, { frame: 20 });
  const newer = await writeComment(film, { frame: 20 }, 2);
  const { db } = api.database;
  await db
    .deleteFrom("version_alignments")
    .where("project_uuid", "=", film.id)
    .where("version_number", "=", 2)
    .execute();
  await sql`UPDATE projects SET last_activity_at = now() - interval '60 days' WHERE uuid = ${film.id}`.execute(
    db,
  );
  const found = await fetchCarried(film, 3);
  expect(found.state).toBe("ready");
  expect(found.comments.map(({ uuid, kind, frame }) => [uuid, kind, frame])).toEqual([
    [newer.uuid, "same", 10],
    [older.uuid, "unplaced", null],
  ]);
  expect((await jobOf(film)).videoUuid).toBe(film.videos[1]);
});

test("unrelated versions are reported as such, and comments have no position in the later one", async () => {
  const film = await newChain(EDITED_ALIGNMENT, { oldFrames: 90, pieces: [[60, -1, 0, 6, 0]] });
  const comment = await writeComment(film, { frame: 20 });
  expect(await readAlignment(film, 3)).toMatchObject({
    state: "unrelated",
    reason: null,
    previous: 2,
    ranges: [],
  });
  const found = await fetchCarried(film, 3);
  expect(found).toMatchObject({
    state: "unrelated",
    comments: [{ uuid: comment.uuid, kind: "unplaced", frame: null, isSure: false }],
  });
});

test("carrying comments takes the same number of queries for any number of versions", async () => {
  const count = async (versions: number) => {
    const film = await newProject((owner) =>
      Promise.all(Array.from({ length: versions }, () => addFilm(owner))),
    );
    for (let n = 1; n < versions; n++) await writeComment(film, { frame: n }, n);
    let queries = 0;
    const counted = api.database.db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const at = { clientUuid: film.owner.clientUuid, projectUuid: film.id, number: versions };
    const open = await createAlignmentsRepository(counted).listOpenComments(at, { limit: 100 });
    const { positions } = await carryComments(counted, at, open, undefined);
    expect(positions).toHaveLength(versions - 1);
    return queries;
  };
  expect(await count(6)).toBe(await count(3));
});

test("comments of an archived project, another version or another project cannot be placed", async () => {
  const film = await newProject();
  const other = await newProject();
  const comment = await writeComment(film, { frame: 7 });
  const foreign = await writeComment(other, { frame: 7 });
  const newer = await writeComment(film, { frame: 7 }, 2);
  for (const uuid of [foreign.uuid, newer.uuid, crypto.randomUUID()])
    expect(await codeOf(placeComment(film, uuid, 1))).toBe("comment_not_found");
  expect(await codeOf(placeComment({ ...film, owner: other.owner }, comment.uuid, 1))).toBe(
    "project_not_found",
  );
  expect(await codeOf(readAlignment({ ...film, owner: other.owner }))).toBe("project_not_found");
  expect(await codeOf(readAlignment(film, 3))).toBe("not_found");
  expect(await codeOf(placeComment(film, comment.uuid, 9, 3))).toBe("bad_request");
  await film.owner.call(routes.updateProject, { params: { id: film.id }, body: { isArchived: true } });
  expect(await codeOf(placeComment(film, comment.uuid, 1))).toBe("forbidden");
  expect((await fetchCarried(film)).comments).toHaveLength(1);
});

test("comparisons count frames of the source even if the lowest rung has fewer", async () => {
  const film = await newProject(async (owner) => {
    const fifty = { num: 50, den: 1 };
    return [await addFilm(owner, defaultTracks(), fifty), await addFilm(owner, defaultTracks(), fifty)];
  });
  const comment = await writeComment(film, { frame: 141 });
  await reportAlignment(film, EDITED_ALIGNMENT);
  expect(await waitUntilCompared(film)).toMatchObject({ frames: 180, previousFrames: 200 });
  const { comments } = await fetchCarried(film);
  expect(comments[0]).toMatchObject({ uuid: comment.uuid, frame: 120 });
});
