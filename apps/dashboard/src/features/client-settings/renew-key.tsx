import { type ConfigView, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { cacheConfig } from "./configs-query.ts";
import { OverlapForm } from "./overlap-form.tsx";

/** How long the current key can stay valid, in seconds. */
const GRACE_PERIODS_SEC = { now: 0, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
type GracePeriod = keyof typeof GRACE_PERIODS_SEC;
const GRACE_PERIOD_NAMES = Object.keys(GRACE_PERIODS_SEC) as GracePeriod[];

/** Asks how long the current key stays valid, and renews it. */
export function openRenewalForm(config: ConfigView): void {
  const closing = openDialog({
    title: i18next.t("configs.renew"),
    children: <RenewalForm config={config} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function RenewalForm({ config: { uuid, oldKey }, onEnd }: { config: ConfigView; onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const renew = useMutation({
    mutationFn: (chosen: GracePeriod) =>
      call(routes.renewConfigKey, { params: { id: uuid }, body: { graceSec: GRACE_PERIODS_SEC[chosen] } }),
    async onSuccess(config) {
      notify.success({ message: t("configs.renewed") });
      onEnd();
      await cacheConfig(queries, config);
    },
  });
  return (
    <OverlapForm
      texts={[t("configs.renewText"), ...(oldKey ? [t("configs.renewEndsOlder")] : [])]}
      label={t("configs.grace")}
      choices={
        Object.fromEntries(GRACE_PERIOD_NAMES.map((name) => [name, t(`configs.graces.${name}`)])) as Record<
          GracePeriod,
          string
        >
      }
      initial="day"
      confirm={t("configs.renewConfirm")}
      renewal={renew}
      onCancel={onEnd}
    />
  );
}
