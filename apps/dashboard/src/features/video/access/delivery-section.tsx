import { Button, Group, Stack } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyRulesWindow } from "../../../components/delivery-rules/lazy-rules-window.tsx";
import { RuleLinks } from "../../../components/delivery-rules/rule-links.tsx";
import { RuleSummary } from "../../../components/delivery-rules/rule-summary.tsx";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { useMayModify } from "../../../lib/user.ts";
import { Section } from "../section.tsx";

/** Shows the delivery rules of a video, and their levels. */
export function DeliverySection({ video: { uuid, title, isDeleted } }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify() && !isDeleted;
  const [isOpen, setOpen] = useState(false);
  const subject = { kind: "video", uuid, name: title } as const;
  return (
    <Section section="delivery" hint={t("videoPage.deliveryHint")} aside={<ReadOnly />}>
      <Stack gap="lg">
        <RuleSummary subject={subject} />
        <RuleLinks videoUuid={uuid} isReadOnly={!mayModify} />
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(mayModify ? "deliveryRules.summary.change" : "deliveryRules.summary.look")}
          </Button>
        </Group>
      </Stack>
      {isOpen && <LazyRulesWindow subject={subject} isReadOnly={!mayModify} onClose={() => setOpen(false)} />}
    </Section>
  );
}
