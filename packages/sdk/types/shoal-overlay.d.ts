/**
 * Shows, over the page, where each segment of its players comes from; loading the file does so too.
 * @returns closes it.
 */
export declare function showOverlay(options?: {
  /** `en` or `fr`; the page's where it is left out. */
  language?: string;
  /** The focus goes there, and back when it is closed. */
  takesFocus?: boolean;
}): () => void;
