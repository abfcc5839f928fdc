/** Notices that the browser translates the page, which most pages never see. */

/** With the first `font` element, into which a translator puts a text, what keeps the texts of React is loaded. */
export function keepTextsOfTranslatedPage(): void {
  let onChanges = (records: MutationRecord[]): void => {
    if (!records.some(({ addedNodes }) => addedNodes[0]?.nodeName === 'FONT')) return;
    onChanges = (more) => void records.push(...more);
    void import('./translated-texts.ts').then(({ keepTexts }) => {
      keepTexts(records);
      onChanges = keepTexts;
    });
  };
  const observer = new MutationObserver((records) => onChanges(records));
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
