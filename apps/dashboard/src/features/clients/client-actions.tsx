import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import type { ClientView } from "@shoal/contract";
import {
  IconClockCancel,
  IconClockX,
  IconDots,
  IconEye,
  IconPencil,
  IconServer2,
  IconShieldLock,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClientDeletion } from "./use-client-deletion.tsx";
import { useViewClient } from "./use-view-client.ts";

/** Shows the actions of an administrator on a client. */
export function ClientActions({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const { uuid, clientname } = client;
  const view = useViewClient(client);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={15} />}
        aria-label={t("clients.viewAs", { clientname })}
        loading={view.isPending}
        onClick={() => view.mutate()}
      >
        {t("clients.view")}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("shared.actionsFor", { name: clientname })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <PageLinkItems uuid={uuid} />
          <Menu.Divider />
          <ClientEndItems client={client} />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** Links to the parts of the client's page, and to its users. */
function PageLinkItems({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item component={Link} to={`/admin/${uuid}`} leftSection={<IconPencil size={16} />}>
        {t("clients.edit")}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={`/admin/${uuid}?tab=authorizations`}
        leftSection={<IconShieldLock size={16} />}
      >
        {t("clients.tabs.authorizations")}
      </Menu.Item>
      <Menu.Item component={Link} to={`/admin/${uuid}?tab=delivery`} leftSection={<IconServer2 size={16} />}>
        {t("clients.tabs.delivery")}
      </Menu.Item>
      <Menu.Item component={Link} to={`/manageuser?client=${uuid}`} leftSection={<IconUsers size={16} />}>
        {t("clients.users")}
      </Menu.Item>
    </>
  );
}

function ClientEndItems({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const { confirmPlan, confirmKeep, confirmDelete, isOwn } = useClientDeletion(client);
  return (
    <>
      {client.dataToDelete ? (
        <Menu.Item leftSection={<IconClockCancel size={16} />} onClick={confirmKeep}>
          {t("clients.keep")}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconClockX size={16} />} disabled={isOwn} onClick={confirmPlan}>
          {t("clients.plan")}
        </Menu.Item>
      )}
      <Menu.Item
        c="var(--shoal-bad)"
        leftSection={<IconTrash size={16} />}
        disabled={isOwn}
        onClick={confirmDelete}
      >
        {t("clients.delete")}
      </Menu.Item>
    </>
  );
}
