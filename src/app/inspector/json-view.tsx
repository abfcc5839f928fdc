/** All of a widget as JSON, both ways: what is right is applied as it is typed. */

import { useState } from 'react';
import type { State } from '#flow/definition.ts';
import { replaceState } from '#flow/edit/set-property.ts';
import { widgetIds } from '#flow/graph.ts';
import type { Json } from '#flow/json/json.ts';
import { useWords } from '../words/use-words.ts';
import type { DocumentEditor } from './document-editor.ts';
import { FieldFrame } from './fields/field-frame.tsx';
import { JsonText } from './fields/json-text.tsx';
import { useJsonText } from './fields/json-value-editor.tsx';

export type JsonViewProps = {
  state: State;
  widget: string;
  /** The widget's place in `states`. */
  index: number;
  editor: DocumentEditor;
  /** The widget got another id by what was written. */
  onRenamed(widget: string): void;
};

export function JsonView({ state, widget, index, editor, onRenamed }: JsonViewProps) {
  const t = useWords('inspector');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { text, line, type } = useJsonText(state as Json, (written) => {
    const edited = replaceState(editor.read(), widget, written ?? null);
    setRefusal(edited.ok ? null : edited.reason);
    if (!edited.ok) return;
    editor.apply('changeState', () => edited.definition, { gesture: `${index} json` });
    const id = widgetIds(edited.definition)[index];
    if (id !== undefined && id !== widget) onRenamed(id);
  });
  const error = line === null ? (refusal ?? undefined) : t('brokenJson', { line });
  const label = t('jsonOf', { name: state.name ?? widget });
  return (
    <div className="jsonview">
      <FieldFrame
        label={t('json')}
        aside={<span className="mono">{`#/states/${index}`}</span>}
        help={t('jsonHelp')}
        error={error}
      >
        <JsonText
          label={label}
          description={error ?? t('jsonHelp')}
          isInvalid={error !== undefined}
          value={text}
          onChange={type}
          onBlur={() => editor.endGesture()}
          lines={24}
          className="codehost area code tall"
        />
      </FieldFrame>
    </div>
  );
}
