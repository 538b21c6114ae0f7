import { useTranslation } from "react-i18next";
import classes from "./card-kind.module.css";
import { type CardKind, kindColourOf } from "./card-kind.ts";

/** The kind of a card: its colour with its name. */
export function KindLabel({ kind }: { kind: CardKind }) {
  const { t } = useTranslation();
  return (
    <span className={classes.kind}>
      <span className={classes.mark} style={{ background: kindColourOf(kind) }} aria-hidden />
      {t(`kinds.${kind}`)}
    </span>
  );
}
