import { RTMP_PORT, SRT_PORT } from "@shoal/contract";
import { type Config, captureUrlOf, roomUrlOf } from "../../../config.ts";

/** Where encoders publish, and browsers. */
export function publishUrlsOf(config: Config) {
  const { hostname } = new URL(config.EDGE_PUBLIC_URL);
  const srtUrl = config.SRT_PUBLIC_URL ?? `srt://${hostname}:${SRT_PORT}`;
  return {
    rtmpUrl: config.RTMP_PUBLIC_URL ?? `rtmp://${hostname}:${RTMP_PORT}/live`,
    rtmpsUrl: config.RTMPS_PUBLIC_URL ?? null,
    srtUrl: srtUrl === "none" ? null : srtUrl,
    captureUrl: captureUrlOf(config),
    roomUrl: roomUrlOf(config),
  };
}
