import { AppError, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { findOwnChanges, saveOverLatest } from "../../lib/edit-conflict.ts";
import { loadVideo } from "../../lib/video-cache.ts";

type FormValues = Record<string, unknown>;

interface VideoFormOptions<V extends FormValues> {
  /** The video as it is displayed, which may change while the form is open. */
  video: VideoView;
  valuesOf: (video: VideoView) => V;
  /** Validates on the page: returns a message for each invalid field. */
  validate?: (values: V) => Partial<Record<keyof V, string | null | undefined | false>>;
  /** Saves the values. Fails with "edit_conflict" if the revision is outdated. */
  save: (values: V, revision: number) => Promise<VideoView>;
  onSaved: (video: VideoView) => unknown;
  onRefused?: (error: unknown) => boolean;
}

export interface VideoForm<V extends FormValues> extends EditForm<V, VideoView> {
  /** Whether any value differs from the saved value. */
  isChanged: boolean;
}

/**
 * Returns a form for some fields of a video. Changes that others save in the meantime are merged into untouched fields
 * and shown; entered values are kept. Progress and figures are ignored.
 */
export function useVideoForm<V extends FormValues>(options: VideoFormOptions<V>): VideoForm<V> {
  const { video, valuesOf, validate, save, onSaved, onRefused } = options;
  const queries = useQueryClient();
  // The values of the fields when the form was opened.
  const base = useRef(video);
  const isForeign = (latest: VideoView) =>
    Object.keys(findOwnChanges<V>(valuesOf(base.current), valuesOf(latest))).length > 0;
  async function read(): Promise<VideoView> {
    base.current = await loadVideo(queries, video.uuid);
    return base.current;
  }
  const edit: EditForm<V, VideoView> = useEditForm<V, VideoView>({
    entity: video,
    valuesOf,
    ...(validate ? { validate } : {}),
    ...(onRefused ? { onRefused } : {}),
    read,
    async save() {
      const saved = await saveOverLatest(
        () => loadVideo(queries, video.uuid),
        async (latest) => (isForeign(latest) ? undefined : save(edit.form.getValues(), latest.revision)),
      );
      if (!saved) throw new AppError("edit_conflict");
      base.current = saved;
      return saved;
    },
    onSaved,
  });
  useEffect(() => {
    if (edit.isSending || video.revision < base.current.revision || !isForeign(video)) return;
    base.current = video;
    edit.adopt(video);
  });
  const own = findOwnChanges<V>(valuesOf(base.current), edit.form.getValues());
  const isChanged = Object.keys(own).length > 0;
  useReportUnsaved(isChanged);
  return { ...edit, isChanged };
}
