export { eachListedItem, type ListedItem, ListUnreadable, listFormatOf } from "./read-list.ts";
