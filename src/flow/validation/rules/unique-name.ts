/** unique-name: no two widgets have the same name. The later ones are told. */

import { pointer } from '../../json/json-pointer.ts';
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
          { message: `must be unique: “${name}” is taken`, property_path: pointer('states', index, 'name') },
        ];
      }
      taken.add(name);
      return [];
    });
  },
};
