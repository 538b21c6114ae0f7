import { decodeFrame, encodeFrame, type Frame, type Signal } from "../protocol/index.ts";

/** Below it the wire is kept full without a queue that delays requests of the other side. */
const BUFFER_HIGH_BYTES = 262_144;
const BUFFER_LOW_BYTES = 65_536;
const OPEN_TIMEOUT_MS = 12_000;

export interface PeerLinkOptions {
  isInitiator: boolean;
  iceServers: RTCIceServer[];
  onSignal(signal: Signal): void;
  onOpen(): void;
  onFrame(frame: Frame): void;
  /** Called once; the link is of no use after it. */
  onClose(): void;
}

export interface PeerLink {
  takeSignal(signal: Signal): void;
  send(frame: Frame): boolean;
  /** Resolves when the wire can take more; false when the link is closed. */
  whenWritable(): Promise<boolean>;
  close(): void;
}

interface LinkState {
  readonly connection: RTCPeerConnection;
  readonly channel: RTCDataChannel;
  readonly options: PeerLinkOptions;
  readonly close: () => void;
  isClosed: boolean;
  /** Candidates that came before the description they belong to. */
  early: RTCIceCandidateInit[];
}

/** A data channel to one peer. Anything that goes wrong closes it; it never throws. */
export function openPeerLink(options: PeerLinkOptions): PeerLink {
  const connection = new RTCPeerConnection({ iceServers: options.iceServers });
  const channel = connection.createDataChannel("shoal", { negotiated: true, id: 0, ordered: true });
  channel.binaryType = "arraybuffer";
  channel.bufferedAmountLowThreshold = BUFFER_LOW_BYTES;
  const timer = setTimeout(() => close(), OPEN_TIMEOUT_MS);
  const close = () => {
    if (state.isClosed) return;
    state.isClosed = true;
    clearTimeout(timer);
    channel.close();
    connection.close();
    options.onClose();
  };
  const state: LinkState = { connection, channel, options, close, isClosed: false, early: [] };
  listen(state, () => clearTimeout(timer));
  if (options.isInitiator) void offer(state);
  return {
    takeSignal: (signal) => void takeSignal(state, signal),
    send: (frame) => sendFrame(state, frame),
    whenWritable: () => whenWritable(state),
    close,
  };
}

function listen({ connection, channel, options, close }: LinkState, handleOpen: () => void): void {
  connection.onicecandidate = ({ candidate }) => {
    if (!candidate?.candidate) return;
    const { sdpMid, sdpMLineIndex } = candidate;
    options.onSignal({ kind: "candidate", candidate: candidate.candidate, sdpMid, sdpMLineIndex });
  };
  connection.onconnectionstatechange = () => {
    if (connection.connectionState === "failed" || connection.connectionState === "closed") close();
  };
  channel.onopen = () => {
    handleOpen();
    options.onOpen();
  };
  channel.onclose = close;
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const frame = event.data instanceof ArrayBuffer ? decodeFrame(new Uint8Array(event.data)) : undefined;
    if (frame) options.onFrame(frame);
    else close();
  };
}

async function offer(state: LinkState): Promise<void> {
  try {
    await state.connection.setLocalDescription();
    describe(state, "offer");
  } catch {
    state.close();
  }
}

function describe({ connection, options }: LinkState, kind: "offer" | "answer"): void {
  const sdp = connection.localDescription?.sdp;
  if (sdp) options.onSignal({ kind, sdp });
}

async function takeSignal(state: LinkState, signal: Signal): Promise<void> {
  if (state.isClosed) return;
  try {
    if (signal.kind === "candidate") await takeCandidate(state, signal);
    else await takeDescription(state, signal.kind, signal.sdp);
  } catch {
    state.close();
  }
}

async function takeCandidate(
  state: LinkState,
  { candidate, sdpMid, sdpMLineIndex }: Extract<Signal, { kind: "candidate" }>,
): Promise<void> {
  const init = { candidate, sdpMid, sdpMLineIndex };
  if (state.connection.remoteDescription) await state.connection.addIceCandidate(init);
  else if (state.early.length < 50) state.early.push(init);
}

async function takeDescription(state: LinkState, type: "offer" | "answer", sdp: string): Promise<void> {
  await state.connection.setRemoteDescription({ type, sdp });
  for (const candidate of state.early.splice(0)) await state.connection.addIceCandidate(candidate);
  if (type === "answer") return;
  await state.connection.setLocalDescription();
  describe(state, "answer");
}

function sendFrame({ channel, close }: LinkState, frame: Frame): boolean {
  if (channel.readyState !== "open") return false;
  try {
    channel.send(encodeFrame(frame));
    return true;
  } catch {
    close();
    return false;
  }
}

function whenWritable({ channel }: LinkState): Promise<boolean> {
  if (channel.readyState !== "open") return Promise.resolve(false);
  if (channel.bufferedAmount < BUFFER_HIGH_BYTES) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = () => {
      channel.removeEventListener("bufferedamountlow", settle);
      channel.removeEventListener("close", settle);
      resolve(channel.readyState === "open");
    };
    channel.addEventListener("bufferedamountlow", settle);
    channel.addEventListener("close", settle);
  });
}
