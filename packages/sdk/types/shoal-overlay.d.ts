/** Shows over the page where each segment of its players comes from; loading the file does so too. @returns closes it. */
export declare function showOverlay(options?: {
  /** `en` or `fr`; by default the page's language. */
  language?: string;
  /** Takes the focus, and returns it when closed. */
  takesFocus?: boolean;
}): () => void;
