import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("Pour Video.js 8 avec le VHS qu'il apporte. HLS et DASH."),
  heading("without-drm", "Sans DRM"),
  sample("videojs"),
  list(
    "Un changement ultérieur de source est suivi\u00a0; le spectateur reste avec ceux qui ont commencé par la même.",
    "Les fonctions de la page (`onRequest`, `onResponse`) sont appelées quand le CDN est interrogé, et les clés AES sont l'affaire de VHS.",
    "Un lecteur détruit (`dispose`) est libéré de lui-même.",
    "Là où le navigateur lit HLS lui-même (Safari), il n'y a pas de VHS et rien n'est échangé, sauf si `overrideNative` est activé\u00a0:",
  ),
  code("overrideNative"),
  heading("with-drm", "Avec DRM"),
  text(
    "Video.js ne connaît aucun DRM par lui-même\u00a0: c'est le rôle du paquet `videojs-contrib-eme`, auquel nous ne touchons pas. Les segments chiffrés sont échangés\u00a0; les licences sont l'affaire de ce paquet.",
  ),
  code("videojsDrm"),
  note("Ce fragment n'est pas exécuté par nos tests\u00a0: ce paquet n'en fait pas partie."),
];
