/** Where the edge serves files of chat messages: `/chat-files/{token}?name={name}`. */
export const CHAT_FILE_PATH = "/chat-files";

/** The folder of a chat's file in the media store. @param uuid identifies the file's object. */
export const chatFolderOf = (uuid: string) => `chat/${uuid}/`;
export const chatFileOf = (uuid: string) => `${chatFolderOf(uuid)}file`;
/** Its thumbnail: `/chat-files/{token}/preview?name={name}` for holders of the link of the file. */
export const chatPreviewOf = (uuid: string) => `${chatFolderOf(uuid)}preview.webp`;
