import { AppError, PRIVATE_ROOM_EXISTS } from "@shoal/contract";

export const roomNotFound = () => new AppError("chat_room_not_found", "No such room");
export const messageNotFound = () => new AppError("chat_message_not_found", "No such message");
export const notAllowedError = () => new AppError("forbidden", "You are not allowed to do this in this room");
export const privateRoomExists = () => new AppError("private_room_exists", PRIVATE_ROOM_EXISTS);
export const fieldFault = (path: string, reason: string) =>
  new AppError("bad_request", reason, [{ path, reason }]);
