import {
  type ApiCall,
  AppError,
  type CommentView,
  createApiClient,
  GUEST_HEADER,
  type ResponseOf,
  type RouteSpec,
  routes,
} from "@shoal/contract";
import i18next from "i18next";

interface CallContent {
  params?: object;
  query?: object;
  body?: unknown;
}

/** The call for guests that replaces a member's call. */
interface GuestRoute {
  route: RouteSpec;
  /** Fields that only members may send. */
  withoutFields?: readonly string[];
}

const routeNameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;

const GUEST_ROUTES = new Map<string, GuestRoute>([
  [routeNameOf(routes.listComments), { route: routes.listGuestComments }],
  [routeNameOf(routes.listCommentChanges), { route: routes.listGuestChanges }],
  [
    routeNameOf(routes.createComment),
    { route: routes.createGuestComment, withoutFields: ["isInternal", "mentions"] },
  ],
  [
    routeNameOf(routes.updateComment),
    { route: routes.updateGuestComment, withoutFields: ["isInternal", "mentions"] },
  ],
  [routeNameOf(routes.getCommentDrawing), { route: routes.getGuestDrawing }],
  [routeNameOf(routes.deleteComment), { route: routes.deleteGuestComment }],
  [routeNameOf(routes.restoreComment), { route: routes.restoreGuestComment }],
  [routeNameOf(routes.deleteAttachment), { route: routes.deleteGuestAttachment }],
  [routeNameOf(routes.reactToComment), { route: routes.reactAsGuest }],
]);

const GUEST_CALLS = new Set(
  [
    routes.getGuestReview,
    routes.getGuestPass,
    routes.getGuestWaveform,
    routes.listGuestDownloads,
    routes.leaveReview,
  ].map(routeNameOf),
);

/**
 * Returns a function that calls the API as a guest: the member calls of the review page are mapped to their
 * counterparts for guests.
 * @param onEnded called when the link no longer admits the guest.
 * @throws AppError "not_found" for calls that guests do not have, and every error of the API.
 */
export function createGuestCall(token: string, onEnded: () => void): ApiCall {
  const send = createApiClient({
    baseUrl: "",
    credential: () => undefined,
    language: () => i18next.language,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), [GUEST_HEADER]: token } }),
  });
  const request = async (
    route: RouteSpec,
    content: CallContent,
    options?: { signal?: AbortSignal },
  ): Promise<unknown> => {
    try {
      return await send(route, content as never, options);
    } catch (error) {
      if (error instanceof AppError && error.code === "guest_session_ended") onEnded();
      throw error;
    }
  };
  const call = async (route: RouteSpec, content: CallContent, options?: { signal?: AbortSignal }) => {
    const name = routeNameOf(route);
    if (GUEST_CALLS.has(name)) return request(route, content, options);
    // The server does not store read marks of guests.
    if (name === routeNameOf(routes.markCommentsRead)) return undefined;
    if (name === routeNameOf(routes.getComment)) return findComment(content.params as { id: string });
    const counterpart = GUEST_ROUTES.get(name);
    if (!counterpart) throw new AppError("not_found", "Guests have no such call");
    const { body } = content;
    const kept = body && withoutFields(body, counterpart.withoutFields ?? []);
    return request(counterpart.route, { ...content, ...(kept ? { body: kept } : {}) }, options);
  };

  /** Finds a comment in the list of changes, because guests cannot request a single comment. */
  async function findComment({ id }: { id: string }): Promise<CommentView> {
    let since = 0;
    let found: CommentView | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = (await request(routes.listGuestChanges, {
        query: { since: String(since) },
      } as CallContent)) as ResponseOf<typeof routes.listGuestChanges>;
      found = page.comments.find((comment) => comment.uuid === id) ?? found;
      hasMore = page.hasMore && page.seq > since;
      since = page.seq;
    }
    if (!found) throw new AppError("comment_not_found", "No such comment");
    return found;
  }
  return (route, content, options) => call(route, content as CallContent, options) as Promise<never>;
}

const withoutFields = (body: unknown, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(body as object).filter(([field]) => !fields.includes(field)));
