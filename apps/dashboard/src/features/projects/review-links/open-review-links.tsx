import i18next from "i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { ReviewLinks } from "./review-links.tsx";

/** Opens the review links of a project in a window over its page. */
export function openReviewLinksDialog(id: string): void {
  openDialog({
    title: i18next.t("reviewLinks.title"),
    size: "xl",
    children: <ReviewLinks id={id} />,
    // Ignores the rejection: the user has already been informed that the window could not be loaded.
  }).catch(() => undefined);
}
