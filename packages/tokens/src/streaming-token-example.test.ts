import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTokenSigner } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { verifyStreamingToken } from "./streaming-token.ts";
import { fillTokenSample, STREAMING_TOKEN_SAMPLE } from "./streaming-token-sample.ts";

const execFileAsync = promisify(execFile);
const DOCUMENT_URL = new URL("../../../docs/streaming-tokens.md", import.meta.url);

const { key, privateKey } = makeTokenSigner();
const STREAMING_KEY = String(privateKey.export({ type: "pkcs8", format: "pem" }));

test("the dashboard's Node example equals the one in the documentation", async () => {
  const [, example] = /```js\n([\s\S]*?)```/.exec(await readFile(DOCUMENT_URL, "utf8")) ?? [];
  expect(example).toBe(STREAMING_TOKEN_SAMPLE);
});

test.each([
  [
    "with the key's id in the environment",
    STREAMING_TOKEN_SAMPLE,
    { STREAMING_KEY, STREAMING_KEY_ID: key.uuid },
  ],
  ["with the key's id in the code", fillTokenSample(key.uuid), { STREAMING_KEY }],
])("the Node example %s creates a token that is accepted only for its video", async (_, example, env) => {
  const folder = await mkdtemp(join(tmpdir(), "shoal-example-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "example.mjs");
  await writeFile(file, `${example}\nprocess.stdout.write(tokenFor("film"));\n`);
  const { stdout: token } = await execFileAsync(process.execPath, [file], { env });
  const kidOf = (jwt: string) =>
    (JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString()) as { kid?: string }).kid;
  expect(kidOf(token)).toBe(key.uuid);
  const verdictOn = (video: string) =>
    verifyStreamingToken(
      token,
      [key],
      { videos: [video], collection: undefined, page: "", address: "192.0.2.1" },
      Date.now(),
    );
  expect(await verdictOn("film")).toEqual({ kind: "passed", keyId: key.uuid });
  expect(await verdictOn("another")).toEqual({ kind: "refused", fault: "wrong video" });
});
