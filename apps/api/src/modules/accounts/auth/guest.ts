import { AppError } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { need } from "../../../platform/composition/need.ts";

/** A person without an account who entered by a review link, with the link's current settings. */
export interface Guest {
  guestUuid: string;
  /** The uuid that identifies the guest in links to files. These links stop working when downloads are no longer allowed. */
  downloadUuid: string;
  linkUuid: string;
  /** The client that owns the project. */
  clientUuid: string;
  clientName: string;
  /** The name that the guest entered. */
  name: string;
  projectUuid: string;
  /** The version that the link shows. The guest can access no other version. */
  version: number;
  mayComment: boolean;
  mayDownload: boolean;
  hasWatermark: boolean;
  endsAt: Date | null;
}

/** The lookup of guests, for modules that do not depend on review links. */
export interface GuestLookup {
  /** @returns undefined for an unknown session, or if the session's link is currently closed. */
  findByToken(token: string): Promise<Guest | undefined>;
  /** Returns which of the given guests, by uuid, have an open session. */
  listLive(guestUuids: readonly string[]): Promise<Guest[]>;
}
export const GUEST_LOOKUP = need<GuestLookup>("guests of review links");

const guestsByRequest = new WeakMap<FastifyRequest, Guest>();

/** Records the calling guest; only guards call this. */
export const recordGuest = (request: FastifyRequest, guest: Guest): void =>
  void guestsByRequest.set(request, guest);

/** Returns the calling guest; undefined for other callers. */
export const findGuestOf = (request: FastifyRequest): Guest | undefined => guestsByRequest.get(request);

/** Returns the guest who calls a guest route. @throws AppError "guest_session_ended". */
export function guestOf(request: FastifyRequest): Guest {
  const guest = guestsByRequest.get(request);
  if (!guest) throw guestSessionEnded();
  return guest;
}

export const guestSessionEnded = () => new AppError("guest_session_ended", "Open the review link again");
