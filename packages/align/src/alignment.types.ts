import type { FrameRange } from "@shoal/frames";

/** What became of frames of the new version. */
export type RangeKind = "same" | "moved" | "shortened" | "regraded" | "reframed" | "retouched" | "new";

export interface AlignedRange extends FrameRange {
  kind: RangeKind;
  /** First frame of the old version that is shown here; undefined for what is new. */
  oldFrame: number | undefined;
  /**
   * False where the pictures leave open which frames these are: still, black or repeated ones. What is new is not sure either where
   * no frame of the whole version is: both may show the same, changed beyond knowing.
   */
  isSure: boolean;
}

export interface Alignment {
  oldFrames: number;
  newFrames: number;
  /** The two have nothing in common: no frame is surely the same, and hardly one may be. */
  isUnrelated: boolean;
  /** The new version from its first to its last frame. */
  ranges: AlignedRange[];
  /** Ranges of the old version that are nowhere in the new one. */
  gone: FrameRange[];
  /** Frame of the old version for each of the new one, -1 for none. */
  oldOfNew: Int32Array;
  /** Frame of the new version for each of the old one, -1 for none. */
  newOfOld: Int32Array;
  /** 1 where a frame of the new version is surely that of the old one. */
  sureOfNew: Uint8Array;
  /** Kind of each frame of the new version. */
  kindOfNew: RangeKind[];
}
