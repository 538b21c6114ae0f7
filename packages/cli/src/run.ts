import { parseArgs } from "node:util";
import { createClient } from "@shoal/client";
import type { Command, Terminal } from "./command.ts";
import { readConfig } from "./config.ts";
import { EXIT_CODES, exitCodeOf, getErrorMessage, UsageError } from "./errors.ts";
import { figuresCommand } from "./figures.ts";
import { keysCommand } from "./keys.ts";
import { liveCommand } from "./live.ts";
import { signInCommand, signOutCommand } from "./sign-in.ts";
import { uploadCommand } from "./upload.ts";
import { downloadCommand, listCommand } from "./videos.ts";

export type { Terminal } from "./command.ts";

const COMMANDS: readonly Command[] = [
  signInCommand,
  signOutCommand,
  uploadCommand,
  listCommand,
  downloadCommand,
  liveCommand,
  figuresCommand,
  keysCommand,
];

/** Runs the command given by the arguments. @returns the exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "help", ...rest] = args;
  const isJson = rest.includes("--json");
  try {
    const command = COMMANDS.find((one) => one.name === name);
    if (command) return await runCommand(command, rest, terminal);
    if (name !== "help" && name !== "--help" && name !== "-h")
      throw new UsageError(`Unknown command ${name}: run shoal help`);
    const about = COMMANDS.find((one) => one.name === rest[0]);
    for (const line of about ? helpOf(about) : describeCommands()) terminal.out(line);
    return EXIT_CODES.done;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    const message = getErrorMessage(error);
    terminal.err(isJson ? JSON.stringify({ error: message, code }) : message);
    return exitCodeOf(error);
  }
}

async function runCommand(command: Command, args: string[], terminal: Terminal): Promise<number> {
  const options = {
    ...command.options,
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseOptions(args, options);
  if (values.help) {
    for (const line of helpOf(command)) terminal.out(line);
    return EXIT_CODES.done;
  }
  const code = await command.run({
    values,
    names: positionals,
    isJson: values.json === true,
    terminal,
    async client() {
      const { url, key } = await readConfig(terminal.env);
      return { shoal: createClient({ url, key }), url };
    },
  });
  return code ?? EXIT_CODES.done;
}

function parseOptions(args: string[], options: Command["options"]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(getErrorMessage(error));
  }
}

function describeCommands(): string[] {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "shoal COMMAND [options]",
    "",
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Run shoal help COMMAND for the options of a command. --json prints results as JSON.",
    "Set SHOAL_URL and SHOAL_KEY to the installation and the API key, or run shoal sign-in.",
    "Exit codes: 0 done, 1 failed, 2 invalid arguments, 3 access denied, 4 not found.",
  ];
}

function helpOf({ name, usage, summary, help }: Command): string[] {
  const all = { ...help, "--json": "print results as JSON" };
  const width = Math.max(...Object.keys(all).map((option) => option.length));
  return [
    `shoal ${name} ${usage}`.trimEnd(),
    "",
    summary,
    "",
    ...Object.entries(all).map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`),
  ];
}
