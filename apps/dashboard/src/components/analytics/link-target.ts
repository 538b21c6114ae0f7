/** A location within the dashboard, in the form that links use. */
export interface LinkTarget {
  pathname: string;
  search: string;
}
