import { type CommentView, routes } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { useReview } from "../review-context.ts";
import { useCommentsContext } from "./comments-context.ts";

/** Returns the functions that a comment's buttons call. Failures are shown as notifications. */
export function useCommentActions() {
  const { t } = useTranslation();
  const { store, setUndoable } = useCommentsContext();
  const { project, version, call, guest } = useReview();
  const copy = useCopy();
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      notify.failure({ message: errorText(error) });
      void store.catchUp();
    }
  }
  return {
    resolve: (uuid: string, isResolved: boolean) =>
      attempt(async () => {
        store.merge(await call(routes.resolveComment, { params: { id: uuid }, body: { isResolved } }));
      }),
    react: (uuid: string, emoji: string, isOn: boolean) =>
      attempt(async () => {
        store.merge(await call(routes.reactToComment, { params: { id: uuid }, body: { emoji, isOn } }));
      }),
    remove: ({ uuid }: CommentView) =>
      attempt(async () => {
        await call(routes.deleteComment, { params: { id: uuid } });
        setUndoable(uuid, true);
        store.applyDeleted(uuid);
      }),
    restore: (uuid: string) =>
      attempt(async () => {
        store.merge(await call(routes.restoreComment, { params: { id: uuid } }));
        setUndoable(uuid, false);
      }),
    copyLink(uuid: string): void {
      const { origin, pathname } = window.location;
      const own = `${origin}${pathname}#/vireed/${project.uuid}/${version.number}?comment=${uuid}`;
      copy(guest?.addressOf(uuid) ?? own, t("comments.linkCopied"));
    },
  };
}
export type CommentActions = ReturnType<typeof useCommentActions>;
