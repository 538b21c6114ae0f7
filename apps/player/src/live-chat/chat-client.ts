import type { LiveChatAnswer, LiveChatRequest, PlaySession } from "@shoal/contract/player";

type WriteRequest = Extract<LiveChatRequest, { type: "write" }>;
type PushedMessage = Exclude<LiveChatAnswer, { type: "written" } | { type: "refused" }>;

interface ChatClientHost {
  /** Returns the newest ticket. */
  chat(): PlaySession["chat"];
  /** The random id of this browser, which only the edge receives. */
  viewer: string;
  /** Requests a new ticket from the edge. */
  renew(): Promise<void>;
  onPushed(answer: PushedMessage): void;
  onConnected(isConnected: boolean): void;
  onSent(id: string, outcome: "waiting" | "shown" | "held"): void;
  onRefused(write: WriteRequest, reason: Extract<LiveChatAnswer, { type: "refused" }>["reason"]): void;
}

const MIN_RECONNECT_DELAY_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 20_000;

/** The connection to a chat. It reconnects automatically, and sends unacknowledged messages again. */
export class ChatClient {
  readonly #host: ChatClientHost;
  readonly #waiting = new Map<string, WriteRequest>();
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #isClosed = false;

  constructor(host: ChatClientHost) {
    this.#host = host;
    this.#connect();
  }

  write(write: WriteRequest): void {
    this.#waiting.set(write.id, write);
    this.#host.onSent(write.id, "waiting");
    this.#send(write);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const chat = this.#host.chat();
    if (!chat || this.#isClosed) return;
    const socket = new WebSocket(chat.url);
    this.#socket = socket;
    socket.onopen = () => this.#send({ type: "join", ticket: chat.ticket, viewer: this.#host.viewer });
    socket.onmessage = ({ data }) => this.#handle(JSON.parse(String(data)) as LiveChatAnswer);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#host.onConnected(false);
      this.#comeBack();
    };
  }

  #comeBack(): void {
    if (this.#isClosed) return;
    this.#attempts += 1;
    const most = Math.min(MAX_RECONNECT_DELAY_MS, MIN_RECONNECT_DELAY_MS * 2 ** this.#attempts);
    this.#timer = setTimeout(() => this.#connect(), most * (0.5 + Math.random() / 2));
  }

  #handle(answer: LiveChatAnswer): void {
    if (answer.type === "written") {
      this.#waiting.delete(answer.id);
      this.#host.onSent(answer.id, answer.state);
      return;
    }
    if (answer.type === "refused") {
      const write = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (write) this.#host.onRefused(write, answer.reason);
      return;
    }
    if (answer.type === "joined") {
      this.#attempts = 0;
      this.#host.onConnected(true);
      for (const write of this.#waiting.values()) this.#send(write);
    }
    if (answer.type === "denied") {
      // A ticket expires after a quarter of an hour, so a fresh one may be accepted.
      if (answer.reason === "invalid") void this.#host.renew();
      else if (answer.reason !== "busy") this.close();
    }
    this.#host.onPushed(answer);
  }

  #send(request: LiveChatRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }
}
