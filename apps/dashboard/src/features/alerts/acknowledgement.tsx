import { Button, Stack, Text, Textarea } from "@mantine/core";
import { type AlertDetail, AppError, MAX_ALERT_REMARK_LENGTH, routes } from "@shoal/contract";
import { IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { Panel } from "../../components/ui/panel.tsx";
import { errorText } from "../../lib/error-text.ts";
import { ALERTS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { alertQuery } from "./alerts-queries.ts";

interface RemarkValues extends Record<string, unknown> {
  remark: string;
}

/** Lets a user acknowledge an alert; shows nothing for an acknowledged alert, because the history names the user who acknowledged it. */
export function Acknowledgement({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation();
  if (alert.acknowledgement) return null;
  return (
    <Panel title={t("alerts.acknowledge.title")}>
      <RemarkForm uuid={alert.uuid} />
    </Panel>
  );
}

function RemarkForm({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<RemarkValues, AlertDetail>({
    initialValues: { remark: "" },
    send: ({ remark }) =>
      call(routes.acknowledgeAlert, {
        params: { id: uuid },
        body: remark.trim() ? { remark: remark.trim() } : {},
      }),
    async onSent(alert) {
      queries.setQueryData(alertQuery(uuid).queryKey, alert);
      notify.success({ message: t("alerts.acknowledge.done") });
      await queries.invalidateQueries({ queryKey: [ALERTS_KEY] });
    },
    onRefused(error) {
      if (!(error instanceof AppError) || error.code !== "alert_acknowledged") return false;
      // Another user has acknowledged the alert. Reloading the alerts shows who did.
      notify.warning({ message: errorText(error) });
      void queries.invalidateQueries({ queryKey: [ALERTS_KEY] });
      return true;
    },
  });
  return (
    <form noValidate aria-label={t("alerts.acknowledge.title")} onSubmit={handleSubmit}>
      <Stack gap={14}>
        <FormFault fault={fault} title={t("alerts.acknowledge.failed")} />
        <Text size="sm" c="dimmed">
          {t("alerts.acknowledge.text")}
        </Text>
        <Textarea
          autosize
          minRows={2}
          label={t("alerts.acknowledge.note")}
          description={t("alerts.acknowledge.noteHint")}
          maxLength={MAX_ALERT_REMARK_LENGTH}
          {...form.getInputProps("remark")}
        />
        <Button
          type="submit"
          loading={isSending}
          leftSection={<IconCheck size={17} />}
          style={{ alignSelf: "flex-start" }}
        >
          {t("alerts.acknowledge.send")}
        </Button>
      </Stack>
    </form>
  );
}
