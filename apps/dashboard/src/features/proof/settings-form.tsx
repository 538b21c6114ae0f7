import { Button, Checkbox, NumberInput, Switch, Text } from "@mantine/core";
import { PROOF_LIMIT_MAX_GB, PROOF_SHARE, type ProofReport, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Panel } from "../../components/ui/panel.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import classes from "./proof.module.css";
import { momentText } from "./proof-text.ts";

/** The client's consent, the share, the limit, and the switch; readers see them. */
export function SettingsForm({ report: { settings, state, timeZone } }: { report: ProofReport }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const isReadOnly = !useCan("manager");
  const [isOn, setOn] = useState(settings.isOn && state.code !== "stopped");
  const [isAgreed, setAgreed] = useState(settings.consent !== null);
  const [sharePct, setShare] = useState<number | string>(settings.sharePct);
  const [limitGb, setLimit] = useState<number | string>(settings.limitGb ?? "");
  const save = useMutation({
    mutationFn: () =>
      call(routes.saveProof, {
        body: {
          ...{ isOn: isOn && isAgreed, isAgreed, sharePct: Number(sharePct), revision: settings.revision },
          limitGb: limitGb === "" ? null : Number(limitGb),
        },
      }),
    onSuccess: () => notify.success({ message: t("proof.settings.saved") }),
    onError: (error) => notify.failure({ message: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["proof"] }),
  });
  return (
    <Panel title={t("proof.settings.title")} text={t("proof.settings.text")}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Checkbox
          label={t("proof.settings.agreed")}
          checked={isAgreed}
          disabled={isReadOnly}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {settings.consent && (
          <Text size="sm" c="dimmed">
            {t("proof.settings.agreedBy", {
              by: settings.consent.by,
              at: momentText(settings.consent.at, i18n.language, timeZone),
            })}
          </Text>
        )}
        <Switch
          label={t("proof.settings.isOn")}
          checked={isOn && isAgreed}
          disabled={isReadOnly || !isAgreed}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        <NumberInput
          label={t("proof.settings.share")}
          description={t("proof.settings.shareHint", PROOF_SHARE)}
          {...{ min: PROOF_SHARE.min, max: PROOF_SHARE.max, allowDecimal: false, suffix: " %" }}
          maw={360}
          value={sharePct}
          disabled={isReadOnly}
          onChange={setShare}
        />
        <NumberInput
          label={t("proof.settings.limit")}
          description={t("proof.settings.limitHint")}
          {...{ min: 0, max: PROOF_LIMIT_MAX_GB, suffix: ` ${t("proof.settings.gb")}` }}
          maw={360}
          value={limitGb}
          disabled={isReadOnly}
          onChange={setLimit}
        />
        {!isReadOnly && (
          <Button type="submit" loading={save.isPending} className={classes.save}>
            {t("proof.settings.save")}
          </Button>
        )}
      </form>
    </Panel>
  );
}
