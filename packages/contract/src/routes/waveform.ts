import { WaveformView } from "../media/waveform.ts";
import { defineRoute } from "../route.ts";
import { VideoId } from "./videos.ts";

export const waveformRoutes = {
  getWaveform: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/waveform",
    guard: "member",
    scope: "videos:read",
    summary: "Get the audio peaks and loudness, created on first request; has an ETag",
    params: VideoId,
    response: WaveformView,
  }),
} as const;
