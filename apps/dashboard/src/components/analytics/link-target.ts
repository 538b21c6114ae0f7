/** A place of a page, as links take it. */
export interface LinkTarget {
  pathname: string;
  search: string;
}
