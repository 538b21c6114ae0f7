import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { MAX_SCENES, type SceneListView, type VideoView } from "@shoal/contract";
import { IconArrowsSplit2, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { PreviewFrame } from "../../components/video/preview/preview-frame.tsx";
import { VideoPicker } from "../../components/video/video-picker.tsx";
import { directLinkOf, embedCodeOf } from "../../lib/sharing.ts";
import { formatClock } from "../../lib/times.ts";
import { sceneOfVideo, totalSecOf } from "./draft.ts";
import { ListSettings } from "./list-settings.tsx";
import classes from "./scene-list-editor.module.css";
import { SceneRows } from "./scene-rows.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useDeleteList } from "./use-delete-list.tsx";
import { useListDraft } from "./use-list-draft.ts";

interface SceneListEditorProps {
  /** The list as saved on the server; undefined for a new list. */
  list: SceneListView | undefined;
  /** Called after a new list was created, before the page moves to its address. */
  onCreated: (uuid: string) => void;
}

/** Composes a list: videos on one side, scenes on the other. */
export function SceneListEditor({ list, onCreated }: SceneListEditorProps) {
  const { t } = useTranslation();
  const editing = useListDraft(list, onCreated);
  const { draft, change, faults } = editing;
  const dragged = useRef<VideoView>(undefined);
  const { scenes } = draft;
  return (
    <>
      <EditorHeader list={list} editing={editing} />
      <EditorNotices editing={editing} />
      <div className={classes.page}>
        <div className={classes.videos}>
          <Panel title={t("sceneList.videos")}>
            <VideoPicker
              pageSize={8}
              hint={t("sceneList.videosHint")}
              filter={{ status: ["encoded", "stopped"] }}
              action={{ text: t("sceneList.add"), nameOf: (title) => t("sceneList.addVideo", { title }) }}
              isUsable={({ playable, isDeleted }) => playable && !isDeleted && scenes.length < MAX_SCENES}
              onAdd={(video) => change({ scenes: [...scenes, sceneOfVideo(video)] })}
              onDrag={(video) => {
                dragged.current = video;
              }}
            />
          </Panel>
        </div>
        <Stack gap={20} miw={0}>
          <Panel title={t("sceneList.scenes")}>
            <SceneRows
              scenes={scenes}
              list={list}
              faults={faults.scenes}
              guest={() => dragged.current}
              onChange={(next) => change({ scenes: next })}
            />
            <Text fw={600} role="status">
              {t("sceneList.total", { duration: formatClock(totalSecOf(scenes, list)) })}
            </Text>
          </Panel>
          {list && <ListStage list={list} />}
          <ListSettings
            draft={draft}
            faults={faults}
            hasPassword={list?.isPassword ?? false}
            onChange={change}
          />
          {list && <ListShare list={list} />}
        </Stack>
      </div>
    </>
  );
}

type ListEditing = ReturnType<typeof useListDraft>;

function EditorHeader({ list, editing }: { list: SceneListView | undefined; editing: ListEditing }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirmDelete = useDeleteList(() => {
    editing.discardChanges();
    void navigate("/scenelist");
  });
  return (
    <PageHeader title={list?.title ?? t("sceneList.newTitle")}>
      {list && <ListState list={list} />}
      {list && (
        <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => confirmDelete(list)}>
          {t("sceneLists.delete")}
        </Button>
      )}
      <Button
        loading={editing.isSaving}
        disabled={!editing.isChanged && list?.state !== "error"}
        onClick={() => void editing.save()}
      >
        {t(editing.isNew ? "sceneList.create" : "sceneList.save")}
      </Button>
    </PageHeader>
  );
}

function ListState({ list: { state } }: { list: SceneListView }) {
  const { t } = useTranslation();
  return (
    <span role="status">
      <StateBadge state={state}>{t(`sceneLists.states.${state}`)}</StateBadge>
    </span>
  );
}

/** Shows the errors, the changes by others, and the version that viewers see. */
function EditorNotices({ editing: { faults, theirs, adopt, save, list } }: { editing: ListEditing }) {
  const { t } = useTranslation();
  const hint = list && list.state !== "ready" ? list.state : undefined;
  return (
    <Stack gap="sm" mb="md">
      <FormFault fault={faults.whole} title={t("sceneList.failed")} />
      <div role="alert" style={{ display: "contents" }}>
        {theirs && (
          <Alert
            color="orange"
            role="presentation"
            icon={<IconArrowsSplit2 />}
            title={t("sceneList.conflictTitle")}
          >
            <Text size="sm">{t("sceneList.conflictText")}</Text>
            <Group gap="sm" mt="sm">
              <Button size="xs" variant="default" onClick={() => adopt(theirs)}>
                {t("sceneList.takeTheirs")}
              </Button>
              <Button size="xs" onClick={() => void save(theirs.revision)}>
                {t("sceneList.keepMine")}
              </Button>
            </Group>
          </Alert>
        )}
      </div>
      {hint && (
        <Text size="sm" c="dimmed" role="status">
          {t(`sceneLists.stateHints.${hint}`, { ready: list?.readyCount, count: list?.sceneCount })}
        </Text>
      )}
    </Stack>
  );
}

/** Shows the list as viewers see it, in the real player, which adopts each saved version. */
function ListStage({ list }: { list: SceneListView }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("sceneList.preview")}>
      {list.playable ? (
        <PreviewFrame video={list} address={`${list.embedUrl}?autoplay=0`} className={classes.player} />
      ) : (
        <div className={classes.waiting}>
          <IconPlayerPlay size={30} aria-hidden />
          <Text size="sm" ta="center">
            {t("sceneList.previewNone")}
          </Text>
        </div>
      )}
    </Panel>
  );
}

/** Shows how to embed the list in other pages. */
function ListShare({ list }: { list: SceneListView }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("sceneList.share")}>
      <Stack gap="md">
        <CopyField
          label={t("sceneList.code")}
          value={embedCodeOf(list)}
          copied={t("sceneLists.codeCopied")}
        />
        <CopyField
          label={t("sceneList.link")}
          value={directLinkOf(list)}
          copied={t("sceneLists.linkCopied")}
        />
      </Stack>
    </Panel>
  );
}
