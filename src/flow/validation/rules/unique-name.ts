/** unique-name: no two widgets have the same name. The later ones are reported. */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';

export const uniqueName: FlowRule = {
  code: 'unique-name',
  severity: 'error',
  check({ widgets }) {
    const taken = new Set<string>();
    return widgets.flatMap(({ name, index }) => {
      if (name === '') return [];
      if (taken.has(name)) {
        return [
          {
            message: `Widget name ${quote(name)} must be unique: another widget has it.`,
            property_path: pointer('states', index, 'name'),
          },
        ];
      }
      taken.add(name);
      return [];
    });
  },
};
