import { AppError, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { findOwnChanges } from "../../lib/edit-conflict.ts";
import { useNoteUnsaved } from "./unsaved-changes.tsx";
import { readVideo } from "./video-state.ts";

type Values = Record<string, unknown>;
type Dated = VideoView & { revision: number };

interface VideoFormOptions<V extends Values> {
  /** The video as it is on screen: it moves while the form is open. */
  video: VideoView;
  valuesOf: (video: VideoView) => V;
  /** What the page itself sees: a text for each faulty field, all at once. */
  validate?: (values: V) => Partial<Record<keyof V, string | null | undefined | false>>;
  /** Undefined when the reader was asked and does not want it. */
  save: (values: V) => Promise<VideoView>;
  onSaved: (video: VideoView) => unknown;
  onRefused?: (error: unknown) => boolean;
}

export interface VideoForm<V extends Values> extends EditForm<V, Dated> {
  /** Whether anything differs from what is saved. */
  isChanged: boolean;
}

const dated = (video: VideoView): Dated => ({ ...video, revision: Date.parse(video.lastModifyAt) });

/**
 * A form over some fields of a video. What others save meanwhile comes into the fields that nobody touched here and is
 * told; what was typed stays. Progress and figures do not concern it.
 */
export function useVideoForm<V extends Values>(options: VideoFormOptions<V>): VideoForm<V> {
  const { video, valuesOf, validate, save, onSaved, onRefused } = options;
  const queries = useQueryClient();
  // What the fields began with.
  const base = useRef(video);
  const isForeign = (latest: VideoView) =>
    Object.keys(findOwnChanges<V>(valuesOf(base.current), valuesOf(latest))).length > 0;
  async function read(): Promise<Dated> {
    base.current = await readVideo(queries, video.uuid);
    return dated(base.current);
  }
  const edit: EditForm<V, Dated> = useEditForm<V, Dated>({
    entity: dated(video),
    valuesOf,
    ...(validate ? { validate } : {}),
    ...(onRefused ? { onRefused } : {}),
    read,
    async save() {
      if (isForeign(await readVideo(queries, video.uuid))) throw new AppError("edit_conflict");
      base.current = await save(edit.form.getValues());
      return dated(base.current);
    },
    onSaved,
  });
  useEffect(() => {
    if (edit.isSending || video.lastModifyAt < base.current.lastModifyAt || !isForeign(video)) return;
    base.current = video;
    edit.adopt(dated(video));
  });
  const own = findOwnChanges<V>(valuesOf(base.current), edit.form.getValues());
  const isChanged = Object.keys(own).length > 0;
  useNoteUnsaved(isChanged);
  return { ...edit, isChanged };
}
