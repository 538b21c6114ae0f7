import { routes } from "@shoal/contract";
import { call } from "../../lib/session.ts";

const TIMEOUT_MS = 5_000;
const SAMPLE_COUNT = 3;

/** The state of the server and the time in which it responded. */
export interface ServerState {
  isReady: boolean;
  /** The median of three response times, in ms. */
  latencyMs: number;
}

/** Requests the server's status three times. @throws if the server does not respond, or a different server responds. */
export async function checkServer(): Promise<ServerState> {
  const answers: ServerState[] = [];
  for (let sample = 0; sample < SAMPLE_COUNT; sample += 1) answers.push(await pingServer());
  const byLatency = answers.toSorted((a, b) => a.latencyMs - b.latencyMs);
  return byLatency[Math.floor(SAMPLE_COUNT / 2)] as ServerState;
}

async function pingServer(): Promise<ServerState> {
  const beganMs = performance.now();
  const { isReady } = await call(routes.getStatus, {}, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { isReady, latencyMs: elapsedMsSince(beganMs) };
}

/**
 * Opens a socket of the kind that live updates use, and waits for the server's greeting.
 * @returns the duration in ms.
 * @throws if no socket can be opened.
 */
export function checkSocket(): Promise<number> {
  const url = new URL("/realtime/?EIO=4&transport=websocket", location.href.replace(/^http/, "ws"));
  const socket = new WebSocket(url);
  const beganMs = performance.now();
  return withinTime<number>((done, fail) => {
    socket.addEventListener("message", () => done(elapsedMsSince(beganMs)));
    socket.addEventListener("error", () => fail(new Error("The socket did not open")));
    socket.addEventListener("close", () => fail(new Error("The socket was closed")));
  }).finally(() => socket.close());
}

/** Whether the browser supports WebRTC, which connects peers. */
export const hasWebRtc = (): boolean => "RTCPeerConnection" in window;

/**
 * Opens a data channel between two connections of this page and sends a message both ways.
 * @returns the duration in ms.
 */
export async function checkLoopback(): Promise<number> {
  const caller = new RTCPeerConnection();
  const callee = new RTCPeerConnection();
  const beganMs = performance.now();
  exchangeCandidates(caller, callee);
  callee.addEventListener("datachannel", ({ channel }) => {
    channel.addEventListener("message", ({ data }) => channel.send(data as string));
  });
  const channel = caller.createDataChannel("check");
  const echo = withinTime<number>((done) => {
    channel.addEventListener("open", () => channel.send("check"));
    channel.addEventListener("message", () => done(elapsedMsSince(beganMs)));
  });
  try {
    await connectPeers(caller, callee);
    return await echo;
  } finally {
    caller.close();
    callee.close();
  }
}

function exchangeCandidates(one: RTCPeerConnection, other: RTCPeerConnection): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    from.addEventListener("icecandidate", ({ candidate }) => {
      // An unusable candidate is not an error, because another candidate may work.
      if (candidate) to.addIceCandidate(candidate).catch(() => undefined);
    });
}

async function connectPeers(caller: RTCPeerConnection, callee: RTCPeerConnection): Promise<void> {
  await caller.setLocalDescription();
  await callee.setRemoteDescription(caller.localDescription as RTCSessionDescription);
  await callee.setLocalDescription();
  await caller.setRemoteDescription(callee.localDescription as RTCSessionDescription);
}

const elapsedMsSince = (beganMs: number) => Math.max(1, Math.round(performance.now() - beganMs));

function withinTime<T>(begin: (done: (value: T) => void, fail: (error: Error) => void) => void): Promise<T> {
  return new Promise<T>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`Nothing within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    begin(
      (value) => {
        clearTimeout(timer);
        done(value);
      },
      (error) => {
        clearTimeout(timer);
        fail(error);
      },
    );
  });
}
