import type { Language } from "@shoal/contract";

/** A tag of Accept-Language with its weight: `fr-CH;q=0.8`. */
const WEIGHTED_TAG = /^([a-z]{2})(?:-[a-z0-9-]+)?(?:\s*;\s*q=([\d.]+))?$/i;

/**
 * Returns the best language for a caller among those available (RFC 9110 §12.5.4); English by default.
 * @example callerLanguage("fr-FR,fr;q=0.9,en;q=0.8") // "FR"
 */
export function callerLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: "EN", weight: 0 };
  for (const part of (acceptLanguage ?? "").slice(0, 500).split(",")) {
    const [, tag = "", weight = "1"] = WEIGHTED_TAG.exec(part.trim()) ?? [];
    const language = tag.toUpperCase();
    if ((language === "EN" || language === "FR") && Number(weight) > best.weight)
      best = { language, weight: Number(weight) };
  }
  return best.language;
}
