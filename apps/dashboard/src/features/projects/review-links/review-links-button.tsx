import { Button } from "@mantine/core";
import type { ProjectView } from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import { IconUserShare } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { openReviewLinks } from "./open-review-links.tsx";

/** Leads to the links of a project, for those who may manage them; also of an archived one, whose links let nobody in. */
export function ReviewLinksButton({ project }: { project: ProjectView }) {
  const { t } = useTranslation();
  if (!canInProject(project.role, "manageReviewLinks", { isArchived: false })) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconUserShare size={17} />}
      onClick={() => openReviewLinks(project.uuid)}
    >
      {t("reviewLinks.title")}
    </Button>
  );
}
