/** Where the edge serves files of chat messages: `/chat-files/{token}`. */
export const CHAT_FILE_PATH = "/chat-files";
