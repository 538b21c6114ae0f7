import type { TextsOf } from "../texts.ts";

export const texts = {
  help: {},
} satisfies TextsOf<"help">;
