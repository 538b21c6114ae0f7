import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import i18next from "i18next";
import { type ComponentType, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import type { FloatingWindow } from "../../components/ui/windows/window-state.ts";
import { windows } from "../../components/ui/windows/windows.ts";
import { TypeChoice } from "../../components/video/creation/type-choice.tsx";
import { CameraForm } from "./capture/camera-form.tsx";
import { LivePreview } from "./live-preview.tsx";
import { type LiveOrigin, valuesForOrigin } from "./live-values.ts";
import { SoftwareForm, SourceForm } from "./remote-form.tsx";
import type { TypedValues } from "./use-typed-values.ts";

interface CreatedLive {
  uuid: string;
  title: string;
}

interface OriginFormProps {
  /** The name that distinguishes the fields of this form from the fields of other forms. */
  name: string;
  typed: TypedValues;
  onCreated: (live: CreatedLive) => void;
}

/** The form that the window shows for each origin of a live. */
const FORMS_OF_ORIGINS = {
  simple: CameraForm,
  auto: SoftwareForm,
  url: SourceForm,
} satisfies Record<LiveOrigin, ComponentType<OriginFormProps>>;
const LIVE_ORIGINS = Object.keys(FORMS_OF_ORIGINS) as LiveOrigin[];

interface LiveCreationProps {
  /** The id that distinguishes the fields of this window from the fields of other windows. */
  windowId: string;
  /** Switches to the file upload form. */
  onVod: () => void;
  onCreated: (live: CreatedLive, origin: LiveOrigin) => void;
}

/** Shows the form 'New Live' (§2). */
function LiveCreation({ windowId, onVod, onCreated }: LiveCreationProps) {
  const { t } = useTranslation();
  const [origin, setOrigin] = useState<LiveOrigin>("auto");
  const typed: TypedValues = useRef(undefined);
  const Form = FORMS_OF_ORIGINS[origin];
  function handleOrigin(next: LiveOrigin): void {
    const { current } = typed;
    if (current) typed.current = { ...current, values: valuesForOrigin(next, current.values) };
    setOrigin(next);
  }
  return (
    <>
      <Stack gap="xs" pt="sm" pr="md" pb={0} pl="md">
        <TypeChoice value="live" onOther={onVod} />
        <SegmentedControl
          fullWidth
          aria-label={t("live.origin")}
          value={origin}
          data={LIVE_ORIGINS.map((value) => ({ value, label: t(`live.origins.${value}`) }))}
          onChange={handleOrigin}
        />
      </Stack>
      <Form name={windowId} typed={typed} onCreated={(live) => onCreated(live, origin)} />
    </>
  );
}

interface LiveWindowProps {
  window: FloatingWindow;
  /** Switches to the file upload form. */
  onVod: () => void;
}

/** Shows the window 'New Live - N' (§2): the form for a live, and its preview once it is created. */
export function LiveWindow({ window: { id, subject }, onVod }: LiveWindowProps) {
  const { t } = useTranslation();
  if (subject !== "") return <LivePreview uuid={subject} windowId={id} onDeleted={() => windows.close(id)} />;
  function handleCreated({ uuid, title }: { uuid: string; title: string }, origin: LiveOrigin): void {
    windows.note(id, { subject: uuid });
    // A live from a camera has already started, so the user needs no instructions.
    if (origin === "simple") return;
    openLiveCreatedDialog(title, t(origin === "url" ? "live.source.created" : "live.created.text"));
  }
  return <LiveCreation windowId={id} onVod={onVod} onCreated={handleCreated} />;
}

/** Informs the user that a live was created. @param text the next step (§2, live created). */
function openLiveCreatedDialog(title: string, text: string): void {
  const closing = openDialog({
    title: i18next.t("live.created.title"),
    children: <LiveCreated title={title} text={text} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function LiveCreated({ title, text, onEnd }: { title: string; text: string; onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        <strong>{title}</strong>
        <br />
        {text}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
