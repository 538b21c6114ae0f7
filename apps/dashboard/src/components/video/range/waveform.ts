import { type ResponseOf, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

type WaveformResponse = ResponseOf<typeof routes.getWaveform>;

/** The waveform of a video: pairs of signed bytes, the minimum and maximum sample of each section. */
export interface Waveform extends Omit<WaveformResponse, "peaks"> {
  pairs: Int8Array;
}

const POLL_INTERVAL_MS = 3_000;

/** Requests the waveform of a video. Guests have their own call for it. */
export type RequestWaveform = (options: { signal: AbortSignal }) => Promise<WaveformResponse>;

/** Query for the waveform of a video; polled while the waveform is being computed. */
export const waveformQuery = (
  uuid: string,
  ask: RequestWaveform = (options) => call(routes.getWaveform, { params: { id: uuid } }, options),
) =>
  queryOptions({
    queryKey: ["waveform", uuid],
    queryFn: async ({ signal }): Promise<Waveform> => {
      const { peaks, ...rest } = await ask({ signal });
      return { ...rest, pairs: Int8Array.from(atob(peaks), (char) => (char.charCodeAt(0) << 24) >> 24) };
    },
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? POLL_INTERVAL_MS : false),
  });
