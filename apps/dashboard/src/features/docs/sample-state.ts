import { SHOAL_ERRORS, type ShoalErrorType } from "@shoal/sdk/plugin-errors";
import { type RefObject, useEffect, useState } from "react";

/** The messages of a sample's frame: scripts that failed to load, or the figures and errors of its player. */
export type SampleState =
  | { isMissing: true }
  | { bytesServer: number; bytesPeer: number; peers: number; fault?: ShoalErrorType };

/**
 * Returns the state of the sample in a frame; undefined before the sample's first message.
 * @param run identifies the run; a new value discards the previous state.
 */
export function useSampleState(
  frame: RefObject<HTMLIFrameElement | null>,
  { origin, run }: { origin: string; run: string },
): SampleState | undefined {
  const [reported, setReported] = useState<{ run: string; state: SampleState }>();
  useEffect(() => {
    function handleMessage({ source, origin: from, data }: MessageEvent<unknown>): void {
      if (source !== frame.current?.contentWindow || from !== origin) return;
      const state = parseState(data);
      if (state) setReported({ run, state });
    }
    addEventListener("message", handleMessage);
    return () => removeEventListener("message", handleMessage);
  }, [frame, origin, run]);
  return reported?.run === run ? reported.state : undefined;
}

/**
 * Parses a message of the frame.
 * @example parseState({ shoal: 1, event: "sample", sample: { isMissing: true } }) // { isMissing: true }
 */
export function parseState(data: unknown): SampleState | undefined {
  const { shoal, event, sample } = (data ?? {}) as { shoal?: unknown; event?: unknown; sample?: object };
  if (shoal !== 1 || event !== "sample" || typeof sample !== "object") return undefined;
  const reported = sample as Record<string, unknown>;
  if (reported.isMissing === true) return { isMissing: true };
  const { bytesServer, bytesPeer, peers } = reported;
  if (![bytesServer, bytesPeer, peers].every((count) => typeof count === "number")) return undefined;
  const fault = SHOAL_ERRORS.find((type) => type === reported.fault);
  const counts = { bytesServer, bytesPeer, peers } as Record<"bytesServer" | "bytesPeer" | "peers", number>;
  return fault ? { ...counts, fault } : counts;
}
