/** schema-address: `$schema` is the one value that a server allows, the address of the schema that it publishes. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

export const schemaAddress: FlowRule = {
  code: 'schema-address',
  severity: 'error',
  check({ definition, schemaUri }) {
    const given = textOf(definition.$schema);
    if (schemaUri === null || given === '' || given === schemaUri) return [];
    const message = `The $schema must be ${quote(schemaUri)}, or left out.`;
    return [{ message, property_path: pointer('$schema') }];
  },
  fix(_finding, path) {
    return { label: 'Remove it', edit: (definition) => replaceAt(definition, path, undefined) };
  },
};
