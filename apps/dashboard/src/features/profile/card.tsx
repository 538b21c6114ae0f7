import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SectionCard } from "../../components/ui/sections/section-card.tsx";
import type { SectionId } from "./sections.ts";

interface CardProps {
  section: SectionId;
  hint?: ReactNode;
  /** The content next to the title: a state, a button, or a note that nothing can be changed. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** Shows one section of the profile. */
export function Card(props: CardProps) {
  const { t } = useTranslation();
  return <SectionCard {...props} title={t(`profile.sections.${props.section}`)} />;
}
