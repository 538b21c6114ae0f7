import type { FastifyRequest } from "fastify";

/** A user with their client, or a guest of a review link, who is no user. */
export interface CallAuthor {
  userUuid: string | null;
  username: string;
  clientUuid: string;
  clientName: string;
}

/** What a call is about, where its address does not say it. */
export interface AboutCall {
  target?: string;
  /** The user, if no session identifies one. */
  by?: CallAuthor;
  /** The client that an administrator changed without viewing it. */
  client?: { uuid: string; name: string };
}

const about = new WeakMap<FastifyRequest, AboutCall>();

/** Lets the audit log name what a call is about. @example noteAbout(request, { target: user.username }); */
export function noteAbout(request: FastifyRequest, note: AboutCall): void {
  about.set(request, { ...about.get(request), ...note });
}

/** What was noted of a call; {} when nothing was. */
export function findAbout(request: FastifyRequest): AboutCall {
  return about.get(request) ?? {};
}
