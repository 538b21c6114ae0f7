export const texts = {
  errors: {
    chat_room_not_found: "This conversation does not exist, or you no longer have access to it.",
    chat_message_not_found: "This message does not exist any more.",
    private_room_exists: "You already have a private conversation with this user",
    chat_file_refused: "This file cannot be sent.",
  },
};
