import type { ReviewLinkView } from "@shoal/contract";
import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { ReviewLinkForm } from "./review-link-form.tsx";

/** @param link the one that is changed; a new one without it. */
export function openReviewLink(id: string, link?: ReviewLinkView): void {
  const closing = openDialog({
    title: i18next.t(link ? "reviewLinks.editTitle" : "reviewLinks.newTitle"),
    size: "lg",
    children: <ReviewLinkForm id={id} link={link} onEnd={() => void closing.then((close) => close())} />,
  });
  // A failure to load it has been shown.
  closing.catch(() => undefined);
}
