import { useTranslation } from "react-i18next";
import { NoRights as Badge } from "../../components/ui/read-only.tsx";

/** 'No rights to modify' (§6), where only a manager may. */
export const NoRights = () => <Badge hint={useTranslation().t("profile.noRightsHint")} />;
