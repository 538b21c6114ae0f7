import { randomUUID } from "node:crypto";
import type { CaptionCue } from "@shoal/contract";
import { cutCues } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";
import type { Tx } from "../../../platform/database.ts";
import type { VideoRow } from "../videos/index.ts";
import { ageObjects, putCues } from "./caption-objects.ts";
import { type CaptionsWithCues, createCaptionsRepository } from "./captions.repository.ts";

type CaptionStore = Pick<MediaStore, "put">;
/** A part of a video, in seconds from the video's start. */
export interface PartSec {
  inSec: number;
  outSec: number;
}

const toMs = (sec: number) => Math.round(sec * 1_000);
const clipCues = (cues: readonly CaptionCue[], { inSec, outSec }: PartSec) =>
  cutCues(cues, toMs(inSec), toMs(outSec));

/** Copies the source's captions to a new cut, shifted to its timeline. The caller locks both and notifies the viewers' edges. */
export async function copyToCut(
  tx: Tx,
  store: CaptionStore,
  { origin, cut, part }: { origin: VideoRow; cut: VideoRow; part: PartSec },
): Promise<void> {
  const captions = createCaptionsRepository(tx);
  for (const row of await captions.listWithCues(origin.client_uuid, origin.uuid)) {
    const uuid = randomUUID();
    const cues = clipCues(row.cues, part);
    const { language, label, kind, is_default } = row;
    await captions.addCaptions({
      uuid,
      video_uuid: cut.uuid,
      client_uuid: cut.client_uuid,
      origin: "cut",
      taken_from: row.uuid,

      language,
      label,
      kind,
      is_default,
      cues: JSON.stringify(cues),
      object: await putCues(store, { videoUuid: cut.uuid, uuid, version: 1 }, cues),
    });
  }
}

/**
 * Adjusts the captions of a cut to its new range: copies them again from the source if they were not edited, otherwise shifts
 * them with the start.
 */
export async function moveWithCut(
  tx: Tx,
  store: CaptionStore,
  { origin, cut, from, to }: { origin: VideoRow; cut: VideoRow; from: PartSec; to: PartSec },
): Promise<void> {
  const captions = createCaptionsRepository(tx);
  const sources = await captions.listWithCues(origin.client_uuid, origin.uuid);
  for (const row of await captions.listWithCues(cut.client_uuid, cut.uuid)) {
    const source = row.is_edited ? undefined : sources.find(({ uuid }) => uuid === row.taken_from);
    const cues = source ? clipCues(source.cues, to) : shiftCues(row, from, to);
    const version = row.version + 1;
    await captions.updateCaptions(row, {
      version,
      cues: JSON.stringify(cues),
      former_objects: ageObjects(row.object, row.former_objects).kept,
      object: await putCues(store, { videoUuid: cut.uuid, uuid: row.uuid, version }, cues),
    });
  }
}

/** Shifts cues. Cues that end before the new start are dropped; cues beyond the new end are kept and not shown. */
function shiftCues({ cues }: CaptionsWithCues, from: PartSec, to: PartSec): CaptionCue[] {
  const byMs = toMs(to.inSec) - toMs(from.inSec);
  if (byMs >= 0) return cutCues(cues, byMs, Number.MAX_SAFE_INTEGER);
  return cues.map((cue) => ({ ...cue, startMs: cue.startMs - byMs, endMs: cue.endMs - byMs }));
}
