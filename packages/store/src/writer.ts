import { readFile } from "node:fs/promises";
import { hostname } from "node:os";

/** The prefix of files and folders that this process writes: `<host>.<pid>`. */
export const WRITER_NAME = `${hostname()}.${process.pid}`;

/**
 * Returns whether the process that wrote a file has ended. Returns false for every process of another machine, because it may be
 * running.
 * @param name `<host>.<pid>.<random>`.
 */
export async function isWriterDead(name: string): Promise<boolean> {
  const writer = name.slice(0, name.lastIndexOf("."));
  const pid = Number(writer.slice(writer.lastIndexOf(".") + 1));
  if (writer === WRITER_NAME || writer !== `${hostname()}.${pid}`) return false;
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return status === undefined || /\) [ZX] /.test(status);
}
