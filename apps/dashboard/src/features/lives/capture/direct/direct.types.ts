import type { PublishAddress } from "@shoal/contract";
import type { SocketLike } from "../capture.types.ts";
import type { SourceKind } from "../sources.ts";

/** The room's address and this page's pass as its publisher: never shown, never logged. */
export type RoomAddress = Pick<NonNullable<PublishAddress["direct"]>, "url" | "pass">;

/** The captured stream and its kind. */
export interface Filmed {
  stream: MediaStream;
  kind: SourceKind;
}

/**
 * - `connecting`: viewers cannot join yet.
 * - `open`: viewers who join receive the camera's media.
 * - `lost`: current viewers continue, new ones cannot join; it reconnects automatically.
 * - `ended`: stopped by the user, or because another publisher took over.
 */
export interface DirectState {
  phase: "connecting" | "open" | "lost" | "ended";
  /** Viewers who are connected with this page. */
  viewers: number;
}

/** The used subset of RTCRtpSender. */
export type RtpSenderLike = Pick<RTCRtpSender, "replaceTrack" | "getParameters" | "setParameters">;

/** The used subset of RTCPeerConnection. */
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

export interface RoomPublisherOptions extends Filmed {
  address: RoomAddress;
  /** A pass for another connection; null when the live is no longer without delay. */
  getAddress: () => Promise<RoomAddress | null>;
  /** The uplink bandwidth available to all viewers together. */
  budgetKbps: number;
  openSocket?: (url: string) => SocketLike;
  makeConnection?: MakePeerConnection;
  onState: (state: DirectState) => void;
}
