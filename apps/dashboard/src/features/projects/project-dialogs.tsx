import type { ApprovalView, VersionView } from "@shoal/contract";
import i18next from "i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { ProjectPeople } from "./project-people.tsx";
import { ProjectSettings } from "./project-settings.tsx";
import { ReviewersForm } from "./reviewers-form.tsx";
import { VersionForm } from "./version-form.tsx";

function openProjectDialog(title: string, children: (onEnd: () => void) => React.ReactNode): void {
  const closing = openDialog({
    title,
    size: "lg",
    children: children(() => void closing.then((close) => close())),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

export const openPeopleDialog = (id: string) =>
  openProjectDialog(i18next.t("projects.people"), () => <ProjectPeople id={id} />);

export const openSettingsDialog = (id: string) =>
  openProjectDialog(i18next.t("projects.settings"), (onEnd) => <ProjectSettings id={id} onEnd={onEnd} />);

/** Opens the form for the reviewers of a version. @param approval the current reviewers and their decisions. */
export const openReviewersDialog = (id: string, approval: ApprovalView) =>
  openProjectDialog(i18next.t("projects.approval.choose"), (onEnd) => (
    <ReviewersForm id={id} approval={approval} onEnd={onEnd} />
  ));

/** Opens the form for a version. @param version the version to edit; undefined to create a version. */
export const openNewVersionDialog = (id: string, version?: VersionView) =>
  openProjectDialog(
    version
      ? i18next.t("projects.editVersion", { number: version.number })
      : i18next.t("projects.newVersion"),
    (onEnd) => <VersionForm id={id} version={version} onEnd={onEnd} />,
  );
