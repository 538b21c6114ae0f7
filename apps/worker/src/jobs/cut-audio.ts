import type { TrackOutput } from "@shoal/contract/stored-data";
import { openCut } from "../cut/cut-source.ts";
import { encodeSound } from "../cut/encode-sound.ts";
import { type JobHandler, resultBase } from "./job.ts";

/**
 * Re-encodes, accurate to the sample, the audio tracks of a cut whose frames cannot be copied. A track that the video lacks becomes
 * silent.
 */
export const cutAudio: JobHandler<"cut-audio" | "cut-long-audio"> = async (payload, deps) => {
  const cut = await openCut(payload, deps.store);
  const outputs: TrackOutput[] = [];
  for (const planned of payload.plan.audio)
    if (planned.mode === "encode") outputs.push(await encodeSound(cut, planned, deps));
  return { type: "audio", ...resultBase(payload), outputs };
};
