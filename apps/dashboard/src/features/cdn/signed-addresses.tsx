import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type CdnEntryView, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { CDN_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

/** The time for which the previous secret stays valid, in seconds. */
const GRACE_PERIODS_SEC = { none: 0, hour: 3_600, day: 86_400 } as const;
const GRACE_PERIODS = ["none", "hour", "day"] as const;

/** Edits whether URLs must be signed, and the secrets that sign them. */
export function SignedAddresses({ entry, isReadOnly }: { entry: CdnEntryView; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [grace, setGrace] = useState<keyof typeof GRACE_PERIODS_SEC>("hour");
  const params = { id: entry.uuid };
  const readAgain = () => queries.invalidateQueries({ queryKey: [CDN_KEY] });
  const renewing = useMutation({
    mutationFn: () => call(routes.renewCdnSecret, { params, body: { graceSec: GRACE_PERIODS_SEC[grace] } }),
    onError: (error) => notify.failure({ title: t("cdn.faults.update"), message: errorText(error) }),
    onSettled: readAgain,
  });
  const isOn = entry.secrets.length > 0;
  const old = entry.secrets.find(({ endsAt }) => endsAt !== null);
  const askRemoval = () =>
    askConfirmation({
      title: t("cdn.secrets.removeTitle"),
      text: t("cdn.secrets.removeText"),
      confirm: t("cdn.secrets.remove"),
      isDangerous: true,
      async run() {
        await call(routes.removeCdnSecrets, { params });
        renewing.reset();
        await readAgain();
      },
    });
  return (
    <Stack gap="sm">
      <Text size="sm">{t(isOn ? "cdn.secrets.on" : "cdn.secrets.off")}</Text>
      {old?.endsAt && (
        <Text size="sm" c="dimmed">
          {t("cdn.secrets.oldUntil", { date: formatDateTime(old.endsAt) })}
        </Text>
      )}
      <div role="status">
        {renewing.data && (
          <Alert color="orange" title={t("cdn.secrets.once")}>
            <CopyField
              label={t("cdn.secrets.secret")}
              value={renewing.data.secret}
              copied={t("cdn.secrets.copied")}
            />
          </Alert>
        )}
      </div>
      {!isReadOnly && (
        <Group gap="sm" align="flex-end">
          {isOn && (
            <NativeSelect
              label={t("cdn.secrets.grace")}
              value={grace}
              data={GRACE_PERIODS.map((value) => ({ value, label: t(`cdn.secrets.graces.${value}`) }))}
              onChange={(event) => setGrace(event.currentTarget.value as keyof typeof GRACE_PERIODS_SEC)}
            />
          )}
          <Button variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
            {t(isOn ? "cdn.secrets.renew" : "cdn.secrets.make")}
          </Button>
          {isOn && (
            <Button variant="subtle" color="red" onClick={askRemoval}>
              {t("cdn.secrets.remove")}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
