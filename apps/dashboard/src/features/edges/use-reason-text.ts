import { useTranslation } from "react-i18next";
import type { texts } from "../../i18n/en/edges.ts";

type Refusal = keyof typeof texts.edges.refusals;
type Limit = keyof typeof texts.edges.limits;

/** Why somebody was refused, in the reader's words; what edges of another version say stays as they say it. */
export function useReasonText() {
  const { t, i18n } = useTranslation();
  return {
    refused: (code: string): string =>
      i18n.exists(`edges.refusals.${code}`) ? t(`edges.refusals.${code as Refusal}`) : code,
    limited: (by: string): string =>
      i18n.exists(`edges.limits.${by}`) ? t(`edges.limits.${by as Limit}`) : by,
  };
}
