import type { FigureKey } from "../../../lib/figures.ts";

/** The figures of a card, as many as fit two rows of three. */
export const CARD_FIGURES: readonly FigureKey[] = [
  "nbView",
  "hourview",
  "concurrentUsers",
  "rebuff",
  "offload",
  "dataDelivered",
];
