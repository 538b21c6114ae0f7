import { code, heading, list, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Si vos pages ont une Content-Security-Policy, elle doit leur permettre de charger le plugin depuis le serveur de diffusion et de s’y connecter. Avec votre propre lecteur hls.js et un CDN à l’adresse cdn.example.net\u00a0:",
  ),
  code("csp"),
  table(
    ["Directive", "Utilisation"],
    [
      ["`script-src`\u00a0: le serveur de diffusion", "Les fichiers du plugin, et l’outil de visualisation."],
      ["`connect-src`\u00a0: le serveur de diffusion, `https:`", "Les sessions et les mesures."],
      [
        "`connect-src`\u00a0: le serveur de diffusion, `wss:`",
        "Le tracker, qui met les spectateurs en relation.",
      ],
      ["`connect-src`\u00a0: votre CDN", "Les segments\u00a0; votre lecteur en a besoin de toute façon."],
      [
        "`media-src blob:`, `worker-src blob:`",
        "Votre lecteur\u00a0: sources de médias, et le worker de hls.js.",
      ],
    ],
  ),
  heading("not-needed", "Ce qui n’est pas nécessaire"),
  list(
    "Ni `'unsafe-inline'` ni `'unsafe-eval'`. Le code de votre propre page peut utiliser un nonce.",
    "Les connexions WebRTC ne sont pas soumises à `connect-src`.",
  ),
  note(
    "S’il y a plusieurs serveurs de diffusion, un spectateur peut être dirigé vers le tracker d’un autre\u00a0: autorisez les URL `wss:` de tous. Demandez-nous la liste.",
  ),
];
