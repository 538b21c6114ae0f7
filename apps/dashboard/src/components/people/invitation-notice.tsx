import { Alert, Stack, Text } from "@mantine/core";
import type { Invitation } from "@shoal/contract";
import { IconMailCheck, IconMailOff } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../lib/dates.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { openDialog } from "../ui/dialogs/dialogs.tsx";

/** Shows a renewed activation link, for handing it over to the invited user. */
export function showInvitation(t: TFunction, invitation: Invitation): void {
  openDialog({
    title: t("users.renewed", { username: invitation.user.username }),
    children: <InvitationNotice invitation={invitation} />,
  }).catch(() => undefined);
}

/** Shows the activation link of an invited user, until when it works, and whether it was mailed. */
export function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const { activationLink, expiresAt, isMailed, user } = invitation;
  return (
    <Stack gap="sm">
      <Alert
        color={isMailed ? "teal" : "orange"}
        icon={isMailed ? <IconMailCheck /> : <IconMailOff />}
        title={isMailed ? t("users.mailed", { email: user.email }) : t("users.notMailed")}
      >
        <Text size="sm">{t("users.linkHint", { date: formatDateTime(expiresAt) })}</Text>
      </Alert>
      <CopyField label={t("users.link")} value={activationLink} copied={t("users.linkCopied")} />
    </Stack>
  );
}
