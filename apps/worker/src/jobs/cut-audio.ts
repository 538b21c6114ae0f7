import type { TrackOutput } from "@shoal/contract/storage";
import { openCut } from "../cut/cut-source.ts";
import { encodeSound } from "../cut/encode-sound.ts";
import { type JobHandler, resultBase } from "./job.ts";

/**
 * The sound tracks of a cut whose frames cannot be kept, encoded again from sample to sample. A track that the video has not is
 * silent.
 */
export const cutAudio: JobHandler<"cut-audio" | "cut-long-audio"> = async (payload, deps) => {
  const cut = await openCut(payload, deps.store);
  const outputs: TrackOutput[] = [];
  for (const planned of payload.plan.audio)
    if (planned.mode === "encode") outputs.push(await encodeSound(cut, planned, deps));
  return { type: "audio", ...resultBase(payload), outputs };
};
