import { AppError } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { need } from "../../../platform/composition/need.ts";

/** Someone without an account who is in by a review link, as the link is now. */
export interface Guest {
  guestUuid: string;
  /** Identifies their links to files, which stop working when downloads are no longer allowed. */
  downloadUuid: string;
  linkUuid: string;
  /** The client whose project it is. */
  clientUuid: string;
  clientName: string;
  /** The name that the guest entered. */
  name: string;
  projectUuid: string;
  /** The version that the link shows, the only one that the guest can access. */
  version: number;
  mayComment: boolean;
  mayDownload: boolean;
  hasWatermark: boolean;
  endsAt: Date | null;
}

/** The lookups about guests, for modules that do not know links. */
export interface Guests {
  /** @returns undefined for an unknown session, and if its link is currently closed. */
  findByToken(token: string): Promise<Guest | undefined>;
  /** The guests with an open session among these, by uuid. */
  listLive(guestUuids: readonly string[]): Promise<Guest[]>;
}
export const GUESTS = need<Guests>("guests of review links");

const guests = new WeakMap<FastifyRequest, Guest>();

/** Sets the caller; only guards know it. */
export const recordGuest = (request: FastifyRequest, guest: Guest): void => void guests.set(request, guest);

/** The calling guest; undefined for other callers. */
export const findGuestOf = (request: FastifyRequest): Guest | undefined => guests.get(request);

/** The guest of a guest route's call. @throws AppError "guest_session_ended". */
export function guestOf(request: FastifyRequest): Guest {
  const guest = guests.get(request);
  if (!guest) throw guestSessionEnded();
  return guest;
}

export const guestSessionEnded = () => new AppError("guest_session_ended", "Open the review link again");
