import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./card-kind.module.css";
import { type CardKind, kindColourOf } from "./card-kind.ts";

/** Shows the kind of a card, such as a video or a live, with the kind's colour. */
export function KindLabel({ kind }: { kind: CardKind }) {
  const { t } = useTranslation();
  return (
    <span className={classes.kind}>
      <Box
        component="span"
        flex="none"
        w={10}
        h={10}
        bdrs={3}
        style={{ background: kindColourOf(kind) }}
        aria-hidden
      />
      {t(`kinds.${kind}`)}
    </span>
  );
}
