/** The maximum width of the frozen frame in pixels. The frame is shown until the first new one arrives. */
const MAX_PICTURE_PX = 1_280;
const PICTURE_QUALITY = 0.8;

/**
 * Reloads a playing video at the same position, and shows its last frame until the next one arrives.
 * @param load sets the new source immediately. The data that arrives later starts at the given second.
 */
export function reloadInPlace(video: HTMLVideoElement, load: (positionSec: number) => void): void {
  const { currentTime, playbackRate } = video;
  freezeLastFrame(video);
  load(currentTime);
  // An element without data keeps the position that is set by this function, while its speed was reset by the new source.
  video.currentTime = currentTime;
  video.playbackRate = playbackRate;
  // A new source pauses the element.
  void video.play().catch(() => undefined);
}

/** Keeps the last frame of a video on the screen until it plays again. */
export function freezeLastFrame(video: HTMLVideoElement): void {
  const picture = drawPicture(video);
  if (!picture) return;
  const { style } = video;
  const { background } = style;
  style.background = `center / contain no-repeat url(${picture})`;
  const letGo = () => {
    style.background = background;
  };
  video.addEventListener("playing", letGo, { once: true });
}

/** Draws the current frame as a data URL. @returns undefined for a video that cannot be read, such as a video from another site. */
function drawPicture(video: HTMLVideoElement): string | undefined {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, MAX_PICTURE_PX / videoWidth);
  const canvas = document.createElement("canvas");
  canvas.width = videoWidth * scale;
  canvas.height = videoHeight * scale;
  try {
    canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/jpeg", PICTURE_QUALITY);
  } catch {
    return undefined;
  }
}
