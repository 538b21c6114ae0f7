import type { ParseArgsOptionsConfig } from "node:util";
import type { ShoalClient } from "@shoal/client";

/** What a command can access: input, output and environment. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Writes a line of results. */
  out(line: string): void;
  /** Writes a line of messages or progress. */
  err(line: string): void;
  /** Reads everything that is typed or piped in. */
  input(): Promise<string>;
  signal: AbortSignal;
}

export interface Invocation {
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  names: readonly string[];
  isJson: boolean;
  terminal: Terminal;
  /** Returns a client for the installation in which the user is signed in. */
  client(): Promise<{ shoal: ShoalClient; url: string }>;
}

export interface Command {
  name: string;
  /** The arguments after the command's name, as shown in the help. */
  usage: string;
  summary: string;
  options: ParseArgsOptionsConfig;
  /** Descriptions of the options, in the order of the help. */
  help: Record<string, string>;
  run(invocation: Invocation): Promise<number | undefined>;
}

export const textOptionOf = ({ values }: Invocation, name: string): string | undefined => {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
};

export const textOptionsOf = ({ values }: Invocation, name: string): string[] => {
  const value = values[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};

/** Prints a human-readable line. With `--json`, prints the value as JSON instead. */
export function printResult({ isJson, terminal }: Invocation, value: unknown, line: string): void {
  terminal.out(isJson ? JSON.stringify(value) : line);
}

/** Formats rows as columns. All entries of a column have the same width. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Replaces control characters, because bytes from a server must not control the terminal. */
export const stripControlCharacters = (text: string): string => text.replace(/\p{Cc}/gu, " ");
