/** How long tests wait for what the api does beside its answers: a busy machine takes its time. */
export const WAIT = { timeout: 60_000, interval: 30 };
