import type { TextsOf } from "../texts.ts";

export const texts = {
  profile: {},
} satisfies TextsOf<"profile">;
