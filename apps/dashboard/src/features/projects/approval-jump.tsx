import { Button, UnstyledButton } from "@mantine/core";
import type { ProjectView } from "@shoal/contract";
import { IconGavel } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { APPROVAL_ID } from "./approval-panel.tsx";
import { approvalQuery } from "./approval-query.ts";
import { StatusBadge } from "./projects-page.tsx";

interface ApprovalJumpProps {
  project: ProjectView;
  /** The number of the version under review. */
  version: number;
}

/** Shows the status of the project, with a link to the approval section below the player. Reviewers can also enter their decision here. */
export function ApprovalJump({ project, version }: ApprovalJumpProps) {
  const { t } = useTranslation();
  const { data } = useQuery(approvalQuery(project.uuid, version));
  if (!data) return <StatusBadge status={project.status} />;
  if (data.isAwaited)
    return (
      <Button leftSection={<IconGavel size={17} />} onClick={goToApproval}>
        {t("projects.approval.decideNow")}
      </Button>
    );
  return (
    <UnstyledButton onClick={goToApproval} aria-label={t("projects.approval.goTo")}>
      <StatusBadge status={project.status} />
    </UnstyledButton>
  );
}

function goToApproval(): void {
  const panel = document.getElementById(APPROVAL_ID);
  panel?.scrollIntoView({ block: "start" });
  panel?.focus({ preventScroll: true });
}
