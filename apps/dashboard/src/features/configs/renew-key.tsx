import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { type ConfigView, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { rememberConfig } from "./configs-query.ts";

/** How long the present key may work on. */
const GRACES = { now: 0, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
type Grace = keyof typeof GRACES;
const NAMES = Object.keys(GRACES) as Grace[];

/** Asks how long the present key works on, and gives another. */
export function openRenewal(config: ConfigView): void {
  const closing = openDialog({
    title: i18next.t("configs.renew"),
    children: <Renewal config={config} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told when it could not be fetched.
  closing.catch(() => undefined);
}

function Renewal({ config: { uuid, oldKey }, onEnd }: { config: ConfigView; onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [grace, setGrace] = useState<Grace>("day");
  const renew = useMutation({
    mutationFn: () =>
      call(routes.renewConfigKey, { params: { id: uuid }, body: { graceSec: GRACES[grace] } }),
    async onSuccess(config) {
      notify.success({ message: t("configs.renewed") });
      onEnd();
      await rememberConfig(queries, config);
    },
  });
  return (
    <Stack>
      <Text size="sm">{t("configs.renewText")}</Text>
      {oldKey && <Text size="sm">{t("configs.renewEndsOlder")}</Text>}
      <FormFault fault={renew.error ? errorText(renew.error) : undefined} />
      <Radio.Group label={t("configs.grace")} value={grace} onChange={(chosen) => setGrace(chosen as Grace)}>
        <Stack gap="xs" mt="xs">
          {NAMES.map((each) => (
            <Radio key={each} value={each} label={t(`configs.graces.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button loading={renew.isPending} onClick={() => renew.mutate()}>
          {t("configs.renewConfirm")}
        </Button>
      </Group>
    </Stack>
  );
}
