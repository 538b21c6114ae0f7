import type { ApiCall, ProjectView, VersionView } from "@shoal/contract";
import type { ProjectAction } from "@shoal/domain";
import type { FrameClock, TimecodeFormat } from "@shoal/frames";
import type { CommentFiles } from "../files/comment-files.ts";

/**
 * - `loading`: nothing can be shown yet.
 * - `ready`: the player shows a frame, and can play and seek.
 * - `failed`: the video cannot be played; `retry` loads it again.
 */
export type FramePlayerStatus = "loading" | "ready" | "failed";

/**
 * The position of the picture area on the player's stage, in CSS pixels from the top left. When zoomed, it is larger than the stage.
 */
export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The first and last marked frame; one of them is null while it is not marked. */
export interface MarkedRange {
  readonly inFrame: number | null;
  readonly outFrame: number | null;
}

/** The state of a player. Every change creates a new object, so that `useSyncExternalStore` can compare states. */
export interface FramePlayerState {
  readonly status: FramePlayerStatus;
  /** Times of the video's frames; undefined until its frame rate is known. */
  readonly clock: FrameClock | undefined;
  /** Labels of frames; undefined until the frame rate is known. */
  readonly timecode: TimecodeFormat | undefined;
  /** The number of frames; 0 while it is unknown. */
  readonly frameCount: number;
  /** The frame on screen, as reported by the browser; 0 before the first frame. */
  readonly shownFrame: number;
  /** The requested frame, which differs from the displayed frame during a seek. */
  readonly wantedFrame: number;
  readonly isSeeking: boolean;
  readonly isPlaying: boolean;
  /** 1 is normal, 2 is double speed, -1 is backwards; kept while paused. */
  readonly speed: number;
  readonly range: MarkedRange;
  /** Whether playback repeats: the marked range or, without one, the whole video. */
  readonly isLooping: boolean;
  /** The volume, from 0 (silent) to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** The zoom factor; 1 shows the whole frame. */
  readonly zoom: number;
  /** Position of the picture area; undefined if nothing has loaded, or the media have only audio. */
  readonly picture: PictureBox | undefined;
  /** Current size of the video in pixels; undefined if there is no video. */
  readonly pictureSize: { readonly width: number; readonly height: number } | undefined;
}

/** The events of a player that are not part of its state, with their listeners. */
export interface FramePlayerEvents {
  /**
   * Called when a frame appeared on screen; also called for the same frame after a change of quality.
   * @param atMs the time at which the frame is visible, on the clock of `performance.now()`.
   */
  frame: (frame: number, atMs: number) => void;
  /** Called when a control requested a seek; not called for the player's own seeks when looping. */
  seek: (frame: number) => void;
  play: (speed: number) => void;
  pause: (frame: number) => void;
  /** Called when the reader wants to comment on the shown frame; the player has already paused. */
  comment: () => void;
}

/**
 * A player addressed by frames. Frame n is shown in [n / rate, (n + 1) / rate), from 0 to `frameCount - 1`; frames outside this range are
 * clamped. The player is a plain store: `useSyncExternalStore(player.subscribe, player.getSnapshot)`, or `useFramePlayer(player, state =>
 * …)` for a part of it.
 */
export interface FramePlayer {
  subscribe(listener: () => void): () => void;
  getSnapshot(): FramePlayerState;
  /** Listens to an event. @returns a function that stops listening. */
  on<Name extends keyof FramePlayerEvents>(name: Name, listener: FramePlayerEvents[Name]): () => void;
  /**
   * Shows a frame; playback continues from that frame.
   * @returns a promise that resolves when that frame is on screen, or when another frame was requested.
   */
  seekToFrame(frame: number): Promise<void>;
  /** Pauses, and moves by a number of frames; negative values move back. */
  step(frames: number): Promise<void>;
  /** Starts playback. @param speed the speed, by default the speed used last; negative values play backwards. */
  play(speed?: number): void;
  pause(): void;
  setRange(range: MarkedRange): void;
  setLooping(isLooping: boolean): void;
  setVolume(volume: number, isMuted: boolean): void;
  /** Zooms the frame. @param center the point of the frame that stays in place, as shares of its size. */
  setZoom(zoom: number, center?: { x: number; y: number }): void;
  /** Moves a zoomed frame by CSS pixels, within the stage. */
  pan(leftPx: number, topPx: number): void;
  retry(): void;
  /** Pauses, and calls the listeners for `comment`. */
  requestComment(): void;
  /** Returns the media element, from which the shown frame can be copied; null if there is none. */
  media(): HTMLVideoElement | null;
}

/** The context of a review page, shared by its panels, drawings and the compared version. */
export interface Review {
  readonly project: ProjectView;
  readonly version: VersionView;
  readonly versions: readonly VersionView[];
  readonly player: FramePlayer;
  /** Whether the reader may perform this action, as the API decides. */
  may(action: ProjectAction): boolean;
  /** The reader's username, as in their comments. */
  readonly author: string;
  /** The URL parameters `?frame=` and `?comment=`; each undefined if missing. */
  readonly linked: { readonly frame: number | undefined; readonly comment: string | undefined };
  /** Calls the API as the reader. For guests, member calls are replaced by their counterparts for guests. */
  readonly call: ApiCall;
  /** Sends and reads files of comments as the reader. */
  readonly files: CommentFiles;
  /** The guest who reviews; undefined for members. */
  readonly guest?: ReviewGuest | undefined;
}

/** A reviewer without an account, who has a review link. */
export interface ReviewGuest {
  /** The guest's name that is drawn over the picture area; null if the link has no watermark. */
  readonly watermark: string | null;
  /** Returns the URL of a comment for the guest. */
  addressOf(comment: string): string;
}

/** A comment on the timeline, as returned by `useReviewComments()`. */
export interface CommentMark {
  readonly uuid: string;
  readonly frame: number;
  /** The last frame of a range; null for a single frame. */
  readonly endFrame: number | null;
  readonly isResolved: boolean;
  readonly author: string;
  readonly text: string;
  readonly hasDrawing: boolean;
}
