import { errorCodes, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un appel qui échoue répond par un statut à partir de 400 et un corps JSON\u00a0: `code`, `message`, et `fields` avec le `path` et la `reason` de chaque champ erroné. Les programmes décident selon `code`\u00a0; les messages peuvent changer.",
  ),
  heading("again", "Quand réessayer"),
  list(
    "Après `429`, et après `503` avec `Retry-After`\u00a0: attendez ce nombre de secondes. Rien n'a été fait.",
    "Après une réponse perdue\u00a0: tout de suite si l'appel ne fait que lire. S'il crée quelque chose, avec la même `Idempotency-Key` qu'avant.",
    "Après tout autre refus\u00a0: pas avant que quelque chose ait changé.",
  ),
  heading("codes", "Tous les codes"),
  errorCodes(),
];
