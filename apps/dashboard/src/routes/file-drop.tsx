import { IconCloudUpload } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./file-drop.module.css";

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

/** Accepts files dropped anywhere on the page, except on elements that accept drops themselves. */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const handleFiles = useEffectEvent(onFiles);
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: "dragover" | "dragleave" | "drop", handle: (event: DragEvent) => void) =>
      window.addEventListener(type, (event) => hasFiles(event) && handle(event), {
        signal: listening.signal,
      });
    on("dragover", (event) => {
      setOver(!event.defaultPrevented);
      // Without this call, the browser does not allow the drop.
      event.preventDefault();
    });
    // Without a related target, the pointer has left the browser's window.
    on("dragleave", (event) => event.relatedTarget === null && setOver(false));
    on("drop", (event) => {
      setOver(false);
      if (event.defaultPrevented) return;
      event.preventDefault();
      handleFiles([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listening.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className={classes.target} aria-hidden>
      <span className={classes.text}>
        <IconCloudUpload size={32} stroke={1.5} />
        {t("uploads.drop")}
      </span>
    </div>
  );
}
