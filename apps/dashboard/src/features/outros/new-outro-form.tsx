import { Button, Group, Text } from "@mantine/core";
import { type OutroView, routes } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { cacheOutro } from "../../components/outros/outros-query.ts";
import { reloadPictures } from "../../components/pictures/pictures-query.ts";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMayModify } from "../../lib/user.ts";
import { patchVideo, videoQuery } from "../../lib/video-cache.ts";
import { OutroLayout } from "./outro-layout.tsx";
import { findOutroFaults, NEW_OUTRO, requestBodyOf, withFormFields } from "./outro-values.ts";

/** Creates an outro. An outro created for a video becomes its outro immediately, and the page returns to the video. */
export function NewOutroForm() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const video = useQuery({ ...videoQuery(params.get("video") ?? ""), enabled: params.has("video") }).data;
  const handleMade = useHandleCreated(params.get("video"));
  const mayModify = useMayModify();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: NEW_OUTRO,
    validate: findOutroFaults,
    send: (values) => withFormFields(call(routes.addOutro, { body: requestBodyOf(values) })),
    onSent: handleMade,
  });
  const foot = (
    <>
      {video && <Text size="sm">{t("outros.forVideo", { title: video.title })}</Text>}
      <FormFault fault={fault} title={t("outros.saveFailed")} />
      {mayModify && (
        <Group>
          <Button type="submit" loading={isSending}>
            {t("outros.create")}
          </Button>
        </Group>
      )}
    </>
  );
  return (
    <OutroLayout
      form={form}
      label={t("outros.new")}
      isReadOnly={!mayModify}
      onSubmit={handleSubmit}
      foot={foot}
    />
  );
}

/** Returns a function that handles a created outro. The outro exists even if adding it to the video fails. */
function useHandleCreated(videoUuid: string | null) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (outro: OutroView): Promise<void> => {
    await cacheOutro(queries, outro);
    await reloadPictures(queries);
    notify.success({ message: t("outros.created", { title: outro.title }) });
    if (videoUuid === null) {
      await navigate(`/outros/${outro.id}`);
      return;
    }
    try {
      const body = { outro: outro.id };
      const changed = await call(routes.assignOutro, { params: { id: videoUuid }, body });
      patchVideo(queries, videoUuid, () => changed);
      await navigate(`/player/${videoUuid}?section=outro`);
    } catch (error) {
      // The outro has been created, so the form closes, because a retry would create a second outro.
      notify.failure({ title: t("outros.failed"), message: errorText(error) });
      await navigate(`/outros/${outro.id}`);
    }
  };
}
