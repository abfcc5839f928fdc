/** The name of the flow in the top bar, editable in place. */

import { useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { asTyped } from '../../ui/as-typed.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';

export function FlowName() {
  const t = useWords('designer');
  const { document } = useDesigner();
  const name = useDocument((state) => state.history.present.name);
  const [typed, setTyped] = useState<string | null>(null);
  const isFinished = useRef(false);
  const finish = (text: string | null) => {
    if (isFinished.current) return;
    isFinished.current = true;
    if (text !== null && text.trim() !== '') document.rename(text.trim());
    document.endGesture();
    setTyped(null);
  };
  if (typed === null) {
    return (
      <Button
        className="flowname"
        aria-label={t('renameFlow', { name })}
        onPress={() => {
          isFinished.current = false;
          setTyped(name);
        }}
      >
        <span {...asTyped}>{name || t('untitled')}</span>
      </Button>
    );
  }
  return (
    <input
      className="flowname"
      dir="auto"
      aria-label={t('flowName')}
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
      autoFocus
      value={typed}
      size={Math.max(12, typed.length)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => finish(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(typed);
        if (event.key === 'Escape') finish(null);
      }}
    />
  );
}
