import type { PlaySession } from "@shoal/contract/player";
import type { EmbedCommand, EmbedEvent, EmbedState } from "@shoal/sdk";
import type { EmbedPlayer } from "../player.ts";
import { currentState, PLAYER_EVENTS, type PlayerStateChange } from "../state.ts";

type OutgoingMessage = EmbedEvent extends infer E
  ? E extends unknown
    ? Omit<E, "shoal" | "state">
    : never
  : never;

/**
 * Exchanges messages with the page that frames the player (docs/embed.md). Messages are accepted only from that page. Its origin
 * does not matter, since any site may embed a video. Replies are sent to its origin only.
 */
export function handleHostMessages(player: EmbedPlayer): void {
  if (window.parent === window) return;
  const post = createEventSender(player);
  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || !isEmbedCommand(event.data)) return;
    post.setOrigin(event.origin);
    const id = event.data.id ?? null;
    void Promise.resolve(executeCommand(player, event.data)).then((error) =>
      post.send({ event: "answer", id, ...(error === undefined ? {} : { error }) }),
    );
  });
  sendEvents(player, post.send);
}

/**
 * Returns a function that sends events to the page. Events are sent once the page's origin is known from its referrer or its first
 * message.
 */
function createEventSender(player: EmbedPlayer) {
  let origin = originOfHost();
  const waiting: EmbedEvent[] = [];
  const send = (message: OutgoingMessage) => {
    const event = { shoal: 1, state: stateOf(player), ...message } as EmbedEvent;
    if (origin === undefined) {
      if (message.event !== "timeupdate") waiting.push(event);
    } else window.parent.postMessage(event, origin);
  };
  return {
    send,
    setOrigin(next: string) {
      // The origin of a sandboxed page cannot be used as the target of a message.
      origin = next === "null" ? "*" : next;
      for (const event of waiting.splice(0)) window.parent.postMessage(event, origin);
    },
  };
}

function originOfHost(): string | undefined {
  const origin = location.ancestorOrigins?.[0] ?? URL.parse(document.referrer)?.origin;
  return origin === "null" ? undefined : origin;
}

const isEmbedCommand = (data: unknown): data is EmbedCommand =>
  typeof data === "object" && data !== null && "shoal" in data && data.shoal === 1 && "command" in data;

/**
 * Executes a command of the page.
 * @returns the reason if the command fails, or a promise if it takes time.
 */
function executeCommand(player: EmbedPlayer, message: EmbedCommand): string | undefined | Promise<undefined> {
  const { video } = player;
  switch (message.command) {
    case "play":
      player.play();
      return undefined;
    case "pause":
      video.pause();
      return undefined;
    case "getState":
      return undefined;
    case "refresh":
      return player.refresh().then(() => undefined);
    case "setCaptions":
      return chooseCaptions(player, message.captions);
    case "seek":
      if (!isBetween(message.positionSec, 0, Number.MAX_SAFE_INTEGER)) return "positionSec must be 0 or more";
      player.seekTo(message.positionSec);
      return undefined;
    case "setVolume":
      if (!isBetween(message.volume, 0, 1)) return "volume must be from 0 to 1";
      video.volume = message.volume;
      video.muted = message.volume === 0;
      return undefined;
    default:
      return "No such command";
  }
}

/**
 * Chooses captions by id, or otherwise the first ones in a language.
 * @returns the reason if there are none.
 */
function chooseCaptions({ captions }: EmbedPlayer, wanted: unknown): string | undefined {
  if (wanted !== null && typeof wanted !== "string") return "captions must be an id, a language or null";
  const tracks = captions.list();
  const track = tracks.find(({ id }) => id === wanted) ?? tracks.find(({ language }) => language === wanted);
  if (wanted !== null && !track) return "No such captions";
  captions.choose(track?.id ?? null);
  return undefined;
}

const isBetween = (value: unknown, min: number, max: number): boolean =>
  typeof value === "number" && value >= min && value <= max;

function sendEvents(player: EmbedPlayer, send: (message: OutgoingMessage) => void): void {
  const { video } = player;
  let isReady = false;
  let chapterSec: number | undefined;
  video.addEventListener(PLAYER_EVENTS.state, (event) => {
    const { state, fault } = (event as CustomEvent<PlayerStateChange>).detail;
    if (state === "ready" && !isReady) {
      isReady = true;
      send({ event: "ready" });
    }
    // A live without delay that ends does not end the element.
    if (state === "ended" && !video.ended) send({ event: "ended" });
    if (state === "error") send({ event: "error", error: fault ?? "unknown" });
    if (state === "waiting") send({ event: "error", error: "not_started" });
    if (state === "locked") send({ event: "error", error: "password_required" });
  });
  for (const name of ["play", "pause", "ended"] as const)
    video.addEventListener(name, () => send({ event: name }));
  let captionsId: string | undefined;
  player.captions.onChange(() => {
    const id = player.captions.chosen()?.id;
    if (id !== captionsId) send({ event: "captionschange" });
    captionsId = id;
  });
  video.addEventListener("timeupdate", () => {
    send({ event: "timeupdate" });
    const startSec = chapterOf(player)?.startSec;
    if (startSec === chapterSec) return;
    chapterSec = startSec;
    send({ event: "chapterchange" });
  });
}

function stateOf(player: EmbedPlayer): EmbedState {
  const { video } = player;
  const session = player.session();
  return {
    uuid: player.uuid,
    title: session?.title ?? "",
    state: currentState(),
    positionSec: video.currentTime,
    durationSec: session?.live ? 0 : durationOf(video, session),
    volume: video.volume,
    isMuted: video.muted,
    chapter: chapterOf(player) ?? null,
    captions: captionsOf(player),
  };
}

const durationOf = ({ duration }: HTMLVideoElement, session: PlaySession | undefined): number =>
  Number.isFinite(duration) ? duration : (session?.durationSec ?? 0);

function captionsOf(player: EmbedPlayer): EmbedState["captions"] {
  const chosen = player.captions.chosen();
  if (!chosen) return null;
  const { id, language, label, version } = chosen;
  return { id, language, label, version };
}

const chapterOf = (player: EmbedPlayer) =>
  player.session()?.chapters.findLast(({ startSec }) => startSec <= player.video.currentTime);
