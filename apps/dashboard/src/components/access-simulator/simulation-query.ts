import {
  type AccessReplayView,
  type AccessSimulationView,
  type CallOf,
  type RuleChanges,
  routes,
} from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import type { RuleSubject } from "../delivery-rules/rule-subject.ts";
import { RULES_KEY } from "../delivery-rules/rules-query.ts";
import type { SimulatedVisitor } from "./simulated-visitor.ts";

type SimulationBody = CallOf<typeof routes.simulateAccess>["body"];

const subjectOf = ({ kind, uuid }: RuleSubject): SimulationBody["subject"] =>
  kind === "client" ? { type: "client" } : { type: kind, uuid };

/** Query for whether the saved rules plus the draft admit a visitor. The previous result is kept until the next one arrives. */
export const simulationQuery = (subject: RuleSubject, simulated: SimulatedVisitor, draft: RuleChanges) => {
  const { at, ...visitor } = simulated;
  const body: SimulationBody = { subject: subjectOf(subject), visitor, draft, ...(at ? { at } : {}) };
  return queryOptions({
    queryKey: [RULES_KEY, "simulation", body],
    queryFn: ({ signal }): Promise<AccessSimulationView> => call(routes.simulateAccess, { body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
};

/** Replays the last day's sessions against the saved rules plus the draft. */
export const replayQuery = (subject: RuleSubject, draft: RuleChanges) => {
  const body = { subject: subjectOf(subject), draft };
  return queryOptions({
    queryKey: [RULES_KEY, "replay", body],
    queryFn: ({ signal }): Promise<AccessReplayView> => call(routes.replayAccess, { body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
};
