/** Rules on the format of the whole file: legacy-format and schema-address. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, WidgetView } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

/** legacy-format: exports of the format before version 2 have other widget types and link by identifier. */
export const legacyFormat: FlowRule = {
  code: 'legacy-format',
  severity: 'error',
  check({ widgets }) {
    if (!widgets.some(isLegacyWidget)) return [];
    return [
      {
        message:
          'This flow has the export format before version 2, which is not supported. Export it again in the current format.',
        property_path: pointer(),
      },
    ];
  },
};

/** Types were in PascalCase, and `next` was an identifier. */
function isLegacyWidget({ state, links }: WidgetView): boolean {
  const type = textOf(state.type);
  return (
    type === 'InitialState' || type === 'Branch' || links.some(({ next }) => /^FF[0-9a-f]{32}$/.test(next))
  );
}

/** schema-address: `$schema` is the one value that a server allows, the address of the schema that it publishes. */
export const schemaAddress: FlowRule = {
  code: 'schema-address',
  severity: 'error',
  check({ definition, schemaUri }) {
    if (schemaUri === null || !isOtherSchema(textOf(definition.$schema), schemaUri)) return [];
    const message = `The $schema must be ${quote(schemaUri)}, or left out.`;
    return [{ message, property_path: pointer('$schema') }];
  },
  fix(_finding, path) {
    return { label: 'Remove it', edit: (definition) => replaceAt(definition, path, undefined) };
  },
};

/** Whether a `$schema`, '' for none, is another than the one of the server. */
export function isOtherSchema(given: string, schemaUri: string): boolean {
  return given !== '' && given !== schemaUri;
}
