import { Alert, Button, Text } from "@mantine/core";
import type { CaptionTrack } from "@shoal/contract";
import { formatCueTime, plainCueText } from "@shoal/domain";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./captions.module.css";
import type { CueEdits } from "./use-cue-edits.ts";

interface CueConflictProps {
  edits: CueEdits;
  latest: CaptionTrack | undefined;
  isGone: boolean;
}

/** Informs the user that another user has saved the same captions, and how both versions were merged. */
export function CueConflict({ edits, latest, isGone }: CueConflictProps) {
  const { t } = useTranslation();
  const { base, contested, mergedCount, acceptTheirs, bringIn } = edits;
  const isForeign = latest !== undefined && latest.revision > base.revision && !edits.isSending;
  return (
    // The live region must be in the document before its text; otherwise, some screen readers do not announce the text.
    <div role="alert" style={{ display: "contents" }}>
      {isGone && <Alert color="red" role="presentation" title={t("captions.editor.gone")} />}
      {isForeign && (
        <MergeNotice title={t("captions.editor.foreign")} text={t("captions.editor.foreignText")}>
          <Button size="compact-sm" variant="default" mt="xs" onClick={() => void bringIn()}>
            {t("captions.editor.bringIn")}
          </Button>
        </MergeNotice>
      )}
      {!isForeign && mergedCount > 0 && (
        <MergeNotice
          title={t("captions.editor.merged", { count: mergedCount })}
          text={t("captions.editor.mergedText")}
        >
          {contested.length > 0 && (
            <>
              <Text size="sm" mt="xs">
                {t("captions.editor.contested")}
              </Text>
              <ul className={classes.contested}>
                {contested.map((each) => (
                  <li key={each.key}>
                    <Text size="sm">
                      {t("captions.editor.theirs", {
                        time: formatCueTime(each.theirs.startMs),
                        text: plainCueText(each.theirs.text),
                      })}
                    </Text>
                    <Button size="compact-sm" variant="default" onClick={() => acceptTheirs(each)}>
                      {t("captions.editor.take")}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </MergeNotice>
      )}
    </div>
  );
}

function MergeNotice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Alert color="orange" role="presentation" icon={<IconArrowsSplit2 />} title={title}>
      <Text size="sm">{text}</Text>
      {children}
    </Alert>
  );
}
