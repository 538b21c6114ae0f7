import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"dates"> = {
  date: {
    format: "jj/mm/aaaa",
    pick: "Ouvrir le calendrier",
    fault: "Saisissez un jour sous la forme jj/mm/aaaa.",
  },
  calendar: {
    previous: "Mois précédent",
    next: "Mois suivant",
    time: "Heure",
    hours: "Heures",
    minutes: "Minutes",
  },
  dateTime: {
    label: "Date et heure",
    format: "jj/mm/aaaa hh:mm",
    hint: "jj/mm/aaaa hh:mm, dans votre fuseau horaire ({{zone}}).",
    fault: "Saisissez une date sous la forme jj/mm/aaaa hh:mm.",
    skipped: "Cette heure n’existe pas, en raison du passage à l’heure d’été. Saisissez une autre heure.",
  },
};
