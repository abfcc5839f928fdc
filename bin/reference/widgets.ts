/** Generates the Markdown reference of all widget types from their definitions. */

import { type ConditionSpec, conditionTypes } from '#flow/widgets/conditions.ts';
import type { Field } from '#flow/widgets/field.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { type RequiredField, requiredFields } from '#flow/widgets/required-fields.ts';
import type { WidgetType } from '#flow/widgets/widget-type.ts';
import { categories, typeAliases, widgetTypes } from '#flow/widgets/widget-types.ts';

/** The text of `docs/reference/widgets.md`. */
export function renderWidgetDocs(): string {
  const groups = categories.map(({ category, title }) => {
    const types = Object.values(widgetTypes).filter((type) => type.category === category);
    return [`## ${title}`, ...types.map(section)].join('\n\n');
  });
  return `${[introduction, requirements(), ...groups].join('\n\n')}\n`;
}

const introduction = `# Widgets

Written by \`npm run docs\` from \`src/flow/widgets\`: change it there.

Every widget is one entry of a definition's \`states\`: \`name\`, \`type\`, \`properties\` and \`transitions\`.
A transition has an \`event\` and, to lead on, a \`next\` with the name of another widget. Text may hold
variables, \`{{flow.data.name}}\`. \`properties.offset\`, \`{x, y}\`, is the position of a widget on the canvas;
every type has it, and it is optional. The variables of a widget are below \`widgets.NAME\`.`;

/** One row for each type and requirement: those of the schema first, which a blank text fulfills. */
function requirements(): string {
  const rows = Object.values(widgetTypes).flatMap((type) => {
    const fields = fieldsOf(type);
    const asked = requiredFields[type.type];
    const inSchema = fields
      .filter(
        ({ property, required }) => required && !asked.some(({ properties }) => properties[0] === property),
      )
      .map(({ property }) => [`\`${property}\``, '', 'error where it is not there; may be blank']);
    const all = [
      ...inSchema,
      ...asked.map((each) =>
        requirement(
          each,
          fields.some(({ property, required }) => required && property === each.properties[0]),
        ),
      ),
    ];
    return (all.length === 0 ? [['none', '', '']] : all).map((cells) => [
      `[${type.title}](#${anchor(type)})`,
      ...cells,
    ]);
  });
  return `## Required fields\n\nAn error prevents saving. A warning does not: publishing asks about it.\n\n${table(
    ['Widget', 'Needs', 'When', 'Without it'],
    rows,
  )}`;
}

function requirement(
  { properties, when, unless, rank, consequence }: RequiredField,
  isInSchema: boolean,
): string[] {
  const choices = (wanted: RequiredField['when'], says: string) =>
    Object.entries(wanted ?? {}).map(([property, values]) => {
      const named = values
        .filter((value) => value !== undefined && value !== '')
        .map((value) => `\`${value}\``);
      return `\`${property}\` is ${says}${named.length < values.length ? [...named, 'not chosen'].join(', ') : named.join(', ')}`;
    });
  return [
    properties.map((each) => `\`${each}\``).join(' or '),
    [...choices(when, ''), ...choices(unless, 'not ')].join('; '),
    rank === 'error'
      ? 'error'
      : `${isInSchema ? 'error where it is not there; blank, a ' : ''}warning: ${consequence}`,
  ];
}

/** As renderers of Markdown make it of a heading. */
function anchor({ title }: WidgetType): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function section(type: WidgetType): string {
  return [
    `### ${type.title}`,
    `\`${type.type}\`${aliasNote(type)}. ${type.means}${stateNote(type)}`,
    propertiesTable(fieldsOf(type)),
    table(
      ['Event', 'Outlet', 'When'],
      type.events.map(({ name, label, means }) => [`\`${name}\``, label, means]),
    ),
    type.type === 'split-based-on' ? conditionsTable() : '',
    table(
      ['Variable', 'What it holds'],
      type.outputs.map(({ path, means }) => [`\`${path}\``, means]),
    ),
    serviceNote(type),
    `\`\`\`json\n${JSON.stringify(type.example, null, 2)}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function aliasNote({ type }: WidgetType): string {
  const aliases = Object.keys(typeAliases).filter((alias) => typeAliases[alias] === type);
  return aliases.length === 0 ? '' : `, also read as \`${aliases.join('`, `')}\``;
}

function stateNote({ legacy }: WidgetType): string {
  return legacy === true
    ? ' No public document describes this type: what a file carries is kept as it is.'
    : '';
}

function serviceNote({ services }: WidgetType): string {
  if (services === undefined) return '';
  const { kind, configured, embedded } = services;
  return [
    `**With a \`${kind}\` endpoint** (see [services](services.md)): ${configured}`,
    `**With nothing configured:** ${embedded}`,
  ].join('\n\n');
}

function propertiesTable(fields: Field[]): string {
  return table(
    ['Property', 'Value', 'Default', 'What it does'],
    fields.map((field) => [
      `\`${field.property}\`${field.required ? ', required' : ''}`,
      valueColumn(field),
      field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``,
      `${field.title}. ${field.help}${whenNote(field)}`,
    ]),
  );
}

function valueColumn({ kind, choices, minimum, maximum, as }: Field): string {
  const range = minimum === null && maximum === null ? '' : `, ${minimum ?? ''} to ${maximum ?? 'any'}`;
  switch (kind) {
    case 'text':
    case 'template':
      return 'text';
    case 'json':
      return 'text that is JSON';
    case 'flow':
      return 'SID of a flow';
    case 'number':
      return `${as === 'text' ? 'number as text' : 'integer'}${range}`;
    case 'duration':
      return `${as === 'text' ? 'seconds as text' : 'seconds'}${range}`;
    case 'toggle':
      return as === 'text' ? '`"true"`, `"false"`' : '`true`, `false`';
    case 'choice':
      return choices.map(({ value }) => `\`${value}\``).join(', ');
    case 'choices':
      return `list of ${choices.map(({ value }) => `\`${value}\``).join(', ')}`;
    case 'key-values':
      return 'list of `{key, value}`';
    case 'value':
      return 'object';
  }
}

function whenNote({ when }: Field): string {
  if (when === null) return '';
  const values = when.is.map((value) => `\`${String(value)}\``).join(', ');
  return ` With \`${when.property}\` ${values}.`;
}

function conditionsTable(): string {
  return table(
    ['Condition', 'Meaning'],
    Object.entries<ConditionSpec>(conditionTypes).map(([type, { label, help }]) => [
      `\`${type}\``,
      help === undefined ? label : `${label}. ${help}`,
    ]),
  );
}

function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
