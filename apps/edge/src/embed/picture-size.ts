import type { PlaybackDescriptor } from "@shoal/contract/edge";

export interface PictureSize {
  width: number;
  height: number;
}

const DEFAULT_SIZE: PictureSize = { width: 1280, height: 720 };
/** The size at which workers make all thumbnails, in px. */
export const THUMBNAIL_SIZE: PictureSize = { width: 640, height: 360 };

/** Returns the size of the best rendition, or of 720p while none is known. */
export function pictureSizeOf({ tracks }: Pick<PlaybackDescriptor, "tracks">): PictureSize {
  const sizes = tracks.map(({ width, height }) => ({ width: width ?? 0, height: height ?? 0 }));
  const best = sizes.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a), {
    width: 0,
    height: 0,
  });
  return best.width > 0 && best.height > 0 ? best : DEFAULT_SIZE;
}

/**
 * Scales a size to the largest one within the limits.
 * @example scaleToFit({ width: 1920, height: 1080 }, { width: 640, height: 640 }) // 640 × 360
 */
export function scaleToFit({ width, height }: PictureSize, limits: PictureSize): PictureSize {
  const scale = Math.min(limits.width / width, limits.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
