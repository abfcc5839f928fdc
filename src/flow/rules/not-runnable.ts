/** not-runnable: widgets of this type are kept and drawn, but an execution cannot pass them yet. */

import { pointer } from '../pointer.ts';
import { runnableTypes } from '../widgets.ts';
import type { Rule } from './rule.ts';

export const notRunnable: Rule = {
  code: 'not-runnable',
  severity: 'warning',
  check({ widgets }) {
    return widgets.flatMap(({ type, index }) =>
      type === undefined || runnableTypes.has(type.type)
        ? []
        : [{ message: `“${type.title}” cannot run yet`, property_path: pointer('states', index, 'type') }],
    );
  },
};
