/** Plays the video. Mutes it if the browser does not allow it to start with sound. */
export async function startVideo(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play();
  } catch (error) {
    const isBlocked = error instanceof DOMException && error.name === "NotAllowedError";
    if (!isBlocked || video.muted) return;
    // Browsers require a click before they play audio, but they start a muted video immediately.
    video.muted = true;
    await video.play().catch(() => undefined);
  }
}
