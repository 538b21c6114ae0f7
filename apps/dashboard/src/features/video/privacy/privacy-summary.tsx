import { Box, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "../../../lib/error-text.ts";
import { GlanceSkeleton } from "../video-page-skeleton.tsx";
import { PresetIcon } from "./preset-icon.tsx";
import classes from "./privacy.module.css";
import { usePrivacy, usePrivacyText } from "./use-privacy.ts";

/** States below the player who can watch, in one line, with a link to change it. */
export function PrivacySummary({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { rules, privacy } = usePrivacy(video);
  const text = usePrivacyText();
  if (!privacy && !rules.error) return <GlanceSkeleton />;
  return (
    <Link to="?section=privacy" replace className={classes.glance}>
      <PresetIcon preset={privacy?.preset ?? "nobody"} />
      <span>
        <Text span display="block" c="dimmed" fz={13}>
          {t("videoPage.sections.privacy")}
        </Text>
        <Box component="span" fw={600} style={{ overflowWrap: "anywhere" }}>
          {privacy ? text(privacy) : errorText(rules.error)}
        </Box>
      </span>
    </Link>
  );
}
