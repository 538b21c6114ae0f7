import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { CaptionTrack, VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { ErrorState } from "../../../components/ui/states.tsx";
import { type CaptionsWithCues, loadCaptions } from "./captions-api.ts";
import { CueConflict } from "./cue-conflict.tsx";
import { CueList, type CueListHandle } from "./cue-list.tsx";
import { searchRows } from "./cue-rows.ts";
import { CueTools } from "./cue-tools.tsx";
import { languageName } from "./languages.ts";
import { type CueEdits, useCueEdits } from "./use-cue-edits.ts";

interface CueEditorProps {
  video: VideoView;
  track: CaptionTrack;
  /** The track in its current state; undefined once it was deleted. */
  latest: CaptionTrack | undefined;
  isKnown: boolean;
  onEnd: () => void;
}

/** Edits all captions of a track, with texts and times, next to the preview. */
export function CueEditor(props: CueEditorProps) {
  const { video, track, onEnd } = props;
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ["caption-cues", track.uuid],
    queryFn: () => loadCaptions(video.uuid, track.uuid),
    // Captions are not reloaded automatically. The track's revision reveals changes by others, which are merged on request.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <LoadedEditor {...props} loaded={data} />;
  if (!error) return <Skeleton h={420} radius="md" role="status" aria-label={t("captions.editor.loading")} />;
  return (
    <Stack>
      <ErrorState error={error} onRetry={refetch} />
      <Group justify="center">
        <Button variant="subtle" onClick={onEnd}>
          {t("captions.editor.close")}
        </Button>
      </Group>
    </Stack>
  );
}

function LoadedEditor({
  video,
  track,
  latest,
  isKnown,
  loaded,
  onEnd,
}: CueEditorProps & { loaded: CaptionsWithCues }) {
  const { t, i18n } = useTranslation();
  const edits = useCueEdits(video, loaded);
  const [search, setSearch] = useState("");
  const list = useRef<CueListHandle>(null);
  const titleId = useId();
  const shown = searchRows(edits.rows, search);
  const language = languageName(track.language, i18n.language, t("captions.unknownLanguage"));
  function handleKey(event: KeyboardEvent): void {
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["s", "z", "y"].includes(letter)) return;
    event.preventDefault();
    if (letter === "s") void save();
    else if (letter === "y" || event.shiftKey) edits.redo();
    else edits.undo();
  }
  async function save(): Promise<void> {
    const [faulty] = edits.faults.keys();
    if (faulty === undefined) return edits.save();
    setSearch("");
    list.current?.focus(faulty);
  }
  return (
    <Stack component="section" gap="sm" miw={0} aria-labelledby={titleId} onKeyDown={handleKey}>
      <Title order={3} size="h5" id={titleId}>
        {t("captions.editor.title", { name: `${language}, ${track.label}` })}
      </Title>
      <CueConflict edits={edits} latest={latest} isGone={isKnown && !latest} />
      <FormFault fault={edits.fault} />
      <CueTools
        edits={edits}
        search={search}
        foundCount={shown.length}
        onSearch={setSearch}
        onGo={(key) => {
          setSearch("");
          list.current?.focus(key);
        }}
      />
      <CueList
        ref={list}
        edits={edits}
        rows={shown}
        language={track.language}
        onAdded={() => setSearch("")}
        empty={edits.rows.length === 0 ? t("captions.editor.empty") : t("captions.editor.notFound")}
      />
      <EditorFooter edits={edits} onSave={() => void save()} onEnd={onEnd} />
    </Stack>
  );
}

function EditorFooter({ edits, onSave, onEnd }: { edits: CueEdits; onSave: () => void; onEnd: () => void }) {
  const { t } = useTranslation();
  const { faults, isChanged, isSending } = edits;
  function handleClose(): void {
    if (!isChanged) onEnd();
    else
      askConfirmation({
        title: t("videoPage.unsavedTitle"),
        text: t("videoPage.unsavedText"),
        confirm: t("captions.editor.close"),
        isDangerous: true,
        run: onEnd,
      });
  }
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="var(--mantine-color-error)" role="status">
        {faults.size > 0 && t("captions.editor.faulty", { count: faults.size })}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={handleClose} disabled={isSending}>
          {t("captions.editor.close")}
        </Button>
        <Button onClick={onSave} loading={isSending} disabled={!isChanged}>
          {faults.size > 0 ? t("captions.editor.toFaulty") : t("shared.save")}
        </Button>
      </Group>
    </Group>
  );
}
