import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SectionCard } from "../../components/ui/sections/section-card.tsx";
import type { SectionId } from "./sections.ts";

interface SectionProps {
  section: SectionId;
  hint?: ReactNode;
  /** Content next to the title of the section. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Shows one section of the video page. */
export function Section(props: SectionProps) {
  const { t } = useTranslation();
  return <SectionCard {...props} title={t(`videoPage.sections.${props.section}`)} />;
}
