import {
  CHAPTER_TITLE_MAX_LENGTH,
  type FieldError,
  type Scene,
  type SceneListView,
  type SceneMode,
  type SceneView,
  type VideoView,
} from "@shoal/contract";

/** A scene while the list is edited; times in seconds of its video. */
export interface SceneDraft {
  /** For this page only. */
  key: string;
  video: string;
  videoTitle: string;
  /** Null if the video no longer exists and its duration is unknown. */
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
  /** The typed value; "" keeps the current one. */
  password: string;
  scenes: SceneDraft[];
}

let made = 0;
const newKey = () => {
  made += 1;
  return `scene-${made}`;
};

/** The edited list. @param list undefined for a new one. */
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

/** The whole of a video as a scene. */
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

  name: video.title.slice(0, CHAPTER_TITLE_MAX_LENGTH),
  mode: "accurate",
});

export const copyOf = (scene: SceneDraft): SceneDraft => ({ ...scene, key: newKey() });

/** Puts a scene at a place; the others move on. */
export const insertAt = (scenes: readonly SceneDraft[], scene: SceneDraft, place: number): SceneDraft[] =>
  scenes.toSpliced(Math.min(Math.max(place, 0), scenes.length), 0, scene);

/**
 * Moves a scene.
 * @param gap the gap between scenes to move it to: 0 is before the first.
 * @example moveToGap([a, b, c], 0, 3) // [b, c, a]
 */
export function moveToGap(scenes: readonly SceneDraft[], from: number, gap: number): SceneDraft[] {
  const scene = scenes[from];
  if (!scene) return [...scenes];
  return insertAt(scenes.toSpliced(from, 1), scene, gap > from ? gap - 1 : gap);
}

const isSamePart = (a: Omit<Scene, "name">, b: Omit<Scene, "name">) =>
  a.video === b.video && a.in === b.in && a.out === b.out && a.mode === b.mode;

/** The saved scene of this part of the video; undefined while it is new. */
export const savedPartOf = (scene: SceneDraft, list: SceneListView | undefined): SceneView | undefined =>
  list?.scenes.find((each) => isSamePart(each, scene));

/** The total of the scenes; a saved fast one is longer than its selection. */
export const totalSecOf = (scenes: readonly SceneDraft[], list: SceneListView | undefined): number =>
  scenes.reduce((sum, scene) => sum + (savedPartOf(scene, list)?.duration ?? scene.out - scene.in), 0);

/** In the form of the call. */
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

/** The fields that the server rejected, by the index of their scene. */
export function sceneFaultsOf(fields: readonly FieldError[] = []): Map<number, SceneField> {
  const found = fields.flatMap(({ path }): [number, SceneField][] => {
    const [, place, field] = SCENE_PATH.exec(path) ?? [];
    return place && field ? [[Number(place), field as SceneField]] : [];
  });
  // For a scene, the first fault.
  return new Map(found.reverse());
}
