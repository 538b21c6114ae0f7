import { FIXTURE_NAMES } from "../screen-fixtures.ts";
import { createRow, NO_RIGHTS, NOT_FOR_VISITORS, type ScreenRow, VIDEOS_HEADING } from "./row.ts";

/** The screens of lives: creation, capture in the browser, with and without delay. */
export const LIVE_ROWS: readonly ScreenRow[] = [
  createRow("newLive", "editor", "/videoupload/live", {
    heading: VIDEOS_HEADING,
    shows: {
      EN: "Publish over RTMP with OBS, ffmpeg or another encoder.",
      FR: "Diffusez par RTMP avec OBS, ffmpeg ou un autre encodeur.",
    },
  }),
  createRow("newLive", "editor", ({ liveUuid }) => `/videoupload/live/${liveUuid}`, {
    note: "with the preview of one that is there",
    heading: VIDEOS_HEADING,
    shows: { EN: "Start your encoder with this server and stream key.", FR: "Démarrez votre encodeur" },
  }),
  createRow("newLive", "visitor", "/videoupload/live", NOT_FOR_VISITORS),
  createRow("video", "editor", ({ liveUuid }) => `/player/${liveUuid}?tab=live`, {
    note: "of a live",
    heading: FIXTURE_NAMES.live,
    shows: { EN: "Starts with the live", FR: "Démarre avec le direct" },
  }),
  createRow("rehearsal", "editor", "/rehearsal", {
    heading: { EN: "Load forecast", FR: "Prévision de charge" },
    shows: { EN: "Concurrent viewers", FR: "Spectateurs simultanés" },
  }),
  createRow("capture", "editor", "/capture", {
    heading: { EN: "Go live from this browser", FR: "Lancer un direct depuis ce navigateur" },
    shows: { EN: "Turn on camera", FR: "Allumer la caméra" },
  }),
  createRow("capture", "visitor", "/capture", {
    note: "without the right to modify",
    heading: { EN: "Go live from this browser", FR: "Lancer un direct depuis ce navigateur" },
    shows: NO_RIGHTS,
  }),
  createRow("captureFrame", "editor", "/captureWindow?keeplive", {
    heading: { EN: "Go live from this browser", FR: "Lancer un direct depuis ce navigateur" },
    shows: { EN: "Keep live", FR: "Conserver le direct" },
  }),
  createRow("liveChat", "editor", ({ liveUuid }) => `/chatLive/${liveUuid}`, {
    heading: FIXTURE_NAMES.live,
    shows: { EN: "The chat is off.", FR: "Le chat est désactivé." },
  }),
  createRow("directStream", "editor", "/directstream?title=From+the+pier", {
    heading: { EN: "Go live without delay", FR: "Lancer un direct sans délai" },
    shows: { EN: "Delay: No delay", FR: "Délai\u00a0: Sans délai" },
  }),
  createRow("directStream", "visitor", "/directstream", {
    note: "without the right to modify",
    heading: { EN: "Go live without delay", FR: "Lancer un direct sans délai" },
    shows: NO_RIGHTS,
  }),
  createRow("delivery", "editor", "/delivery", {
    heading: { EN: "Lives without delay", FR: "Directs sans délai" },
    shows: { EN: "No lives without delay running", FR: "Aucun direct sans délai en cours" },
  }),
  createRow("room", "editor", ({ roomUuid }) => `/delivery/${roomUuid}`, {
    heading: FIXTURE_NAMES.room,
    shows: { EN: "No camera yet.", FR: "Pas encore de caméra." },
  }),
  createRow("room", "editor", ({ liveUuid }) => `/delivery/${liveUuid}`, {
    note: "of a live that has none",
    heading: FIXTURE_NAMES.live,
    shows: { EN: "This live has no room", FR: "Ce direct n’a pas de salle" },
  }),
];
