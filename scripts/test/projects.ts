/** What `npm test` runs, in this order: what is cheap to know is known first. */
export const GATE = { projects: ["unit", "component", "integration", "e2e"], limitMin: 40 } as const;

/** What `npm run test:long` runs. */
export const LONG = { projects: ["flows", "long"], limitMin: 120 } as const;
