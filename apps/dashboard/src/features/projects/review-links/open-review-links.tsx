import type { ReviewLinkView } from "@shoal/contract";
import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { ReviewLinkForm } from "./review-link-form.tsx";
import { ReviewLinks } from "./review-links.tsx";

/** The links of a project, in a window over its page. */
export function openReviewLinks(id: string): void {
  openDialog({
    title: i18next.t("reviewLinks.title"),
    size: "xl",
    children: <ReviewLinks id={id} />,
    // The reader was told when it could not be fetched.
  }).catch(() => undefined);
}

/** @param link the one that is changed; a new one without it. */
export function openReviewLink(id: string, link?: ReviewLinkView): void {
  const closing = openDialog({
    title: i18next.t(link ? "reviewLinks.editTitle" : "reviewLinks.newTitle"),
    size: "lg",
    children: <ReviewLinkForm id={id} link={link} onEnd={() => void closing.then((close) => close())} />,
  });
  closing.catch(() => undefined);
}
