import { Box, Group, Switch, Text, Title } from "@mantine/core";
import type { DeliveryRules, RuleName } from "@shoal/contract";
import type { ResolvedRule } from "@shoal/domain";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { EntriesList } from "./inputs/entries-list.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { RULE_INPUTS } from "./rule-groups.ts";
import classes from "./rules-window.module.css";
import { MAX_SHOWN_ENTRIES, useRuleText } from "./use-rule-text.ts";

interface RuleRowProps {
  name: RuleName;
  inForce: ResolvedRule;
  /** The value that applies without an override. */
  inherited: ResolvedRule;
  isOwn: boolean;
  isChanged: boolean;
  isReadOnly: boolean;
  sourceText: (rule: ResolvedRule) => string;
  timeZone: string;
  error: string | undefined;
  /** Overrides the value; null restores the inherited value. */
  onChange: (value: DeliveryRules[RuleName] | null) => void;
}

/** Shows one rule: its effective value and source and, if the subject overrides it, the input to change it. */
export function RuleRow(props: RuleRowProps) {
  const { name, inForce, inherited, isOwn, isChanged, isReadOnly, sourceText, onChange } = props;
  const { t } = useTranslation();
  const ruleText = useRuleText();
  const titleId = useId();
  const label = t(`deliveryRules.names.${name}`);
  return (
    <section className={classes.rule} aria-labelledby={titleId} data-changed={isChanged}>
      <div className={classes.ruleHead}>
        <Title id={titleId} order={4} miw={0} fz={15} fw={600} lh={1.4}>
          {label}
        </Title>
        {!isReadOnly && (
          <Switch
            size="sm"
            labelPosition="left"
            label={t("deliveryRules.own")}
            aria-label={t("deliveryRules.ownOf", { name: label })}
            checked={isOwn}
            onChange={(event) => onChange(event.currentTarget.checked ? inForce.value : null)}
          />
        )}
      </div>
      <Text mt={-8} c="dimmed" fz="sm">
        {t(`deliveryRules.hints.${name}`)}
      </Text>
      {isOwn && !isReadOnly ? (
        <>
          <RuleEditor {...props} label={label} value={inForce.value} />
          <Text size="sm" c="dimmed">
            {t("deliveryRules.revert", {
              value: ruleText(name, inherited.value),
              source: sourceText(inherited),
            })}
          </Text>
        </>
      ) : (
        <>
          <Group component="p" gap="6px 10px">
            <Box component="span" fw={500} style={{ overflowWrap: "anywhere" }}>
              {ruleText(name, inForce.value)}
            </Box>
            <span className={classes.source} data-own={isOwn}>
              {sourceText(inForce)}
            </span>
          </Group>
          <FullList name={name} label={label} value={inForce.value} />
        </>
      )}
    </section>
  );
}

/** Shows a whole list, of which the line above shows only the first entries. */
function FullList({ name, label, value }: { name: RuleName; label: string; value: DeliveryRules[RuleName] }) {
  const { t } = useTranslation();
  const isOfTexts = ["addresses", "hosts"].includes(RULE_INPUTS[name].kind);
  if (!isOfTexts || !Array.isArray(value) || value.length <= MAX_SHOWN_ENTRIES) return null;
  return (
    <details>
      <summary className={classes.whole}>{t("deliveryRules.lists.whole")}</summary>
      <EntriesList label={label} entries={value as string[]} />
    </details>
  );
}
