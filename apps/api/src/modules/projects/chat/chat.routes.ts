import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { readChatFile } from "./chat-file-body.ts";
import type { ChatFilesService } from "./chat-files.service.ts";
import type { MessagesService } from "./messages.service.ts";
import type { RoomsService } from "./rooms.service.ts";
import { registerChatUnsubscribe } from "./unsubscribe.routes.ts";

export interface ChatServices {
  rooms: RoomsService;
  messages: MessagesService;
  files: ChatFilesService;
}

export function registerChatRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { rooms, messages, files }: ChatServices,
): void {
  bindRoutes(app, guardFor, routes, {
    getChatRoom: ({ actor, params }) => rooms.getRoom(actor, params.id),
    listChatRoomPage: ({ actor, query }) =>
      rooms.listPage(actor, { number: query.roomPage, size: query.roomsPerPage }),
    createChatRoom: async ({ actor, body, request }) => {
      const room = await rooms.createRoom(actor, body);
      // Readers of the log need not be members of the room: the log contains neither its name nor, for private rooms, the
      // members.
      describeCall(request, { target: room.uuid });
      return room;
    },
    listAllChatRooms: ({ actor }) => rooms.listAll(actor),
    getLastChatMessage: ({ actor, params }) => messages.getLastMessage(actor, params.id),
    checkPrivateChatRoom: ({ actor, params }) => rooms.checkPrivate(actor, params.id),
    checkUnseenMessages: async ({ actor }) => ({ unseenMessages: await rooms.countUnseen(actor) }),
    createChatMessage: ({ actor, params, body }) => messages.createMessage(actor, params.roomId, body),
    listChatMessagePage: ({ actor, params, query }) =>
      messages.listPage(actor, params.roomId, {
        number: query.messagePage,
        size: query.messagesPerPage,
      }),
    addChatFile: async ({ actor, params, request }) =>
      files.add(actor, params.roomId, await readChatFile(request)),
    addChatReaction: ({ actor, params, body }) =>
      messages.react(actor, {
        roomUuid: body.roomId,
        id: params.messageId,
        emoji: body.reaction,
        isOn: true,
      }),
    deleteChatReaction: ({ actor, params, body }) =>
      messages.react(actor, {
        roomUuid: body.roomId,
        id: params.messageId,
        emoji: body.reaction,
        isOn: false,
      }),
    markChatMessageSeen: ({ actor, params, body }) => rooms.markSeen(actor, body.roomId, params.id),
    updateChatMessage: ({ actor, params, body }) =>
      messages.updateMessage(actor, params.roomId, params.messageId, body),
    deleteChatMessage: ({ actor, params }) => messages.deleteMessage(actor, params.roomId, params.messageId),
    listChatRooms: ({ actor, query }) => rooms.listRooms(actor, query),
    updateChatRoom: ({ actor, params, body }) => rooms.rename(actor, params.id, body.roomName),
    addChatPeople: ({ actor, params, body }) => rooms.addPeople(actor, params.id, body.users),
    removeChatPerson: ({ actor, params }) => rooms.removePerson(actor, params.id, params.user),
    chooseForChatRoom: ({ actor, params, body }) => rooms.choose(actor, params.id, body),
    openProjectChatRoom: ({ actor, params }) => rooms.openProjectRoom(actor, params.id),
    openSupportChatRoom: ({ actor }) => rooms.openSupportRoom(actor),
    listSupportChatRooms: ({ actor, query }) => rooms.listSupport(actor, query),
    handOverSupportChatRoom: async ({ actor, params, body, request }) => {
      const room = await rooms.handOver(actor, params.id, body.user);
      describeCall(request, { target: `${room.roomName}: ${body.user ?? "–"}` });
      return room;
    },
    listChatMessages: ({ actor, params, query }) => messages.listMessages(actor, params.id, query),
    listChatChanges: ({ actor, params, query }) => messages.listChanges(actor, params.id, query),
    catchUpChat: async ({ actor, body }) => ({
      rooms: await messages.catchUp(actor, body.rooms),
      unseenMessages: await rooms.countUnseen(actor),
    }),
    markChatRead: ({ actor, params, body }) => rooms.markRead(actor, params.id, body),
    pinChatMessage: ({ actor, params, body }) =>
      messages.pin(actor, params.roomId, params.messageId, body.isPinned),
    listChatPins: ({ actor, params }) => messages.listPins(actor, params.id),
    forwardChatMessage: ({ actor, params, body }) =>
      messages.forward(actor, params.id, {
        room: body.fromRoom,
        id: body.fromMessage,
        messageId: body.messageId,
      }),
    searchChat: ({ actor, query }) => messages.search(actor, query),
    listChatPeople: ({ actor, query }) => rooms.listPeople(actor, query),
    getChatSettings: ({ actor }) => rooms.getSettings(actor),
    setChatSettings: ({ actor, body }) => rooms.setSettings(actor, body),
  });
  registerChatUnsubscribe(app, rooms);
}
