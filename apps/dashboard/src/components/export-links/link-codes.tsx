import { Button, Stack, Text } from "@mantine/core";
import type { ExportLinkView } from "@shoal/contract";
import { IconCode } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../lib/use-copy.ts";
import { CodeArea } from "../ui/code-area.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { DEFAULT_EMBED_OPTIONS, exportEmbedCodeWith, exportLinkWith } from "../video/embed/embed-options.ts";
import { EmbedOptionsField } from "../video/embed/embed-options-field.tsx";

/** Shows the iframe code and the direct link of an export link, with their options. Uses the texts of the "video" and "videos" areas. */
export function LinkCodes({ link }: { link: ExportLinkView }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const [options, setOptions] = useState(DEFAULT_EMBED_OPTIONS);
  const code = exportEmbedCodeWith(link, options);
  return (
    <Stack gap="md">
      <CodeArea label={t("videoPage.share.code")} code={code} />
      <Button
        variant="default"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconCode size={17} />}
        onClick={() => copy(code, t("share.iframeCopied"))}
      >
        {t("share.copyIframe")}
      </Button>
      <CopyField
        label={t("videoPage.share.link")}
        value={exportLinkWith(link, options)}
        copied={t("share.linkCopied")}
      />
      {link.sites.length > 0 && (
        <Text size="sm" c="dimmed">
          {t("exportLinks.onlyThere", { sites: link.sites.join(", ") })}
        </Text>
      )}
      <EmbedOptionsField video={link.video} onChange={setOptions} />
    </Stack>
  );
}
