import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"dates"> = {
  date: {
    format: "jj/mm/aaaa",
    pick: "Ouvrir le calendrier",
    fault: "Écrivez un jour sous la forme jj/mm/aaaa.",
  },
  dateTime: {
    label: "Date et heure",
    format: "jj/mm/aaaa hh:mm",
    hint: "jj/mm/aaaa hh:mm, dans votre fuseau horaire ({{zone}}).",
    pick: "Ouvrir le calendrier",
    fault: "Écrivez une date sous la forme jj/mm/aaaa hh:mm.",
  },
};
