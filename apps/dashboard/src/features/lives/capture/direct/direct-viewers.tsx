import { DIRECT_PLACES } from "@shoal/contract/player";
import { IconBolt } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "../../live-preview.module.css";
import type { DirectState } from "./direct.types.ts";

/** How many viewers this page gives what it films itself; nothing while none can come. Texts of area "live". */
export function DirectViewers({ direct: { phase, viewers } }: { direct: DirectState }) {
  const { t } = useTranslation();
  if (phase === "ended") return null;
  return (
    <div>
      <p className={classes.direct} role="status">
        <IconBolt size={16} aria-hidden />
        {t("live.delay.viewers", { viewers, places: DIRECT_PLACES })}
      </p>
      {phase === "lost" && <p className={classes.hint}>{t("live.delay.roomLost")}</p>}
    </div>
  );
}
