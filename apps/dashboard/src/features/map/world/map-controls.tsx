import { ActionIcon } from "@mantine/core";
import { IconMinus, IconPlus, IconWorld } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ZoomView } from "./use-zoom.ts";
import classes from "./world-map.module.css";

interface MapControlsProps {
  zoomed: ZoomView;
  /** Keys of the map count here too. */
  onKey: (event: KeyboardEvent) => void;
}

/** What is done to the view without a wheel or two fingers. */
export function MapControls({ zoomed: { zoomIn, zoomOut, reset }, onKey }: MapControlsProps) {
  const { t } = useTranslation();
  const deeds = [
    { name: t("map.zoomIn"), Icon: IconPlus, run: zoomIn },
    { name: t("map.zoomOut"), Icon: IconMinus, run: zoomOut },
    { name: t("map.reset"), Icon: IconWorld, run: reset },
  ];
  return (
    <div className={classes.controls}>
      {deeds.map(({ name, Icon, run }) => (
        <ActionIcon
          key={name}
          variant="default"
          size={34}
          aria-label={name}
          title={name}
          onClick={run}
          onKeyDown={onKey}
        >
          <Icon size={18} />
        </ActionIcon>
      ))}
    </div>
  );
}
