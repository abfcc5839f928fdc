/**
 * Browsers translate a page while it is in use: they put each text into a `font` element, and take the text node away that React
 * still holds. React would then remove it, or insert before it, where it is no more (https://github.com/facebook/react/issues/11538),
 * and what it writes would not be seen.
 */

type Translation = { element: Element; original: string };

const translations = new WeakMap<Text, Translation>();
const originals = new WeakMap<Node, Text>();

/**
 * Puts each text that a translator has replaced back, empty and before its translation, so that React finds its node. The
 * translation leaves with the text, moves with it, and gives way to what React writes into it; a text whose translation is
 * taken back has its words again.
 */
export function keepTextsOfTranslatedPage(root: HTMLElement): void {
  new MutationObserver((records) => records.forEach(onChange)).observe(root, {
    ...{ childList: true, characterData: true, subtree: true },
  });
}

function onChange(record: MutationRecord): void {
  if (record.target instanceof Text) onWritten(record.target);
  for (const node of record.removedNodes) {
    const original = originals.get(node);
    if (original !== undefined) onTranslationRemoved(original);
    else if (node instanceof Text) onTextRemoved(node, record);
  }
}

function onWritten(text: Text): void {
  if (text.data !== '') forget(text)?.element.remove();
}

function onTranslationRemoved(text: Text): void {
  const translation = forget(text);
  if (translation !== undefined && text.isConnected && text.data === '') text.data = translation.original;
}

function onTextRemoved(text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const known = translations.get(text);
  if (known !== undefined) {
    // React has moved or removed it.
    if (text.isConnected) text.after(known.element);
    else forget(text)?.element.remove();
    return;
  }
  const element = [...addedNodes, previousSibling, nextSibling].find(isNewTranslation);
  if (element === undefined || text.isConnected || !element.isConnected) return;
  translations.set(text, { element, original: text.data });
  originals.set(element, text);
  text.data = '';
  element.before(text);
}

const isNewTranslation = (node: Node | null): node is Element =>
  node instanceof Element && node.tagName === 'FONT' && !originals.has(node);

function forget(text: Text): Translation | undefined {
  const translation = translations.get(text);
  translations.delete(text);
  if (translation !== undefined) originals.delete(translation.element);
  return translation;
}
