export { defineCountsTests } from "./counts-contract.ts";
