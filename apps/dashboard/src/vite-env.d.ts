/// <reference types="vite/client" />

interface Window {
  /** The style sheets that index.html asked for: fulfilled when all are there, rejected when one does not come. */
  shoalStyles?: Promise<unknown>;
  /** Answers to the first calls of the first screen, by their paths, which index.html made for who was signed in then. */
  shoalAnswers?: Map<string, Promise<Response>>;
}
