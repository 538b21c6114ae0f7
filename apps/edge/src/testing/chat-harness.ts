import { randomUUID } from "node:crypto";
import type { LiveChatMessage, LiveChatShownSettings } from "@shoal/contract";
import type { LiveChatResult, LiveChatRoomChanges, SentLiveChatMessage } from "@shoal/contract/edge";
import type { LiveChatAnswer, LiveChatRequest, PlaySession } from "@shoal/contract/player";
import { eventually } from "@shoal/testkit";
import { WebSocket } from "ws";
import type { ChatCall } from "./fake-api.ts";

/** The chat of one live as the api stores it. A message that an edge sends twice is stored once. */
export class FakeChat {
  readonly messages: LiveChatMessage[] = [];
  readonly #sent = new Map<string, SentLiveChatMessage>();
  settings: LiveChatShownSettings = { slowSec: 0, writers: "everybody", consent: "" };
  isOn = true;
  isOpen = true;
  seq = 0;
  calls = 0;

  /** Responds to an edge's call as the api does. */
  readonly answer = ({ messages, rooms }: ChatCall): object => {
    this.calls += 1;
    return {
      results: messages.map((sent) => this.#write(sent)),
      rooms: rooms.map((room) => this.#read(room)),
    };
  };

  delete(id: string): void {
    const message = this.messages.find((one) => one.id === id);
    if (message) Object.assign(message, { seq: ++this.seq, text: "", name: "", isDeleted: true });
  }

  authorOf(id: string): string | undefined {
    return this.#sent.get(id)?.author;
  }

  #write(sent: SentLiveChatMessage): LiveChatResult {
    const base = { live: sent.live, id: sent.id, author: sent.author, retryAfterSec: null };
    if (sent.text === "refuse me") return { ...base, state: "refused", refusal: "muted", retryAfterSec: 30 };
    if (!this.#sent.has(sent.id)) {
      this.#sent.set(sent.id, sent);
      this.seq += 1;
      this.messages.push({
        id: sent.id,
        seq: this.seq,
        position: this.seq,
        name: sent.userUuid ?? sent.name,
        isHost: false,
        isMember: sent.userUuid !== undefined,
        kind: sent.kind,
        text: sent.text,
        atMs: Date.now(),
        liveSec: null,
        answer: null,
        isPinned: false,
        isDeleted: false,
      });
    }
    return { ...base, state: "shown", refusal: null };
  }

  #read({ live, since }: ChatCall["rooms"][number]): LiveChatRoomChanges {
    const messages =
      since === null
        ? this.messages.filter(({ isDeleted }) => !isDeleted).slice(-100)
        : this.messages.filter(({ seq }) => seq > since);
    const { isOn, isOpen, settings, seq } = this;
    return { live, isOn, isOpen, settings, messages, seq };
  }
}

/** A page that follows a chat. */
export class ChatPage {
  readonly answers: LiveChatAnswer[] = [];
  readonly #socket: WebSocket;
  isClosed = false;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on("message", (data) => this.answers.push(JSON.parse(data.toString()) as LiveChatAnswer));
    this.#socket.on("close", () => {
      this.isClosed = true;
    });
    this.#socket.on("error", () => undefined);
  }

  static async join(
    { chat }: Pick<PlaySession, "chat">,
    { viewer = randomUUID(), headers = {} }: { viewer?: string; headers?: Record<string, string> } = {},
  ): Promise<ChatPage> {
    const page = new ChatPage(chat?.url ?? "", headers);
    await page.opened();
    page.send({ type: "join", ticket: chat?.ticket ?? "", viewer });
    return page;
  }

  async opened(): Promise<void> {
    await eventually(() => this.#socket.readyState === WebSocket.OPEN, { what: "a socket of a chat" });
  }

  send(request: LiveChatRequest | object): void {
    this.#socket.send(JSON.stringify(request));
  }

  write(text: string, more: object = {}): string {
    const id = randomUUID();
    this.send({ type: "write", id, name: "Ana", kind: "message", text, hasAgreed: false, ...more });
    return id;
  }

  /** Waits for a message of a type. */
  async until<T extends LiveChatAnswer["type"]>(
    type: T,
    isIt: (answer: Extract<LiveChatAnswer, { type: T }>) => boolean = () => true,
  ): Promise<Extract<LiveChatAnswer, { type: T }>> {
    const found = await eventually(
      () =>
        this.answers.find(
          (answer): answer is Extract<LiveChatAnswer, { type: T }> =>
            answer.type === type && isIt(answer as Extract<LiveChatAnswer, { type: T }>),
        ) ?? false,
      { what: `"${type}" of a chat` },
    );
    return found;
  }

  /** Returns the texts that the page shows, after merging all messages. */
  texts(): string[] {
    const shown = new Map<string, LiveChatMessage>();
    for (const answer of this.answers) {
      if (answer.type !== "joined" && answer.type !== "batch") continue;
      if (answer.type === "joined") shown.clear();
      for (const message of answer.messages) shown.set(message.id, message);
    }
    return [...shown.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .toSorted((a, b) => a.position - b.position)
      .map(({ text }) => text);
  }

  close(): void {
    this.#socket.terminate();
  }
}
