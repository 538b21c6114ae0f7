import { type ApiCall, createApiClient, routes } from "@shoal/contract";
import { DEMO_CLIENTS, DEMO_PASSWORD, slugOf } from "./demo-data.ts";

/** Who says what, in the room of the team; "me" looks after the client. */
const TEAM_TALK: readonly [who: "me" | "editor", text: string][] = [
  ["me", "Morning! The new ending of the **Harbour film** is in. Who has a look?"],
  ["editor", "Me. Give me ten minutes."],
  ["editor", "The cut works. The title at 00:00:12 comes too early, I think."],
  ["me", "By how much?"],
  ["editor", "About a second:\n\n- title at `00:00:13:00`\n- fade of 12 frames"],
  ["me", "Fine, I'll move it."],
  ["editor", "And the sound of the ship? It was louder in the first version."],
  ["me", "On purpose. The mix follows on Thursday."],
  ["editor", "Great, then I wait for it."],
];
const PLAN_TALK: readonly [who: "me" | "editor", text: string][] = [
  ["me", "This room is for the autumn campaign: dates, formats, who does what."],
  ["editor", "Formats so far: 16:9 for the site, 9:16 for phones."],
  ["me", "Please keep a version without titles for other languages."],
  ["editor", "Noted 👍"],
];

/** Rooms with talk, a private one and one with support, for the demo client that has projects. What an earlier seed made is left alone. */
export async function addChat(apiUrl: string): Promise<void> {
  const client = DEMO_CLIENTS.find(({ flags }) => flags?.vireed);
  if (!client) return;
  const username = slugOf(client);
  const editorName = `${username}-editor`;
  const signIn = async (name: string): Promise<ApiCall> => {
    const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
    const body = { username: name, password: DEMO_PASSWORD };
    const { credential } = await anonymous(routes.login, { body });
    return createApiClient({ baseUrl: apiUrl, credential: () => credential });
  };
  const [me, editor] = [await signIn(username), await signIn(editorName)];
  const before = await me(routes.listAllChatRooms, {});
  if (before.some(({ lastPosition }) => lastPosition > 0)) return;
  const say = (as: ApiCall, roomId: string, content: string, rest: object = {}) =>
    as(routes.createChatMessage, { params: { roomId }, body: { content, ...rest } });
  const talk = async (roomId: string, lines: typeof TEAM_TALK) => {
    const written = [];
    for (const [who, text] of lines) written.push(await say(who === "me" ? me : editor, roomId, text));
    return written;
  };
  const team = before.find(({ kind }) => kind === "team");
  if (team) {
    const written = await talk(team.uuid, TEAM_TALK);
    const [opening, , remark] = written;
    if (opening && remark) {
      const body = { reaction: "🎬", roomId: team.uuid };
      await editor(routes.addChatReaction, { params: { messageId: opening._id }, body });
      await me(routes.pinChatMessage, {
        params: { roomId: team.uuid, messageId: remark._id },
        body: { isPinned: true },
      });
      await say(editor, team.uuid, `@${username} is it moved already?`, {
        replyMessage: remark._id,
        mentions: [username],
      });
    }
  }
  const plan = await me(routes.createChatRoom, {
    body: { roomName: "Autumn campaign", users: [editorName] },
  });
  await talk(plan.uuid, PLAN_TALK);
  const two = await me(routes.createChatRoom, { body: { users: [editorName] } });
  await say(editor, two.uuid, "Can we talk about the calendar after lunch?");
  await say(me, two.uuid, "Yes, at two.");
  const support = await me(routes.openSupportChatRoom, {});
  await say(me, support.uuid, "Hello! Can we get a second streaming key for our studio in Brest?");
}
