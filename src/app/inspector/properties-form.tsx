/** The properties of a widget as a form that is generated from the schema of its type. */

import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { propertiesOf, type State } from '#flow/definition.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import type { Json } from '#flow/json/json.ts';
import { pathOf } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { Field } from '#flow/widgets/field.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import type { WidgetType } from '#flow/widgets/widget-type.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { Icon } from '../ui/marks/icon.tsx';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { shownField, widgetLabel } from '../words/widget-labels.ts';
import { ConditionRows } from './conditions/condition-rows.tsx';
import type { DocumentEditor } from './document-editor.ts';
import type { FieldContext } from './fields/field-editor.ts';
import { editorKindFor, fieldEditors } from './fields/field-editors.ts';
import { QuickFixes } from './fields/quick-fixes.tsx';
import { isShown } from './first-field.ts';

export type PropertiesFormProps = FieldContext & {
  state: State;
  widget: string;
  /** The findings of this widget. */
  findings: readonly Finding[];
  editor: DocumentEditor;
  /** The property whose field must be rendered, in an open section, to take the focus. */
  focusedProperty: string | null;
  /** Only the field that is kept is shown. */
  kept?: { property: string | null; isName: boolean } | undefined;
};

export function PropertiesForm(props: PropertiesFormProps) {
  const { state, findings, focusedProperty, kept } = props;
  const t = useWords('inspector');
  const type = widgetType(state.type);
  if (type === undefined) return <p className="none pad">{t('unknownText', { type: state.type ?? '' })}</p>;
  const properties = propertiesOf(state);
  const fields = fieldsFor(type);
  const shown = fields.filter(
    (field) => isShown(field, properties) && (kept === undefined || field.property === kept.property),
  );
  const main = shown.filter((field) => field.group === 'main');
  const advanced = shown.filter((field) => field.group === 'advanced');
  const others = Object.keys(properties).filter(
    (name) =>
      name !== 'offset' &&
      !fields.some((field) => field.property === name) &&
      (kept === undefined || name === kept.property),
  );
  const opensAdvanced = fields
    .filter((field) => field.group === 'advanced')
    .some(
      (field) =>
        field.property === focusedProperty || findings.some((each) => propertyOf(each) === field.property),
    );
  const hasConditions = kept === undefined || (kept.property === null && !kept.isName);
  return (
    <div className="form">
      {kept === undefined && main.length + advanced.length + others.length === 0 && (
        <p className="none">{t('noProperties')}</p>
      )}
      {main.map((field) => (
        <PropertyField key={field.property} {...props} field={field} />
      ))}
      {type.repeats !== undefined && hasConditions && <ConditionRows {...props} />}
      {advanced.length > 0 && (
        <Section
          title={t('advanced')}
          hint={advanced.map((field) => widgetLabel(field.title)).join(', ')}
          isOpen={opensAdvanced}
        >
          {advanced.map((field) => (
            <PropertyField key={field.property} {...props} field={field} />
          ))}
        </Section>
      )}
      {others.length > 0 && (
        <Section
          title={t('other')}
          hint={others.join(', ')}
          isOpen={kept !== undefined || others.length <= 3 || others.includes(focusedProperty ?? '')}
        >
          <p className="none">{t('otherHelp')}</p>
          {others.map((name) => (
            <PropertyField key={name} {...props} field={unknownField(name)} />
          ))}
        </Section>
      )}
    </div>
  );
}

const fieldsByType = new Map<WidgetType, Field[]>();

/** The fields of the type, memoised so that an unchanged field is not rendered again. */
function fieldsFor(type: WidgetType): Field[] {
  const fields = fieldsByType.get(type) ?? fieldsOf(type);
  fieldsByType.set(type, fields);
  return fields;
}

function propertyOf(finding: Finding): string | null {
  const [, , part, property] = pathOf(finding.property_path);
  return part === 'properties' && property !== undefined ? property : null;
}

const noFindings: readonly Finding[] = [];

function PropertyField({
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
    <>
      <MemoizedField
        field={field}
        value={propertiesOf(state)[field.property]}
        widget={widget}
        isMessage={field.property === 'body' && widgetType(state.type)?.category === 'messaging'}
        findings={own.length === 0 ? noFindings : own}
        editor={editor}
        suggestions={suggestions}
        flows={flows}
      />
      {own.length > 0 && <QuickFixes findings={own} editor={editor} />}
    </>
  );
}

type MemoizedFieldProps = FieldContext & {
  field: Field;
  value: Json | undefined;
  widget: string;
  isMessage: boolean;
  findings: readonly Finding[];
  editor: DocumentEditor;
};

/** Memoised: rendered again only when its own value or findings change, not while another field is edited. */
const MemoizedField = memo(function MemoizedField({
  field,
  value,
  widget,
  isMessage,
  findings,
  editor,
  suggestions,
  flows,
}: MemoizedFieldProps) {
  useLanguage();
  const Editor = fieldEditors[editorKindFor(field.kind, value)];
  return (
    <div data-property={field.property} className="property-field">
      <Editor
        field={shownField(field)}
        value={value}
        isMessage={isMessage}
        findings={findings}
        suggestions={suggestions}
        flows={flows}
        onChange={(next) =>
          editor.apply(
            { name: 'changeProperty', widget, field: field.title },
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

function Section(props: { title: string; hint: string; isOpen: boolean; children: React.ReactNode }) {
  return (
    <Disclosure className="section" defaultExpanded={props.isOpen} key={String(props.isOpen)}>
      <Heading level={3}>
        <Button slot="trigger" className="sect">
          <Icon of={ChevronRight} size={14} />
          {props.title}
          <span className="end mut clip">{props.hint}</span>
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="section-content">{props.children}</div>
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
