/** The JSON of a widget, editable: valid changes are applied as they are typed. */

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
  /** Index of the widget in `states`. */
  index: number;
  editor: DocumentEditor;
  /** The edit gave the widget another id. */
  onRenamed(widget: string): void;
};

export function JsonView({ state, widget, index, editor, onRenamed }: JsonViewProps) {
  const t = useWords('inspector');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { text, line, type } = useJsonText(state as Json, (edited) => {
    const replaced = replaceState(editor.read(), widget, edited ?? null);
    setRefusal(replaced.ok ? null : replaced.reason);
    if (!replaced.ok) return;
    editor.apply({ name: 'editJson', widget }, () => replaced.definition, { gesture: `${index} json` });
    const id = widgetIds(replaced.definition)[index];
    if (id !== undefined && id !== widget) onRenamed(id);
  });
  const error = line === null ? (refusal ?? undefined) : t('brokenJson', { line });
  const label = t('jsonOf', { name: state.name ?? widget });
  return (
    <div className="jsonview">
      <FieldFrame label={t('json')} help={t('jsonHelp')} error={error}>
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
