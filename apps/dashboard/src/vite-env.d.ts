/// <reference types="vite/client" />

interface Window {
  /** The style sheets that index.html requested: fulfilled when all have loaded, rejected if one fails. */
  shoalStyles?: Promise<unknown>;
  /**
   * Responses to the first calls of the first screen, by path, which index.html requested for the user signed in at
   * that time.
   */
  shoalAnswers?: Map<string, Promise<Response>>;
}
