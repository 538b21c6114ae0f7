import { AppError, CLIENT_VIEW_HEADER, type Guard, USER_VIEW_HEADER } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import type { Actor, Claim } from "./actor.ts";
import type { AuthService } from "./auth.service.ts";

const actors = new WeakMap<FastifyRequest, Actor>();

/** The signed-in caller of a guarded route. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (!actor) throw new AppError("not_signed_in", "Sign in first");
  return actor;
}

/** The same where nobody may be signed in. */
export const findActorOf = (request: FastifyRequest): Actor | undefined => actors.get(request);

/** Makes the hook of each guard of the contract. */
export function createGuards(auth: Pick<AuthService, "findActor">) {
  return (guard: Guard): onRequestAsyncHookHandler =>
    async (request) => {
      if (guard === "public") return;
      const credential = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
      const actor = credential && (await auth.findActor({ credential, ...viewOf(request) }));
      if (!actor) throw new AppError("not_signed_in", "Sign in first");
      // Before he is refused, so that it is known who was.
      actors.set(request, actor);
      assertAllowed(actor, guard);
    };
}

const Views = z.object({
  [CLIENT_VIEW_HEADER]: z.uuid().optional(),
  [USER_VIEW_HEADER]: z.uuid().optional(),
});

/** The client and the user that an administrator views, as the headers say. */
function viewOf(request: FastifyRequest): Omit<Claim, "credential"> {
  const views = Views.safeParse(request.headers);
  if (!views.success)
    throw new AppError(
      "bad_request",
      "A header is not valid",
      views.error.issues.map((issue) => ({ path: issue.path.join("."), reason: issue.message })),
    );
  return { clientView: views.data[CLIENT_VIEW_HEADER], userView: views.data[USER_VIEW_HEADER] };
}

function assertAllowed(actor: Actor, guard: Guard): void {
  if (guard === "session") return;
  if (!actor.isPasswordModified) throw new AppError("password_change_required", "Change your password first");
  if (guard === "user" || guard === "public") return;
  const isAllowed = guard === "member" ? !readsAnalyticsOnly(actor.roles) : hasRole(actor.roles, guard);
  if (!isAllowed) throw new AppError("forbidden", "Your role does not allow this");
}
