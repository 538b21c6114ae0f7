/// <reference types="vite/client" />

interface Window {
  /** The style sheets that index.html asked for: fulfilled when all are there, rejected when one does not come. */
  shoalStyles?: Promise<unknown>;
}
