import { Alert, Stack, Text } from "@mantine/core";
import type { Invitation } from "@shoal/contract";
import { IconMailCheck, IconMailOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { dateOf } from "../../lib/dates.ts";

/** The activation link of an invited user: to hand over, until when it works, and whether it was mailed. */
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
        <Text size="sm">{t("users.linkHint", { date: dateOf(expiresAt) })}</Text>
      </Alert>
      <CopyField label={t("users.link")} value={activationLink} copied={t("users.linkCopied")} />
    </Stack>
  );
}
