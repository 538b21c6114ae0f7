import { AppError, routes, type SceneListView, VIDEO_PASSWORD_MIN_LENGTH } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { isEditConflict, mergeEdits } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import { bodyOf, draftOf, isSameDraft, type ListDraft, type SceneField, sceneFaultsOf } from "./draft.ts";
import { cacheSceneList, sceneListQuery } from "./scene-lists-query.ts";

/** The errors in the list that prevent saving. */
export interface DraftFaults {
  title?: boolean;
  password?: boolean;
  /** The invalid fields, by the index of their scene. */
  scenes: ReadonlyMap<number, SceneField>;
  /** An error that belongs to no field; undefined if there is none. */
  whole?: string;
}
const NO_FAULTS: DraftFaults = { scenes: new Map() };

/**
 * Holds the draft of a list and saves it.
 * @param list the list as saved on the server; undefined for a new list.
 * @param onCreated called before the page moves to the new list's address, where this draft continues.
 */
export function useListDraft(list: SceneListView | undefined, onCreated: (uuid: string) => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const autoplay = useMe()?.client_infos[0]?.defaultAutoplay ?? true;
  const [base, setBase] = useState(list);
  const [draft, setDraft] = useState(() => draftOf(list, autoplay));
  const [faults, setFaults] = useState(NO_FAULTS);
  const [isSaving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<SceneListView>();
  const [created, setCreated] = useState<string>();
  const [isForgotten, setForgotten] = useState(false);
  // Moving to the address of a new list discards no values, so it needs no confirmation.
  const isMoving = created !== undefined && list?.uuid !== created;
  const isChanged = !isMoving && !isForgotten && !isSameDraft(draft, draftOf(base, autoplay));
  useReportUnsaved(isChanged);

  /** Adopts a saved state. @param sent the draft that was saved; changes made during the save remain unsaved. */
  function adopt(latest: SceneListView, sent?: ListDraft): void {
    setBase(latest);
    setDraft((now) => {
      const next = draftOf(latest, autoplay);
      return sent && now !== sent ? mergeEdits(sent, now, next).values : next;
    });
    setTheirs(undefined);
    setFaults(NO_FAULTS);
  }
  // If there are no local changes, the changes of other users are adopted.
  useEffect(() => {
    if (list && base && list.revision > base.revision && !isChanged && !isSaving) adopt(list);
  });
  // Navigates in an effect, after the page has recorded that leaving the form needs no confirmation.
  useEffect(() => {
    if (created) void navigate(`/scenelist/${created}`, { replace: true });
  }, [created, navigate]);

  async function send(revision: number | undefined): Promise<void> {
    const body = bodyOf(draft);
    const saved =
      base && revision !== undefined
        ? await call(routes.updateSceneList, { params: { id: base.uuid }, body: { ...body, revision } })
        : await call(routes.createSceneList, { body });
    adopt(saved, draft);
    await cacheSceneList(queries, saved);
    notify.success({ message: t("sceneList.saved", { title: saved.title }) });
    if (base) return;
    onCreated(saved.uuid);
    setCreated(saved.uuid);
  }
  async function showRefusal(error: unknown): Promise<void> {
    if (base && isEditConflict(error)) {
      setTheirs(await queries.fetchQuery({ ...sceneListQuery(base.uuid), staleTime: 0 }));
      return;
    }
    const scenes = sceneFaultsOf(error instanceof AppError ? error.fields : undefined);
    setFaults({ scenes, ...(scenes.size > 0 ? {} : { whole: errorText(error) }) });
  }
  /** Saves the draft. @param revision the revision of the list that the draft replaces. */
  async function save(revision = base?.revision): Promise<void> {
    const own = ownFaults(draft);
    if (draft.scenes.length === 0) own.whole = t("sceneList.noScenes");
    setFaults(own);
    if (own.title || own.password || own.whole) return;
    setSaving(true);
    try {
      await send(revision);
    } catch (error) {
      await showRefusal(error).catch((again: unknown) =>
        setFaults({ ...NO_FAULTS, whole: errorText(again) }),
      );
    } finally {
      setSaving(false);
    }
  }
  const change = (part: Partial<ListDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults(NO_FAULTS);
  };
  return {
    list,
    draft,
    change,
    faults,
    isChanged,
    isSaving,
    save,
    theirs,
    adopt,
    isNew: !base,
    /** Discards the entered values, because the list was deleted. */
    discardChanges: () => flushSync(() => setForgotten(true)),
  };
}

function ownFaults({ title, isPassword, password }: ListDraft): DraftFaults {
  const isShort = password.normalize("NFC").length < VIDEO_PASSWORD_MIN_LENGTH;
  return {
    scenes: new Map(),
    ...(title.trim() === "" ? { title: true } : {}),
    ...(isPassword && password !== "" && isShort ? { password: true } : {}),
  };
}
