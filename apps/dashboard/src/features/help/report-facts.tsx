import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { FactList } from "../../components/ui/fact-list.tsx";
import classes from "./debug-page.module.css";
import type { ReportFact } from "./report.ts";

/** Facts of the report, with a sign where the question is whether something works. */
export function ReportFacts({ facts }: { facts: readonly ReportFact[] }) {
  const [first] = facts;
  if (first?.name === "")
    return (
      <Text size="sm" c="dimmed">
        {first.value}
      </Text>
    );
  return (
    <FactList
      facts={facts.map(({ name, value, isGood }) => [
        name,
        <span key={name} className={classes.value} data-good={isGood}>
          {isGood === true && <IconCircleCheck size={17} aria-hidden />}
          {isGood === false && <IconCircleX size={17} aria-hidden />}
          <span>{value}</span>
        </span>,
      ])}
    />
  );
}
