/** Notices that the browser translates the page, which most pages never see. */

/** Loads what keeps the texts of React with the first `font` element, into which a translator puts a text. */
export function keepTextsOfTranslatedPage(root: HTMLElement): void {
  let missed: MutationRecord[] | undefined;
  const observer = new MutationObserver(async (records) => {
    const isFirst = missed === undefined;
    if (isFirst && !records.some(({ addedNodes: [node] }) => node?.nodeName === 'FONT')) return;
    missed = [...(missed ?? []), ...records];
    if (!isFirst) return;
    const { keepTexts } = await import('./translated-texts.ts');
    keepTexts(root, missed.concat(observer.takeRecords()));
    observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
}
