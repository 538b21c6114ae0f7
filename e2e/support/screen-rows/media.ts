import { NAMES } from "../screen-fixtures.ts";
import { NO_RIGHTS, NOT_FOR_VISITORS, row, type ScreenRow, VIDEOS } from "./row.ts";

/** Screens for videos and everything derived from them. */
export const MEDIA: readonly ScreenRow[] = [
  row("library", "editor", "/videos", { heading: VIDEOS, shows: NAMES.broken }),
  row("library", "visitor", "/videos", {
    note: "without the right to modify",
    heading: VIDEOS,
    shows: NO_RIGHTS,
  }),
  row("newVideos", "editor", "/videoupload/vod", {
    heading: VIDEOS,
    shows: { EN: "Drop video files here", FR: "Déposez vos fichiers vidéo ici" },
  }),
  row("newVideos", "visitor", "/videoupload/vod", NOT_FOR_VISITORS),
  row("pluginVideos", "editor", "/videosplugin", {
    heading: VIDEOS,
    shows: NAMES.pluginVideo,
  }),
  row("pluginVideos", "visitor", "/videosplugin", {
    note: "without the right to change",
    heading: VIDEOS,
    shows: NO_RIGHTS,
  }),
  row("video", "editor", ({ videoUuid }) => `/player/${videoUuid}?tab=chapters`, {
    heading: NAMES.video,
    shows: NAMES.chapter,
  }),
  row("projects", "editor", "/vireed", {
    heading: { EN: "Projects", FR: "Projets" },
    shows: NAMES.project,
  }),
  row("newProject", "editor", "/newproject", {
    heading: { EN: "New Project", FR: "Nouveau projet" },
    shows: { EN: "No video selected", FR: "Aucune vidéo sélectionnée" },
  }),
  row("project", "editor", ({ projectUuid }) => `/vireed/${projectUuid}/1`, {
    heading: NAMES.project,
    shows: NAMES.video,
  }),
  row("guestReview", "nobody", `/review/${"x".repeat(43)}`, {
    note: "by a link that does not work",
    heading: {
      EN: "This review link does not work",
      FR: "Ce lien de relecture ne fonctionne pas",
    },
    shows: { EN: "Ask the person who sent it", FR: "Demandez un nouveau lien" },
  }),
  row("trash", "editor", "/trash", { heading: { EN: "Trash", FR: "Corbeille" }, shows: NAMES.trashed }),
  row("outros", "editor", "/outros", {
    heading: { EN: "Outros", FR: "Écrans de fin" },
    shows: NAMES.outro,
  }),
  row("outro", "editor", ({ outroId }) => `/outros/${outroId}`, {
    heading: NAMES.outro,
    shows: { EN: "Button text", FR: "Texte du bouton" },
  }),
  row("outro", "editor", "/outros/new", {
    note: "that is new",
    heading: { EN: "New outro", FR: "Nouvel écran de fin" },
    shows: { EN: "Button text", FR: "Texte du bouton" },
  }),
  row("pictures", "editor", "/pictures", {
    heading: { EN: "Picture bank", FR: "Banque d’images" },
    shows: NAMES.picture,
  }),
  row("exportLinks", "editor", "/export", {
    heading: { EN: "Export links", FR: "Liens d’export" },
    shows: NAMES.exportLink,
  }),
  row("sceneLists", "editor", "/scenelist", {
    heading: { EN: "Scene lists", FR: "Montages" },
    shows: NAMES.sceneList,
  }),
  row("sceneList", "editor", ({ sceneListUuid }) => `/scenelist/${sceneListUuid}`, {
    heading: NAMES.sceneList,
    shows: NAMES.video,
  }),
  row("sceneList", "editor", "/scenelist/new", {
    note: "that is new",
    heading: { EN: "New scene list", FR: "Nouveau montage" },
    shows: NAMES.video,
  }),
];
