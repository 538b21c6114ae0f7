/** Shows the last frame of a video while its element gets another source. */
export class FrozenFrame {
  readonly #video: HTMLVideoElement;
  #canvas: HTMLCanvasElement | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  /**
   * Freezes the last frame. Call this before removing the source. A frame that is already frozen stays if there is no newer one.
   */
  hold(): void {
    this.#stopWaiting?.();
    const { videoWidth, videoHeight, readyState } = this.#video;
    if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || videoWidth === 0) return;
    const canvas = document.createElement("canvas");
    canvas.className = "picture held";
    [canvas.width, canvas.height] = [videoWidth, videoHeight];
    canvas.getContext("2d")?.drawImage(this.#video, 0, 0);
    this.#canvas?.remove();
    this.#canvas = canvas;
    this.#video.after(canvas);
  }

  /** Releases the frame once the next source shows its first frame. Call this after setting that source. */
  releaseWhenShown(shown?: () => void): void {
    this.#stopWaiting?.();
    this.#stopWaiting = whenShown(this.#video, () => {
      this.release();
      shown?.();
    });
  }

  release(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#canvas?.remove();
    this.#canvas = undefined;
  }
}

function whenShown(video: HTMLVideoElement, shown: () => void): () => void {
  if (typeof video.requestVideoFrameCallback !== "function") {
    video.addEventListener("playing", shown, { once: true });
    return () => video.removeEventListener("playing", shown);
  }
  const id = video.requestVideoFrameCallback(shown);
  return () => video.cancelVideoFrameCallback(id);
}
