import { defineFeature } from "../../composition/define-feature.ts";

export const doctorFeature = defineFeature({
  name: "doctor",
  screens: [
    {
      name: "doctor",
      paths: ["/doctor"],
      guard: "admin",
      load: async () => (await import("./doctor-page.tsx")).DoctorPage,
      nav: [{ place: "administration", order: 55, text: "doctor" }],
      under: ["admin"],
    },
  ],
});
