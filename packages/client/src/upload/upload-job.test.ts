import { expect, test } from "vitest";
import { createFakeFile } from "./fake-upload-server.ts";
import { UploadJob } from "./upload-job.ts";

const createJob = () => new UploadJob("1", createFakeFile("sea.mp4", 2), {});

test.each([
  ["NotReadableError", "file_unreadable"],
  ["NotFoundError", "file_unreadable"],
  ["TimeoutError", "internal_error"],
])("a job that failed by a %s reports %s", (name, fault) => {
  const job = createJob();
  job.fail(new DOMException("", name));
  expect(job.toItem().fault).toBe(fault);
});

test("a lost connection is shown after a file was resumed during an earlier wait", () => {
  const job = createJob();
  job.setWaiting(true);
  job.pause();
  job.resume();
  job.setWaiting(false);
  expect(job.toItem().isReconnecting).toBe(false);
  job.setWaiting(true);
  expect(job.toItem().isReconnecting).toBe(true);
});
