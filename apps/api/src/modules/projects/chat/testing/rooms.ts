import { type BodyOf, routes, type SeenChatMessage } from "@shoal/contract";
import type { TestUser } from "../../../../test-api.ts";

/**
 * Makes a room of several people.
 * @returns the room's uuid.
 */
export async function newRoom(owner: TestUser, ...others: TestUser[]): Promise<string> {
  const users = others.map(({ username }) => username);
  return (await owner.call(routes.createChatRoom, { body: { roomName: "Films", users } })).uuid;
}

/** Writes a message into a room. */
export const writeMessage = (
  user: TestUser,
  roomId: string,
  content: string,
  rest: Partial<BodyOf<typeof routes.createChatMessage>> = {},
): Promise<SeenChatMessage> =>
  user.call(routes.createChatMessage, {
    params: { roomId },
    body: { messageId: crypto.randomUUID(), content, ...rest },
  });
