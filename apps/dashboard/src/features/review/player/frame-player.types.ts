import type { ApiCall, ProjectView, VersionView } from "@shoal/contract";
import type { ProjectAction } from "@shoal/domain";
import type { FrameClock, TimecodeFormat } from "@shoal/frames";
import type { CommentFiles } from "../files/comment-files.ts";

/**
 * - `loading`: nothing can be shown yet.
 * - `ready`: it shows a frame, and plays and seeks.
 * - `failed`: its video cannot be played; `retry` begins again.
 */
export type FramePlayerStatus = "loading" | "ready" | "failed";

/** Where the whole picture is on the player's stage, in CSS pixels from the stage's top left; zoomed, it is larger than the stage. */
export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Marked frames, both of them included; one alone while the other is not marked yet. */
export interface MarkedRange {
  readonly inFrame: number | null;
  readonly outFrame: number | null;
}

/** All that a player is at a moment; a new object at every change, so that `useSyncExternalStore` can compare. */
export interface FramePlayerState {
  readonly status: FramePlayerStatus;
  /** Times of the video's frames; undefined until its frame rate is known. */
  readonly clock: FrameClock | undefined;
  /** Labels of frames; undefined until the frame rate is known. */
  readonly timecode: TimecodeFormat | undefined;
  /** 0 until it is known. */
  readonly frameCount: number;
  /** The frame that is on screen, as the browser reported it; 0 before the first one. */
  readonly shownFrame: number;
  /** The frame that is wanted, which differs from the shown one while a seek is under way. */
  readonly wantedFrame: number;
  readonly isSeeking: boolean;
  readonly isPlaying: boolean;
  /** 1 is normal, 2 twice as fast, -1 backwards; kept while paused. */
  readonly speed: number;
  readonly range: MarkedRange;
  /** Whether playing goes round the range, or the whole video. */
  readonly isLooping: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** 1 shows the whole picture. */
  readonly zoom: number;
  /** Undefined without a picture: audio only, or nothing loaded. */
  readonly picture: PictureBox | undefined;
  /** Pixels of the video as it is now; undefined as above. */
  readonly pictureSize: { readonly width: number; readonly height: number } | undefined;
}

/** What happened, beyond what the state says. */
export interface FramePlayerEvents {
  /**
   * A frame reached the screen; also the same one after a change of quality.
   * @param atMs when it is seen, on the clock of `performance.now()`.
   */
  frame: (frame: number, atMs: number) => void;
  /** A seek that someone asked for, by whatever control; not the player's own of a loop. */
  seek: (frame: number) => void;
  play: (speed: number) => void;
  pause: (frame: number) => void;
  /** The reader wants to comment on what is shown, by a key or a button: the player has paused. */
  comment: () => void;
}

/**
 * A video by its frames. Frame n is shown in [n / rate, (n + 1) / rate), from 0 to `frameCount - 1`; frames outside become the
 * first or the last one. It is a plain store: `useSyncExternalStore(player.subscribe, player.getSnapshot)`, or
 * `useFramePlayer(player, state => …)` for a part of it.
 */
export interface FramePlayer {
  subscribe(listener: () => void): () => void;
  getSnapshot(): FramePlayerState;
  /** @returns a function that stops listening. */
  on<Name extends keyof FramePlayerEvents>(name: Name, listener: FramePlayerEvents[Name]): () => void;
  /**
   * Shows a frame; playing goes on from there.
   * @returns when that frame is on screen, or another one was asked for.
   */
  seekToFrame(frame: number): Promise<void>;
  /** Pauses, and goes that many frames on, or back when negative. */
  step(frames: number): Promise<void>;
  /** @param speed the last one by default; negative ones play backwards. */
  play(speed?: number): void;
  pause(): void;
  setRange(range: MarkedRange): void;
  setLooping(isLooping: boolean): void;
  setVolume(volume: number, isMuted: boolean): void;
  /** @param center which point of the picture stays where it is, as shares of its size. */
  setZoom(zoom: number, center?: { x: number; y: number }): void;
  /** Moves a zoomed picture by CSS pixels; it never leaves the stage. */
  pan(leftPx: number, topPx: number): void;
  retry(): void;
  /** Pauses, and calls the listeners of `comment`. */
  requestComment(): void;
  /** The element that holds the pixels, for copies of the shown frame; null while there is none. */
  media(): HTMLVideoElement | null;
}

/** What everything on the review page knows: its panels, drawings and the compared version. */
export interface Review {
  readonly project: ProjectView;
  readonly version: VersionView;
  readonly versions: readonly VersionView[];
  readonly player: FramePlayer;
  /** Whether the reader may do this, as the api would decide it. */
  may(action: ProjectAction): boolean;
  /** The reader's username, which their comments carry. */
  readonly author: string;
  /** What the address names, each undefined without it: `?frame=` and `?comment=`. */
  readonly linked: { readonly frame: number | undefined; readonly comment: string | undefined };
  /** Calls the api as the reader: a guest's calls go to the counterparts that guests have. */
  readonly call: ApiCall;
  /** Sends and reads files of comments, in the same way. */
  readonly files: CommentFiles;
  /** Undefined for members. */
  readonly guest?: ReviewGuest | undefined;
}

/** A reader without an account, who is in by a review link. */
export interface ReviewGuest {
  /** Drawn over the picture; null is none. */
  readonly watermark: string | null;
  /** @returns the address at which the guest finds a comment again. */
  addressOf(comment: string): string;
}

/** A comment on the timeline, as `useReviewComments()` gives them. */
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
