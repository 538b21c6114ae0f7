import { createClient, ShoalError } from "@shoal/client";
import { type Command, printResult, textOptionOf } from "./command.ts";
import { removeConfig, writeConfig } from "./config.ts";
import { UsageError } from "./errors.ts";

export const signInCommand: Command = {
  name: "sign-in",
  usage: "--url URL [--key KEY]",
  summary: "Save the URL of an installation and an API key",
  options: { url: { type: "string" }, key: { type: "string" } },
  help: {
    "--url URL": "URL of the installation",
    "--key KEY":
      "the API key; if you leave it out, it is read from the input, so that lists of processes do not show it",
  },
  async run(invocation) {
    const { env, err, input, signal } = invocation.terminal;
    const url = textOptionOf(invocation, "url") ?? env.SHOAL_URL;
    if (!url || !/^https?:\/\/[^/\s]+/.test(url)) throw new UsageError("sign-in requires --url https://…");
    if (textOptionOf(invocation, "key") === undefined) err("Paste the API key and press Enter:");
    const key = (textOptionOf(invocation, "key") ?? (await input())).trim();
    if (key === "") throw new UsageError("sign-in requires a key");
    try {
      await createClient({ url, key }).listVideos({ query: { pagesize: 0 } }, { signal });
    } catch (error) {
      // A key that lacks this permission is still valid, so signing in succeeds.
      if (!(error instanceof ShoalError) || error.status !== 403) throw error;
    }
    const file = await writeConfig(env, { url, key });
    printResult(invocation, { url, file }, `Signed in to ${url}. The key is saved in ${file}`);
    return undefined;
  },
};

export const signOutCommand: Command = {
  name: "sign-out",
  usage: "",
  summary: "Delete the saved key",
  options: {},
  help: {},
  async run({ terminal }) {
    await removeConfig(terminal.env);
    return undefined;
  },
};
