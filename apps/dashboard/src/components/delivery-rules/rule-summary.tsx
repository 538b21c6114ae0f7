import { Box, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNowSec } from "../../lib/now.ts";
import { useMe } from "../../lib/user.ts";
import { PartFailure } from "../ui/part-failure.tsx";
import { type RuleSubject, rulesFor } from "./rule-subject.ts";
import { resolveWith, type SubjectRules } from "./rule-values.ts";
import { subjectRulesQuery } from "./rules-query.ts";
import classes from "./rules-window.module.css";
import { useRuleText, useSourceText } from "./use-rule-text.ts";

/** Lists the rules of a subject that differ from the default, with their level. */
export function RuleSummary({ subject }: { subject: RuleSubject }) {
  const clientUuid = useMe()?.client_infos[0]?.uuid ?? "";
  const rules = useQuery({ ...subjectRulesQuery(subject, clientUuid), enabled: clientUuid !== "" });
  if (rules.data) return <SummaryLines rules={rules.data} />;
  if (rules.error) return <PartFailure error={rules.error} onRetry={rules.refetch} />;
  return <Skeleton h={72} radius="md" />;
}

function SummaryLines({ rules }: { rules: SubjectRules }) {
  const { t } = useTranslation();
  const ruleText = useRuleText();
  const sourceText = useSourceText(rules);
  const nowMs = useNowSec() * 1_000;
  const resolved = resolveWith(rules, rules.own, nowMs);
  const shown = rulesFor(rules.kind).filter((name) => resolved[name].source !== "default");
  if (shown.length === 0) return <Text>{t("deliveryRules.summary.none")}</Text>;
  return (
    <Stack component="dl" gap={10} aria-label={t("deliveryRules.summary.caption")}>
      {shown.map((name) => (
        <div key={name} className={classes.line}>
          <dt>{t(`deliveryRules.names.${name}`)}</dt>
          <Group component="dd" gap="6px 10px" m={0}>
            <Box component="span" fw={500} style={{ overflowWrap: "anywhere" }}>
              {ruleText(name, resolved[name].value)}
            </Box>
            <span className={classes.source} data-own={name in rules.own}>
              {sourceText(resolved[name], nowMs)}
            </span>
          </Group>
        </div>
      ))}
    </Stack>
  );
}
