/** Parses call and message markup into a tree. It checks that the XML is well-formed, not which elements it has. */

import { SaxesParser } from 'saxes';

export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

const MAX_DEPTH = 32;

/** What is wrong with markup that cannot be read. */
export class UnreadableMarkup extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableMarkup';
  }
}

/**
 * The root element of `markup`, with `text` holding an element's own text, trimmed.
 * @throws UnreadableMarkup when it is not well-formed, carries a DOCTYPE (which could define entities), or
 * nests deeper than 32 elements.
 */
export function readMarkup(markup: string): Element {
  const parser = new SaxesParser({ position: true });
  const open: Element[] = [];
  let root: Element | undefined;
  parser.on('error', (error) => {
    throw new UnreadableMarkup(error.message);
  });
  parser.on('doctype', () => {
    throw new UnreadableMarkup('a DOCTYPE is not accepted');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes: { ...(attributes as Record<string, string>) },
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    if (open.push(element) > MAX_DEPTH) throw new UnreadableMarkup(`deeper than ${MAX_DEPTH} elements`);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) element.text = element.text.trim();
  });
  parser.write(markup).close();
  if (root === undefined) throw new UnreadableMarkup('there is no element');
  return root;
}
