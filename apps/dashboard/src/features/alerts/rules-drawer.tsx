import { Drawer, Stack, Switch, Text, Title } from "@mantine/core";
import { ALERT_CLOSES_AFTER_SEC, ALERT_OPENS_AFTER_SEC, type AlertSettings, routes } from "@shoal/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { UnsavedContext } from "../../components/ui/form/unsaved.ts";
import { useConfirmedClose } from "../../components/ui/form/use-confirmed-close.ts";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { alertSettingsQuery } from "./alerts-queries.ts";
import { RulesForm } from "./rules-form.tsx";

interface RulesDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Edits the conditions under which alerts open, and whether they are emailed. */
export function RulesDrawer({ isOpen, onClose }: RulesDrawerProps) {
  const { t } = useTranslation();
  const { drawer, note } = useConfirmedClose(onClose);
  return (
    <Drawer
      opened={isOpen}
      {...drawer}
      position="right"
      size={520}
      title={
        <Text component="span" fw={650} fz="lg">
          {t("alerts.settings.open")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <UnsavedContext value={note}>
        <RulesDrawerBody onClose={onClose} />
      </UnsavedContext>
    </Drawer>
  );
}

function RulesDrawerBody({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(alertSettingsQuery);
  const mayChange = useCan("manager");
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton blocks={2} />;
  const minutes = { opens: ALERT_OPENS_AFTER_SEC / 60, closes: ALERT_CLOSES_AFTER_SEC / 60 };
  return (
    <Stack gap="xl">
      <MailSwitch settings={data} />
      <Stack gap="md" component="section" aria-labelledby="alert-rules">
        <div>
          <Title order={3} size="h5" id="alert-rules">
            {t("alerts.settings.title")}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {t("alerts.settings.text", minutes)}
          </Text>
          {!mayChange && (
            <Text size="sm" mt={8}>
              {t("alerts.settings.readOnly")}
            </Text>
          )}
        </div>
        <RulesForm settings={data} isReadOnly={!mayChange} onClose={onClose} />
      </Stack>
    </Stack>
  );
}

function MailSwitch({ settings }: { settings: AlertSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const choose = useMutation({
    mutationFn: (isMailWanted: boolean) => call(routes.saveAlertMails, { body: { isMailWanted } }),
    onSuccess: (saved) => queries.setQueryData(alertSettingsQuery.queryKey, saved),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Stack gap="sm" component="section" aria-labelledby="alert-mails">
      <Title order={3} size="h5" id="alert-mails">
        {t("alerts.settings.mails")}
      </Title>
      <Switch
        label={t("alerts.settings.mailsOn")}
        description={t("alerts.settings.mailsHint")}
        checked={choose.isPending ? choose.variables : settings.isMailWanted}
        onChange={(event) => choose.mutate(event.currentTarget.checked)}
      />
      {!settings.canBeMailed && <Text size="sm">{t("alerts.settings.noAddress")}</Text>}
    </Stack>
  );
}
