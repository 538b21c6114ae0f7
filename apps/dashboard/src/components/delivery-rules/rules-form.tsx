import { Box, Button, Group, Loader, Tabs, Text, Title } from "@mantine/core";
import {
  type DeliveryRules,
  type RuleChanges,
  type RuleName,
  type RuleReachView,
  routes,
} from "@shoal/contract";
import type { ResolvedRule } from "@shoal/domain";
import { IconAlertTriangle, IconCheck, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNowSec } from "../../lib/now.ts";
import { call } from "../../lib/session.ts";
import { AccessSimulator } from "../access-simulator/access-simulator.tsx";
import { ConflictNotice } from "../ui/form/conflict-notice.tsx";
import { FormFault } from "../ui/form/form-fault.tsx";
import { CollectionNote } from "./collection-note.tsx";
import { firstGroupOf, groupRules, type RuleGroup } from "./rule-groups.ts";
import { RuleRow } from "./rule-row.tsx";
import { type RuleSubject, rulesFor } from "./rule-subject.ts";
import type { RuleValues, SubjectRules } from "./rule-values.ts";
import { RULES_KEY } from "./rules-query.ts";
import classes from "./rules-window.module.css";
import { useRuleText, useSourceText } from "./use-rule-text.ts";
import { type RulesState, resolveForm, useRulesForm } from "./use-rules-form.ts";

/** Polling interval: saved rules reach edges and viewers within 10 s. */
const POLL_INTERVAL_MS = 2_000;

type ReachState = "counting" | "unknown" | "nobody" | "some" | "all";

/** Shows how many current viewers already have the saved rules; polls while it is shown. */
function RuleReach({ subject: { kind: type, uuid: id } }: { subject: RuleSubject }) {
  const { data, error } = useQuery({
    queryKey: [RULES_KEY, "reach", type, id],
    queryFn: () => call(routes.getRuleReach, { params: { type, id } }),
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
    gcTime: 0,
  });
  const state = error ? "unknown" : reachStateOf(data);
  return (
    <p className={classes.reach} data-state={state}>
      <ReachIcon state={state} />
      <ReachText state={state} reach={data} />
    </p>
  );
}

function reachStateOf(reach: RuleReachView | undefined): ReachState {
  if (!reach) return "counting";
  if (reach.silentEdges === reach.edges) return "unknown";
  if (reach.viewers === 0) return "nobody";
  return reach.reached < reach.viewers ? "some" : "all";
}

function ReachIcon({ state }: { state: ReachState }) {
  if (state === "counting" || state === "some") return <Loader size={14} aria-hidden />;
  const Icon = { all: IconCheck, nobody: IconEyeOff, unknown: IconAlertTriangle }[state];
  return <Icon size={16} aria-hidden />;
}

function ReachText({ state, reach }: { state: ReachState; reach: RuleReachView | undefined }) {
  const { t } = useTranslation();
  if (state === "counting" || state === "unknown" || !reach)
    return <span>{t(`deliveryRules.reached.${state === "counting" ? "counting" : "unknown"}`)}</span>;
  const { viewers: count, reached, edges, silentEdges } = reach;
  return (
    <span>
      {count === 0 ? t("deliveryRules.reached.nobody") : t("deliveryRules.reached.of", { count, reached })}
      {silentEdges > 0 && ` · ${t("deliveryRules.reached.silent", { silent: silentEdges, count: edges })}`}
    </span>
  );
}

/** The interval at which the ages of reports, which are shown in minutes, are updated. */
const AGE_STEP_SEC = 5;

export interface RulesFormProps {
  subject: RuleSubject;
  clientUuid: string;
  opened: SubjectRules;
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  /** Opens the rules of the collection from which the video inherits. */
  onCollection: (uuid: string, name: string) => void;
}

/** Edits all rules of a subject, in groups, with the save buttons below. */
export function RulesForm(props: RulesFormProps) {
  const { isReadOnly, onCollection } = props;
  const { t } = useTranslation();
  const rules = useRulesForm(props);
  const ruleText = useRuleText();
  const textOf = (name: RuleName, value: unknown) =>
    value === null ? t("deliveryRules.inherited") : ruleText(name, value as DeliveryRules[RuleName]);
  const { edit, base, changed } = rules;
  const body = useRef<HTMLDivElement>(null);
  const { fault, changes } = edit;
  useEffect(() => {
    // Errors appear at the top of the form, so the form scrolls to the top.
    if (fault || changes.length > 0) body.current?.scrollTo({ top: 0 });
  }, [fault, changes]);
  return (
    <Box
      component="form"
      display="flex"
      style={{ flexDirection: "column" }}
      flex="1 1 auto"
      mih={0}
      noValidate
      aria-label={t("deliveryRules.title")}
      onSubmit={(event) => {
        event.preventDefault();
        rules.handleSave();
      }}
    >
      <div ref={body} className={classes.body}>
        <Text size="sm" c="dimmed">
          {t(isReadOnly ? "deliveryRules.readOnlyHere" : "deliveryRules.reach")}
          {(base.kind === "config" || base.kind === "client") && ` ${t("deliveryRules.inheritedLater")}`}
        </Text>
        <CollectionNote rules={base} onOpen={onCollection} />
        <FormFault fault={edit.fault} title={t("deliveryRules.saveFailed")} />
        <ConflictNotice<RuleValues>
          changes={edit.changes}
          labelOf={(name) => t(`deliveryRules.names.${name}`)}
          textOf={textOf}
          onAccept={edit.acceptForeign}
        />
        <Groups subject={props.subject} rules={rules} isReadOnly={isReadOnly} />
      </div>
      <RuleReach subject={props.subject} />
      {!isReadOnly && (
        <footer className={classes.foot}>
          <Text size="sm" c="dimmed" aria-live="polite">
            {changed.length > 0
              ? t("deliveryRules.changed", { count: changed.length })
              : t("deliveryRules.nothingChanged")}
          </Text>
          <Group gap="sm" wrap="nowrap">
            <Button variant="default" disabled={changed.length === 0} onClick={rules.drop}>
              {t("deliveryRules.discard")}
            </Button>
            <Button type="submit" disabled={changed.length === 0} loading={edit.isSending}>
              {t("shared.save")}
            </Button>
          </Group>
        </footer>
      )}
    </Box>
  );
}

interface GroupsProps {
  subject: RuleSubject;
  rules: RulesState;
  isReadOnly: boolean;
}

function Groups({ subject, rules, isReadOnly }: GroupsProps) {
  const { t } = useTranslation();
  const { base, values, edit } = rules;
  const nowSec = useNowSec();
  const nowMs = (nowSec - (nowSec % AGE_STEP_SEC)) * 1_000;
  const resolved = useMemo(() => resolveForm({ base, values }, nowMs), [base, values, nowMs]);
  const sourceText = useSourceText(base);
  const [tab, setTab] = useState(() => firstGroupOf(base.kind));
  const groups = groupRules(rulesFor(base.kind));
  const faulty = groups.find(({ parts }) =>
    parts.some(({ names }) => names.some((name) => edit.form.errors[name])),
  )?.group;
  useEffect(() => {
    if (faulty) setTab(faulty);
  }, [faulty]);
  return (
    <Tabs value={tab} onChange={(next) => next && setTab(next as RuleGroup)} keepMounted={false}>
      <Tabs.List className={classes.tabs ?? ""}>
        {groups.map(({ group, parts }) => (
          <Tabs.Tab
            key={group}
            value={group}
            {...(faulty === group && tab !== group ? { color: "red" } : {})}
            rightSection={<OverrideCount values={values} names={parts.flatMap(({ names }) => names)} />}
          >
            {t(`deliveryRules.groups.${group}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {groups.map(({ group, parts }) => (
        <Tabs.Panel key={group} value={group}>
          {group === "access" && <AccessSimulator subject={subject} draft={draftOf(rules)} />}
          {parts.map(({ heading, names }) => (
            <section key={heading} className={classes.part}>
              <Title order={3} mb={4} c="dimmed" fz={13} lts="0.02em">
                {t(`deliveryRules.headings.${heading}`)}
              </Title>
              {names.map((name) => (
                <RuleRow
                  key={name}
                  name={name}
                  inForce={resolved.inForce[name]}
                  inherited={resolved.inherited[name]}
                  isOwn={values[name] !== null}
                  isChanged={rules.changed.includes(name)}
                  isReadOnly={isReadOnly}
                  sourceText={(rule: ResolvedRule) => sourceText(rule, nowMs)}
                  timeZone={base.timeZone}
                  error={edit.form.errors[name] as string | undefined}
                  onChange={(value) => edit.form.setFieldValue(name, value as never)}
                />
              ))}
            </section>
          ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Converts the changed rules to the body of the API call. */
const draftOf = ({ changed, values }: RulesState): RuleChanges =>
  Object.fromEntries(changed.map((name) => [name, values[name]]));

/** Shows how many rules of a group the subject overrides. */
function OverrideCount({ values, names }: { values: RuleValues; names: readonly RuleName[] }) {
  const { t } = useTranslation();
  const count = names.filter((name) => values[name] !== null).length;
  if (count === 0) return null;
  return (
    <span className={classes.count} title={t("deliveryRules.ownCount", { count })}>
      {count}
    </span>
  );
}
