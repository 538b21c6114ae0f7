import { defineRoute } from "../route.ts";
import { WaveformView } from "../waveform.ts";
import { VideoId } from "./videos.ts";

export const waveformRoutes = {
  getWaveform: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/waveform",
    guard: "member",
    summary: "Peaks and loudness of the sound, made when they are first asked for; has an ETag",
    params: VideoId,
    response: WaveformView,
  }),
} as const;
