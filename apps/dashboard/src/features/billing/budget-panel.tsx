import { Button, Group, Progress, Stack, Switch, Text } from "@mantine/core";
import { type Budget, type BudgetInput, routes } from "@shoal/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { NumberField } from "../../components/ui/form/number-field.tsx";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { findOwnChanges, mergeEdits } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { eurosText } from "../../lib/money-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

const budgetQuery = queryOptions({
  queryKey: ["billing", "budget"],
  queryFn: ({ signal }) => call(routes.getBudget, {}, { signal }),
});

/** Edits the monthly budget, and the effect of reaching it. */
export function BudgetPanel() {
  const { t } = useTranslation();
  const budget = useQuery(budgetQuery);
  return (
    <Panel title={t("billing.budget.title")} text={t("billing.budget.text")}>
      {budget.data && (
        <UnsavedChanges>
          <BudgetForm budget={budget.data} />
        </UnsavedChanges>
      )}
      {!budget.data && budget.error && <ErrorState error={budget.error} onRetry={budget.refetch} />}
      {!budget.data && !budget.error && <PageSkeleton blocks={0} />}
    </Panel>
  );
}

interface BudgetValues {
  /** The entered limit in euros; "" for no limit. */
  euros: number | "";
  stops: boolean;
  stopsCdn: boolean;
  stopsPlayback: boolean;
}

const valuesOf = ({ limitCents, stops, stopsCdn, stopsPlayback }: Budget): BudgetValues => ({
  euros: limitCents === null ? "" : limitCents / 100,
  stops,
  stopsCdn,
  stopsPlayback,
});

function BudgetForm({ budget }: { budget: Budget }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [base, setBase] = useState(() => valuesOf(budget));
  const [values, setValues] = useState(base);
  const { euros, stops, stopsCdn, stopsPlayback } = values;
  useReportUnsaved(Object.keys(findOwnChanges(base, values)).length > 0);
  const change = (part: Partial<BudgetValues>) => setValues((before) => ({ ...before, ...part }));
  // A newer budget, saved here or by another user, is merged into the form, which keeps its focus and the entered values.
  useEffect(() => {
    const latest = valuesOf(budget);
    if (Object.keys(findOwnChanges(base, latest)).length === 0) return;
    setBase(latest);
    setValues((typed) => mergeEdits(base, typed, latest).values);
  }, [budget, base]);
  const hasNoLimit = euros === "" || euros === 0;
  const save = useMutation({
    mutationFn: (body: BudgetInput) => call(routes.saveBudget, { body }),
    onSuccess(saved) {
      queries.setQueryData(budgetQuery.queryKey, saved);
      notify.success({ message: t("billing.budget.saved") });
    },
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    save.mutate({
      limitCents: hasNoLimit ? null : Math.round(euros * 100),
      stops: !hasNoLimit && stops,
      stopsCdn: !hasNoLimit && stopsCdn,
      stopsPlayback: !hasNoLimit && stopsPlayback,
    });
  }
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("billing.budget.title")}>
      <Stack>
        <CurrentSpending budget={budget} />
        <FormFault
          fault={save.error ? errorText(save.error) : undefined}
          title={t("billing.budget.failed")}
        />
        <NumberField
          label={t("billing.budget.limit")}
          description={t("billing.budget.limitHint")}
          name="limit"
          maw={320}
          min={0}
          max={10_000_000}
          decimalScale={2}
          allowNegative={false}
          hideControls
          value={euros}
          onChange={(value) => change({ euros: value === "" ? "" : Number(value) })}
        />
        <Switch
          label={t("billing.budget.stops")}
          description={t("billing.budget.stopsHint")}
          checked={stops}
          disabled={hasNoLimit}
          onChange={({ currentTarget }) => change({ stops: currentTarget.checked })}
        />
        <Switch
          label={t("billing.budget.stopsCdn")}
          description={t("billing.budget.stopsCdnHint")}
          checked={stopsCdn}
          disabled={hasNoLimit}
          onChange={({ currentTarget }) => change({ stopsCdn: currentTarget.checked })}
        />
        <Switch
          label={t("billing.budget.stopsPlayback")}
          description={t("billing.budget.stopsPlaybackHint")}
          checked={stopsPlayback}
          disabled={hasNoLimit}
          onChange={({ currentTarget }) => change({ stopsPlayback: currentTarget.checked })}
        />
        {(stopsCdn || stopsPlayback) && !hasNoLimit && (
          <Text size="sm" c="dimmed">
            {t("billing.budget.measuredHint")}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t("billing.budget.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CurrentSpending({ budget }: { budget: Budget }) {
  const { t, i18n } = useTranslation();
  const { limitCents, spentCents, measuredCents, isStopped, isCdnStopped, isPlaybackStopped } = budget;
  if (limitCents === null || spentCents === null) return null;
  const percent = (spentCents / limitCents) * 100;
  const euros = (cents: number) => eurosText(cents, i18n.language);
  const isMeasured = measuredCents !== null && (budget.stopsCdn || budget.stopsPlayback);
  const amounts = { spent: euros(spentCents), limit: euros(limitCents) };
  const text = isMeasured
    ? t("billing.budget.spentMeasured", { ...amounts, measured: euros(measuredCents) })
    : t("billing.budget.spent", amounts);
  return (
    <Stack gap={6} maw={520}>
      <Text size="sm">{text}</Text>
      <Progress value={Math.min(percent, 100)} color={percent >= 100 ? "red" : ""} aria-label={text} />
      {isStopped && (
        <Text size="sm" fw={600} c="var(--shoal-bad)">
          {t("billing.budget.stopped")}
        </Text>
      )}
      {isCdnStopped && (
        <Text size="sm" fw={600} c="var(--shoal-bad)">
          {t("billing.budget.stoppedCdn")}
        </Text>
      )}
      {isPlaybackStopped && (
        <Text size="sm" fw={600} c="var(--shoal-bad)">
          {t("billing.budget.stoppedPlayback")}
        </Text>
      )}
    </Stack>
  );
}
