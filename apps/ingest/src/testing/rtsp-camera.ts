import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** A camera that is read by RTSP over TCP, and that can stop sending without closing a connection. */
export interface RtspCamera {
  readonly url: string;
  /** Stops sending, and no longer accepts callers. */
  hold(): void;
  /** Serves all callers again. */
  resume(): void;
  close(): Promise<void>;
}

const SESSION_DESCRIPTION = [
  "v=0",
  "o=- 0 0 IN IP4 127.0.0.1",
  "s=camera",
  "c=IN IP4 0.0.0.0",
  "t=0 0",
  "m=video 0 RTP/AVP 96",
  "a=rtpmap:96 H264/90000",
  "a=fmtp:96 packetization-mode=1",
  "a=control:streamid=0",
  "",
].join("\r\n");

/**
 * Starts a camera.
 * @param encoding ffmpeg's input and encoder arguments for H.264.
 */
export async function startRtspCamera(encoding: readonly string[]): Promise<RtspCamera> {
  const packets = createSocket("udp4");
  await new Promise<void>((ready) => packets.bind(0, "127.0.0.1", ready));
  const encoder = startEncoder(encoding, packets.address().port);
  const players = new Set<Socket>();
  const connections = new Set<Socket>();
  let isHeld = false;
  packets.on("message", (packet) => {
    if (isHeld) return;
    const head = Buffer.from([0x24, 0, packet.length >> 8, packet.length & 255]);
    for (const player of players) player.write(Buffer.concat([head, packet]));
  });
  const server = createServer((socket) => {
    connections.add(socket);
    const removeConnection = () => {
      connections.delete(socket);
      players.delete(socket);
    };
    socket.on("error", removeConnection).on("close", removeConnection);
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        const request = text.slice(0, end);
        text = text.slice(end + 4);
        if (isHeld) continue;
        socket.write(answerRequest(request));
        if (request.startsWith("PLAY ")) players.add(socket);
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/camera`,
    hold() {
      isHeld = true;
      // Callers that connected before the pause are no longer served after it.
      players.clear();
    },
    resume() {
      isHeld = false;
    },
    async close() {
      encoder.kill("SIGKILL");
      for (const socket of connections) socket.destroy();
      await new Promise((closed) => server.close(closed));
      await new Promise<void>((closed) => packets.close(closed));
    },
  };
}

/** Starts the encoder. It repeats parameter sets in the stream, because the session description contains none. */
function startEncoder(encoding: readonly string[], port: number): ChildProcess {
  const output = ["-bsf:v", "dump_extra=freq=keyframe", "-f", "rtp", `rtp://127.0.0.1:${port}?pkt_size=1200`];
  return spawn("ffmpeg", ["-v", "error", "-nostdin", ...encoding, ...output], { stdio: "ignore" });
}

function answerRequest(request: string): string {
  const sequence = /^CSeq: *(\d+)/im.exec(request)?.[1] ?? "0";
  const head = ["RTSP/1.0 200 OK", `CSeq: ${sequence}`, "Session: 1;timeout=60"];
  if (request.startsWith("OPTIONS ")) head.push("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN");
  if (request.startsWith("SETUP ")) head.push("Transport: RTP/AVP/TCP;unicast;interleaved=0-1");
  const body = request.startsWith("DESCRIBE ") ? SESSION_DESCRIPTION : "";
  if (body) head.push("Content-Type: application/sdp", `Content-Length: ${body.length}`);
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
