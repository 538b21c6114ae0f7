import { useTranslation } from "react-i18next";
import { QualitiesRow } from "../../components/video/creation/qualities-row.tsx";
import {
  useDefaultQualities,
  useQualitiesText,
} from "../../components/video/creation/use-default-qualities.ts";
import type { LiveValues } from "./live-values.ts";
import { openQualitiesDialog } from "./qualities-dialog.tsx";

type QualitiesValue = Pick<LiveValues, "encoding" | "inputQualities">;

interface LiveQualitiesRowProps {
  value: QualitiesValue;
  /** Whether the stream can also be published unchanged; a browser's recording cannot. */
  canCopy: boolean;
  onChange: (value: QualitiesValue) => void;
}

/** The qualities of a new live, with the button that opens their dialog. */
export function LiveQualitiesRow({
  value: { encoding, inputQualities },
  canCopy,
  onChange,
}: LiveQualitiesRowProps) {
  const { t } = useTranslation();
  const defaults = useDefaultQualities();
  const textOf = useQualitiesText();
  const text = encoding === "passthrough" ? t("newVideos.qualities.passthrough") : textOf(inputQualities);
  const open = () =>
    openQualitiesDialog({ encoding, inputQualities: inputQualities ?? defaults, canCopy, onApply: onChange });
  return <QualitiesRow text={text} onChange={open} />;
}
