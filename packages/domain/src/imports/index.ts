export { iterateListedItems, type ListedItem, ListUnreadable, listFormatOf } from "./read-list.ts";
