/** The header of the inspector: type and name of the widget, help on the type, and a menu. */

import { BookOpen, Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { asWidgetName, nameError, renameWidget } from '#flow/edit/rename-widget.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetIcon } from '../canvas/render/icons.ts';
import { asTyped } from '../ui/as-typed.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { CategoryChip } from '../ui/marks/category-chip.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import type { MenuAction } from '../ui/overlays/menu-action.ts';
import { Popover } from '../ui/overlays/popover.tsx';
import { onceLeft } from '../ui/typed-text.ts';
import { widgetTitle } from '../words/flow-texts.ts';
import { useWords } from '../words/use-words.ts';
import { nameErrorText } from '../words/widget-labels.ts';
import type { DocumentEditor } from './document-editor.ts';
import { FieldFrame } from './fields/field-frame.tsx';
import { TypeHelp } from './type-help.tsx';

export type InspectorHeaderProps = {
  definition: FlowDefinition;
  state: State;
  widget: string;
  editor: DocumentEditor;
  actions: readonly MenuAction[];
  error: string | undefined;
  onRenamed(widget: string): void;
  /** The widget was deleted: its name can be written only where that was being done. */
  kept?: { isName: boolean; deleted: string; onClose(): void } | undefined;
};

export function InspectorHeader(props: InspectorHeaderProps) {
  const { definition, state, widget, editor, actions, error, onRenamed, kept } = props;
  const t = useWords('inspector');
  const type = widgetType(state.type);
  const stored = state.name ?? '';
  /** What is in the field once the author types in it, and the name when they began. */
  const [typed, setTyped] = useState<{ name: string; before: string } | null>(null);
  const name = typed?.name ?? stored;
  /** The name that what is typed is written as. */
  const written = name === stored ? stored : asWidgetName(name);
  const isChanged = written !== stored;
  const found = isChanged ? nameError(definition, widget, written) : null;
  const refusal = found === null ? null : nameErrorText(found, written);
  const isRenamedMeanwhile = typed !== null && isChanged && typed.before !== stored;
  const commit = () => {
    setTyped(null);
    if (!isChanged) return;
    const edited = renameWidget(editor.read(), widget, written);
    if (!edited.ok) return;
    editor.apply({ name: 'renameWidget', widget, target: written }, () => edited.definition);
    onRenamed(written);
  };
  return (
    <>
      <div className="ih">
        <CategoryChip category={type?.category ?? 'flow'} icon={widgetIcon(state.type)} />
        <div className="grow">
          {kept === undefined || kept.isName ? (
            <NameInput
              {...props}
              name={name}
              refused={refusal !== null}
              onType={(text) => setTyped((now) => ({ name: text, before: now?.before ?? stored }))}
              onReset={() => setTyped(null)}
              onCommit={commit}
            />
          ) : (
            <s className="nm clip" {...asTyped}>
              {stored}
            </s>
          )}
          <div className="ty clip">{kept?.deleted ?? (widgetTitle(state.type) || t('unknownTitle'))}</div>
        </div>
        {kept && <IconButton icon={X} label={t('closeKept')} onPress={kept.onClose} />}
        {type && kept === undefined && (
          <Popover
            label={t('help')}
            placement="bottom end"
            trigger={<IconButton icon={BookOpen} label={t('help')} />}
          >
            <TypeHelp type={type} />
          </Popover>
        )}
        {actions.length > 0 && kept === undefined && (
          <Menu
            label={t('more')}
            placement="bottom end"
            trigger={<IconButton icon={Ellipsis} label={t('more')} />}
            items={actions}
          />
        )}
      </div>
      {(refusal ?? error) !== undefined && (refusal ?? error) !== null && (
        <div className="ihnote">
          <FieldFrame label="" hideLabel error={refusal ?? error}>
            {null}
          </FieldFrame>
        </div>
      )}
      {refusal === null && written !== name && <p className="ihnote">{t('writtenAs', { name: written })}</p>}
      {isRenamedMeanwhile && (
        <p className="ihnote" role="status">
          {t('renamedMeanwhile', { name: stored })}
        </p>
      )}
    </>
  );
}

type NameInputProps = InspectorHeaderProps & {
  name: string;
  refused: boolean;
  onType(name: string): void;
  onReset(): void;
  onCommit(): void;
};

function NameInput({ name, refused, error, onType, onReset, onCommit }: NameInputProps) {
  const t = useWords('inspector');
  return (
    <input
      className="nameinput"
      dir="auto"
      aria-label={t('name')}
      aria-invalid={refused || error !== undefined}
      placeholder={t('unnamed')}
      spellCheck={false}
      autoComplete="off"
      value={name}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={({ currentTarget }) => (refused ? onceLeft(currentTarget, onReset) : onCommit())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onCommit();
        // At once: Escape also leaves the field, which would commit what was typed.
        if (event.key === 'Escape') flushSync(onReset);
      }}
    />
  );
}
