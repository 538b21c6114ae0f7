import { Alert, Anchor, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { AppError, type ProjectView, type VersionView } from "@shoal/contract";
import { canInProject, nameInLanguage } from "@shoal/domain";
import { IconFolderOff, IconPlus, IconSettings, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { projectQuery, versionsQuery } from "../../lib/projects.ts";
import { ApprovalJump } from "./approval-jump.tsx";
import { ApprovalPanel } from "./approval-panel.tsx";
import { openNewVersionDialog, openPeopleDialog, openSettingsDialog } from "./project-dialogs.tsx";
import classes from "./projects.module.css";
import { StatusBadge } from "./projects-page.tsx";
import { ReviewLinksButton } from "./review-links/review-links-button.tsx";
import { VersionMenu } from "./version-menu.tsx";

/** Renders the review of a version. The route passes this function. */
export type RenderReview = (props: {
  project: ProjectView;
  version: VersionView;
  versions: readonly VersionView[];
  /** Content below the player. */
  children: ReactNode;
}) => ReactNode;

/** Shows a project with one of its versions (§2, /vireed/{projectId}/{version}). */
export function ProjectPage({ review }: { review: RenderReview }) {
  const { projectId = "", version = "" } = useParams();
  const project = useQuery(projectQuery(projectId));
  const versions = useQuery(versionsQuery(projectId));
  const error = project.error ?? versions.error;
  // Replaces even a project that is already displayed, so that people who have left the project no longer see it.
  if (error instanceof AppError && ["project_not_found", "forbidden", "bad_request"].includes(error.code))
    return <ProjectMissing />;
  if (!project.data || !versions.data) {
    const retry = () => Promise.all([project.refetch(), versions.refetch()]);
    return error ? <ErrorState error={error} onRetry={retry} /> : <PageSkeleton />;
  }
  return (
    <ProjectContent
      project={project.data}
      versions={versions.data}
      number={Number(version)}
      review={review}
    />
  );
}

function ProjectMissing() {
  const { t } = useTranslation();
  return (
    <EmptyState
      isPage
      icon={<IconFolderOff size={34} />}
      title={t("projects.gone")}
      text={t("projects.goneHint")}
    >
      <Button component={Link} to="/vireed">
        {t("projects.back")}
      </Button>
    </EmptyState>
  );
}

interface ProjectContentProps {
  project: ProjectView;
  versions: VersionView[];
  /** The number of the version in the URL. */
  number: number;
  review: RenderReview;
}

function ProjectContent({ project, versions, number, review }: ProjectContentProps) {
  const { t, i18n } = useTranslation();
  const shown =
    versions.find((each) => each.number === number) ??
    versions.find(({ isCurrent }) => isCurrent) ??
    versions[0];
  const isArchived = project.status === "archived";
  return (
    <>
      <PageHeader
        title={project.name}
        note={t("projects.ownedBy", { name: nameInLanguage(project.owner, i18n.language) })}
      >
        <Group gap="xs">
          {shown && <VersionMenu project={project} versions={versions} shown={shown.number} />}
          {shown ? (
            <ApprovalJump project={project} version={shown.number} />
          ) : (
            <StatusBadge status={project.status} />
          )}
        </Group>
        <Button
          variant="default"
          leftSection={<IconUsers size={17} />}
          onClick={() => openPeopleDialog(project.uuid)}
        >
          {t("projects.people")}
        </Button>
        <ReviewLinksButton project={project} />
        <Button
          variant="default"
          leftSection={<IconSettings size={17} />}
          onClick={() => openSettingsDialog(project.uuid)}
        >
          {t("projects.settings")}
        </Button>
      </PageHeader>
      {isArchived && (
        <Alert mb="md" color="gray">
          {t("projects.archivedNote")}
        </Alert>
      )}
      {shown ? (
        <Fragment key={`${shown.number} ${shown.uuidVideo}`}>
          {review({
            project,
            version: shown,
            versions,
            children: (
              <>
                <VersionDetails version={shown} project={project} />
                <ApprovalPanel project={project} version={shown.number} />
                <OtherVersions project={project} versions={versions} shown={shown} />
              </>
            ),
          })}
        </Fragment>
      ) : (
        <OtherVersions project={project} versions={versions} shown={shown} />
      )}
    </>
  );
}

function VersionDetails({ version, project }: { version: VersionView; project: ProjectView }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" className={classes.words}>
        {t("projects.published", {
          number: version.number,
          name: version.publisher,
          date: formatDateTime(version.createdDate),
        })}
      </Text>
      {version.description && <Text className={classes.words}>{version.description}</Text>}
      {project.description && (
        <Text size="sm" className={classes.words}>
          {project.description}
        </Text>
      )}
    </Stack>
  );
}

interface OtherVersionsProps {
  project: ProjectView;
  versions: VersionView[];
  shown: VersionView | undefined;
}

function OtherVersions({ project, versions, shown }: OtherVersionsProps) {
  const { t } = useTranslation();
  const isArchived = project.status === "archived";
  const mayManage = canInProject(project.role, "manageVersions", { isArchived });
  return (
    <Panel title={t("projects.versions")}>
      <ol className={classes.list}>
        {versions.map((version) => (
          <li key={version.number} className={classes.row}>
            <div>
              <Anchor
                component={Link}
                to={`/vireed/${project.uuid}/${version.number}`}
                aria-current={version.number === shown?.number ? "page" : undefined}
                fw={version.number === shown?.number ? 700 : 500}
                className={classes.words}
              >
                {t("projects.version", { number: version.number })}
              </Anchor>
              <Text size="xs" c="dimmed" className={classes.words}>
                {version.video.title}
              </Text>
            </div>
            <Group gap={6}>
              {version.isCurrent && <Badge variant="default">{t("projects.current")}</Badge>}
              {version.video.state !== "playable" && (
                <Badge variant="default">{t(`projects.videoStates.${version.video.state}`)}</Badge>
              )}
              {mayManage && (
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={t("projects.editVersion", { number: version.number })}
                  onClick={() => openNewVersionDialog(project.uuid, version)}
                >
                  {t("projects.edit")}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ol>
      {mayManage && (
        <Button
          variant="default"
          leftSection={<IconPlus size={17} />}
          onClick={() => openNewVersionDialog(project.uuid)}
        >
          {t("projects.newVersion")}
        </Button>
      )}
    </Panel>
  );
}
