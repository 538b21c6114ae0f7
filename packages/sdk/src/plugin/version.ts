/** The version of the plugin. It is raised with every change that a page could notice. */
export const VERSION = "1.3.0";
