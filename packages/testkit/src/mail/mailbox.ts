import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ParsedMail, parseMail } from "./parse-mail.ts";

const TIMEOUT_MS = 60_000;

/** Reads the mails in a folder, oldest first. */
export async function readMails(folder: string): Promise<ParsedMail[]> {
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith(".eml")).toSorted();
  return Promise.all(mails.map(async (name) => parseMail(await readFile(join(folder, name)))));
}

/**
 * Resolves with the first mail that `isWanted` accepts, as soon as it arrives.
 * @throws Error naming the mails that arrived instead, after 20 s.
 */
export async function waitForMail(
  folder: string,
  isWanted: (mail: ParsedMail) => boolean,
): Promise<ParsedMail> {
  await mkdir(folder, { recursive: true });
  const watcher = watch(folder);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    for (;;) {
      // The watcher starts before the folder is read. Otherwise, a mail that arrives in between would be missed.
      const change = once(watcher, "change", { signal });
      change.catch(() => undefined);
      const mail = (await readMails(folder)).find(isWanted);
      if (mail) return mail;
      await change;
    }
  } catch (cause) {
    const seen = (await readMails(folder)).map((mail) => `${mail.to}: ${mail.subject}`);
    throw new Error(`No such mail came. There are:\n${seen.join("\n")}`, { cause });
  } finally {
    watcher.close();
  }
}
