/** not-runnable: widgets of this type are kept and drawn, but an execution cannot pass them yet. */

import { pointer } from '../pointer.ts';
import { runnableTypes } from '../widgets.ts';
import type { WidgetRule } from './rule.ts';

export const notRunnable: WidgetRule = {
  code: 'not-runnable',
  severity: 'warning',
  check({ type, index }) {
    if (type === undefined || runnableTypes.has(type.type)) return [];
    return [{ message: `“${type.title}” cannot run yet`, property_path: pointer('states', index, 'type') }];
  },
};
