import { DOMImplementation, XMLSerializer } from "@xmldom/xmldom";

/** An element with attributes and children; a text child is escaped. */
export interface XmlNode {
  name: string;
  attributes?: Record<string, string | number>;
  children?: readonly (XmlNode | string)[];
}

/** Writes a document. @param doctype the name of the root's document type, which edit suites require. */
export function writeXml(root: XmlNode, doctype: string): string {
  const implementation = new DOMImplementation();
  const document = implementation.createDocument(null, null, null);
  const build = ({ name, attributes = {}, children = [] }: XmlNode): Element => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    for (const child of children)
      element.appendChild(typeof child === "string" ? document.createTextNode(child) : build(child));
    return element;
  };
  const body = new XMLSerializer().serializeToString(build(root));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${doctype}>\n${body}\n`;
}
