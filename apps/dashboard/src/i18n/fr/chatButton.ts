import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"chatButton"> = {
  chatButton: {
    open: "Chat",
    noticeTitle: "{{name}} dans {{room}}",
    noticeFile: "A envoyé un fichier",
    openUnread_one: "Chat\u00a0: {{badge}} message non lu",
    openUnread_other: "Chat\u00a0: {{badge}} messages non lus",
  },
};
