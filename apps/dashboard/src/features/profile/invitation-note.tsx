import { Button, Group, Stack, Text } from "@mantine/core";
import type { Invitation } from "@shoal/contract";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { dateOf } from "../../lib/dates.ts";

/** Shows the activation link of somebody who is invited, to be handed over. */
export function showInvitation(t: TFunction, invitation: Invitation): void {
  const closing = openDialog({
    title: t("profile.team.createdTitle", { name: nameOf(invitation) }),
    children: <InvitationNote invitation={invitation} onEnd={() => void closing.then((close) => close())} />,
  });
}

const nameOf = ({ user }: Invitation) => user.name || user.username;

function InvitationNote({ invitation, onEnd }: { invitation: Invitation; onEnd: () => void }) {
  const { t } = useTranslation();
  const { user, activationLink, expiresAt, isMailed } = invitation;
  return (
    <Stack>
      <Text size="sm">
        {isMailed ? t("profile.team.mailed", { email: user.email }) : t("profile.team.handOver")}
      </Text>
      <CopyField
        label={t("profile.team.link")}
        value={activationLink}
        copied={t("profile.team.linkCopied")}
      />
      <Text size="sm" c="dimmed">
        {t("profile.team.linkHint", { date: dateOf(expiresAt), name: nameOf(invitation) })}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onEnd}>{t("profile.team.done")}</Button>
      </Group>
    </Stack>
  );
}
