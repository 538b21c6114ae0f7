import { SegmentedControl, Stack } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { TypeChoice } from "../../components/video/creation/type-choice.tsx";
import { CameraForm } from "./capture/camera-form.tsx";
import { SoftwareForm, SourceForm } from "./remote-form.tsx";

interface CreatedLive {
  uuid: string;
  title: string;
}

interface OriginFormProps {
  /** Tells the fields of this form from those of others. */
  name: string;
  onCreated: (live: CreatedLive) => void;
}

/** Where a live comes from (§2), each with its form: a camera or a screen of this computer, streaming software, or an address. */
const FORMS = {
  simple: CameraForm,
  auto: SoftwareForm,
  url: SourceForm,
} satisfies Record<string, ComponentType<OriginFormProps>>;
export type LiveOrigin = keyof typeof FORMS;
const ORIGINS = Object.keys(FORMS) as LiveOrigin[];

interface LiveCreationProps {
  /** Tells the fields of this window from those of others. */
  windowId: string;
  /** Goes to the form for files. */
  onVod: () => void;
  onCreated: (live: CreatedLive, origin: LiveOrigin) => void;
}

/** The form 'New Live' (§2). */
export function LiveCreation({ windowId, onVod, onCreated }: LiveCreationProps) {
  const { t } = useTranslation();
  const [origin, setOrigin] = useState<LiveOrigin>("auto");
  const Form = FORMS[origin];
  return (
    <>
      <Stack gap="xs" pt="sm" pr="md" pb={0} pl="md">
        <TypeChoice value="live" onOther={onVod} />
        <SegmentedControl
          fullWidth
          aria-label={t("live.origin")}
          value={origin}
          data={ORIGINS.map((value) => ({ value, label: t(`live.origins.${value}`) }))}
          onChange={setOrigin}
        />
      </Stack>
      <Form name={windowId} onCreated={(live) => onCreated(live, origin)} />
    </>
  );
}
