import { SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { openCreationFault } from "./creation-fault.tsx";
import classes from "./creation-form.module.css";
import { FilesForm } from "./files-form.tsx";
import { uploads } from "./uploads.ts";
import { UrlForm } from "./url-form.tsx";

const ORIGINS = ["files", "url"] as const;
type Origin = (typeof ORIGINS)[number];

interface CreationFormProps {
  /** Goes to the form for a live; undefined where there is none. */
  onLive: (() => void) | undefined;
  /** A video was made and nothing is left to do here. */
  onDone: () => void;
}

/** The form 'New Video(s)' (§2): files of this computer, or one behind an address. */
export function CreationForm({ onLive, onDone }: CreationFormProps) {
  const { t } = useTranslation();
  const [origin, setOrigin] = useState<Origin>("files");
  useEffect(() => uploads.onNotCreated(openCreationFault), []);
  return (
    <>
      <div className={classes.choices}>
        {onLive && (
          <SegmentedControl
            fullWidth
            aria-label={t("creation.type")}
            value="vod"
            data={(["live", "vod"] as const).map((value) => ({ value, label: t(`creation.types.${value}`) }))}
            onChange={(type) => type === "live" && onLive()}
          />
        )}
        <SegmentedControl
          fullWidth
          aria-label={t("creation.origin")}
          value={origin}
          data={ORIGINS.map((value) => ({ value, label: t(`creation.origins.${value}`) }))}
          onChange={setOrigin}
        />
      </div>
      {origin === "files" ? <FilesForm /> : <UrlForm onDone={onDone} />}
    </>
  );
}
