import { cleanNumber, isVatNumber } from "@shoal/contract";
import i18next from "i18next";
import { haveFaults } from "../../components/video/qualities/quality-rows.ts";
import { isEmail } from "../../lib/email.ts";
import { type ClientValues, normalizeSiret } from "./client-values.ts";

const NAME_MIN_LENGTH = 2;

/** Finds the errors in a client's settings before they are sent, with a message for each invalid field. */
export function findClientFaults(values: ClientValues) {
  const { clientname, siret, vatNumber, contactEmail, phone, isOptimized, defaultQualities } = values;
  const { t } = i18next;
  return {
    clientname: clientname.trim().length < NAME_MIN_LENGTH && t("clients.faults.clientname"),
    siret: !/^(\d{14})?$/.test(normalizeSiret(siret)) && t("clients.faults.siret"),
    vatNumber:
      vatNumber.trim() !== "" && !isVatNumber(cleanNumber(vatNumber)) && t("clients.faults.vatNumber"),
    contactEmail: contactEmail.trim() !== "" && !isEmail(contactEmail) && t("clients.faults.contactEmail"),
    phone: !/^[+\d\s().-]*$/.test(phone) && t("clients.faults.phone"),
    defaultQualities: !isOptimized && haveFaults(defaultQualities) && t("profile.defaults.fix"),
  };
}
