import {
  AppError,
  type FieldError,
  IMPORT_CONCURRENCY,
  type ImportItem,
  MAX_CAPTIONS_FILE_BYTES,
} from "@shoal/contract";
import { nameOfUrl } from "@shoal/domain";
import { asFetchError, FetchError, type FetchPolicy, safeFetch } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import { type Actor, findActorOfUser } from "../../accounts/auth/index.ts";
import { setRulesOfNew } from "../../delivery/rules/index.ts";
import type { CaptionsService } from "../../media/captions/index.ts";
import type { UploadsService } from "../../media/uploads/index.ts";
import { createVideosRepository, type VideoRow } from "../../media/videos/index.ts";
import { ownerOf } from "./import-reader.ts";
import { type ClaimedImport, createImportWorkRepository } from "./imports.repository.ts";
import {
  ItemFailed,
  type OpenedSource,
  SourceFailed,
  type StoredItem,
  TryLater,
} from "./sources/import-source.ts";

const CAPTIONS_TIMEOUT_MS = 30_000;
/** The limits that end with the month, or when a manager raises them. The import pauses until it is resumed. */
const PAUSING_CODES = ["free_tier_exceeded", "budget_reached"] as const;
/** The temporary errors, after which the line is retried. */
const TEMPORARY_CODES = new Set(["disk_low", "unavailable", "took_too_long"]);

export interface RunningDeps {
  db: Database;
  box: SecretBox;
  uploads: Pick<UploadsService, "createVideos">;
  captions: Pick<CaptionsService, "addCaptions">;
  policy: FetchPolicy;
  leaseSec: number;
  prepare: OpenedSource["prepare"];
  isStopped: () => boolean;
}

/**
 * Performs one round of an import: finishes lines whose files have arrived, and starts as many as may be in progress.
 * @throws TryLater after all lines had a turn, if the source could not serve one of them.
 */
export async function runImport(claimed: ClaimedImport, deps: RunningDeps): Promise<void> {
  const work = createImportWorkRepository(deps.db);
  const actor =
    claimed.user_uuid === null
      ? undefined
      : await findActorOfUser(deps.db, { userUuid: claimed.user_uuid, clientUuid: claimed.client_uuid });
  if (!actor) {
    await work.moveImport(claimed, "paused", "user_gone");
    return;
  }
  for (const { number, sealed_item, video_uuid, is_here } of await work.listArrived(claimed)) {
    if (deps.isStopped()) return;
    const faults: FieldError[] = [];
    if (is_here && sealed_item !== null) {
      const stored = openItem(claimed, number, sealed_item, deps);
      const goOn = async () => !deps.isStopped() && (await work.renew(claimed, deps.leaseSec));
      const missing = await addCaptions(actor, video_uuid, stored, { ...deps, goOn });
      if (!missing) return;
      faults.push(...(stored.faults ?? []), ...missing);
    }
    await work.endItem(claimed, number, { state: is_here ? "imported" : "failed", faults });
    if (!(await work.renew(claimed, deps.leaseSec))) return;
  }
  const free = IMPORT_CONCURRENCY - (await work.countFetching(claimed.client_uuid));
  const waiting = await work.listItems(claimed, "waiting", Math.max(free, 1));
  let later: TryLater | undefined;
  for (const { number, sealed_item } of waiting.slice(0, Math.max(free, 0))) {
    if (deps.isStopped()) return;
    const stored = openItem(claimed, number, sealed_item ?? "", deps);
    try {
      if (!(await startLine(claimed, actor, stored, number, deps))) return;
    } catch (error) {
      if (!(error instanceof TryLater)) throw error;
      later ??= error;
    }
    if (!(await work.renew(claimed, deps.leaseSec))) return;
  }
  if (later) throw later;
  const isOver = waiting.length === 0 && (await work.listItems(claimed, "fetching", 1)).length === 0;
  if (isOver) await work.moveImport(claimed, "done");
}

const openItem = (
  { uuid }: ClaimedImport,
  number: number,
  sealed: string,
  { box }: RunningDeps,
): StoredItem => JSON.parse(box.open(sealed, ownerOf(uuid, number))) as StoredItem;

class AlreadyImported extends Error {}
class AlreadyPresent extends Error {}

/** Creates the video of a line once, since the line records it in the same transaction. @returns whether to continue. */
async function startLine(
  claimed: ClaimedImport,
  actor: Actor,
  stored: StoredItem,
  number: number,
  deps: RunningDeps,
): Promise<boolean> {
  const work = createImportWorkRepository(deps.db);
  try {
    const prepared = await deps.prepare(stored);
    const { item } = prepared;
    const alongside = async (tx: Tx, [video]: VideoRow[]) => {
      const taking = createImportWorkRepository(tx);
      const isTaken =
        video !== undefined &&
        (await taking.startItem(claimed, number, {
          video_uuid: video.uuid,
          title: video.title,
          tags: item.tags,
          caption_count: item.captions.length,
          chapter_count: item.chapters.length,
          sealed_item: deps.box.seal(JSON.stringify(prepared), ownerOf(claimed.uuid, number)),
        }));
      if (!isTaken) throw new AlreadyImported();
      if (!(await taking.addOrigin(claimed, number, video.uuid))) throw new AlreadyPresent();
      if (prepared.rules) await setRulesOfNew(tx, claimed.client_uuid, video.uuid, prepared.rules);
      if (item.chapters.length === 0) return;
      const chapters = item.chapters.toSorted((a, b) => a.start - b.start);
      await createVideosRepository(tx).moveVideo(video, [], { chapters: JSON.stringify(chapters) });
    };
    await deps.uploads.createVideos(actor, [buildVideo(item)], { alongside });
    return true;
  } catch (error) {
    if (error instanceof AlreadyImported) return false;
    if (error instanceof AlreadyPresent) {
      await work.endAsPresent(claimed, number);
      return true;
    }
    if (error instanceof SourceFailed) {
      await work.moveImport(claimed, "paused", error.fault);
      return false;
    }
    const failed = (faults: FieldError[]) => work.endItem(claimed, number, { state: "failed", faults });
    if (error instanceof FetchError || error instanceof ItemFailed) {
      await failed([{ path: "url", reason: error.message }]);
      return true;
    }
    if (!(error instanceof AppError)) throw error;
    const pause = PAUSING_CODES.find((code) => code === error.code);
    if (pause) await work.moveImport(claimed, "paused", pause);
    if (pause || TEMPORARY_CODES.has(error.code)) return false;
    await failed(
      (error.fields ?? []).length > 0
        ? (error.fields ?? []).map(({ path, reason }) => ({ path: path.replace(/^0\./, ""), reason }))
        : [{ path: "line", reason: error.message }],
    );
    return true;
  }
}

const buildVideo = ({ url, title, description, tags }: ImportItem) => ({
  type: "vod" as const,
  title: title ?? nameOfUrl(url).slice(0, 300),
  description,
  tags,
  url,
  encoding: "encoding" as const,
  firstPass: false,
});

/**
 * Adds captions. @returns the captions that could not be added; the video exists without them. Undefined if the import has to
 * stop; it continues from there later.
 */
async function addCaptions(
  actor: Actor,
  videoUuid: string,
  { item }: StoredItem,
  deps: RunningDeps & { goOn: () => Promise<boolean> },
): Promise<FieldError[] | undefined> {
  const faults: FieldError[] = [];
  for (const [place, { url, language, label, kind }] of item.captions.entries()) {
    // A hundred tracks from a slow server take longer than the import's lease.
    if (place > 0 && !(await deps.goOn())) return undefined;
    try {
      const bytes = await fetchFile(url, deps.policy);
      await deps.captions.addCaptions(actor, videoUuid, { bytes, language, label, kind, isDefault: "false" });
    } catch (error) {
      // An earlier run that was interrupted has added the captions.
      if (error instanceof AppError && error.code === "captions_label_taken") continue;
      if (!(error instanceof AppError || error instanceof FetchError)) throw error;
      const [field] = error instanceof AppError ? (error.fields ?? []) : [];
      faults.push({
        path: `captions.${place}`,
        reason: field ? `${field.path} ${field.reason}` : error.message,
      });
    }
  }
  return faults;
}

/** @throws FetchError. */
async function fetchFile(url: string, policy: FetchPolicy): Promise<Buffer> {
  const { host } = new URL(url);
  try {
    const { status, body } = await safeFetch(url, {
      method: "GET",
      policy,
      connectTimeoutMs: CAPTIONS_TIMEOUT_MS,
      idleTimeoutMs: CAPTIONS_TIMEOUT_MS,
      signal: AbortSignal.timeout(CAPTIONS_TIMEOUT_MS),
    });
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (status !== 200 || bytes > MAX_CAPTIONS_FILE_BYTES) break;
      parts.push(part);
    }
    body.destroy();
    if (status !== 200) throw new FetchError("unreachable", `${host} answered ${status}`);
    if (bytes > MAX_CAPTIONS_FILE_BYTES) throw new FetchError("unreachable", "The file is too large");
    return Buffer.concat(parts);
  } catch (error) {
    throw error instanceof DOMException
      ? new FetchError("unreachable", `${host} did not answer within ${CAPTIONS_TIMEOUT_MS / 1_000} s`)
      : asFetchError(error, host);
  }
}
