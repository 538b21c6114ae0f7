import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"chatButton"> = {
  chatButton: {
    open: "Chat",
    openUnread_one: "Chat\u00a0: {{badge}} message non lu",
    openUnread_other: "Chat\u00a0: {{badge}} messages non lus",
  },
};
