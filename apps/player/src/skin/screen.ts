/** A video element in Safari. iPhones can show only the video element itself in full screen. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

export const canFullscreen = (video: HTMLVideoElement): boolean =>
  document.fullscreenEnabled || typeof (video as AppleVideo).webkitEnterFullscreen === "function";

export const canPictureInPicture = (): boolean => document.pictureInPictureEnabled === true;

/** Toggles full screen. Nothing changes if the browser does not allow it, for example in an iframe without permission. */
export async function toggleFullscreen(root: HTMLElement, video: HTMLVideoElement): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await root.requestFullscreen();
    else (video as AppleVideo).webkitEnterFullscreen?.();
  } catch {
    // The browser did not allow full screen, so nothing needs to be undone.
  }
}

export async function togglePip(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video.requestPictureInPicture();
  } catch {
    // The video has no frame yet, or this frame does not allow it, so nothing needs to be undone.
  }
}
