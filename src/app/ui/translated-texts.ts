/**
 * Browsers translate a page while it is in use: they put each text into a `font` element, and take the text node away that React
 * still holds. React would then remove it, or insert before it, where it is no more (https://github.com/facebook/react/issues/11538),
 * and what it writes would not be seen.
 */

/** Of a text that is empty and stands before its translation: that, and its words. */
const translations = new WeakMap<Node, { element: ChildNode; words: string }>();

/**
 * Puts each text that a translator has replaced back, empty and before its translation, so that React finds its node. The
 * translation leaves with the text, moves with it, and gives way to what React writes into it; a text whose translation is
 * taken back has its words again.
 */
export function keepTexts(records: readonly MutationRecord[]): void {
  for (const record of records) {
    const { target, removedNodes } = record;
    if (target instanceof Text && target.data !== '') endTranslation(target);
    for (const node of removedNodes) onRemoved(node, record);
  }
}

function endTranslation(text: Node): void {
  translations.get(text)?.element.remove();
  translations.delete(text);
}

function onRemoved(node: Node, { addedNodes, previousSibling: before, nextSibling }: MutationRecord): void {
  const known = translations.get(node);
  const translated = before instanceof Text ? translations.get(before) : undefined;
  if (known !== undefined) {
    // React has moved or removed it.
    if (node.isConnected) (node as Text).after(known.element);
    else endTranslation(node);
  } else if (before instanceof Text && translated?.element === node) {
    translations.delete(before);
    if (before.data === '') before.data = translated.words;
  } else if (node instanceof Text && !node.isConnected) {
    const isNew = (each: Node | null): each is ChildNode =>
      each?.nodeName === 'FONT' && each.isConnected && !translations.has(each.previousSibling ?? each);
    const element = [...addedNodes, before, nextSibling].find(isNew);
    if (element === undefined) return;
    translations.set(node, { element, words: node.data });
    node.data = '';
    element.before(node);
  }
}
