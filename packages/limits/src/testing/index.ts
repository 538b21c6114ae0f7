export { testsOfCounts } from "./counts-contract.ts";
