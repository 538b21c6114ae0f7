import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyRulesWindow } from "../../../components/delivery-rules/lazy-rules-window.tsx";
import { PartFailure } from "../../../components/ui/part-failure.tsx";
import { useMayModify } from "../../../lib/user.ts";
import { VideoFormSection } from "../video-form-section.tsx";
import { PresetIcon } from "./preset-icon.tsx";
import { countOtherRules } from "./privacy.ts";
import { PrivacyForm } from "./privacy-form.tsx";
import { usePrivacy, usePrivacyText } from "./use-privacy.ts";

/** Shows the access to the video in one line, with presets that change it and a link to all rules. */
export function PrivacySection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { subject, rules } = usePrivacy(video);
  const { data } = rules;
  return (
    <VideoFormSection
      section="privacy"
      hint={t("videoPage.privacy.hint")}
      video={video}
      isLocked={!data}
      edit={t("videoPage.privacy.change")}
      view={<PrivacyView video={video} />}
      form={(close) => data && <PrivacyForm video={video} subject={subject} opened={data} onEnd={close} />}
    />
  );
}

function PrivacyView({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify() && !video.isDeleted;
  const { subject, rules, privacy } = usePrivacy(video);
  const text = usePrivacyText();
  const [isOpen, setOpen] = useState(false);
  if (!rules.data && rules.error)
    return <PartFailure error={rules.error} title={t("videoPage.privacy.failed")} onRetry={rules.refetch} />;
  if (!privacy || !rules.data) return <Skeleton h={48} radius="md" />;
  const others = countOtherRules(rules.data);
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap">
        <PresetIcon preset={privacy.preset} />
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {text(privacy)}
        </Text>
      </Group>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {t(mayModify ? "videoPage.privacy.advanced" : "deliveryRules.summary.look")}
        </Button>
        {others > 0 && (
          <Text size="sm" c="dimmed">
            {t("videoPage.privacy.others", { count: others })}
          </Text>
        )}
      </Group>
      {isOpen && <LazyRulesWindow subject={subject} isReadOnly={!mayModify} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
