/** The variables of a flow: a name that can be changed, and the widgets that set and read each. */

import { useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { FlowDefinition } from '#flow/definition.ts';
import { renameVariable, variableNameError } from '#flow/edit/rename-variable.ts';
import {
  subflowUses,
  type Use,
  type VariableUse,
  variableUses,
  widgetUses,
} from '#flow/variables/where-used.ts';
import { TextField } from '../ui/forms/text-field.tsx';
import { onceLeft } from '../ui/typed-text.ts';
import { useWords } from '../words/use-words.ts';
import type { DocumentEditor } from './document-editor.ts';
import './variable-list.css';

export type VariableListProps = {
  definition: FlowDefinition;
  editor: DocumentEditor;
  /** Selects a widget. */
  onShow(widget: string): void;
};

export function VariableList({ definition, editor, onShow }: VariableListProps) {
  const t = useWords('inspector');
  const uses = useMemo(() => variableUses(definition), [definition]);
  if (uses.length === 0) return null;
  return (
    <section className="variable-list">
      <h3 className="lab">{t('variables')}</h3>
      <ul>
        {uses.map((use) => (
          <li key={use.key}>
            <VariableName use={use} editor={editor} />
            <Widgets title={t('setBy')} none={t('setNowhere')} uses={use.setBy} onShow={onShow} />
            <Widgets title={t('readBy')} none={t('readNowhere')} uses={use.readBy} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function VariableName({ use, editor }: { use: VariableUse; editor: DocumentEditor }) {
  const t = useWords('inspector');
  const [name, setName] = useState(use.key);
  useEffect(() => setName(use.key), [use.key]);
  const error = name === use.key ? null : variableNameError(editor.read(), name);
  const commit = () => {
    if (name === use.key) return;
    if (error !== null) return setName(use.key);
    editor.apply({ name: 'renameVariable', variable: use.key, target: name }, (definition) => {
      const renamed = renameVariable(definition, use.key, name);
      return renamed.ok ? renamed.definition : definition;
    });
  };
  return (
    <TextField
      label={t('variableName', { name: use.key })}
      hideLabel
      code
      value={name}
      onChange={setName}
      onBlur={({ currentTarget }) => (error === null ? commit() : onceLeft(currentTarget, commit))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
      error={error ?? undefined}
    />
  );
}

type UsesProps = Pick<VariableListProps, 'definition' | 'onShow'>;

/** The flows that this one runs as subflows, with the widgets that run them. */
export function SubflowList({ definition, onShow }: UsesProps) {
  const t = useWords('inspector');
  const uses = useMemo(() => subflowUses(definition), [definition]);
  if (uses.length === 0) return null;
  return (
    <section className="variable-list">
      <h3 className="lab">{t('subflows')}</h3>
      <ul>
        {uses.map(({ sid, runBy }) => (
          <li key={sid}>
            <span className="mono">{sid}</span>
            <Widgets title={t('runBy')} none="" uses={runBy.map((widget) => ({ widget }))} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The widgets whose templates read the variables of a widget. */
export function WidgetReaders({ definition, widget, onShow }: UsesProps & { widget: string }) {
  const t = useWords('inspector');
  const { readBy } = widgetUses(definition, widget);
  if (readBy.length === 0) return null;
  return (
    <section className="variable-list">
      <Widgets title={t('variablesReadBy')} none="" uses={readBy} onShow={onShow} />
    </section>
  );
}

type WidgetsProps = {
  title: string;
  none: string;
  uses: readonly Pick<Use, 'widget'>[];
  onShow(widget: string): void;
};

function Widgets({ title, none, uses, onShow }: WidgetsProps) {
  const widgets = [...new Set(uses.map(({ widget }) => widget))];
  if (widgets.length === 0) return <p className="mut">{none}</p>;
  return (
    <p className="mut">
      {title}{' '}
      {widgets.map((widget) => (
        <Button key={widget} className="link" onPress={() => onShow(widget)}>
          {widget}
        </Button>
      ))}
    </p>
  );
}
