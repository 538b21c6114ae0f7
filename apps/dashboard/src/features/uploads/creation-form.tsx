import { SegmentedControl, Stack } from "@mantine/core";
import { Activity, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { openCreationFault } from "../../components/video/creation/creation-fault.tsx";
import { TypeChoice } from "../../components/video/creation/type-choice.tsx";
import { FilesForm } from "./files-form.tsx";
import { uploads, useUploads } from "./uploads.ts";
import { UrlForm } from "./url-form.tsx";

const VIDEO_ORIGINS = ["files", "url"] as const;
type VideoOrigin = (typeof VIDEO_ORIGINS)[number];

interface CreationFormProps {
  /** Switches to the form for a live. */
  onLive: () => void;
  /** Called when a video has been created and the form has no more work to do. */
  onDone: () => void;
}

/** The form 'New Video(s)' (§2): local files, or a file at a URL. Each form keeps its values while the other form is shown. */
export function CreationForm({ onLive, onDone }: CreationFormProps) {
  const { t } = useTranslation();
  const [origin, setOrigin] = useState<VideoOrigin>("files");
  const [isUrlDirty, setUrlDirty] = useState(false);
  const hasChosen = useUploads().some(({ status }) => status === "chosen");
  // Unsaved values are reported here, because React unmounts the effects of the hidden form, although the form keeps its values.
  useReportUnsaved(hasChosen || isUrlDirty);
  function handleUrlDone(): void {
    // The hidden form cannot report that it has no unsaved values any more, so its flag is reset here.
    setUrlDirty(false);
    onDone();
  }
  useEffect(() => uploads.onNotCreated((error) => openCreationFault(error)), []);
  return (
    <>
      <Stack gap="xs" pt="sm" pr="md" pb={0} pl="md">
        <TypeChoice value="vod" onOther={onLive} />
        <SegmentedControl
          fullWidth
          aria-label={t("newVideos.origin")}
          value={origin}
          data={VIDEO_ORIGINS.map((value) => ({ value, label: t(`newVideos.origins.${value}`) }))}
          onChange={setOrigin}
        />
      </Stack>
      <Activity mode={origin === "files" ? "visible" : "hidden"}>
        <FilesForm />
      </Activity>
      <Activity mode={origin === "url" ? "visible" : "hidden"}>
        <UrlForm onDone={handleUrlDone} onDirty={setUrlDirty} />
      </Activity>
    </>
  );
}
