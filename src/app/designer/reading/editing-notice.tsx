/** The way back to reading for who edits on a phone. */

import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.ts';
import { setEditsAnyway, useEditsOnNarrowScreen } from './reading-layout-choice.ts';

/** Nothing on a larger screen. */
export function EditingNotice() {
  const t = useWords('reading');
  if (!useEditsOnNarrowScreen()) return null;
  return (
    <div className="notice">
      <span className="grow">{t('editing')}</span>
      <Button onPress={() => setEditsAnyway(false)}>{t('readAsList')}</Button>
    </div>
  );
}
