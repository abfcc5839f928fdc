/** The editor of a list of keys and values. Other entries stay in their place unchanged. */

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { isObject, type Json, type JsonObject, textOf } from '#flow/json/json.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame } from './field-frame.tsx';
import { TemplateText } from './template-text.tsx';

export function KeyValuesEditor(props: FieldEditorProps) {
  const { field, value, onChange, onEnd, findings } = props;
  const t = useWords('inspector');
  const stored: Json[] = Array.isArray(value) ? value : [];
  // A list that must not be empty begins with a row to write in.
  const rows: Json[] = stored.length === 0 && field.required ? [{ key: '', value: '' }] : stored;
  const set = (next: Json[]) => onChange(next.length === 0 && !field.required ? undefined : next);
  const moveRow = (from: number, by: number) => {
    const next = [...rows];
    const [moved] = next.splice(from, 1);
    if (moved !== undefined) next.splice(from + by, 0, moved);
    set(next);
    onEnd();
  };
  return (
    <FieldFrame
      label={field.title}
      help={field.help}
      error={messagesOf(findings, 'error')}
      warning={messagesOf(findings, 'warning')}
    >
      {rows.length === 0 && <p className="none">{t('noRows')}</p>}
      <ul className="kvs">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the row's identity
          <li key={index} className="kv">
            {isObject(row) ? (
              <Row {...props} row={row} n={index + 1} onRow={(next) => set(rows.with(index, next))} />
            ) : (
              <p className="none">{t('strayRow', { n: index + 1 })}</p>
            )}
            <span className="kvacts">
              <IconButton
                icon={ArrowUp}
                label={t('moveUp', { n: index + 1 })}
                isDisabled={index === 0}
                onPress={() => moveRow(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t('moveDown', { n: index + 1 })}
                isDisabled={index === rows.length - 1}
                onPress={() => moveRow(index, 1)}
              />
              <IconButton
                icon={Trash2}
                label={t('removeRow', { n: index + 1 })}
                isDisabled={stored.length === 0}
                onPress={() => {
                  set(rows.toSpliced(index, 1));
                  onEnd();
                }}
              />
            </span>
          </li>
        ))}
      </ul>
      <span>
        <Button
          kind="ghost"
          icon={Plus}
          aria-label={t('addRowTo', { field: field.title })}
          onPress={() => {
            set([...rows, { key: '', value: '' }]);
            onEnd();
          }}
        >
          {t('addRow')}
        </Button>
      </span>
    </FieldFrame>
  );
}

type RowProps = FieldEditorProps & { row: JsonObject; n: number; onRow(row: JsonObject): void };

function Row({ field, row, n, onRow, onEnd, suggestions }: RowProps) {
  const t = useWords('inspector');
  const isTyped = field.property === 'variables' || row.type !== undefined;
  return (
    <div className="kvrow">
      <TextField
        label={t('keyOf', { n, field: field.title })}
        hideLabel
        placeholder={t('key')}
        code
        value={textOf(row.key)}
        onChange={(key) => onRow({ ...row, key })}
        onBlur={onEnd}
      />
      <TemplateText
        label={t('valueOf', { n, field: field.title })}
        isInvalid={false}
        placeholder={t('value')}
        lines={1}
        value={textOf(row.value)}
        onChange={(typed) => onRow({ ...row, value: typed })}
        onBlur={onEnd}
        suggestions={suggestions}
      />
      {isTyped && (
        <Select
          label={t('kindOf', { n, field: field.title })}
          hideLabel
          size="sm"
          options={[
            { value: 'string', label: t('kindText') },
            { value: 'json_object', label: t('kindJson') },
          ]}
          value={row.type === 'json_object' ? 'json_object' : 'string'}
          onChange={(type) => {
            onRow({ ...row, type });
            onEnd();
          }}
        />
      )}
    </div>
  );
}
