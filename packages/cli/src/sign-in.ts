import { createClient, ShoalError } from "@shoal/client";
import { type Command, printResult, textOptionOf } from "./command.ts";
import { removeConfig, writeConfig } from "./config.ts";
import { UsageError } from "./errors.ts";

export const signInCommand: Command = {
  name: "sign-in",
  usage: "--url URL [--key KEY]",
  summary: "Keep the address of an installation and an API key",
  options: { url: { type: "string" }, key: { type: "string" } },
  help: {
    "--url URL": "address of the installation",
    "--key KEY": "the key; without it, the input is read, so that no list of processes shows it",
  },
  async run(invocation) {
    const { env, err, input, signal } = invocation.terminal;
    const url = textOptionOf(invocation, "url") ?? env.SHOAL_URL;
    if (!url || !/^https?:\/\/[^/\s]+/.test(url)) throw new UsageError("sign-in needs --url https://…");
    if (textOptionOf(invocation, "key") === undefined) err("Paste the API key and press Enter:");
    const key = (textOptionOf(invocation, "key") ?? (await input())).trim();
    if (key === "") throw new UsageError("sign-in needs a key");
    try {
      await createClient({ url, key }).listVideos({ query: { pagesize: 0 } }, { signal });
    } catch (error) {
      // A key that lacks this permission is still valid, so signing in succeeds.
      if (!(error instanceof ShoalError) || error.status !== 403) throw error;
    }
    const file = await writeConfig(env, { url, key });
    printResult(invocation, { url, file }, `Signed in to ${url}; the key stands in ${file}`);
    return undefined;
  },
};

export const signOutCommand: Command = {
  name: "sign-out",
  usage: "",
  summary: "Forget the key",
  options: {},
  help: {},
  async run({ terminal }) {
    await removeConfig(terminal.env);
    return undefined;
  },
};
