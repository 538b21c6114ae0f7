import type { PeerConnectionLike, RtpSenderLike } from "./direct.types.ts";

type SendParameters = RTCRtpSendParameters & { degradationPreference?: string };

export class FakeSender implements RtpSenderLike {
  track: MediaStreamTrack | null;
  parameters = { encodings: [{}] } as unknown as SendParameters;
  constructor(track: MediaStreamTrack | null) {
    this.track = track;
  }
  async replaceTrack(track: MediaStreamTrack | null): Promise<void> {
    this.track = track;
  }
  getParameters(): SendParameters {
    return structuredClone(this.parameters);
  }
  async setParameters(parameters: RTCRtpSendParameters): Promise<void> {
    this.parameters = parameters;
  }
}

/** A fake peer connection that tests control. */
export class FakeConnection implements PeerConnectionLike {
  connectionState: RTCPeerConnectionState = "new";
  localDescription: RTCSessionDescription | null = null;
  onconnectionstatechange: PeerConnectionLike["onconnectionstatechange"] = null;
  onicecandidate: PeerConnectionLike["onicecandidate"] = null;
  readonly configuration: RTCConfiguration;
  readonly senders: FakeSender[] = [];
  readonly received: unknown[] = [];
  isClosed = false;
  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration;
  }
  addTransceiver(trackOrKind: MediaStreamTrack | "video" | "audio"): { sender: FakeSender } {
    const sender = new FakeSender(typeof trackOrKind === "string" ? null : trackOrKind);
    this.senders.push(sender);
    return { sender };
  }
  async setLocalDescription(): Promise<void> {
    this.localDescription = { type: "offer", sdp: "offer" } as RTCSessionDescription;
  }
  async setRemoteDescription({ sdp }: RTCSessionDescriptionInit): Promise<void> {
    if (sdp === "nonsense") throw new DOMException("No SDP", "OperationError");
    this.received.push(sdp);
  }
  async addIceCandidate({ candidate }: RTCIceCandidateInit): Promise<void> {
    this.received.push(candidate);
  }
  close(): void {
    this.isClosed = true;
  }
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange?.call(this as never, {} as Event);
  }
  find(candidate: string): void {
    const event = { candidate: { candidate, sdpMid: "0", sdpMLineIndex: 0 } };
    this.onicecandidate?.call(this as never, event as RTCPeerConnectionIceEvent);
  }
}
