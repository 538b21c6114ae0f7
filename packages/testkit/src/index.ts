export { beaconMinute, playedMinute } from "./beacons/beacon-minute.ts";
export { CHROMIUM, CHROMIUM_SHELL, DEVICES, VIEWER_AGENT } from "./browser/chromium.ts";
export { type Calls, callContinuously } from "./http/call-continuously.ts";
export { type FileServer, type ServedFile, startFileServer } from "./http/file-server.ts";
export { freePorts } from "./http/ports.ts";
export { MALFORMED_PATHS, type RawAnswer, requestRaw } from "./http/raw-request.ts";
export { CLOCK_LAYOUT } from "./live/clock-picture.ts";
export {
  type ClockPublisherOptions,
  endPublisher,
  publishClock,
  publishContinuously,
} from "./live/clock-publisher.ts";
export { type ClockWindow, readClock, type ShownFrame } from "./live/clock-reader.ts";
export { type Publisher, publish } from "./live/ffmpeg-publisher.ts";
export * from "./live/manual-clock.ts";
export * from "./mail/fake-smtp.ts";
export * from "./mail/mailbox.ts";
export * from "./mail/parse-mail.ts";
export * from "./media/clips.ts";
export { startTestTurn, type TestTurn } from "./p2p/test-turn.ts";
export * from "./provider/fake-github.ts";
export { makeTokenSigner, signToken, type TokenSigner } from "./streaming-tokens.ts";
export { eventually } from "./wait/eventually.ts";
