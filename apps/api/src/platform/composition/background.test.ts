import { JOBS, type JobName } from "@shoal/contract/jobs";
import { JOB_TRAITS, RESULT_OWNERS, type ResultOwner } from "@shoal/domain";
import { expect, test } from "vitest";
import { defineTask } from "../queue/job-queue.ts";
import { handlersOf, joinJobReports } from "./background.ts";
import { carriesOut, defineModule, type ModuleDeclaration } from "./define-module.ts";
import { joinMigrations } from "./join-migrations.ts";
import { using } from "./need.ts";

const refuseNeed = () => {
  throw new Error("Nothing is needed here");
};
const SENT_RESULT = { videoUuid: "v", generation: 1 };

/** Creates modules that handle results, recording each as `owner: result`. */
function modulesWithOwners(...owners: ResultOwner[]) {
  const errors: string[] = [];
  const modules: ModuleDeclaration[] = owners.map((of, n) =>
    defineModule({
      name: `${of}-${n}`,
      jobResults: {
        of,
        part: using({}, () => ({
          onResult: async ({ type }) => void errors.push(`${of}: ${type}`),
          onDead: async (job) => void errors.push(`${of}: ${JSON.stringify(job)}`),
        })),
      },
    }),
  );
  return { modules, errors };
}

test("every kind of job has traits", () => {
  expect(Object.keys(JOB_TRAITS).toSorted()).toEqual(Object.keys(JOBS).toSorted());
});

test("results go to the module that owns their job", async () => {
  const { modules, errors } = modulesWithOwners(...RESULT_OWNERS);
  const { onResult } = joinJobReports(modules, refuseNeed);
  const fault = { errorType: "encoding_failed" as const, detail: "" };
  await onResult({ type: "verified", ...SENT_RESULT, frameCount: 1 });
  await onResult({ type: "thumbnail", ...SENT_RESULT, thumbnailId: "t", isMade: true, isSent: false });
  await onResult({ type: "captions", ...SENT_RESULT, subtitles: [], unconvertible: [] });
  await onResult({ type: "failed", ...SENT_RESULT, job: "extract-captions", fault });
  await onResult({ type: "failed", ...SENT_RESULT, job: "of-another-version", fault });
  await onResult({
    type: "asset-failed",
    asset: { kind: "picture", uuid: "p" },
    job: "of-another-version",
    fault: { errorType: "failed", detail: "" },
  });
  expect(errors).toEqual([
    "encoding: verified",
    "thumbnails: thumbnail",
    "captions: captions",
    "captions: failed",
    "encoding: failed",
    "pictures: asset-failed",
  ]);
});

test("jobs that failed at every attempt are reported to the module that requested them", async () => {
  const { modules, errors } = modulesWithOwners(...RESULT_OWNERS);
  const { onDead } = joinJobReports(modules, refuseNeed);
  await onDead(SENT_RESULT);
  await onDead({ ...SENT_RESULT, thumbnailId: "t" });
  for (const job of ["extract-captions", "make-waveform"] satisfies JobName[])
    await onDead({ ...SENT_RESULT, job });
  await onDead({ asset: { kind: "picture", uuid: "p" } });
  expect(errors.map((each) => each.split(":")[0])).toEqual([
    "encoding",
    "thumbnails",
    "captions",
    "encoding",
    "pictures",
  ]);
});

test("startup fails if no module, or two modules, handle a kind of result", () => {
  expect(() =>
    joinJobReports(modulesWithOwners("encoding", "captions", "pictures").modules, refuseNeed),
  ).toThrow(new Error('No module takes the results of "thumbnails"'));
  expect(() => joinJobReports(modulesWithOwners("encoding", "encoding").modules, refuseNeed)).toThrow(
    new Error('The module "encoding-1" takes results of "encoding", which another module takes'),
  );
});

test("startup fails if two modules handle the same task", () => {
  const TASK = defineTask<{ n: number }>("sweep");
  const modules = ["one", "other"].map((name) =>
    defineModule({
      name,
      tasks: [
        carriesOut(
          TASK,
          using({}, () => async () => undefined),
        ),
      ],
    }),
  );
  expect(() => handlersOf(modules, refuseNeed)).toThrow(new Error('Two modules carry out the task "sweep"'));
});

test("startup fails if two modules have a migration of the same name", () => {
  const modules = ["one", "other"].map((name) =>
    defineModule({
      name,
      migrations: { "057-notes": { up: async () => undefined } },
    }),
  );
  expect(() => joinMigrations(modules)).toThrow(
    new Error('The migration "057-notes" of the module "other" is another module\'s too'),
  );
});
