import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderStore, S3Error } from "@shoal/store";
import pLimit from "p-limit";
import { expect, it, onTestFinished, vi } from "vitest";
import type { RegisteredJob } from "../jobs/handlers.ts";
import { LOCAL_FETCHING } from "../testing/job-harness.ts";
import { doJob } from "./do-job.ts";

/**
 * Settles a job that was claimed for its last attempt.
 * @returns what the queue received.
 */
async function settleLastAttempt(run: RegisteredJob["run"]) {
  const folder = await mkdtemp(join(tmpdir(), "shoal-do-job-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const queueCalls = { complete: vi.fn(), giveBack: vi.fn(), postpone: vi.fn(), beginSuspectTry: vi.fn() };
  const registered: RegisteredJob = { name: "encode-piece", slots: "piece", run };
  const { ending } = await doJob(
    { registered, id: "job", payload: {}, trace: {}, retryCount: 5, clientUuid: null },
    {
      queue: {
        ...queueCalls,
        keepAlive: () => ({ [Symbol.dispose]: () => undefined }),
        isReachable: async () => true,
      },
      diskOf: () => ({ signal: new AbortController().signal, check: async () => false }),
      suspects: pLimit(1),
      deps: {
        store: new FolderStore(folder),
        sandbox: { mode: "limited", weakness: "" },
        ffmpegVersion: "",
        fetching: LOCAL_FETCHING,
      },
      folder,
      progress: { of: () => () => undefined },
      stopping: new AbortController().signal,
    },
  );
  expect(await readdir(folder)).toEqual([]);
  const calls = Object.entries(queueCalls).filter(([, { mock }]) => mock.calls.length > 0);
  return { ending, queueCalls: calls.map(([name]) => name) };
}

it("does not count an attempt during which the store was unavailable, even if none is left", async () => {
  const away = new S3Error("GET a.m4s", { s3Code: "ECONNREFUSED", status: 0, message: "" });
  const settled = settleLastAttempt(() => Promise.reject(away));
  expect(await settled).toEqual({ ending: "waits-for-store", queueCalls: ["postpone"] });
});

it("counts an attempt that failed for another reason", async () => {
  const settled = settleLastAttempt(() => Promise.reject(new Error("a bug of ours")));
  expect(await settled).toEqual({ ending: "given-back", queueCalls: ["giveBack"] });
});
