import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { directLinkOf } from "../../lib/sharing.ts";

/** The viewers' link of a live, to share before it starts. */
export function ShareLink({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return <CopyField label={t("live.shareLink")} value={directLinkOf(video)} copied={t("share.linkCopied")} />;
}
