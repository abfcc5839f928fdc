/** What differs between two definitions, in sentences; changes of layout and notes are one sentence. */

import { type FlowDiff, isLayoutChange } from '#flow/diff/change.ts';
import { changeSentence, changeSummary } from '../words/change-sentence.ts';
import { useWords } from '../words/use-words.ts';
import './changes.css';

export function ChangeSentences({ diff: { behaviour, changes } }: { diff: FlowDiff }) {
  const t = useWords('revisions');
  const layout = changes.filter(isLayoutChange);
  const sentences = changes.filter((each) => !isLayoutChange(each)).map(changeSentence);
  if (layout.length > 0) sentences.push(changeSummary(layout));
  return (
    <>
      {behaviour === 'same' && <p>{t('sameBehaviour')}</p>}
      {sentences.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className="change-sentences" tabIndex={0} aria-label={t('changes')}>
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
