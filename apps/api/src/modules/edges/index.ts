export { createEdgeCalls, type EdgeAnswers, type EdgeCalls } from "./edge-calls.ts";
export { shareAnswers } from "./share-answers.ts";
