import type { PlaySession } from "@shoal/contract/player";
import { callPlay, PlayCallError, type PlayerFault, type PlayerStats, type RequestingPage } from "@shoal/sdk";
import { createViewerConsent, type ViewerConsent } from "./consent/viewer-consent.ts";
import {
  endsPlayback,
  isGateFault,
  isNoticeFault,
  noticeOfWait,
  readyDelayMs,
  retryDelayMs,
} from "./fault-kinds.ts";
import { createGatekeeper, type Gatekeeper } from "./gate/gatekeeper.ts";
import type { Language, PlayerTexts } from "./i18n/texts.ts";
import { createChatDisplay } from "./live-chat/show-chat.ts";
import { openStorage } from "./memory/open-storage.ts";
import { rememberPass } from "./memory/pass-memory.ts";
import { rememberPosition } from "./memory/position-memory.ts";
import { rememberViewer } from "./memory/viewer-memory.ts";
import { type PlayerOptions, parseAuthorization, parseOwnerPass } from "./options.ts";
import { followEnd, type OutroScreen } from "./outro/outro-screen.ts";
import { openPlayback, PartMissingError } from "./playback/open-playback.ts";
import type { Playback, PlaybackWait } from "./playback/playback.ts";
import { startVideo } from "./playback/start-video.ts";
import { persistPosition, StartPosition } from "./resume.ts";
import type { Captions } from "./skin/captions.ts";
import type { NoticeType } from "./skin/notice.ts";
import { createSkin, type PlayerSkin } from "./skin/skin.ts";
import { type PlayerState, reportState, reportVideoState } from "./state.ts";

/**
 * How long the edge may hold its response for viewers who wait for a live. Proxies and phones consider a connection dead only much
 * later.
 */
const MAX_LIVE_WAIT_SEC = 20;

/** The tag in which the edge writes its proof of the page that embeds this one. */
const PAGE_PROOF_SELECTOR = 'meta[name="shoal-page"]';

/** Reads the proof of the embedding page. The edge needs it if our own frame is sandboxed and has no origin. */
const findPageProof = (): string | undefined =>
  document.querySelector<HTMLMetaElement>(PAGE_PROOF_SELECTOR)?.content || undefined;

/** The player of the embed page. It covers playback from the play call to the last frame. */
export class EmbedPlayer {
  readonly #options: PlayerOptions;
  readonly #skin: PlayerSkin;
  readonly #gates: Gatekeeper;
  readonly #consent: ViewerConsent;
  readonly #pass;
  readonly #start: StartPosition;
  readonly #viewer;
  /** The screen of the outro; undefined for a video that loops. */
  readonly #outro: OutroScreen | undefined;
  readonly #openedAtMs = performance.now();
  readonly #language: Language;
  readonly #root: HTMLElement;
  readonly #chat: ReturnType<typeof createChatDisplay>;
  #playback: Playback | undefined;
  #session: PlaySession | undefined;
  #isPlayWanted = false;
  #attempts = 0;
  /** Whether the player is waiting for media that can be played. */
  #isAwaited = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of play calls so far, since only the latest one decides what is shown. */
  #opens = 0;

  constructor(root: HTMLElement, options: PlayerOptions, texts: PlayerTexts, language: Language) {
    this.#options = options;
    this.#language = language;
    this.#root = root;
    this.#pass = rememberPass(options.uuid, openStorage("sessionStorage"));
    const positions = rememberPosition(options.uuid, openStorage("localStorage"));
    this.#start = new StartPosition(options, positions);
    const play = () => this.play();
    const retry = () => this.#retry();
    const consent = () => this.#consent.prompt();
    this.#skin = createSkin({ root, texts, language, options, play, retry, consent });
    this.#consent = createViewerConsent({
      root,
      video: this.#skin.video,
      language,
      options,
      changed: () => void this.#playback?.renew(),
    });
    this.#viewer = rememberViewer(this.#consent.isGiven);
    this.#gates = createGatekeeper({
      root,
      texts,
      language,
      showPreview: (preview) => this.#skin.showPreview(preview),
      reopen: (password) => void this.#open(password),
      begin: () => {
        this.#isPlayWanted = true;
        void this.#open();
      },
    });
    this.#chat = createChatDisplay(
      {
        root,
        video: this.#skin.video,
        session: () => this.#session,
        renew: () => this.refresh(),
        seekTo: (sec) => this.seekTo(sec),
        behindSec: () => this.#behindSec(),
        isOver: () => this.#playback?.isOver?.() === true || this.#skin.video.ended,
      },
      language,
    );
    reportVideoState(this.#skin.video);
    if (!options.loop) persistPosition(this.#skin.video, positions, () => !this.#session?.live);
    this.#outro = options.loop ? undefined : this.#followEnd(root, texts);
    void this.#open();
  }

  get video(): HTMLVideoElement {
    return this.#skin.video;
  }

  get uuid(): string {
    return this.#options.uuid;
  }

  /** Seeks to a position in seconds. Before playback, sets the start position instead. */
  seekTo(positionSec: number): void {
    this.#skin.seekTo(positionSec);
  }

  session(): PlaySession | undefined {
    return this.#session;
  }

  /** The captions that viewers can see and choose. */
  get captions(): Captions {
    return this.#skin.captions;
  }

  /** Loads changes. Resolves whether or not this succeeds. */
  refresh(): Promise<void> {
    return this.#playback ? this.#playback.renew() : this.#open();
  }

  /** Plays because the viewer asked for it. The request is kept until the video is ready and the intro is closed. */
  play(): void {
    this.#isPlayWanted = true;
    const playback = this.#playback;
    if (!playback) return;
    const intro = this.#gates.passIntro(this.#session);
    if (intro) {
      intro.then(
        () => this.play(),
        () => this.#fail("network"),
      );
      return;
    }
    playback.start();
    void startVideo(this.#skin.video);
  }

  stats(): PlayerStats | undefined {
    return this.#playback?.stats();
  }

  #followEnd(root: HTMLElement, texts: PlayerTexts): OutroScreen {
    const { video } = this.#skin;
    return followEnd({ root, video, texts, session: () => this.#session, replay: () => this.play() });
  }

  /** Opens the video by a play call, which replaces a call that is still in progress. */
  async #open(password?: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#opens += 1;
    const open = this.#opens;
    const isReplaced = () => open !== this.#opens;
    const { uuid, isLink } = this.#options;
    const call = {
      edgeUrl: location.origin,
      ...this.#requestingPage(),
      uuid,
      isLink,
      pass: this.#pass.read(),
      waitSec: this.#isAwaited ? MAX_LIVE_WAIT_SEC : 0,
    };
    try {
      const session = await callPlay(password === undefined ? call : { ...call, password });
      // A call without a password is dropped when another one has replaced it. A call with a password continues, because its form
      // waits for the result.
      if (isReplaced() && password === undefined) return;
      this.#pass.write(session.pass);
      if (!isReplaced()) await this.#begin(session, isReplaced);
      // The call that replaced this one was made without the pass, so it may have been rejected and the form would stay busy.
      else if (!this.#playback) void this.#open();
    } catch (error) {
      if (!(error instanceof PlayCallError || error instanceof PartMissingError)) throw error;
      // The form waits for its own call, even if another call has replaced it.
      if (error instanceof PlayCallError && password !== undefined && this.#gates.refusePassword(error))
        return;
      if (isReplaced()) return;
      if (error instanceof PartMissingError) this.#onConnectionLost();
      else this.#playRefused(error);
    }
  }

  #requestingPage(): RequestingPage {
    const consent = this.#consent.isGiven;
    return {
      referrer: document.referrer,
      pageProof: findPageProof(),
      authorization: parseAuthorization,
      ownerPass: parseOwnerPass,
      consent,
      viewer: this.#viewer,
    };
  }

  /**
   * Starts with the session of a play call.
   * @param isReplaced whether another call has started since.
   */
  async #begin(session: PlaySession, isReplaced: () => boolean): Promise<void> {
    this.#attempts = 0;
    this.#isAwaited = false;
    this.#session = session;
    this.#gates.open();
    this.#skin.hideNotice();
    this.#skin.setSession(session);
    this.#markPreview(session);
    this.#chat.follow(session);
    const isAutoplay = this.#options.autoplay ?? session.player.autoplay;
    const playback = await this.#openPlayback(session, isAutoplay || this.#isPlayWanted);
    if (isReplaced()) {
      playback?.close();
      return;
    }
    this.#playback = playback;
    if (!this.#playback) {
      this.#fail("unsupported");
      return;
    }
    this.#skin.setPlayback(this.#playback);
    this.#skin.qualitiesChanged();
    this.#consent.follow(session);
    this.#setState("ready");
    if (isAutoplay) this.#playback.attempt(this.#openedAtMs);
    if (isAutoplay || this.#isPlayWanted) this.play();
  }

  #openPlayback(session: PlaySession, isWanted: boolean): Promise<Playback | undefined> {
    return openPlayback({
      video: this.#skin.video,
      session,
      startSec: this.#start.find(session, (stoppedSec) => this.#skin.offerStartOver(stoppedSec)),
      isPeering: this.#options.isPeering,
      isStarting: isWanted && !session.player.introModal,
      ...this.#requestingPage(),
      onFault: (fault) => this.#faulted(fault),
      onReplaced: (next) => this.#replaced(next),
      onRenewed: (next) => this.#renewed(next),
      onQualities: () => this.#skin.qualitiesChanged(),
      onRecovered: () => this.#skin.hideNotice(),
      onWaiting: (wait) => this.#await(wait),
    });
  }

  #playRefused(error: PlayCallError): void {
    const { type, preview } = error;
    this.#attempts += 1;
    const isAwaited = this.#isAwaited;
    this.#isAwaited = false;
    if (preview && isGateFault(type)) {
      this.#pass.write(null);
      this.#skin.hideNotice();
      this.#gates.shut(type, preview).catch(() => this.#onConnectionLost());
      this.#setState(type === "not_started" ? "waiting" : "locked");
      return;
    }
    this.#gates.open();
    if (type === "not_ready" || type === "live_offline" || type === "not_started") {
      this.#skin.showNotice(error.hasEnded ? "live_ended" : type);
      this.#setState("loading");
      this.#isAwaited = type !== "not_started";
      const isHeld = this.#isAwaited && (!isAwaited || error.hasWaited);
      this.#reopenIn(isHeld ? 0 : readyDelayMs(this.#attempts));
      return;
    }
    if (type === "network") this.#onConnectionLost();
    else this.#fail(isNoticeFault(type) ? type : "network");
  }

  /** Retries after the edge, or the script of a form, could not be reached. */
  #onConnectionLost(): void {
    this.#fail("network");
    this.#reopenIn(retryDelayMs());
  }

  #reopenIn(delayMs: number): void {
    this.#timer = setTimeout(() => void this.#open(), delayMs);
  }

  #faulted({ type, fatal }: PlayerFault): void {
    if (isGateFault(type)) this.#suspend();
    else if (!isNoticeFault(type)) return;
    else if (fatal) {
      // Closing the playback also cancels its requests for media and for a place in the room.
      if (endsPlayback(type)) this.#closePlayback();
      this.#fail(type);
    }
    // The buffer keeps playing while the connection is retried, so a notice appears only when playback stops.
    else if (this.#skin.video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) this.#awaitMedia(type);
  }

  /** Closes the playback and keeps the position, because the viewer must be admitted again or the stream changes its transport. */
  #suspend(): void {
    const { video } = this.#skin;
    this.#isPlayWanted = !video.paused;
    this.#closePlayback();
    video.removeAttribute("src");
    video.load();
    void this.#open();
  }

  /** Closes the playback. It resumes at the same position if the viewer is admitted again. */
  #closePlayback(): void {
    this.#start.resumeAt(this.#skin.video.currentTime);
    this.#playback?.close();
    this.#playback = undefined;
  }

  #replaced(session: PlaySession): void {
    // If the playback method changes, playback starts as soon as the new session is accepted.
    if (this.#session && deliveryOf(session) !== deliveryOf(this.#session)) return;
    this.#session = session;
    this.#skin.setSession(session);
  }

  /** Applies changes to content other than media. Addresses are refreshed when they are requested. */
  #renewed(session: PlaySession): void {
    if (this.#session && deliveryOf(session) !== deliveryOf(this.#session)) {
      this.#suspend();
      // The position belongs to the previous stream, so it is dropped.
      this.#start.resumeAt(undefined);
      return;
    }
    const isChanged = !this.#session || metadataKeyOf(session) !== metadataKeyOf(this.#session);
    this.#session = session;
    this.#consent.follow(session);
    this.#markPreview(session);
    this.#chat.follow(session);
    this.#outro?.refresh();
    if (isChanged) this.#skin.setSession(session);
    else this.#skin.renewSession(session);
  }

  /** Returns how far the shown position is behind the live; undefined if this cannot be determined. */
  #behindSec(): number | undefined {
    const range = this.#playback?.liveRange();
    if (!range) return undefined;
    const positionSec = this.#playback?.positionSec?.() ?? this.#skin.video.currentTime;
    return (this.#session?.live?.latencySec ?? 0) + Math.max(0, range.endSec - positionSec);
  }

  /** Updates the mark of a preview, since a change of the rules changes what viewers see. */
  #markPreview({ preview }: PlaySession): void {
    if (!preview) return;
    import("./owner-preview/preview-mark.ts").then(
      ({ showPreviewMark }) => showPreviewMark(this.#root, preview, this.#language),
      // If the mark cannot be loaded, the video plays without it.
      console.error,
    );
  }

  #await({ reason, waitingBefore }: PlaybackWait): void {
    if (reason === "over") {
      this.#finish();
      return;
    }
    this.#skin.showNotice(noticeOfWait(reason), reason === "full" ? waitingBefore : undefined);
    this.#setState("loading");
  }

  /** Ends a live that does not end its element. */
  #finish(): void {
    if (this.#session?.outro && this.#outro) {
      this.#skin.hideNotice();
      this.#outro.end();
    } else this.#skin.showNotice("live_ended");
    this.#setState("ended");
  }

  #awaitMedia(type: NoticeType): void {
    const { video } = this.#skin;
    this.#skin.showNotice(type);
    video.addEventListener("canplay", () => this.#skin.hideNotice(), { once: true });
  }

  #fail(type: NoticeType): void {
    this.#skin.showNotice(type);
    if (endsPlayback(type)) this.#skin.video.pause();
    this.#setState("error", type);
  }

  #retry(): void {
    this.#skin.hideNotice();
    this.#isPlayWanted = true;
    if (!this.#playback) {
      void this.#open();
      return;
    }
    this.#playback.retry();
    this.play();
  }

  /** Reports a state. @param fault the error, in the state `error`. */
  #setState(state: PlayerState, fault?: string): void {
    reportState(this.video, state, fault);
  }
}

/** Returns a text of all content other than media, which stays equal as long as this content is unchanged. */
const metadataKeyOf = ({ title, chapters, player, theme, captions }: PlaySession): string =>
  JSON.stringify([title, chapters, player, theme, captions.map(({ url: _url, ...track }) => track)]);

/**
 * Returns how the media of a session are delivered. Playback restarts when this changes: a video may become a live and a video
 * again, and a live may be delivered without delay.
 */
const deliveryOf = ({ direct, live }: PlaySession) => live && (direct ? live.delay : "yes");
