import {
  AppError,
  CLIENT_VIEW_HEADER,
  GUEST_HEADER,
  type Guard,
  routes,
  USER_VIEW_HEADER,
} from "@shoal/contract";
import { networkOf, passesGuard } from "@shoal/domain";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import { need } from "../../../platform/composition/need.ts";
import { noteClient } from "../../../platform/http/client-of-call.ts";
import { readLeniently } from "../../../platform/http/read-leniently.ts";
import type { Actor, Claim } from "./actor.ts";
import type { AuthService } from "./auth.service.ts";
import { findGuestOf, type Guests, guestSessionEnded, noteGuest } from "./guest.ts";

const actors = new WeakMap<FastifyRequest, Actor>();
const holders = new WeakMap<FastifyRequest, KeyHolder>();

/** A client's backend that calls with an API key. */
export interface KeyHolder {
  keyUuid: string;
  clientUuid: string;
  /** The only videos whose figures it reads; empty for all of the client's. */
  videos: readonly string[];
}

/** What the guards ask of API keys. */
export interface KeyHolders {
  /** @returns undefined for a key that is not there, and for a wrong secret. */
  findHolder(keyUuid: string, secret: string): Promise<KeyHolder | undefined>;
}

/** The signed-in caller of a guarded route. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (!actor) throw new AppError("not_signed_in", "Sign in first");
  return actor;
}

/** The same where nobody may be signed in. */
export const findActorOf = (request: FastifyRequest): Actor | undefined => actors.get(request);

/** The backend that called with an API key; undefined where a user called. */
export const findKeyHolderOf = (request: FastifyRequest): KeyHolder | undefined => holders.get(request);

/** Whose share of what calls hold a call is part of: callers who are not signed in share one, as one user for each network. */
export function senderOf(request: FastifyRequest): { clientUuid: string; userUuid: string } {
  const holder = holders.get(request);
  if (holder) return { clientUuid: holder.clientUuid, userUuid: holder.keyUuid };
  const actor = actors.get(request);
  if (actor) return { clientUuid: actor.ownClientUuid, userUuid: actor.userUuid };
  const guest = findGuestOf(request);
  if (guest) return { clientUuid: guest.clientUuid, userUuid: guest.guestUuid };
  return { clientUuid: "", userUuid: networkOf(request.ip) };
}

/** Makes the hook of each guard of the contract. */
/** Who API keys belong to. */
export const KEY_HOLDERS = need<KeyHolders>("holders of API keys");

export function createGuards(
  auth: Pick<AuthService, "findActor">,
  keys: KeyHolders,
  guests: Pick<Guests, "findByToken">,
) {
  return (guard: Guard): onRequestAsyncHookHandler =>
    async (request) => {
      if (guard === "public") return;
      if (guard === "guest") {
        const token = request.headers[GUEST_HEADER];
        const guest = typeof token === "string" ? await guests.findByToken(token) : undefined;
        if (!guest) throw guestSessionEnded();
        noteGuest(request, guest);
        noteClient(request, guest.clientUuid);
        return;
      }
      if (guard === "apiKey" || (guard === "readAnalyticsOrKey" && bringsKey(request))) {
        const holder = await requireHolder(request, keys);
        holders.set(request, holder);
        noteClient(request, holder.clientUuid);
        return;
      }
      // Programs of the old API send the credential as it stands (§7).
      const credential = /^(?:Bearer )?(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
      const actor = credential && (await auth.findActor({ credential, ...viewOf(request) }));
      if (!actor) throw new AppError("not_signed_in", "Sign in first");
      // Before he is refused, so that it is known who was.
      actors.set(request, actor);
      noteClient(request, actor.clientUuid);
      assertAllowed(actor, guard);
    };
}

/** Programs of Elasticsearch send the same two under a name of their own. */
const KEY = /^(?:Basic|ApiKey) ([A-Za-z0-9+/=]+)$/i;
const bringsKey = (request: FastifyRequest) => KEY.test(request.headers.authorization ?? "");

/** @throws AppError "not_signed_in" without an API key that is in force. */
async function requireHolder(request: FastifyRequest, keys: KeyHolders): Promise<KeyHolder> {
  const encoded = KEY.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const [user, secret] = [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
  const holder = z.uuid().safeParse(user).success ? await keys.findHolder(user, secret) : undefined;
  if (!holder) throw new AppError("not_signed_in", "Send the uuid and the secret of an API key");
  return holder;
}

const Views = z.object({
  [CLIENT_VIEW_HEADER]: z.uuid().optional(),
  [USER_VIEW_HEADER]: z.uuid().optional(),
});

/** The client and the user that an administrator views, as the headers say; of a list of videos its query may say it (§7). */
function viewOf(request: FastifyRequest): Omit<Claim, "credential"> {
  const views = Views.safeParse(request.headers);
  if (!views.success)
    throw new AppError(
      "bad_request",
      "A header is not valid",
      views.error.issues.map((issue) => ({ path: issue.path.join("."), reason: issue.message })),
    );
  const clientView = views.data[CLIENT_VIEW_HEADER] ?? clientOfQuery(request);
  return { clientView, userView: views.data[USER_VIEW_HEADER] };
}

/** What is wrong with it is told when the query is read. */
function clientOfQuery(request: FastifyRequest): string | undefined {
  if (request.routeOptions.config.contract !== routes.listVideos) return undefined;
  const { result } = readLeniently(routes.listVideos.query, request.query);
  return result.data?.client ?? result.data?.filter?.client;
}

function assertAllowed(actor: Actor, guard: Guard): void {
  if (passesGuard(actor, guard)) return;
  if (!actor.isPasswordModified) throw new AppError("password_change_required", "Change your password first");
  throw new AppError("forbidden", "Your role does not allow this");
}
