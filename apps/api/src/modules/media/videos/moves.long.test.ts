import { type EncodingStatus, routes } from "@shoal/contract";
import { type JobResult, RESULT_QUEUE } from "@shoal/contract/jobs";
import { areLegalMoves, canMove, movesToNewMedia, movesToRestart } from "@shoal/domain";
import { eventually } from "@shoal/testkit";
import * as fc from "@shoal/testkit/property";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import {
  addEncoded,
  addFile,
  createOutput,
  createPlan,
  listFiles,
  reportResult,
  sendWhole,
} from "../../../testing/encoding-harness.ts";

const RUN_COUNT = Number(process.env.MOVE_RUNS ?? 12);
/** The seed of the whole run, with which a failing walk can be repeated. */
const RUN_SEED = Number(process.env.SHOAL_TEST_SEED ?? Date.now());
const FILE_BYTES = Buffer.from("a film of a few bytes");
/** The error codes of actions that are currently not allowed. */
const EXPECTED_CODES = [
  "success",
  "illegal_transition",
  "upload_not_open",
  "video_not_found",
  "bad_request",
  "edit_conflict",
];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  const { db } = api.database;
  await sql`CREATE TABLE seen_moves (uuid uuid, was text, became text, is_anew boolean)`.execute(db);
  await sql`CREATE FUNCTION note_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO seen_moves VALUES (NEW.uuid, OLD.status, NEW.status, NEW.generation <> OLD.generation);
    RETURN NULL;
  END $$`.execute(db);
  await sql`CREATE TRIGGER seen AFTER UPDATE ON videos FOR EACH ROW WHEN (OLD.status <> NEW.status)
    EXECUTE FUNCTION note_move()`.execute(db);
});
afterAll(() => api?.close());

const REQUEST_ACTIONS = [
  "announce",
  "send",
  "leave",
  "cancel",
  "stop",
  "restart",
  "delete",
  "restore",
  "purge",
  "flag",
  "cut",

  "changeCut",
  "replace",
  "accelerate",
] as const;
const REPORT_ACTIONS = [
  "opened",
  "piece",
  "storyboard",
  "waveform",
  "broken",
  "dead",
  "deadPictures",
  "late",
] as const;
const WalkStep = fc.record({
  action: fc.constantFrom(
    ...REQUEST_ACTIONS,
    ...REQUEST_ACTIONS,
    ...REPORT_ACTIONS,
    ...REPORT_ACTIONS,
    "restartApi" as const,
    "wait" as const,
  ),
  index: fc.nat({ max: 20 }),
});
type WalkStep = typeof WalkStep extends fc.Arbitrary<infer T> ? T : never;

/** Carries out actions of one client and reports of workers, one at a time or a few at once. */
class ClientModel {
  readonly #user: TestUser;
  readonly #videos: string[] = [];
  readonly #uploads: string[] = [];
  constructor(user: TestUser) {
    this.#user = user;
  }

  async apply({ action, index }: WalkStep): Promise<void> {
    const uuid = this.#videos[index % Math.max(1, this.#videos.length)] ?? crypto.randomUUID();
    if (action === "wait") return waitUntilProcessed();
    if (action === "restartApi") return index === 0 ? api.restart() : undefined;
    if ((REPORT_ACTIONS as readonly string[]).includes(action)) return this.#report(action as never, uuid);
    expect(EXPECTED_CODES, action).toContain(await codeOf(this.#wish(action as never, uuid, index)));
  }

  async #wish(action: (typeof REQUEST_ACTIONS)[number], uuid: string, index: number): Promise<unknown> {
    const { call } = this.#user;
    const id = { params: { id: uuid } };
    switch (action) {
      case "announce":
        if (index % 3 === 0) return this.#videos.push(await addEncoded(api, this.#user));
        return this.#announce();
      case "send":
        return this.#send(this.#uploads[index % Math.max(1, this.#uploads.length)] ?? uuid, index % 2 === 0);
      case "leave":
        return call(routes.failUploads, { body: { uuids: [uuid] } });
      case "cancel":
        return call(routes.cancelUpload, id);
      case "stop":
        return call(routes.stopEncoding, id);
      case "restart":
        return call(routes.restartEncoding, id);
      case "delete":
        return call(routes.deleteVideo, id);
      case "restore":
        return call(routes.restoreFromTrash, id);
      case "purge":
        return call(routes.deleteFromTrash, id);
      case "flag":
        return call(routes.planDeletion, { ...id, body: { deleteDate: new Date(0).toISOString() } });
      case "cut": {
        const made = await call(routes.cutVideo, { body: { uuid, start: 1, end: 9 } });
        return this.#videos.push(made.uuid);
      }
      case "changeCut":
        return call(routes.changeCut, { ...id, body: { start: 2, end: 7 } });
      case "replace": {
        const body = { size: FILE_BYTES.length, originalname: "new.mp4" };
        return this.#uploads.push((await call(routes.replaceVideo, { ...id, body })).uuid);
      }
      case "accelerate":
        return call(routes.accelerate, id);
    }
  }

  async #announce(): Promise<void> {
    const body = { title: "A film", size: FILE_BYTES.length };
    const { uuid } = await this.#user.call(routes.createVideo, { body });
    this.#videos.push(uuid);
    this.#uploads.push(uuid);
  }

  /** Sends a file, twice at the same time if requested, for example after a lost connection. */
  async #send(uuid: string, isTwice: boolean): Promise<void> {
    const times = Array.from({ length: isTwice ? 2 : 1 }, () => sendWhole(api, this.#user, uuid, FILE_BYTES));
    for (const status of await Promise.all(times)) expect([200, 404, 409]).toContain(status);
  }

  async #report(kind: (typeof REPORT_ACTIONS)[number], videoUuid: string): Promise<void> {
    const { rows } = await sql<{ generation: number }>`SELECT last_generation AS generation FROM videos
      WHERE uuid = ${videoUuid}`.execute(api.database.db);
    const generation = Math.max(1, (rows[0]?.generation ?? 1) - (kind === "late" ? 1 : 0));
    // Workers write before they report. If the folder is removed at this moment, there is nothing to report.
    const isWritten = await addFile(api, `videos/${videoUuid}/${generation}/${kind}`).then(
      () => true,
      () => false,
    );
    if (!isWritten) return;
    if (kind === "dead" || kind === "deadPictures") {
      const data = { videoUuid, generation, ...(kind === "dead" ? {} : { job: "make-storyboard" }) };
      await sql`INSERT INTO queue.job (name, data) VALUES ('failed-jobs', ${JSON.stringify(data)}::jsonb)`.execute(
        api.database.db,
      );
    } else await reportResult(api, workerResultOf(kind, { videoUuid, generation }));
  }

  /** Deletes everything permanently. */
  async end(): Promise<void> {
    const { db } = api.database;
    const rows = await db
      .selectFrom("videos")
      .select(["uuid", "trashed_at"])
      .where("client_uuid", "=", this.#user.clientUuid)
      .where("replaces_uuid", "is", null)
      .execute();
    for (const { uuid, trashed_at } of rows) {
      const id = { params: { id: uuid } };
      if (!trashed_at) await this.#user.call(routes.deleteVideo, id);
      await codeOf(this.#user.call(routes.deleteFromTrash, id));
    }
    await waitUntilProcessed();
    const left = await db
      .selectFrom("videos")
      .select("uuid")
      .where("client_uuid", "=", this.#user.clientUuid)
      .execute();
    expect(left).toEqual([]);
    for (const uuid of [...this.#videos, ...this.#uploads])
      for (const folder of [`videos/${uuid}`, `uploads/${uuid}`])
        expect(await listFiles(api, folder), folder).toEqual([]);
  }
}

function workerResultOf(
  kind: Exclude<(typeof REPORT_ACTIONS)[number], "dead" | "deadPictures">,
  base: { videoUuid: string; generation: number },
): JobResult {
  const outputs = ["v0", "a0"].map((id) => createOutput(id, 5));
  switch (kind) {
    case "opened":
    case "late":
      return {
        type: "opened",
        ...base,
        plan: createPlan(20),
        outputs: outputs.map((each) => ({ ...each, segments: [] })),
      };
    case "piece":
      return { type: "piece", ...base, job: "encode-piece", pieceIndex: 0, outputs };
    case "storyboard": {
      const name = `videos/${base.videoUuid}/${base.generation}/storyboard`;
      const objects = { vttObject: name, sprites: [name], thumbnailObject: name };
      return { type: "storyboard", ...base, ...objects, isWhole: true };
    }
    case "waveform":
      return {
        type: "failed",
        ...base,
        job: "make-waveform",
        fault: { errorType: "encoding_failed", detail: "" },
      };
    case "broken":
      return {
        type: "failed",
        ...base,
        job: "encode-piece",
        fault: { errorType: "encoding_failed", detail: "" },
      };
  }
}

/** Waits until all worker results and removals have been processed. */
const waitUntilProcessed = () =>
  eventually(async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM queue.job WHERE state < 'completed'
      AND name = ANY(${[RESULT_QUEUE, "failed-jobs", "purge-media"]})`.execute(api.database.db);
    expect(rows).toEqual([]);
  });

interface StatusMove {
  was: EncodingStatus;
  became: EncodingStatus;
  is_anew: boolean;
}

/**
 * Whether a transition is legal. Within a generation, it must be in the table; restarts and new media start another generation.
 */
function isLegal({ was, became, is_anew: isAnew }: StatusMove): boolean {
  if (!isAnew) return canMove(was, became);
  if (became === "restart") return areLegalMoves(was, movesToRestart(was));
  if (became === "segmented" || became === "encoded") return movesToNewMedia(was, became).length > 0;
  // A scheduled deletion changes the generation, so that late results are dropped.
  return became === "stopped" || became === "upload_failed";
}

/** Makes a sequence of actions, each carried out after the previous one is fully processed. */
const walkSteps = (...actions: [WalkStep["action"], number][]): WalkStep[] =>
  actions.flatMap(([action, index]) => [
    { action, index },
    { action: "wait", index },
  ]);
/**
 * The start of every walk, since a walk needs videos to act on: two announced files, one of which arrives, and an encoded one.
 */
const FIRST_STEPS = walkSteps(["announce", 1], ["announce", 1], ["announce", 0], ["send", 0]);
/** The first walks cover sequences that chance rarely produces. */
const KNOWN_WALKS: [WalkStep[]][] = [
  [walkSteps(["opened", 0], ["piece", 0], ["stop", 0], ["restart", 0], ["opened", 0], ["broken", 0])],
  [walkSteps(["broken", 0], ["restart", 0], ["dead", 0], ["restart", 0], ["stop", 0])],
  [walkSteps(["cancel", 1], ["restart", 2], ["stop", 2], ["restart", 2], ["opened", 2], ["replace", 2])],
  [walkSteps(["leave", 1], ["send", 1], ["stop", 1], ["flag", 1])],
  [walkSteps(["cut", 2], ["changeCut", 3], ["delete", 2], ["restore", 2], ["purge", 3])],
];
/** The run must cover more different transitions than this: fewer prove nothing. */
const MIN_DIFFERENT_MOVES = 10;

test("random actions of users and reports of workers cause only legal status changes and leave nothing behind", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(WalkStep, { minLength: 40, maxLength: 80 }), async (steps) => {
      const world = new ClientModel(await api.addUser(["manager"]));
      for (const step of FIRST_STEPS) await world.apply(step);
      for (const step of steps) await world.apply(step);
      await waitUntilProcessed();
      await world.end();
      const { rows } = await sql<StatusMove>`SELECT was, became, is_anew FROM seen_moves`.execute(
        api.database.db,
      );
      expect(rows.filter((move) => !isLegal(move))).toEqual([]);
    }),
    {
      numRuns: KNOWN_WALKS.length + RUN_COUNT,
      examples: KNOWN_WALKS,
      endOnFailure: true,
      seed: RUN_SEED,

      interruptAfterTimeLimit: 240_000,
      markInterruptAsFailure: false,
    },
  );
  const { rows } = await sql<StatusMove>`SELECT DISTINCT was, became FROM seen_moves`.execute(
    api.database.db,
  );
  expect(rows.length).toBeGreaterThan(MIN_DIFFERENT_MOVES);
}, 300_000);
