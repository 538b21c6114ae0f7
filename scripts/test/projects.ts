/** The stages of `npm test`, in the order in which they run. The cheapest comes first. */
export const GATE_RUN = { projects: ["unit", "component", "integration", "e2e"], limitMin: 40 } as const;

/** The stages of `npm run test:long`. */
export const LONG_RUN = { projects: ["flows", "long"], limitMin: 120 } as const;
