/** The properties of a widget as a form, built from the schema of its type. */

import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { propertiesOf, type State } from '#flow/definition.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import { pathOf } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { Field } from '#flow/widgets/field.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import type { WidgetType } from '#flow/widgets/widget-type.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/use-words.ts';
import type { DocumentEditor } from './document-editor.ts';
import type { FieldContext } from './fields/field-editor.ts';
import { editorKindFor, fieldEditors } from './fields/field-editors.ts';

export type PropertiesFormProps = FieldContext & {
  state: State;
  widget: string;
  /** Those of this widget. */
  findings: readonly Finding[];
  editor: DocumentEditor;
  /** The property whose field must be there to take the caret, even if it is folded away. */
  focusRequest: string | null;
};

export function PropertiesForm(props: PropertiesFormProps) {
  const { state, findings, focusRequest } = props;
  const t = useWords('inspector');
  const type = widgetType(state.type);
  if (type === undefined) return <p className="none pad">{t('unknownText', { type: state.type ?? '' })}</p>;
  const properties = propertiesOf(state);
  const fields = fieldsFor(type);
  const shown = fields.filter((field) => isShown(field, properties));
  const main = shown.filter((field) => field.group === 'main');
  const advanced = shown.filter((field) => field.group === 'advanced');
  const others = Object.keys(properties).filter(
    (name) => name !== 'offset' && !fields.some((field) => field.property === name),
  );
  const isHidden = advanced.some(
    (field) =>
      field.property === focusRequest || findings.some((each) => propertyOf(each) === field.property),
  );
  return (
    <div className="form">
      {main.length + advanced.length + others.length === 0 && <p className="none">{t('noProperties')}</p>}
      {main.map((field) => (
        <OneField key={field.property} {...props} field={field} />
      ))}
      {advanced.length > 0 && (
        <Fold title={t('advanced')} hint={advanced.map((field) => field.title).join(', ')} isOpen={isHidden}>
          {advanced.map((field) => (
            <OneField key={field.property} {...props} field={field} />
          ))}
        </Fold>
      )}
      {others.length > 0 && (
        <Fold
          title={t('other')}
          hint={others.join(', ')}
          isOpen={others.length <= 3 || others.includes(focusRequest ?? '')}
        >
          <p className="none">{t('otherHelp')}</p>
          {others.map((name) => (
            <OneField key={name} {...props} field={unknownField(name)} />
          ))}
        </Fold>
      )}
    </div>
  );
}

const known = new Map<WidgetType, Field[]>();

/** The fields of the type, always the same objects, so that a field that did not change is not drawn again. */
function fieldsFor(type: WidgetType): Field[] {
  const fields = known.get(type) ?? fieldsOf(type);
  known.set(type, fields);
  return fields;
}

/** A field of a condition that does not hold is shown all the same when it has a value: nothing is hidden that counts. */
function isShown(field: Field, properties: JsonObject): boolean {
  if (field.when === null || properties[field.property] !== undefined) return true;
  const value = properties[field.when.property];
  return value !== undefined && field.when.is.some((each) => jsonEqual(each, value));
}

function propertyOf(finding: Finding): string | null {
  const [, , where, property] = pathOf(finding.property_path);
  return where === 'properties' && property !== undefined ? property : null;
}

const none: readonly Finding[] = [];

function OneField({
  field,
  state,
  widget,
  findings,
  editor,
  suggestions,
  flows,
}: PropertiesFormProps & { field: Field }) {
  const own = findings.filter((each) => propertyOf(each) === field.property);
  return (
    <FieldOf
      field={field}
      value={propertiesOf(state)[field.property]}
      widget={widget}
      isMessage={field.property === 'body' && widgetType(state.type)?.category === 'messaging'}
      findings={own.length === 0 ? none : own}
      editor={editor}
      suggestions={suggestions}
      flows={flows}
    />
  );
}

type FieldOfProps = FieldContext & {
  field: Field;
  value: Json | undefined;
  widget: string;
  isMessage: boolean;
  findings: readonly Finding[];
  editor: DocumentEditor;
};

/** Drawn again only when its own value or findings change, not when another field is typed in. */
const FieldOf = memo(function FieldOf({
  field,
  value,
  widget,
  isMessage,
  findings,
  editor,
  suggestions,
  flows,
}: FieldOfProps) {
  const Editor = fieldEditors[editorKindFor(field.kind, value)];
  return (
    <div data-property={field.property} className="fieldof">
      <Editor
        key={widget}
        field={field}
        value={value}
        isMessage={isMessage}
        findings={findings}
        suggestions={suggestions}
        flows={flows}
        onChange={(next) =>
          editor.apply(
            'changeProperty',
            (definition) => setProperty(definition, widget, field.property, next),
            {
              gesture: `${widget} ${field.property}`,
            },
          )
        }
        onEnd={() => editor.endGesture()}
      />
    </div>
  );
});

function Fold(props: { title: string; hint: string; isOpen: boolean; children: React.ReactNode }) {
  return (
    <Disclosure className="fold" defaultExpanded={props.isOpen} key={String(props.isOpen)}>
      <Heading level={3}>
        <Button slot="trigger" className="sect">
          <Icon of={ChevronRight} size={14} />
          {props.title}
          <span className="end mut clip">{props.hint}</span>
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="folded">{props.children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}

function unknownField(name: string): Field {
  return {
    property: name,
    title: name,
    help: '',
    kind: 'value',
    required: false,
    group: 'main',
    lines: 1,
    choices: [],
    placeholder: '',
    as: 'value',
    minimum: null,
    maximum: null,
    default: undefined,
    when: null,
  };
}
