import { Alert, Box, Collapse, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import type { AccessSimulationView, AccessStepName, RuleChanges } from "@shoal/contract";
import { IconChevronRight, IconLockOpen2, IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import type { RuleSubject } from "../delivery-rules/rule-subject.ts";
import { AccessReplay } from "./access-replay.tsx";
import classes from "./access-simulator.module.css";
import { EMPTY_VISITOR, parseVisitor } from "./simulated-visitor.ts";
import { simulationQuery } from "./simulation-query.ts";
import { VerdictList } from "./verdict-list.tsx";
import { VisitorFacts } from "./visitor-facts.tsx";
import { VisitorForm } from "./visitor-form.tsx";

const DEBOUNCE_MS = 350;

interface AccessSimulatorProps {
  subject: RuleSubject;
  /** The unsaved changes to the rules, which the simulation includes. */
  draft: RuleChanges;
}

/**
 * Shows whether the rules, including unsaved changes, would admit a viewer, which rule decides, and at which level it is set.
 */
export function AccessSimulator(props: AccessSimulatorProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const panelId = useId();
  const titleId = useId();
  const aboutId = useId();
  return (
    <Box component="section" mt="sm" bd="1px solid var(--shoal-line)" bdrs={10} bg="var(--shoal-sunken)">
      <UnstyledButton
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-labelledby={titleId}
        aria-describedby={aboutId}
        onClick={toggle}
      >
        <IconChevronRight size={18} className={classes.chevron} data-open={isOpen} aria-hidden />
        <Box id={titleId} component="span" fw={600}>
          {t("accessSimulator.title")}
        </Box>
        <Text id={aboutId} span c="dimmed" fz="sm">
          {t("accessSimulator.about")}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={panelId}>
        {isOpen && <Simulation {...props} />}
      </Collapse>
    </Box>
  );
}

function Simulation({ subject, draft }: AccessSimulatorProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState(EMPTY_VISITOR);
  const [settled] = useDebouncedValue(values, DEBOUNCE_MS);
  const read = parseVisitor(settled);
  const visitor = "visitor" in read ? read.visitor : undefined;
  const simulation = useQuery({
    ...simulationQuery(subject, visitor ?? { page: null }, draft),
    enabled: visitor !== undefined,
  });
  const isUntouched = values.from === "address" && values.address.trim() === "";
  const fault = "fault" in read && !isUntouched ? read.fault : undefined;
  return (
    <Stack gap="md" pt={4} pr="md" pb="md" pl="md">
      <AccessReplay subject={subject} draft={draft} />
      <VisitorForm values={values} fault={fault} isOfMedium={subject.kind === "video"} onChange={setValues} />
      <div aria-live="polite">
        {visitor === undefined ? (
          <Text size="sm" c="dimmed">
            {t(isUntouched ? "accessSimulator.begin" : "accessSimulator.correct")}
          </Text>
        ) : simulation.error ? (
          <Alert color="red" role="alert">
            {errorText(simulation.error)}
          </Alert>
        ) : (
          simulation.data && (
            <SimulationOutcome
              view={simulation.data}
              isOld={simulation.isPlaceholderData}
              isDraft={hasChanges(draft)}
              isOfVideo={subject.kind === "video"}
            />
          )
        )}
      </div>
    </Stack>
  );
}

const hasChanges = (draft: RuleChanges) => Object.keys(draft).length > 0;

interface OutcomeProps {
  view: AccessSimulationView;
  /** Whether the result is outdated, because the query has changed since it was requested. */
  isOld: boolean;
  isDraft: boolean;
  /** Whether the simulated video is our own: media on other CDNs have no start, end or password. */
  isOfVideo: boolean;
}

const VIDEO_STEPS: readonly AccessStepName[] = ["deletion", "start", "password", "budget"];

function SimulationOutcome({ view, isOld, isDraft, isOfVideo }: OutcomeProps) {
  const { t } = useTranslation();
  const { isAllowed, decidedBy } = view;
  const steps = view.steps.filter(({ step }) => isOfVideo || !VIDEO_STEPS.includes(step));
  const isOpen = steps.some(({ verdict }) => verdict === "unknown");
  const Icon = isAllowed ? IconLockOpen2 : IconShieldLock;
  return (
    <div className={classes.answer} data-old={isOld}>
      <p className={classes.verdict} data-allowed={isAllowed}>
        <Icon size={22} aria-hidden />
        <strong>
          {decidedBy === null
            ? t(isOpen ? "accessSimulator.perhaps" : "accessSimulator.allowed")
            : t("accessSimulator.refused", { step: t(`accessSimulator.steps.${decidedBy}`) })}
        </strong>
        {isDraft && <span className={classes.draft}>{t("accessSimulator.withDraft")}</span>}
      </p>
      <VisitorFacts view={view} />
      <VerdictList steps={steps} />
    </div>
  );
}
