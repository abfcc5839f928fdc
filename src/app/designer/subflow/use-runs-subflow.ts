/** Whether the one selected widget runs a subflow. */

import { widgetIds } from '#flow/graph.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { useDocument, useView } from '../designer-context.tsx';

export function useRunsSubflow(): boolean {
  const [only = null, ...more] = useView((state) => state.selected);
  return useDocument(({ history }) => {
    const { definition } = history.present;
    if (only === null || more.length > 0) return false;
    return canonicalType(definition.states[widgetIds(definition).indexOf(only)]?.type) === 'run-subflow';
  });
}
