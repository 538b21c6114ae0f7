import {
  type CaptureAnswer,
  type CaptureRefusal,
  CaptureRequest,
  MAX_CAPTURE_BEGIN_BYTES,
} from "@shoal/contract";
import { type Endable, type EndReason, untilAborted } from "@shoal/rtmp";
import type { RawData, WebSocket } from "ws";
import type { LiveAdmission } from "../../session/live-sessions.ts";
import type { CaptureIntake, CaptureLimits, CaptureServerOptions } from "./capture-server.types.ts";
import { Presence } from "./presence.ts";
import { Recording } from "./recording.ts";

/** How long the client may take to respond to the close, in ms. */
const CLOSE_TIMEOUT_MS = 2_000;
const CLOSE_NORMAL = 1_000;
const WEBM_TYPE = /^(video|audio)\/webm\b/;
const H264_CODEC = /\b(h264|avc1)\b/i;

/** The message to the browser for each reason for the end. An end that the browser requested has no message. */
const REFUSALS_BY_REASON: Partial<Record<EndReason, CaptureRefusal>> = {
  replaced: "replaced",
  idle: "idle",
  closed: "unavailable",

  failed: "failed",
  bad_command: "failed",
  message_too_large: "failed",
  too_late: "idle",
};

type AdmittedPublisher = Extract<LiveAdmission, { isAdmitted: true }>;
type BeginRequest = Extract<CaptureRequest, { type: "begin" }>;

export interface CaptureSessionDeps {
  options: Pick<CaptureServerOptions, "admit" | "startRemuxer" | "onFault" | "publishers">;
  limits: CaptureLimits;
  address: string;
  /** Called when the client starts to publish, so that it no longer counts as waiting. */
  onPublishing(): void;
}

/** One connection of a browser, from its first message to its end. A failure ends only this session. */
export class CaptureSession implements Endable {
  readonly #socket: WebSocket;
  readonly #deps: CaptureSessionDeps;
  readonly #abort = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  #timer: ReturnType<typeof setTimeout>;
  #hasBegun = false;
  /** The live to which the client publishes. */
  #id: string | undefined;
  #intake: CaptureIntake | undefined;
  #endReason: EndReason | undefined;

  constructor(socket: WebSocket, deps: CaptureSessionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#timer = setTimeout(() => this.#stop("too_late"), deps.limits.beginMs);
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    // When a frame is malformed or too large, ws closes the connection itself.
    socket.on("error", ({ message }) => this.#stop("bad_command", message));
    socket.on("close", () => this.#stop("disconnected"));
  }

  /** Resolves when both the connection and its sink have ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  end(reason: EndReason): Promise<void> {
    this.#stop(reason);
    return this.ended;
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#endReason) return;
    const bytes = data as Buffer;
    if (isBinary) this.#record(bytes);
    else this.#obey(bytes);
  }

  #record(slice: Buffer): void {
    if (!this.#intake) {
      this.#stop("bad_command", "a slice out of turn");
      return;
    }
    this.#timer.refresh();
    const room = this.#intake.write(slice);
    if (!room) return;
    this.#socket.pause();
    void room.then(() => this.#socket.resume());
  }

  #obey(bytes: Buffer): void {
    const request = bytes.length <= MAX_CAPTURE_BEGIN_BYTES ? parseRequest(bytes.toString()) : undefined;
    if (!request || (request.type === "begin") === this.#hasBegun) {
      this.#stop("bad_command", "a message that cannot be read, or out of turn");
      return;
    }
    this.#hasBegun = true;
    if (request.type === "end") this.#flush();
    else
      this.#begin(request).catch((error: unknown) =>
        this.#stop("failed", getErrorMessage(error), "unavailable"),
      );
  }

  async #begin(begin: BeginRequest): Promise<void> {
    const { options, limits, onPublishing } = this.#deps;
    if (begin.media !== "none" && !WEBM_TYPE.test(begin.mimeType)) {
      this.#stop("closed", "", "unsupported_type");
      return;
    }
    const { signal } = this.#abort;
    const admission = await untilAborted(options.admit({ key: begin.key }, signal), signal);
    if (!admission) return;
    if (!admission.isAdmitted) {
      this.#stop("closed", "", admission.refusal);
      return;
    }
    const openIntake = this.#intakeOf(begin, admission);
    if (!openIntake) {
      admission.decline("recording_needed");
      this.#stop("closed", "", "recording_needed");
      return;
    }
    this.#id = admission.id;
    if (!(await options.publishers.claim(admission.id, this))) {
      this.#stop("replaced");
      return;
    }
    if (this.#endReason) return;
    this.#intake = openIntake();
    this.#intake.ended.then(
      () => this.#stop("unpublished"),
      (error: unknown) => this.#stop("failed", getErrorMessage(error)),
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop("idle"), limits.idleMs);
    onPublishing();
    this.#send({ type: "admitted" });
  }

  /** Opens the destination of the slices. @returns undefined if a recording is required but none will follow. */
  #intakeOf(
    { mimeType, media }: BeginRequest,
    { open, openDirectSession }: AdmittedPublisher,
  ): (() => CaptureIntake) | undefined {
    if (media === "none") return openDirectSession && (() => new Presence(openDirectSession()));
    const { startRemuxer } = this.#deps.options;
    return () => new Recording(startRemuxer({ isH264: H264_CODEC.test(mimeType) }), open());
  }

  /** Limits the time for processing the last message. */
  #flush(): void {
    if (!this.#intake) {
      this.#stop("unpublished");
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop("unpublished"), this.#deps.limits.flushMs);
    this.#intake.end();
  }

  #send(answer: CaptureAnswer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(answer));
  }

  #stop(reason: EndReason, detail = "", refusal = REFUSALS_BY_REASON[reason]): void {
    if (this.#endReason) return;
    this.#endReason = reason;
    clearTimeout(this.#timer);
    this.#abort.abort();
    if (refusal) this.#send({ type: "refused", reason: refusal });
    this.#closeSocket();
    if (detail) this.#deps.options.onFault?.({ address: this.#deps.address, reason, detail });
    void this.#leave(reason);
  }

  async #leave(reason: EndReason): Promise<void> {
    await this.#intake?.leave(reason);
    if (this.#id !== undefined) this.#deps.options.publishers.leave(this.#id, this);
    this.#ended.resolve();
  }

  /** Gives the client time to read the last message and to respond to the close. After that, the connection is cut. */
  #closeSocket(): void {
    const socket = this.#socket;
    socket.resume();
    socket.close(CLOSE_NORMAL);
    const farewell = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
    farewell.unref();
    socket.once("close", () => clearTimeout(farewell));
  }
}

function parseRequest(text: string): CaptureRequest | undefined {
  try {
    return CaptureRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
