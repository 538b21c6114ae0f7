import { MAX_IMPORT_ROWS } from "@shoal/contract";
import { publicUrlOf } from "@shoal/domain";
import type { SecretBox } from "@shoal/tokens";
import type { Insertable } from "kysely";
import type { Database } from "../../../platform/database.ts";
import { type ClaimedImport, createImportWorkRepository, MAX_FAULTS_PER_LINE } from "./imports.repository.ts";
import type { ImportItemRow } from "./imports.table.ts";
import { type ReadPages, SourceFailed, type SourcePage, type StoredItem } from "./sources/import-source.ts";

const MAX_IGNORED_PATTERNS = 20;
const MAX_IGNORED_LENGTH = 100;
/** The time after which other imports get a turn, so that a slow source does not delay them. */
const MAX_TURN_MS = 60_000;
const MAX_SHOWN_LENGTH = 2_000;

export const ownerOf = (importUuid: string, number: number) => `${importUuid}:${number}`;

export interface ReadingDeps {
  db: Database;
  box: SecretBox;
  leaseSec: number;
  isStopped: () => boolean;
}

/** Reads the list of an import, from its cursor. @throws TryLater. */
export async function readImport(
  claimed: ClaimedImport,
  readPages: ReadPages,
  { db, box, leaseSec, isStopped }: ReadingDeps,
): Promise<void> {
  const work = createImportWorkRepository(db);
  const ignored = new Set<string>(claimed.ignored_fields);
  let count = await work.findLastNumber(claimed);
  const turnEndsMs = performance.now() + MAX_TURN_MS;
  try {
    for await (const page of readPages(claimed.cursor)) {
      const before = count;
      count += page.items.length;
      if (count > MAX_IMPORT_ROWS) throw new SourceFailed("too_many_rows");
      for (const name of [...(page.ignored ?? []), ...page.items.flatMap((item) => item.ignored)])
        if (ignored.size < MAX_IGNORED_PATTERNS)
          ignored.add(toStorableText(name).slice(0, MAX_IGNORED_LENGTH));
      const keys = page.items.flatMap(({ key }) => (key === undefined ? [] : toStorableText(key)));
      await db.transaction().execute(async (tx) => {
        const writing = createImportWorkRepository(tx);
        const present = await writing.findOrigins(claimed, keys);
        await writing.addItems(claimed, rowsOf(claimed, page, { before, present, box }), {
          cursor: page.cursor,
          ignored: [...ignored],
        });
      });
      if (isStopped() || !(await work.renew(claimed, leaseSec)) || performance.now() > turnEndsMs) return;
    }
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    await work.moveImport(claimed, "failed", error.fault);
    return;
  }
  await work.moveImport(claimed, "ready");
}

const rowsOf = (
  { uuid, client_uuid }: ClaimedImport,
  { items }: SourcePage,
  { before, present, box }: { before: number; present: ReadonlyMap<string, string>; box: SecretBox },
): Insertable<ImportItemRow>[] =>
  items.map(({ line, title, url, item, faults, ref, key: given, captionCount }, index) => {
    const number = before + index + 1;
    const key = given === undefined ? undefined : toStorableText(given);
    const stored: StoredItem | undefined = item && { item, ref };
    const video = key === undefined ? undefined : present.get(key);
    const isWaiting = stored !== undefined && video === undefined;
    return {
      import_uuid: uuid,
      number,
      line,
      client_uuid,
      state: video !== undefined ? "present" : item ? "waiting" : "broken",
      title: toStorableText(title),
      shown_url: toStorableText(shownUrl(item?.url ?? url)).slice(0, MAX_SHOWN_LENGTH),
      tags: item?.tags ?? [],
      caption_count: captionCount ?? item?.captions.length ?? 0,
      chapter_count: item?.chapters.length ?? 0,
      sealed_item: isWaiting ? box.seal(JSON.stringify(stored), ownerOf(uuid, number)) : null,
      faults: JSON.stringify(faults.slice(0, MAX_FAULTS_PER_LINE)),
      source_key: key ?? null,
      video_uuid: video ?? null,
    };
  });

/** Returns the text without the character 0, which PostgreSQL cannot store, so that one such title does not stop the list. */
const toStorableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Hides what is after a question mark and before an at sign, because even an invalid address may contain a password. */
const shownUrl = (text: string): string =>
  URL.canParse(text) && /^https?:/.test(text)
    ? publicUrlOf(text)
    : (text.split("?", 1)[0] ?? "").replace(/^.*@/, "…@");
