import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTokenSigner } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { judgeStreamingToken } from "./streaming-token.ts";

const run = promisify(execFile);
const DOCUMENT = new URL("../../../docs/streaming-tokens.md", import.meta.url);

test("what the documentation shows for Node makes a token that is taken, for its video alone", async () => {
  const [, example = ""] = /```js\n([\s\S]*?)```/.exec(await readFile(DOCUMENT, "utf8")) ?? [];
  const folder = await mkdtemp(join(tmpdir(), "shoal-example-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "example.mjs");
  await writeFile(file, `${example}\nprocess.stdout.write(tokenFor("film"));\n`);
  const { key, privateKey } = makeTokenSigner();
  const pem = String(privateKey.export({ type: "pkcs8", format: "pem" }));
  const env = { STREAMING_KEY: pem, STREAMING_KEY_ID: key.uuid };
  const { stdout: token } = await run(process.execPath, [file], { env });
  const verdictOn = (video: string) =>
    judgeStreamingToken(
      token,
      [key],
      { videos: [video], collection: undefined, page: "", address: "192.0.2.1" },
      Date.now(),
    );
  expect(await verdictOn("film")).toEqual({ kind: "passed", keyId: key.uuid });
  expect(await verdictOn("another")).toEqual({ kind: "refused", fault: "wrong video" });
});
