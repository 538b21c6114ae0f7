import { Alert, Button, Group } from "@mantine/core";
import { isReportRecent } from "@shoal/domain";
import { IconStack2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNowSec } from "../../lib/now.ts";
import type { SubjectRules } from "./rule-values.ts";
import { useAgeText } from "./use-rule-text.ts";

interface CollectionNoteProps {
  rules: SubjectRules;
  onOpen: (uuid: string, name: string) => void;
}

/** Shows the collection of a video, and until when the collection's rules apply. */
export function CollectionNote({ rules, onOpen }: CollectionNoteProps) {
  const { t } = useTranslation();
  const { collectionUuid, collectionName: name, below } = rules;
  if (collectionUuid === undefined || name === undefined || !below.collection) return null;
  return (
    <Alert color="blue" icon={<IconStack2 />}>
      <Group justify="space-between" gap="xs">
        <span style={{ flex: "1 1 260px" }}>
          <CollectionReport name={name} reportedAtMs={below.collection.reportedAtMs} />
        </span>
        <Button size="xs" variant="default" onClick={() => onOpen(collectionUuid, name)}>
          {t("deliveryRules.openCollection")}
        </Button>
      </Group>
    </Alert>
  );
}

function CollectionReport({ name, reportedAtMs }: { name: string; reportedAtMs: number | null }) {
  const { t } = useTranslation();
  const ageText = useAgeText();
  const nowMs = useNowSec() * 1_000;
  if (reportedAtMs === null) return t("deliveryRules.collectionChosen", { name });
  const isRecent = isReportRecent(reportedAtMs, nowMs);
  const age = ageText(nowMs - reportedAtMs);
  return t(isRecent ? "deliveryRules.collectionReported" : "deliveryRules.collectionLate", { name, age });
}
