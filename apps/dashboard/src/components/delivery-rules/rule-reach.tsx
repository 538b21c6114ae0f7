import { Loader } from "@mantine/core";
import { type RuleReachView, routes } from "@shoal/contract";
import { IconAlertTriangle, IconCheck, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/session.ts";
import type { RuleSubject } from "./rule-subject.ts";
import { RULES_KEY } from "./rules-query.ts";
import classes from "./rules-window.module.css";

/** What is saved arrives one edge and one viewer after the other, within 10 s. */
const POLL_MS = 2_000;

type ReachState = "counting" | "unknown" | "nobody" | "some" | "all";

/** How many of those who watch have the rules as they are saved; as long as it is looked at. */
export function RuleReach({ subject: { kind: type, uuid: id } }: { subject: RuleSubject }) {
  const { data, error } = useQuery({
    queryKey: [RULES_KEY, "reach", type, id],
    queryFn: () => call(routes.getRuleReach, { params: { type, id } }),
    refetchInterval: POLL_MS,
    retry: false,
    gcTime: 0,
  });
  const state = error ? "unknown" : stateOf(data);
  return (
    <p className={classes.reach} data-state={state}>
      <ReachIcon state={state} />
      <ReachText state={state} reach={data} />
    </p>
  );
}

function stateOf(reach: RuleReachView | undefined): ReachState {
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
