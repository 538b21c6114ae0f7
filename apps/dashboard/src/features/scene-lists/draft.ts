import {
  type FieldError,
  MAX_CHAPTER_TITLE_LENGTH,
  type Scene,
  type SceneListView,
  type SceneMode,
  type SceneView,
  type VideoView,
} from "@shoal/contract";

/** A scene while the list is being edited; times are in seconds of its video. */
export interface SceneDraft {
  /** Identifies the scene in the editor. It is not sent to the server. */
  key: string;
  video: string;
  videoTitle: string;
  /** Duration of the video; null if it no longer exists and its duration is unknown. */
  videoDuration: number | null;
  isVideoThere: boolean;
  thumbnail: string | null;
  in: number;
  out: number;
  name: string;
  mode: SceneMode;
}

export interface ListDraft {
  title: string;
  description: string;
  autoplay: boolean;
  isPassword: boolean;
  /** The entered password; "" keeps the current password. */
  password: string;
  scenes: SceneDraft[];
}

let keyCount = 0;
const newKey = () => {
  keyCount += 1;
  return `scene-${keyCount}`;
};

/** Returns a draft of a list. @param list the list as saved on the server; undefined for a new list. */
export function draftOf(list: SceneListView | undefined, autoplay: boolean): ListDraft {
  return {
    title: list?.title ?? "",
    description: list?.description ?? "",
    autoplay: list?.autoplay ?? autoplay,
    isPassword: list?.isPassword ?? false,
    password: "",
    scenes: (list?.scenes ?? []).map(sceneDraftOf),
  };
}

const sceneDraftOf = ({
  video,
  videoTitle,
  videoDuration,
  isVideoThere,
  thumbnail,
  ...scene
}: SceneView) => ({
  key: newKey(),
  video,
  videoTitle,
  videoDuration,
  isVideoThere,
  thumbnail,

  in: scene.in,
  out: scene.out,
  name: scene.name,
  mode: scene.mode,
});

/** Returns a scene that spans the whole video. */
export const sceneOfVideo = (
  video: Pick<VideoView, "uuid" | "title" | "duration" | "manifest">,
): SceneDraft => ({
  key: newKey(),
  video: video.uuid,
  videoTitle: video.title,
  videoDuration: video.duration,

  isVideoThere: true,
  thumbnail: video.manifest.thumbnail,
  in: 0,
  out: video.duration ?? 0,

  name: video.title.slice(0, MAX_CHAPTER_TITLE_LENGTH),
  mode: "accurate",
});

export const copyOf = (scene: SceneDraft): SceneDraft => ({ ...scene, key: newKey() });

/** Inserts a scene at an index. */
export const insertAt = (scenes: readonly SceneDraft[], scene: SceneDraft, place: number): SceneDraft[] =>
  scenes.toSpliced(Math.min(Math.max(place, 0), scenes.length), 0, scene);

/**
 * Moves a scene.
 * @param gap index of the gap between scenes to which the scene moves; 0 is before the first scene.
 * @example moveToGap([a, b, c], 0, 3) // [b, c, a]
 */
export function moveToGap(scenes: readonly SceneDraft[], from: number, gap: number): SceneDraft[] {
  const scene = scenes[from];
  if (!scene) return [...scenes];
  return insertAt(scenes.toSpliced(from, 1), scene, gap > from ? gap - 1 : gap);
}

const isSamePart = (a: Omit<Scene, "name">, b: Omit<Scene, "name">) =>
  a.video === b.video && a.in === b.in && a.out === b.out && a.mode === b.mode;

/** Returns the saved scene that shows the same part of the same video; undefined for a new scene. */
export const savedPartOf = (scene: SceneDraft, list: SceneListView | undefined): SceneView | undefined =>
  list?.scenes.find((each) => isSamePart(each, scene));

/** Returns the total duration of the scenes. A saved fast scene is longer than its selection. */
export const totalSecOf = (scenes: readonly SceneDraft[], list: SceneListView | undefined): number =>
  scenes.reduce((sum, scene) => sum + (savedPartOf(scene, list)?.duration ?? scene.out - scene.in), 0);

/** Returns the body of the call that saves the list. */
export const bodyOf = ({ scenes, password, isPassword, ...draft }: ListDraft) => ({
  ...draft,
  isPassword,
  ...(isPassword && password !== "" ? { password } : {}),
  scenes: scenes.map(({ video, name, mode, ...scene }) => ({
    video,
    in: scene.in,
    out: scene.out,
    mode,
    ...(name.trim() ? { name: name.trim() } : {}),
  })),
});

export const isSameDraft = (a: ListDraft, b: ListDraft): boolean =>
  JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));

export type SceneField = "video" | "in" | "out";
const SCENE_PATH = /^scenes\.(\d+)\.(video|in|out)$/;

/** Returns the fields that the server rejected, by the index of their scene. */
export function sceneFaultsOf(fields: readonly FieldError[] = []): Map<number, SceneField> {
  const found = fields.flatMap(({ path }): [number, SceneField][] => {
    const [, place, field] = SCENE_PATH.exec(path) ?? [];
    return place && field ? [[Number(place), field as SceneField]] : [];
  });
  // Reversed, because a map keeps the last value of a key, and the first error of each scene is wanted.
  return new Map(found.reverse());
}
