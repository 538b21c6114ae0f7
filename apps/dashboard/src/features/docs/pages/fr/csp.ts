import { code, heading, list, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Si vos pages ont une Content-Security-Policy, elle doit leur permettre de charger le plugin depuis l’edge et de s’y connecter. Avec votre propre lecteur hls.js et un CDN à l’adresse cdn.example.net\u00a0:",
  ),
  code("csp"),
  table(
    ["Directive", "Utilisation"],
    [
      ["`script-src`\u00a0: l’edge", "Les fichiers du plugin, et l’outil de visualisation."],
      ["`connect-src`\u00a0: l’edge, `https:`", "Les sessions et les chiffres."],
      ["`connect-src`\u00a0: l’edge, `wss:`", "Le tracker, où les spectateurs se trouvent."],
      ["`connect-src`\u00a0: votre CDN", "Les segments\u00a0; votre lecteur en a besoin de toute façon."],
      [
        "`media-src blob:`, `worker-src blob:`",
        "Votre lecteur\u00a0: sources de médias, et le worker de hls.js.",
      ],
    ],
  ),
  heading("not-needed", "Ce dont vous n’avez pas besoin"),
  list(
    "Ni `'unsafe-inline'` ni `'unsafe-eval'`. Le code de votre propre page peut utiliser un nonce.",
    "Les connexions WebRTC ne sont pas soumises à `connect-src`.",
  ),
  note(
    "S’il y a plusieurs edges, un spectateur peut être dirigé vers le tracker d’un autre\u00a0: autorisez les adresses `wss:` de tous. Demandez-nous la liste.",
  ),
];
