import { AppError, MAX_COMMENT_MENTIONS, MAX_COMMENT_TEXT_LENGTH, routes } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mentionsIn } from "../../../components/mentions/mentions.ts";
import { errorText } from "../../../lib/error-text.ts";
import { useReview } from "../review-context.ts";
import { useCommentsContext } from "./comments-context.ts";
import type { ComposerStore } from "./composer-store.ts";
import { usePeople } from "./use-people.ts";

/**
 * Returns a function that sends a comment, whose text stays in the field until the server has received it.
 * @param parent the comment to which it replies.
 */
export function useSendComment(composer: ComposerStore, parent?: string) {
  const { t } = useTranslation();
  const { project, version, call } = useReview();
  const { store, sender, recordSent } = useCommentsContext();
  const people = usePeople();
  const [fault, setFault] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  /** Sends the comment. @param files are attached after the comment was created. A comment without text gets their names as its text. */
  async function send(files: readonly File[] = []): Promise<boolean> {
    if (isSending || !(composer.hasContent() || files.length > 0)) return false;
    const written = composer.content();
    const text =
      written.text ||
      files
        .map(({ name }) => name)
        .join(", ")
        .slice(0, MAX_COMMENT_TEXT_LENGTH);
    const content = { ...written, text };
    const names = people.map(({ username }) => username);
    const mentions = mentionsIn(content.text, names);
    if (mentions.length > MAX_COMMENT_MENTIONS) {
      setFault(t("comments.tooManyMentions", { count: MAX_COMMENT_MENTIONS }));
      return false;
    }
    setIsSending(true);
    setFault(undefined);
    try {
      const params = { id: project.uuid, n: String(version.number) };
      const body = { ...content, mentions, parent: parent ?? null };
      const made = await call(routes.createComment, { params, body });
      store.merge(made);
      recordSent(made.uuid);
      composer.finish(written);
      sender.add(made.uuid, files);
      return true;
    } catch (error) {
      const isGone = parent !== undefined && error instanceof AppError && error.code === "comment_not_found";
      setFault(isGone ? t("comments.notFound") : errorMessageOf(error));
      return false;
    } finally {
      setIsSending(false);
    }
  }
  return { send, fault, isSending, people };
}

/** Returns the message of an error; if a field was rejected, the field's message. */
function errorMessageOf(error: unknown): string {
  const reason = error instanceof AppError ? error.fields?.[0]?.reason : undefined;
  return reason ? `${errorText(error)} ${reason}` : errorText(error);
}
