import { rmSync } from "node:fs";
import { makeTransitFolder } from "@shoal/store";

/** Creates a folder for large objects that this command copies. The folder is removed when the command ends, also by Ctrl-C. */
export async function openTransitFolder(): Promise<string> {
  const folder = await makeTransitFolder();
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.once(signal, () => process.exit(code));
  return folder;
}
