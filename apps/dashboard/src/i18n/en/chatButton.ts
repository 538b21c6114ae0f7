export const texts = {
  chatButton: {
    open: "Chat",
    openUnread_one: "Chat: {{badge}} unread message",
    openUnread_other: "Chat: {{badge}} unread messages",
  },
};
