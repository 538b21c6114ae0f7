import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type BillingPlan, type ClientPlan, PLAN_KINDS, type PlanKind, routes } from "@shoal/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import figureTable from "../../components/figures/figure-table.module.css";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { DateField } from "../../components/ui/form/date-field.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { NumberField } from "../../components/ui/form/number-field.tsx";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDay, formatLongDate, monthText } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { eurosText, rateText } from "../../lib/money-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { clientQuery } from "./clients-query.ts";
import { draftOf, emptyTier, type PlanDraft, planOfDraft, type TierDraft } from "./plan-draft.ts";

const plansQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "plans", clientUuid],
    queryFn: ({ signal }) => call(routes.listClientPlans, { params: { id: clientUuid } }, { signal }),
  });

/** Lists a client's past, current and future plans. */
export function PlansTab({ clientUuid }: { clientUuid: string }) {
  const plans = useQuery(plansQuery(clientUuid));
  if (!plans.data)
    return plans.error ? <ErrorState error={plans.error} onRetry={plans.refetch} /> : <PageSkeleton />;
  const { _embedded: all } = plans.data;
  return (
    <Stack gap="lg" maw={1080}>
      <PlanList clientUuid={clientUuid} plans={all} />
      <PlanForm key={all[0]?.validFrom ?? ""} clientUuid={clientUuid} plans={all} />
    </Stack>
  );
}

/** Returns a function that reloads the plans and the client, whose "free tier" switch may have changed with a plan. */
function useReloadPlans(clientUuid: string) {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: plansQuery(clientUuid).queryKey });
    await queries.invalidateQueries({ queryKey: clientQuery(clientUuid).queryKey });
  };
}

function PlanList({ clientUuid, plans }: { clientUuid: string; plans: ClientPlan[] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const refresh = useReloadPlans(clientUuid);
  const confirmRemoval = (validFrom: string, kind: PlanKind) =>
    askConfirmation({
      title: t("clients.plans.deleteQuestion"),
      text: t("clients.plans.deleteText", {
        kind: t(`clients.plans.kinds.${kind}`),
        day: formatLongDate(validFrom, language, "UTC"),
      }),
      confirm: t("clients.plans.delete"),
      isDangerous: true,
      async run() {
        await call(routes.deleteClientPlan, { params: { id: clientUuid, validFrom } });
        await refresh();
      },
    });
  return (
    <Panel title={t("clients.plans.title")} text={t("clients.plans.text")}>
      <StackedTable className={figureTable.table ?? ""}>
        <thead>
          <tr>
            <th scope="col">{t("clients.plans.validFrom")}</th>
            <th scope="col">{t("clients.plans.firstMonth")}</th>
            <th scope="col">{t("clients.plans.kind")}</th>
            <th scope="col">{t("clients.plans.change")}</th>
          </tr>
        </thead>
        <tbody>
          {plans.map(({ validFrom, firstMonth, plan, isClosed }) => (
            <tr key={validFrom}>
              <th scope="row">
                {validFrom === EARLIEST_DAY ? t("clients.plans.fromStart") : formatDay(validFrom, "UTC")}
              </th>
              <td data-title={t("clients.plans.firstMonth")}>
                {validFrom === EARLIEST_DAY ? "–" : monthText(firstMonth, language)}
              </td>
              <td data-title={t("clients.plans.kind")}>
                {t(`clients.plans.kinds.${plan.kind}`)}
                {plan.kind === "own" && <TierTable plan={plan} />}
              </td>
              <td data-title={t("clients.plans.change")}>
                {isClosed ? (
                  t("clients.plans.closed")
                ) : (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={t("clients.plans.deleteOf", {
                      day: formatLongDate(validFrom, language, "UTC"),
                    })}
                    onClick={() => confirmRemoval(validFrom, plan.kind)}
                  >
                    {t("clients.plans.delete")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </StackedTable>
    </Panel>
  );
}

/** The start date that stands for a plan without a start, which has always applied. */
const EARLIEST_DAY = "2000-01-01";

function TierTable({ plan }: { plan: BillingPlan }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return plan.tiers.map(({ upToBytes, microsPerTb, fixedCents }) => (
    <small key={upToBytes ?? "rest"}>
      {upToBytes === null
        ? t("clients.plans.rest", { rate: rateText(microsPerTb, language) })
        : t("clients.plans.upTo", {
            limit: figureText(upToBytes, "bytes", language),
            rate: rateText(microsPerTb, language),
          })}
      {fixedCents ? ` + ${eurosText(fixedCents, language)}` : ""}
    </small>
  ));
}

function PlanForm({ clientUuid, plans }: { clientUuid: string; plans: ClientPlan[] }) {
  const { t } = useTranslation();
  const refresh = useReloadPlans(clientUuid);
  const [draft, setDraft] = useState<PlanDraft>(() =>
    draftOf("", plans[0]?.plan ?? { kind: "managed", tiers: [] }),
  );
  const [saved, setSaved] = useState(draft);
  useReportUnsaved(JSON.stringify(draft) !== JSON.stringify(saved));
  const [isAsked, setAsked] = useState(false);
  const plan = planOfDraft(draft);
  const save = useMutation({
    mutationFn: async (sent: PlanDraft) => {
      if (!plan) return;
      const params = { id: clientUuid, validFrom: sent.validFrom };
      await call(routes.saveClientPlan, { params, body: plan });
    },
    async onSuccess(_answer, sent) {
      notify.success({ message: t("clients.plans.saved") });
      setAsked(false);
      setSaved(sent);
      await refresh();
    },
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setAsked(true);
    if (draft.validFrom !== "" && plan) save.mutate(draft);
  }
  return (
    <Panel title={t("clients.plans.add")} text={t("clients.plans.addText")}>
      <form onSubmit={handleSubmit} noValidate aria-label={t("clients.plans.add")}>
        <Stack>
          <FormFault fault={save.error ? errorText(save.error) : undefined} title={t("clients.saveFailed")} />
          <Group align="flex-start">
            <DateField
              label={t("clients.plans.validFrom")}
              description={t("clients.plans.validFromHint")}
              name="validFrom"
              required
              value={draft.validFrom}
              error={isAsked && draft.validFrom === "" && t("clients.plans.noDay")}
              onChange={(validFrom) => setDraft({ ...draft, validFrom })}
            />
            <NativeSelect
              label={t("clients.plans.kind")}
              value={draft.kind}
              data={PLAN_KINDS.map((kind) => ({ value: kind, label: t(`clients.plans.kinds.${kind}`) }))}
              onChange={({ currentTarget: { value } }) => setDraft({ ...draft, kind: value as PlanKind })}
            />
          </Group>
          {draft.kind === "own" && (
            <TierFields tiers={draft.tiers} onChange={(tiers) => setDraft({ ...draft, tiers })} />
          )}
          {isAsked && !plan && (
            <Text role="alert" size="sm" c="var(--shoal-bad)">
              {t("clients.plans.incomplete")}
            </Text>
          )}
          <Button type="submit" loading={save.isPending} style={{ alignSelf: "start" }}>
            {t("clients.plans.set")}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

interface TierFieldsProps {
  tiers: TierDraft[];
  onChange: (tiers: TierDraft[]) => void;
}

function TierFields({ tiers, onChange }: TierFieldsProps) {
  const { t } = useTranslation();
  const field = (tier: TierDraft, name: Exclude<keyof TierDraft, "key">, isOff = false) => (
    <NumberField
      label={t(`clients.plans.fields.${name}`)}
      w={170}
      min={0}
      decimalScale={name === "fixedEuros" ? 2 : 6}
      allowNegative={false}
      hideControls
      disabled={isOff}
      {...(isOff ? { placeholder: t("clients.plans.noLimit") } : {})}
      value={isOff ? "" : tier[name]}
      onChange={(value) =>
        onChange(
          tiers.map((each) =>
            each.key === tier.key ? { ...each, [name]: value === "" ? "" : Number(value) } : each,
          ),
        )
      }
    />
  );
  return (
    <Stack gap="sm">
      {tiers.map((tier, at) => (
        <Group
          key={tier.key}
          align="flex-end"
          role="group"
          aria-label={t("clients.plans.tier", { n: at + 1 })}
        >
          {field(tier, "upToTb", at === tiers.length - 1)}
          {field(tier, "eurosPerTb")}
          {field(tier, "fixedEuros")}
          {tiers.length > 1 && (
            <Button
              variant="subtle"
              color="red"
              aria-label={t("clients.plans.removeTier", { n: at + 1 })}
              onClick={() => onChange(tiers.filter(({ key }) => key !== tier.key))}
            >
              <IconTrash size={17} />
            </Button>
          )}
        </Group>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={17} />}
        style={{ alignSelf: "start" }}
        onClick={() => onChange([...tiers, emptyTier(Math.max(...tiers.map(({ key }) => key)) + 1)])}
      >
        {t("clients.plans.addTier")}
      </Button>
    </Stack>
  );
}
