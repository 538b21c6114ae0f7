import type { PublishAddress } from "@shoal/contract";
import type { SocketLike } from "../capture.types.ts";
import type { SourceKind } from "../sources.ts";

/** The room's URL and the pass of this page as its publisher, which are never shown or logged. */
export type RoomAddress = Pick<NonNullable<PublishAddress["direct"]>, "url" | "pass">;

/** The captured stream and whether it comes from a camera or a screen. */
export interface CapturedStream {
  stream: MediaStream;
  kind: SourceKind;
}

/**
 * - `connecting`: viewers cannot join yet.
 * - `open`: viewers who join receive the camera's media.
 * - `lost`: current viewers continue, but new viewers cannot join until the page has reconnected, which it does automatically.
 * - `ended`: stopped by the user, or because another publisher took over.
 */
export interface DirectState {
  phase: "connecting" | "open" | "lost" | "ended";
  /** The number of viewers who are connected to this page. */
  viewers: number;
}

/** The members of RTCRtpSender that a publisher uses. */
export type RtpSenderLike = Pick<RTCRtpSender, "replaceTrack" | "getParameters" | "setParameters">;

/** The members of RTCPeerConnection that a publisher uses. */
export interface PeerConnectionLike
  extends Pick<RTCPeerConnection, "connectionState" | "localDescription" | "close">,
    Pick<RTCPeerConnection, "onconnectionstatechange" | "onicecandidate"> {
  addTransceiver(
    trackOrKind: MediaStreamTrack | "video" | "audio",
    init: RTCRtpTransceiverInit,
  ): { sender: RtpSenderLike };
  setLocalDescription(): Promise<void>;
  setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void>;
  addIceCandidate(candidate: RTCIceCandidateInit): Promise<void>;
}

export type MakePeerConnection = (configuration: RTCConfiguration) => PeerConnectionLike;

export interface RoomPublisherOptions extends CapturedStream {
  address: RoomAddress;
  /** Requests a pass for another connection; null if the live is no longer without delay. */
  getAddress: () => Promise<RoomAddress | null>;
  /** The uplink bandwidth shared by all viewers, in kbps. */
  budgetKbps: number;
  openSocket?: (url: string) => SocketLike;
  makeConnection?: MakePeerConnection;
  onState: (state: DirectState) => void;
}
