export { publishRtmp } from "./client/publish-rtmp.ts";
export type {
  Publication,
  PublicationEnd,
  PublicationEndReason,
  PublicationLimits,
  PublicationOptions,
} from "./client/publish-rtmp.types.ts";
export { type RtmpAddress, readRtmpAddress } from "./client/rtmp-address.ts";
export {
  type AudioCodec,
  type CodecHeader,
  displayDelayMsOf,
  readAudioHeader,
  readVideoHeader,
  type VideoCodec,
  type VideoHeader,
  videoConfigOf,
} from "./media/codec-header.ts";
export { FlvReader, flvHeader, flvTag } from "./media/flv.ts";
export type { MediaMessage } from "./media/media-message.ts";
export type { RtmpFaultCode } from "./protocol/fault.ts";
export { CallerAddresses } from "./server/caller-addresses.ts";
export type { EndReason } from "./server/end-reason.ts";
export { type Endable, Publishers } from "./server/publishers.ts";
export { startRtmpServer } from "./server/rtmp-server.ts";
export type {
  Admission,
  MediaSink,
  PublishRequest,
  RtmpLimits,
  RtmpServer,
  RtmpServerOptions,
} from "./server/rtmp-server.types.ts";
export { untilAborted } from "./server/until-aborted.ts";
export { WaitingRoom } from "./server/waiting-room.ts";
