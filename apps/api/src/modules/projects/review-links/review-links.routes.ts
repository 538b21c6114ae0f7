import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { serveWaveform } from "../../media/encoding/index.ts";
import {
  type AttachmentsService,
  type CommentsService,
  readAttachment,
  serveAttachment,
} from "../annotations/index.ts";
import type { GuestsService } from "./guests.service.ts";
import type { ReviewLinksService } from "./review-links.service.ts";

export interface ReviewLinkServices {
  links: ReviewLinksService;
  guests: GuestsService;
  comments: CommentsService;
  attachments: AttachmentsService;
}

export function registerReviewLinkRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { links, guests, comments, attachments }: ReviewLinkServices,
): void {
  bindRoutes(app, guardFor, routes, {
    listReviewLinks: ({ actor, params }) => links.listLinks(actor, params.id),
    listReviewGuests: ({ actor, params }) => links.listGuests(actor, params.id, params.link),
    createReviewLink: async ({ actor, request, params, body }) => {
      const link = await links.createLink(actor, params.id, body);
      describeCall(request, { target: link.uuid });
      return link;
    },
    updateReviewLink: async ({ actor, request, params, body }) => {
      const link = await links.updateLink(actor, params.id, params.link, body);
      describeCall(request, { target: link.uuid });
      return link;
    },
    deleteReviewLink: async ({ actor, request, params }) => {
      await links.deleteLink(actor, params.id, params.link);
      describeCall(request, { target: params.link });
    },
  });

  bindRoutes(app, guardFor, routes, {
    findReview: ({ body, request }) => guests.findEntry(body.key, request.ip),
    enterReview: async ({ body, request }) => {
      const { guest, entered } = await guests.enter(body, request.ip);
      const { clientUuid, clientName } = guest;
      describeCall(request, {
        target: entered.review.project.uuid,
        by: { userUuid: null, username: guest.name, clientUuid, clientName },
      });
      return entered;
    },
    leaveReview: ({ guest }) => guests.leave(guest),
    getGuestReview: ({ guest }) => guests.getReview(guest),
    getGuestPass: ({ guest, params }) => guests.getPass(guest, params.n),
    listGuestDownloads: ({ guest, params }) => guests.listDownloads(guest, params.n),
    getGuestWaveform: async ({ guest, request, params, reply }) =>
      serveWaveform(request, reply, await guests.findWaveform(guest, params.n)),
  });

  bindRoutes(app, guardFor, routes, {
    listGuestComments: ({ guest, params, query }) =>
      comments.listComments(guest, guest.projectUuid, params.n, query),
    listGuestChanges: ({ guest, query }) => comments.listChanges(guest, guest.projectUuid, query),
    createGuestComment: async ({ guest, params, body }) => {
      await guests.admitChange(guest);
      return comments.createComment(guest, guest.projectUuid, params.n, {
        ...body,
        isInternal: false,
        mentions: [],
      });
    },
    getGuestComment: ({ guest, params }) => comments.getComment(guest, params.id),
    getGuestDrawing: ({ guest, params }) => comments.getDrawing(guest, params.id),
    updateGuestComment: async ({ guest, params, body }) => {
      await guests.admitChange(guest);
      return comments.updateComment(guest, params.id, body);
    },
    deleteGuestComment: async ({ guest, params }) => {
      await guests.admitChange(guest);
      await comments.deleteComment(guest, params.id);
    },
    restoreGuestComment: async ({ guest, params }) => {
      await guests.admitChange(guest);
      return comments.restoreComment(guest, params.id);
    },
    reactAsGuest: async ({ guest, params, body }) => {
      await guests.admitChange(guest);
      return comments.react(guest, params.id, body);
    },
    addGuestAttachment: async ({ guest, params, request }) => {
      await guests.admitFile(guest);
      return attachments.add(guest, params.id, await readAttachment(request));
    },
    getGuestAttachment: async ({ guest, params, query, reply }) =>
      serveAttachment(
        reply,
        await attachments.read(guest, params.id, params.attachment, query.small === "true"),
      ) as never,
    deleteGuestAttachment: async ({ guest, params }) => {
      await guests.admitChange(guest);
      return attachments.remove(guest, params.id, params.attachment);
    },
  });
}
