import { ActionIcon, Alert, Badge, Button, Group, Menu, Skeleton, Stack, Text } from "@mantine/core";
import { type ReviewLinkView, routes } from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import {
  IconCopy,
  IconDots,
  IconLinkPlus,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUserShare,
} from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { EmptyState, ErrorState } from "../../../components/ui/states.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { PROJECTS_KEY } from "../../../lib/list-keys.ts";
import { notify } from "../../../lib/notify.ts";
import { projectQuery } from "../../../lib/projects.ts";
import { call } from "../../../lib/session.ts";
import { useCopy } from "../../../lib/use-copy.ts";
import classes from "../projects.module.css";
import { ReviewLinkForm } from "./review-link-form.tsx";
import ownClasses from "./review-links.module.css";
import { reviewLinksQuery } from "./review-links-query.ts";

/** Lists the links by which people without an account review a project's versions, with their actions. */
export function ReviewLinks({ id }: { id: string }) {
  const { t } = useTranslation();
  const project = useQuery(projectQuery(id));
  const links = useQuery(reviewLinksQuery(id));
  const error = links.error ?? project.error;
  if (error && !links.data) return <ErrorState error={error} onRetry={links.refetch} />;
  if (!links.data || !project.data)
    return (
      <Stack role="status" aria-label={t("app.loading")}>
        <Skeleton h={92} radius="md" />
        <Skeleton h={92} radius="md" />
      </Stack>
    );
  const isArchived = project.data.status === "archived";
  const mayChange = canInProject(project.data.role, "manageReviewLinks", { isArchived });
  const create = mayChange && (
    <Button leftSection={<IconLinkPlus size={17} />} onClick={() => openReviewLinkDialog(id)}>
      {t("reviewLinks.create")}
    </Button>
  );
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("reviewLinks.intro")}
      </Text>
      {isArchived && <Alert color="gray">{t("reviewLinks.archived")}</Alert>}
      {links.data.length === 0 ? (
        <EmptyState
          icon={<IconUserShare size={34} />}
          title={t("reviewLinks.empty")}
          text={t("reviewLinks.emptyHint")}
        >
          {create}
        </EmptyState>
      ) : (
        <>
          <Group justify="flex-end">{create}</Group>
          <ul className={classes.list} aria-label={t("reviewLinks.title")}>
            {links.data.map((link) => (
              <li key={link.uuid} className={ownClasses.link}>
                <ReviewLinkRow project={id} link={link} mayChange={mayChange} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

interface ReviewLinkRowProps {
  /** Uuid of the project. */
  project: string;
  link: ReviewLinkView;
  mayChange: boolean;
}

function ReviewLinkRow({ project, link, mayChange }: ReviewLinkRowProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { url, lastUsedAt, endsAt } = link;
  const name = link.label || t("reviewLinks.unnamed");
  const facts = [
    link.version === null ? t("reviewLinks.newest") : t("reviewLinks.versionOf", { number: link.version }),
    endsAt === null
      ? t("reviewLinks.noEnd")
      : t(link.state === "ended" ? "reviewLinks.ended" : "reviewLinks.ends", {
          date: formatDateTime(endsAt),
        }),
    t("reviewLinks.guests", { count: link.guestCount }),
    lastUsedAt === null
      ? t("reviewLinks.neverUsed")
      : t("reviewLinks.lastUsed", { date: formatDateTime(lastUsedAt) }),
  ];
  return (
    <>
      <div className={ownClasses.head}>
        <div className={ownClasses.name}>
          <Group gap={8}>
            <Text fw={600}>{name}</Text>
            <Badge variant={link.state === "active" ? "light" : "default"}>
              {t(`reviewLinks.states.${link.state}`)}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {t("reviewLinks.createdBy", { name: link.createdBy, date: formatDateTime(link.createdAt) })}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          {url !== null && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCopy size={15} />}
              aria-label={t("reviewLinks.copyName", { name })}
              onClick={() => copy(url, t("reviewLinks.copied"))}
            >
              {t("reviewLinks.copy")}
            </Button>
          )}
          {mayChange && <LinkMenu project={project} link={link} name={name} />}
        </Group>
      </div>
      <Text size="sm">{facts.join(" · ")}</Text>
      <Group gap={6}>
        <Badge variant="default">{t(link.mayComment ? "reviewLinks.comments" : "reviewLinks.watches")}</Badge>
        {link.mayDownload && <Badge variant="default">{t("reviewLinks.downloads")}</Badge>}
        {link.hasWatermark && <Badge variant="default">{t("reviewLinks.watermarked")}</Badge>}
        {link.asksEmail && <Badge variant="default">{t("reviewLinks.asksEmail")}</Badge>}
        {link.hasPassword && <Badge variant="default">{t("reviewLinks.password")}</Badge>}
      </Group>
      {url === null && (
        <Text size="sm" c="var(--shoal-warning)">
          {t("reviewLinks.noAddress")}
        </Text>
      )}
    </>
  );
}

function LinkMenu({ project, link, name }: { project: string; link: ReviewLinkView; name: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: project, link: link.uuid };
  const readAgain = () => queries.invalidateQueries({ queryKey: [PROJECTS_KEY, "reviewLinks", project] });
  async function turn(): Promise<void> {
    try {
      const body = { revision: link.revision, isOn: !link.isOn };
      await call(routes.updateReviewLink, { params, body });
      notify.success({ message: t(link.isOn ? "reviewLinks.turnedOff" : "reviewLinks.turnedOn", { name }) });
    } catch (error) {
      notify.failure({ message: errorText(error) });
    } finally {
      await readAgain();
    }
  }
  const confirmRevoke = () =>
    askConfirmation({
      title: t("reviewLinks.revokeTitle", { name }),
      text: t("reviewLinks.revokeText"),
      confirm: t("reviewLinks.revokeNow"),
      isDangerous: true,
      async run() {
        await call(routes.deleteReviewLink, { params });
        notify.success({ message: t("reviewLinks.revoked", { name }) });
        await readAgain();
      },
    });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={34} aria-label={t("reviewLinks.more", { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openReviewLinkDialog(project, link)}>
          {t("reviewLinks.edit")}
        </Menu.Item>
        <Menu.Item
          leftSection={link.isOn ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          onClick={() => void turn()}
        >
          {t(link.isOn ? "reviewLinks.turnOff" : "reviewLinks.turnOn")}
        </Menu.Item>
        <Menu.Item c="var(--shoal-bad)" leftSection={<IconTrash size={16} />} onClick={confirmRevoke}>
          {t("reviewLinks.revoke")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opens the form for a link. @param link the link to edit; undefined to create a link. */
function openReviewLinkDialog(id: string, link?: ReviewLinkView): void {
  const closing = openDialog({
    title: i18next.t(link ? "reviewLinks.editTitle" : "reviewLinks.newTitle"),
    size: "lg",
    children: <ReviewLinkForm id={id} link={link} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}
