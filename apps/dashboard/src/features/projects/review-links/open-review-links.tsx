import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
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
