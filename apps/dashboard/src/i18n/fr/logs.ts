import type { TextsOf } from "../texts.ts";

export const texts = {
  logs: {},
} satisfies TextsOf<"logs">;
