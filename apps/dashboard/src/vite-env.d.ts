/// <reference types="vite/client" />

interface Window {
  /** The style sheets that index.html requested: fulfilled when all have loaded, rejected when one fails. */
  shoalStyles?: Promise<unknown>;
  /**
   * Responses to the first calls of the first screen, by path, which index.html requested for the user who was signed in then.
   */
  shoalAnswers?: Map<string, Promise<Response>>;
}
