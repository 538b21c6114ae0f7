import type { TextsOf } from "../texts.ts";

export const texts = {
  clients: {},
} satisfies TextsOf<"clients">;
