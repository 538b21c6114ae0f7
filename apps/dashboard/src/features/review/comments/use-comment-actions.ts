import { type CommentView, routes } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import { useReview } from "../review-context.ts";
import { useNotes } from "./notes-context.ts";

/** What can be done with a comment at the press of a button; a failure is a notice. */
export function useCommentActions() {
  const { t } = useTranslation();
  const { store, setUndoable } = useNotes();
  const { project, version } = useReview();
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
        store.take(await call(routes.resolveComment, { params: { id: uuid }, body: { isResolved } }));
      }),
    react: (uuid: string, emoji: string, isOn: boolean) =>
      attempt(async () => {
        store.take(await call(routes.reactToComment, { params: { id: uuid }, body: { emoji, isOn } }));
      }),
    remove: ({ uuid }: CommentView) =>
      attempt(async () => {
        await call(routes.deleteComment, { params: { id: uuid } });
        setUndoable(uuid, true);
        store.takeDeleted(uuid);
      }),
    restore: (uuid: string) =>
      attempt(async () => {
        store.take(await call(routes.restoreComment, { params: { id: uuid } }));
        setUndoable(uuid, false);
      }),
    copyLink(uuid: string): void {
      const { origin, pathname } = window.location;
      copy(
        `${origin}${pathname}#/vireed/${project.uuid}/${version.number}?comment=${uuid}`,
        t("comments.linkCopied"),
      );
    },
  };
}
export type CommentActions = ReturnType<typeof useCommentActions>;
