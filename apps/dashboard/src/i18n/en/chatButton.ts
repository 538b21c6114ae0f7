export const texts = {
  chatButton: {
    open: "Chat",
    noticeTitle: "{{name}} in {{room}}",
    noticeFile: "Sent a file",
    openUnread_one: "Chat: {{badge}} unread message",
    openUnread_other: "Chat: {{badge}} unread messages",
  },
};
