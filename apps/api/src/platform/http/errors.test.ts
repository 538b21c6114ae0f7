import { Writable } from "node:stream";
import { AppError } from "@shoal/contract";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { handleErrors } from "./errors.ts";

/** Returns the response to a call that throws this error, and its log entry. */
async function answerTo(error: Error) {
  const lines: { level: number; reqId?: string; err?: { message: string } }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const app = Fastify({ logger: { stream } });
  handleErrors(app);
  app.get("/", () => Promise.reject(error));
  const response = await app.inject("/");
  await app.close();
  return {
    body: response.json(),
    headers: response.headers,
    logged: lines.find(({ err }) => err),
    levels: lines.map(({ level }) => level),
  };
}

test("a bug is reported with the id of its log entry and without details", async () => {
  const { body, logged } = await answerTo(new Error("no such column"));
  expect(body).toEqual({
    code: "internal_error",
    message: "Something went wrong on our side",
    callId: logged?.reqId,
  });
  expect(logged).toMatchObject({ reqId: expect.stringMatching(/./), err: { message: "no such column" } });
});

test("an expected error has no such id", async () => {
  const { body } = await answerTo(new AppError("not_found", "Not found"));
  expect(body).toEqual({ code: "not_found", message: "Not found" });
});

test("an unavailable response says when to retry, using the error's own time if it has one", async () => {
  const engineAway = Object.assign(new Error("terminating connection"), { code: "57P01" });
  const known = Object.assign(new AppError("unavailable", "Too many wait"), { retryAfterSec: 7 });
  const after = async (error: Error) => (await answerTo(error)).headers["retry-after"];
  expect([
    await after(engineAway),
    await after(new AppError("unavailable", "The server of this live does not answer")),
    await after(known),
    await after(new AppError("not_found", "Not found")),
  ]).toEqual(["2", "2", "7", undefined]);
});

test("a refusal by a full queue is a single warning in the log, so that a flood does not fill it with stacks", async () => {
  const full = Object.assign(new AppError("unavailable", "Too many wait"), { retryAfterSec: 7 });
  const { logged, levels } = await answerTo(full);
  expect(logged).toBeUndefined();
  expect(levels).toContain(40);
});

test("a body with too many parts is refused with our message instead of the parser's", async () => {
  const refused = async (code: string, message: string, statusCode: number) =>
    (await answerTo(Object.assign(new Error(message), { code, statusCode }))).body;
  expect(await refused("FST_FILES_LIMIT", "reach files limit", 413)).toEqual({
    code: "bad_request",
    message: "The request body contains more files than this call accepts",
  });
  expect(await refused("FST_REQ_FILE_TOO_LARGE", "request file too large", 413)).toEqual({
    code: "body_too_large",
    message: "The file is too large",
  });
});
