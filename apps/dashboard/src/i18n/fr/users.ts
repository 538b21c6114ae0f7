import type { TextsOf } from "../texts.ts";

export const texts = {
  users: {},
} satisfies TextsOf<"users">;
