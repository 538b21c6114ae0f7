import type { LiveChatMessage, LiveChatShownSettings } from "@shoal/contract";
import {
  LIVE_CHAT_REPLAY_WINDOW_SEC,
  type LiveChatAnswer,
  type LiveChatRequest,
  type PlaySession,
} from "@shoal/contract/player";
import { openStorage } from "../memory/open-storage.ts";
import { createHtmlElement } from "../skin/dom.ts";
import { formatTime } from "../skin/format.ts";
import { arrangeLines } from "./arrange-lines.ts";
import { ChatClient } from "./chat-client.ts";
import { copyText, linkWithStart } from "./copy-link.ts";
import { createReplayMinutes } from "./replay-minutes.ts";
import type { ChatTexts } from "./texts.ts";
import "./chat.css";

/** Maximum number of messages that the panel shows. Older ones are removed. */
const MAX_SHOWN_MESSAGES = 300;
const NAME_KEY = "shoal-chat-name";
const VIEWER_KEY = "shoal-chat-viewer";
const MAX_NAME_LENGTH = 30;
const MAX_TEXT_LENGTH = 300;
/** Screen readers announce only the newest message, at most once in this time. */
const ANNOUNCE_INTERVAL_MS = 4_000;
const NEAR_END_PX = 60;
/** Events of the video element that may mean that a live has ended or started again. */
const LIVE_STATE_EVENTS = ["ended", "playing", "emptied"] as const;

export interface ChatHost {
  root: HTMLElement;
  video: HTMLVideoElement;
  texts: ChatTexts;
  session(): PlaySession | undefined;
  renew(): Promise<void>;
  seekTo(sec: number): void;
  /** Returns how far the shown position is behind the live, in seconds; undefined if unknown. */
  behindSec(): number | undefined;
  /** Whether the live is over. */
  isOver(): boolean;
}

type WriteRequest = Extract<LiveChatRequest, { type: "write" }>;

/**
 * Opens the chat next to the video, with its messages and a field to write in.
 * @returns a function that closes the chat.
 */
export function openChat(host: ChatHost, mode: "live" | "replay"): () => void {
  const { root, texts } = host;
  const list = createHtmlElement("ol", { class: "chat-list", tabindex: "0", "aria-label": texts.title });
  const empty = createHtmlElement("p", { class: "chat-empty", text: texts.nothing });
  const pinned = createHtmlElement("div", { class: "chat-pinned" });
  const state = createHtmlElement("p", { class: "chat-state", role: "status" });
  const spoken = createHtmlElement("div", { class: "chat-spoken", "aria-live": "polite" });
  const newer = createHtmlElement("button", { class: "chat-newer", type: "button", text: texts.newer });
  const form = createHtmlElement("form", { class: "chat-form" });
  const close = createHtmlElement("button", {
    class: "chat-close",
    type: "button",
    "aria-label": texts.close,
    text: "×",
  });
  const head = createHtmlElement("header", { class: "chat-head" }, [
    createHtmlElement("h2", { text: texts.title }),
    close,
  ]);
  const body = createHtmlElement("div", { class: "chat-body" }, [empty, list, newer]);
  const panel = createHtmlElement("aside", { class: "chat", "aria-label": texts.title }, [
    head,
    pinned,
    body,
    state,
    form,
    spoken,
  ]);
  const open = createHtmlElement("button", {
    class: "chat-open",
    type: "button",
    text: texts.title,
    "aria-label": texts.open,
  });
  document.body.append(panel, open);
  // Typing in the panel must not trigger the player's keyboard shortcuts.
  for (const type of ["keydown", "keyup"]) panel.addEventListener(type, (event) => event.stopPropagation());
  const show = (isShown: boolean) => {
    document.body.classList.toggle("has-chat", isShown);
    panel.hidden = !isShown;
    open.hidden = isShown;
  };
  close.onclick = () => {
    show(false);
    open.focus();
  };
  open.onclick = () => {
    show(true);
    (form.querySelector<HTMLElement>("textarea") ?? list).focus();
  };
  show(true);

  const messages = new Map<string, LiveChatMessage>();
  const own = new Map<string, { write: WriteRequest; outcome: "waiting" | "shown" | "held" }>();
  pinned.hidden = true;
  newer.hidden = true;
  const isAtEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
  const goToEnd = () => {
    list.scrollTop = list.scrollHeight;
    newer.hidden = true;
  };
  newer.onclick = goToEnd;
  list.onscroll = () => {
    if (isAtEnd()) newer.hidden = true;
  };
  let spokenAtMs = 0;
  let spokenId: string | undefined;
  let lastShown: LiveChatMessage | undefined;
  const known = new WeakMap<LiveChatMessage, HTMLElement>();
  /** Returns the line of a message. The cached line is used if the message is unchanged, since a change creates a new object. */
  const lineFor = (message: LiveChatMessage): HTMLElement => {
    const line = known.get(message) ?? lineOf(message, host, mode);
    known.set(message, line);
    return line;
  };
  const render = () => {
    const wasAtEnd = isAtEnd();
    const shown = [...messages.values()].toSorted((a, b) => a.position - b.position);
    for (const { id, isPinned } of shown.slice(0, -MAX_SHOWN_MESSAGES)) if (!isPinned) messages.delete(id);
    const lines = shown.slice(-MAX_SHOWN_MESSAGES).map(lineFor);
    const waiting = [...own.values()].filter(({ outcome }) => outcome !== "shown");
    lines.push(
      ...waiting.map(({ write, outcome }) =>
        createHtmlElement("li", { class: "chat-line is-waiting" }, [
          createHtmlElement("b", { text: write.name }),
          createHtmlElement("span", { text: write.text, dir: "auto" }),
          createHtmlElement("small", { text: outcome === "held" ? texts.held : texts.waiting }),
        ]),
      ),
    );
    arrangeLines<Element>(list, lines);
    empty.hidden = lines.length > 0;
    const top = shown.find(({ isPinned }) => isPinned);
    pinned.hidden = !top;
    if (top)
      pinned.replaceChildren(
        createHtmlElement("small", { text: texts.pinned }),
        createHtmlElement("span", { text: `${top.name}: ${top.text}`, dir: "auto" }),
      );
    const last = shown.at(-1);
    const isNews = last !== undefined && last.position > (lastShown?.position ?? 0);
    lastShown = last;
    if (wasAtEnd) goToEnd();
    else if (isNews || waiting.length > 0) newer.hidden = false;
    // A message that was removed, for example by a moderator, is removed from here too.
    if (spokenId !== undefined && !messages.has(spokenId)) spoken.textContent = "";
    const words = last && `${last.name}: ${last.text}`;
    if (
      words !== undefined &&
      words !== spoken.textContent &&
      performance.now() - spokenAtMs > ANNOUNCE_INTERVAL_MS
    ) {
      spokenAtMs = performance.now();
      spokenId = last?.id;
      spoken.textContent = words;
    }
  };
  const showMessages = (changed: readonly LiveChatMessage[]) => {
    for (const message of changed) {
      // Only one message is pinned at a time, so the previously pinned one is sent again without its pin. A held message is not
      // sent to others, while its author still sees it as waiting.
      if (message.isDeleted) messages.delete(message.id);
      else {
        messages.set(message.id, message);
        own.delete(message.id);
      }
    }
    render();
  };
  const stop =
    mode === "live"
      ? followLiveChat({ host, form, state, own, render, showMessages, replace: () => messages.clear() })
      : replayChat({ host, form, state, replace: () => messages.clear(), showMessages });
  return () => {
    stop();
    panel.remove();
    open.remove();
    document.body.classList.remove("has-chat");
    root.focus();
  };
}

/** Creates the line of a message. Its content is shown as plain text. */
function lineOf(message: LiveChatMessage, { texts, seekTo }: ChatHost, mode: "live" | "replay"): HTMLElement {
  const { name, isHost, isMember, kind, text, answer, liveSec } = message;
  const badge = isHost ? texts.host : isMember ? texts.member : undefined;
  const time =
    mode === "replay" && liveSec !== null
      ? createHtmlElement("button", {
          class: "chat-time",
          type: "button",
          text: formatTime(Math.max(0, liveSec)),
        })
      : undefined;
  if (time) time.onclick = () => seekTo(Math.max(0, liveSec ?? 0));
  const copy = time && createCopyButton(Math.max(0, liveSec ?? 0), texts);
  return createHtmlElement("li", { class: `chat-line${kind === "question" ? " is-question" : ""}` }, [
    ...(time ? [time] : []),
    createHtmlElement("b", { text: name, dir: "auto" }),
    ...(badge ? [createHtmlElement("em", { text: badge })] : []),
    createHtmlElement("span", { text, dir: "auto" }),
    ...(copy ? [copy] : []),
    ...(answer
      ? [
          createHtmlElement("div", { class: "chat-answer" }, [
            createHtmlElement("small", { text: texts.answer.replace("{name}", answer.name) }),
            createHtmlElement("span", { text: answer.text, dir: "auto" }),
          ]),
        ]
      : []),
  ]);
}

const COPIED_LABEL_MS = 2_000;

/** Creates a button that copies the URL of the recording at the time of a message. */
function createCopyButton(sec: number, texts: ChatTexts): HTMLElement {
  const label = texts.copyLink.replace("{time}", formatTime(sec));
  const button = createHtmlElement("button", {
    class: "chat-copy",
    type: "button",
    "aria-label": label,
    title: label,
    text: texts.link,
  });
  button.onclick = () =>
    void copyText(linkWithStart(window.location.href, sec)).then((isCopied) => {
      button.textContent = isCopied ? texts.copied : texts.notCopied;
      setTimeout(() => {
        button.textContent = texts.link;
      }, COPIED_LABEL_MS);
    });
  return button;
}

interface PanelParts {
  host: ChatHost;
  form: HTMLFormElement;
  state: HTMLElement;
  showMessages(messages: readonly LiveChatMessage[]): void;
  replace(): void;
}

interface LivePanelParts extends PanelParts {
  own: Map<string, { write: WriteRequest; outcome: "waiting" | "shown" | "held" }>;
  render(): void;
}

/** Follows the chat of a live, where viewers can write. */
function followLiveChat({
  host,
  form,
  state,
  own,
  render,
  showMessages,
  replace,
}: LivePanelParts): () => void {
  const { texts } = host;
  const kept = openStorage("localStorage");
  const name = createHtmlElement("input", {
    class: "chat-name",
    "aria-label": texts.name,
    placeholder: texts.name,
    maxlength: `${MAX_NAME_LENGTH}`,
    autocomplete: "nickname",
  });
  name.value = kept.getItem(NAME_KEY) ?? "";
  const text = createHtmlElement("textarea", {
    class: "chat-text",
    "aria-label": texts.message,
    placeholder: texts.placeholder,
    maxlength: `${MAX_TEXT_LENGTH}`,
    rows: "2",
  });
  const question = createHtmlElement("input", { type: "checkbox" });
  const agreed = createHtmlElement("input", { type: "checkbox" });
  const consent = createHtmlElement("p", { class: "chat-consent", dir: "auto" });
  const agree = createHtmlElement("label", { class: "chat-check" }, [
    agreed,
    createHtmlElement("span", { text: texts.agree }),
  ]);
  const send = createHtmlElement("button", { class: "chat-send", type: "submit", text: texts.send });
  const row = createHtmlElement("div", { class: "chat-row" }, [
    createHtmlElement("label", { class: "chat-check" }, [
      question,
      createHtmlElement("span", { text: texts.question }),
    ]),
    send,
  ]);
  form.append(consent, agree, name, text, row);
  let settings: LiveChatShownSettings = { slowSec: 0, writers: "everybody", consent: "" };
  let isOpen = false;
  let isMember = false;
  let isAway = false;
  let isConnected = false;
  let denial = "";
  let fault = "";
  const update = () => {
    const mayWrite = isOpen && (isMember || settings.writers === "everybody") && denial === "";
    form.hidden = !mayWrite && !(isMember && denial === "");
    name.hidden = isMember;
    consent.textContent = settings.consent;
    consent.hidden = settings.consent === "" || isMember;
    agree.hidden = consent.hidden || agreed.checked;
    const isOver = isConnected && host.isOver();
    const closing = isOver && mayWrite ? texts.closing : "";
    const closed = isConnected && !isOpen ? (isOver ? texts.over : texts.closed) : "";
    const membersOnly = isConnected && !isMember && settings.writers === "members" ? texts.membersOnly : "";
    const slow = settings.slowSec > 0 ? texts.slow.replace("{sec}", `${settings.slowSec}`) : "";
    state.textContent =
      denial ||
      fault ||
      (isAway ? texts.away : "") ||
      (isConnected ? "" : texts.connecting) ||
      closed ||
      membersOnly ||
      closing ||
      slow;
    state.hidden = state.textContent === "";
  };
  agreed.onchange = update;
  for (const event of LIVE_STATE_EVENTS) host.video.addEventListener(event, update);
  const client = new ChatClient({
    chat: () => host.session()?.chat,
    viewer: rememberChatViewer(),
    renew: host.renew,
    onConnected(now) {
      isConnected = now;
      update();
    },
    onPushed(answer: LiveChatAnswer) {
      if (answer.type === "joined") {
        ({ settings, isOpen, isMember } = answer);
        isAway = false;
        replace();
        showMessages(answer.messages);
      } else if (answer.type === "batch") {
        settings = answer.settings ?? settings;
        isOpen = answer.isOpen ?? isOpen;
        showMessages(answer.messages);
      } else if (answer.type === "away") isAway = answer.isAway;
      else if (answer.type === "denied" && answer.reason !== "invalid" && answer.reason !== "busy") {
        denial = texts.off;
        // The messages are also removed from the announcements for screen readers.
        replace();
        showMessages([]);
      }
      update();
    },
    onSent(id, outcome) {
      const sent = own.get(id);
      if (sent) own.set(id, { ...sent, outcome });
      render();
    },
    onRefused(write, reason) {
      own.delete(write.id);
      fault = texts.refused[reason];
      // The text returns to the field, so that the viewer does not have to type it again.
      if (text.value === "") text.value = write.text;
      if (reason === "name_taken" || reason === "name_invalid") name.focus();
      render();
      update();
    },
  });
  form.onsubmit = (event) => {
    event.preventDefault();
    fault = "";
    if (text.value.trim() === "") return;
    if (!isMember && name.value.trim() === "") {
      name.focus();
      return;
    }
    if (!consent.hidden && !agreed.checked) {
      fault = texts.refused.consent;
      update();
      agreed.focus();
      return;
    }
    kept.setItem(NAME_KEY, name.value);
    const lagMs = Math.round(Math.min(120, Math.max(0, host.behindSec() ?? 0)) * 1_000);
    const write: WriteRequest = {
      type: "write",
      id: randomId(),
      name: isMember ? "" : name.value,
      kind: question.checked ? "question" : "message",
      text: text.value,
      lagMs,
      hasAgreed: agreed.checked,
    };
    own.set(write.id, { write, outcome: "waiting" });
    text.value = "";
    question.checked = false;
    client.write(write);
    update();
  };
  text.onkeydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  };
  update();
  return () => {
    for (const event of LIVE_STATE_EVENTS) host.video.removeEventListener(event, update);
    client.close();
  };
}

/** Shows the messages up to the current position of the recording. */
function replayChat({ host, form, state, showMessages, replace }: PanelParts): () => void {
  const { video, texts } = host;
  form.hidden = true;
  state.textContent = texts.replay;
  let shownTo = -1;
  let shown: LiveChatMessage[] | undefined;
  const minutes = createReplayMinutes<LiveChatMessage>({
    async load(from) {
      const chat = host.session()?.chat;
      if (!chat) throw new Error("No chat");
      const response = await fetch(
        `${chat.replayUrl}?ticket=${encodeURIComponent(chat.ticket)}&from=${from}`,
      );
      if (response.status === 403) await host.renew();
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return ((await response.json()) as { messages: LiveChatMessage[] }).messages;
    },
    onLoaded() {
      shownTo = -1;
    },
  });
  const loadVisible = () => {
    const now = video.currentTime;
    const minute = Math.floor(now / LIVE_CHAT_REPLAY_WINDOW_SEC) * LIVE_CHAT_REPLAY_WINDOW_SEC;
    for (const from of [minute - LIVE_CHAT_REPLAY_WINDOW_SEC, minute, minute + LIVE_CHAT_REPLAY_WINDOW_SEC])
      minutes.want(from);
    if (Math.abs(now - shownTo) < 0.25) return;
    shownTo = now;
    const next = [minute - LIVE_CHAT_REPLAY_WINDOW_SEC, minute]
      .flatMap(minutes.of)
      .filter(({ liveSec }) => (liveSec ?? 0) <= now);
    if (shown?.length === next.length && next.every((message, at) => message === shown?.[at])) return;
    shown = next;
    replace();
    showMessages(next);
  };
  const timer = setInterval(loadVisible, 500);
  loadVisible();
  return () => clearInterval(timer);
}

/** Returns a random id of this browser. The id stays the same in later visits if storage is allowed. */
function rememberChatViewer(): string {
  const kept = openStorage("localStorage");
  const known = kept.getItem(VIEWER_KEY);
  if (known && /^[\w-]{16,64}$/.test(known)) return known;
  const made = randomId();
  kept.setItem(VIEWER_KEY, made);
  return made;
}

/** Returns a random id. Unlike `crypto.randomUUID`, this works without a secure context. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
