import type { OwnerPreview } from "@shoal/contract/player";
import type { Language } from "../i18n/texts.ts";

type RefusedStep = NonNullable<OwnerPreview["refusal"]>;

interface PreviewTexts {
  /** The text of the preview mark, in which `{seen}` stands for what viewers see. */
  mark: string;
  /** Appended to the mark if viewers on an allowed page would see something else. */
  onAllowedPage: string;
  video: string;
  /** The part of the mark about viewers who are blocked; `{step}` is the check that blocks them. */
  refused: string;
  steps: Record<RefusedStep, string>;
}

const englishTexts: PreviewTexts = {
  mark: "Preview. Viewers see: {seen}",
  onAllowedPage: "on an allowed page: {seen}",
  video: "the video",
  refused: "blocked ({step})",
  steps: {
    deletion: "scheduled deletion",
    start: "start date",
    password: "password",
    address: "address",
    country: "country",
    vpn: "VPN or proxy",
    website: "website",
    subdomain: "subdomain",
    streaming: "streaming",
    budget: "monthly budget",
  },
};

const frenchTexts: PreviewTexts = {
  mark: "Aperçu. Les spectateurs voient\u00a0: {seen}",
  onAllowedPage: "sur une page autorisée\u00a0: {seen}",
  video: "la vidéo",
  refused: "bloqué ({step})",
  steps: {
    deletion: "suppression planifiée",
    start: "date de début",
    password: "mot de passe",
    address: "adresse",
    country: "pays",
    vpn: "VPN ou proxy",
    website: "site web",
    subdomain: "sous-domaine",
    streaming: "diffusion",
    budget: "budget mensuel",
  },
};

/**
 * Returns the text of a preview's mark.
 * @example markText({ refusal: "website", refusalOnAllowedPage: null }, "en") // "Preview. Viewers see: blocked (website) · on
 * an allowed page: the video"
 */
export function markText({ refusal, refusalOnAllowedPage }: OwnerPreview, language: Language): string {
  const texts = language === "fr" ? frenchTexts : englishTexts;
  const seen = (step: RefusedStep | null) =>
    step === null ? texts.video : texts.refused.replace("{step}", texts.steps[step]);
  const mark = texts.mark.replace("{seen}", seen(refusal));
  if (refusalOnAllowedPage === refusal) return mark;
  return `${mark} · ${texts.onAllowedPage.replace("{seen}", seen(refusalOnAllowedPage))}`;
}
