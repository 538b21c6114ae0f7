/** Where the edge serves files of chat messages: `/chat-files/{token}?name={name}`. */
export const CHAT_FILE_PATH = "/chat-files";

/** Returns the folder of a chat's file in the media store. @param uuid identifies the file's object. */
export const chatFolderOf = (uuid: string) => `chat/${uuid}/`;
export const chatFileOf = (uuid: string) => `${chatFolderOf(uuid)}file`;
/** Returns the name of the file's thumbnail, which `/chat-files/{token}/preview?name={name}` serves to holders of the file's link. */
export const chatPreviewOf = (uuid: string) => `${chatFolderOf(uuid)}preview.webp`;
