import type { FrameRange } from "@shoal/frames";

/** How frames of the new version relate to the old version. */
export type RangeKind = "same" | "moved" | "shortened" | "regraded" | "reframed" | "retouched" | "new";

export interface AlignedRange extends FrameRange {
  kind: RangeKind;
  /** The first frame of the old version that is shown by the range; undefined for new material. */
  oldFrame: number | undefined;
  /**
   * Whether the match is certain; false for ambiguous frames, such as still, black or repeated ones. If no frame matches surely, new
   * material is uncertain too, since it may be old material changed beyond recognition.
   */
  isSure: boolean;
}

export interface Alignment {
  oldFrames: number;
  newFrames: number;
  /** Whether the versions have nothing in common: no frame matches surely, and the few possible matches may be chance. */
  isUnrelated: boolean;
  /** The ranges of the new version, from its first to its last frame. */
  ranges: AlignedRange[];
  /** Ranges of the old version that were removed. */
  gone: FrameRange[];
  /** The frame of the old version for each frame of the new version; -1 if there is none. */
  oldOfNew: Int32Array;
  /** The frame of the new version for each frame of the old version; -1 if there is none. */
  newOfOld: Int32Array;
  /** 1 for each frame of the new version that surely matches the old one. */
  sureOfNew: Uint8Array;
  /** The kind of each frame of the new version. */
  kindOfNew: RangeKind[];
}
