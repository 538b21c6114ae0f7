import { FIXTURE_NAMES } from "../screen-fixtures.ts";
import { createRow, NO_RIGHTS, NOT_FOR_VISITORS, type ScreenRow, VIDEOS_HEADING } from "./row.ts";

/** The screens of videos and everything derived from them. */
export const MEDIA_ROWS: readonly ScreenRow[] = [
  createRow("library", "editor", "/videos", { heading: VIDEOS_HEADING, shows: FIXTURE_NAMES.broken }),
  createRow("library", "visitor", "/videos", {
    note: "without the right to modify",
    heading: VIDEOS_HEADING,
    shows: NO_RIGHTS,
  }),
  createRow("newVideos", "editor", "/videoupload/vod", {
    heading: VIDEOS_HEADING,
    shows: { EN: "Drop video files here", FR: "Déposez vos fichiers vidéo ici" },
  }),
  createRow("newVideos", "visitor", "/videoupload/vod", NOT_FOR_VISITORS),
  createRow("pluginVideos", "editor", "/videosplugin", {
    heading: VIDEOS_HEADING,
    shows: FIXTURE_NAMES.pluginVideo,
  }),
  createRow("pluginVideos", "visitor", "/videosplugin", {
    note: "without the right to change",
    heading: VIDEOS_HEADING,
    shows: NO_RIGHTS,
  }),
  createRow("video", "editor", ({ videoUuid }) => `/player/${videoUuid}?tab=chapters`, {
    heading: FIXTURE_NAMES.video,
    shows: FIXTURE_NAMES.chapter,
  }),
  createRow("projects", "editor", "/vireed", {
    heading: { EN: "Projects", FR: "Projets" },
    shows: FIXTURE_NAMES.project,
  }),
  createRow("newProject", "editor", "/newproject", {
    heading: { EN: "New Project", FR: "Nouveau projet" },
    shows: { EN: "No video selected", FR: "Aucune vidéo sélectionnée" },
  }),
  createRow("project", "editor", ({ projectUuid }) => `/vireed/${projectUuid}/1`, {
    heading: FIXTURE_NAMES.project,
    shows: FIXTURE_NAMES.video,
  }),
  createRow("guestReview", "nobody", `/review/${"x".repeat(43)}`, {
    note: "by a link that does not work",
    heading: {
      EN: "This review link does not work",
      FR: "Ce lien de relecture ne fonctionne pas",
    },
    shows: { EN: "Ask the person who sent it", FR: "Demandez un nouveau lien" },
  }),
  createRow("trash", "editor", "/trash", {
    heading: { EN: "Trash", FR: "Corbeille" },
    shows: FIXTURE_NAMES.trashed,
  }),
  createRow("outros", "editor", "/outros", {
    heading: { EN: "Outros", FR: "Écrans de fin" },
    shows: FIXTURE_NAMES.outro,
  }),
  createRow("outro", "editor", ({ outroId }) => `/outros/${outroId}`, {
    heading: FIXTURE_NAMES.outro,
    shows: { EN: "Button text", FR: "Texte du bouton" },
  }),
  createRow("outro", "editor", "/outros/new", {
    note: "that is new",
    heading: { EN: "New outro", FR: "Nouvel écran de fin" },
    shows: { EN: "Button text", FR: "Texte du bouton" },
  }),
  createRow("pictures", "editor", "/pictures", {
    heading: { EN: "Picture bank", FR: "Banque d’images" },
    shows: FIXTURE_NAMES.picture,
  }),
  createRow("exportLinks", "editor", "/export", {
    heading: { EN: "Export links", FR: "Liens d’export" },
    shows: FIXTURE_NAMES.exportLink,
  }),
  createRow("sceneLists", "editor", "/scenelist", {
    heading: { EN: "Scene lists", FR: "Montages" },
    shows: FIXTURE_NAMES.sceneList,
  }),
  createRow("sceneList", "editor", ({ sceneListUuid }) => `/scenelist/${sceneListUuid}`, {
    heading: FIXTURE_NAMES.sceneList,
    shows: FIXTURE_NAMES.video,
  }),
  createRow("sceneList", "editor", "/scenelist/new", {
    note: "that is new",
    heading: { EN: "New scene list", FR: "Nouveau montage" },
    shows: FIXTURE_NAMES.video,
  }),
];
