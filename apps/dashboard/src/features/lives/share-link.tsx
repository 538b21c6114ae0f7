import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { directLinkOf } from "../../lib/sharing.ts";

/** Shows the viewers' link of a live, which can be shared before it starts. */
export function ShareLink({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return <CopyField label={t("live.shareLink")} value={directLinkOf(video)} copied={t("share.linkCopied")} />;
}
