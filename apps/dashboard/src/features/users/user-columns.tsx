import { Anchor, Badge, Group, Text, Tooltip } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { IconCircleCheckFilled, IconClockExclamation } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { roleName } from "../../components/people/role-texts.ts";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { formatDateTime, formatDay } from "../../lib/dates.ts";
import { meQuery } from "../../lib/queries.ts";
import { UserActions, useCanChangeUser } from "./user-actions.tsx";
import classes from "./users-page.module.css";
import type { UserScope, UserSortField } from "./users-query.ts";

/** Returns the columns of the list of users; only administrators see the client's name. */
export function useUserColumns(
  scope: UserScope,
  onEdit: (user: UserView) => void,
): Column<UserView, UserSortField>[] {
  const { t } = useTranslation();
  const client: Column<UserView, UserSortField> = {
    key: "client",
    title: t("users.client"),
    cell: (user) => user.client_infos[0]?.clientname,
  };
  return [
    {
      key: "username",
      title: t("users.username"),
      sortBy: "username",
      cell: (user) => <Username user={user} onEdit={onEdit} />,
    },
    { key: "name", title: t("users.name"), sortBy: "name", cell: ({ name }) => name ?? <EmptyCell /> },
    { key: "email", title: t("users.email"), sortBy: "email", cell: (user) => <EmailCell user={user} /> },
    ...(scope === "all" ? [client] : []),
    {
      key: "roles",
      title: t("users.role"),
      cell: ({ roles }) => (roles.length > 0 ? roles.map(roleName).join(", ") : <EmptyCell />),
    },
    { key: "status", title: t("users.status"), cell: (user) => <StatusCell user={user} /> },
    {
      key: "lastLoginAt",
      title: t("users.lastLogin"),
      sortBy: "lastLoginAt",
      firstDirection: -1,
      cell: ({ lastLoginAt }) => (lastLoginAt ? <DateCell at={lastLoginAt} /> : t("shared.never")),
    },
    {
      key: "createdAt",
      title: t("users.created"),
      sortBy: "createdAt",
      firstDirection: -1,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt)} className={classes.when}>
          {formatDay(createdAt)}
        </time>
      ),
    },
    {
      key: "actions",
      title: t("shared.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (user) => <UserActions scope={scope} user={user} onEdit={() => onEdit(user)} />,
    },
  ];
}

function Username({ user, onEdit }: { user: UserView; onEdit: (user: UserView) => void }) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  const mayChange = useCanChangeUser(user);
  return (
    <Group gap={6} component="span">
      {mayChange ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          ta="start"
          c="light-dark(var(--mantine-color-sea-7), var(--mantine-color-sea-3))"
          onClick={() => onEdit(user)}
        >
          {user.username}
        </Anchor>
      ) : (
        <Text span size="sm" fw={600}>
          {user.username}
        </Text>
      )}
      {me?.uuid === user.uuid && (
        <Badge size="sm" variant="default" tt="none">
          {t("users.you")}
        </Badge>
      )}
    </Group>
  );
}

const EmptyCell = () => (
  <Text span c="dimmed" aria-hidden>
    –
  </Text>
);

const DateCell = ({ at }: { at: string }) => (
  <time dateTime={at} className={classes.when}>
    {formatDateTime(at)}
  </time>
);

function EmailCell({ user }: { user: UserView }) {
  const { t } = useTranslation();
  if (!user.email) return <EmptyCell />;
  const text = t(user.emailVerified ? "users.verified" : "users.unverified");
  const Icon = user.emailVerified ? IconCircleCheckFilled : IconClockExclamation;
  return (
    <span className={classes.email}>
      <Tooltip label={text} events={{ hover: true, focus: true, touch: true }}>
        <span className={classes.verified} data-verified={user.emailVerified} role="img" aria-label={text}>
          <Icon size={16} aria-hidden />
        </span>
      </Tooltip>
      {user.email.split("@")[0]}
      <wbr />@{user.email.split("@").slice(1).join("@")}
    </span>
  );
}

function StatusCell({ user }: { user: UserView }) {
  const { t } = useTranslation();
  return (
    <span className={classes.status} data-active={user.activated}>
      {t(user.activated ? "users.active" : "users.invitedStatus")}
    </span>
  );
}
