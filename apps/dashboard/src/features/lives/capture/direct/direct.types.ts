import type { PublishAddress } from "@shoal/contract";
import type { SocketLike } from "../capture.types.ts";
import type { SourceKind } from "../sources.ts";

/** Where the room is, and with what this page films there: never shown, never logged. */
export type RoomAddress = Pick<NonNullable<PublishAddress["direct"]>, "url" | "pass">;

/** What is filmed or shown. */
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

/** What is used of an RTCRtpSender. */
export type RtpSenderLike = Pick<RTCRtpSender, "replaceTrack" | "getParameters" | "setParameters">;

/** What is used of an RTCPeerConnection. */
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
  /** A pass for another connection; null where the live is not without delay any more. */
  getAddress: () => Promise<RoomAddress | null>;
  /** What this computer's line can give to all viewers together. */
  budgetKbps: number;
  openSocket?: (url: string) => SocketLike;
  makeConnection?: MakePeerConnection;
  onState: (state: DirectState) => void;
}
