import { Button } from "@mantine/core";
import type { ProjectView } from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import { IconUserShare } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { openReviewLinksDialog } from "./open-review-links.tsx";

/**
 * The button that opens the review links of a project, for users who may manage them. It is also shown for archived projects, although
 * their links admit nobody.
 */
export function ReviewLinksButton({ project }: { project: ProjectView }) {
  const { t } = useTranslation();
  if (!canInProject(project.role, "manageReviewLinks", { isArchived: false })) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconUserShare size={17} />}
      onClick={() => openReviewLinksDialog(project.uuid)}
    >
      {t("reviewLinks.title")}
    </Button>
  );
}
