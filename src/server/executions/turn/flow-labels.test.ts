import { expect, it } from 'vitest';
import { FlowLabelSlots, type FlowLabels, otherLabel } from './flow-labels.ts';

const limits = { flows: 5, flowsOfAccount: 2, widgetsOfFlow: 2, idleMs: 1_000 };

function slots() {
  const released: [FlowLabels, string[]][] = [];
  const all = new FlowLabelSlots(limits, (labels, widgets) => released.push([labels, [...widgets]]));
  return { all, released };
}

it('gives the first flows of an account labels of their own, and one to all others', () => {
  const { all, released } = slots();
  expect(all.labelsOf('a', '1', 0)).toEqual({ account: 'a', flow: '1' });
  expect(all.labelsOf('a', '2', 0)).toEqual({ account: 'a', flow: '2' });
  expect(all.labelsOf('a', '3', 900)).toEqual({ account: 'a', flow: otherLabel });
  expect(all.labelsOf('b', '3', 900)).toEqual({ account: 'b', flow: '3' });
  expect(all.labelsOf('a', '1', 900)).toEqual({ account: 'a', flow: '1' });
  expect(released).toEqual([]);
});

it('lets the flow give way that was idle for longest, in its account and in all', () => {
  const { all, released } = slots();
  const first = all.labelsOf('a', '1', 0);
  all.labelsOf('a', '2', 0);
  all.labelsOf('a', '1', 500);
  expect(all.widgetLabelOf(first, 'ask')).toBe('ask');
  expect(all.labelsOf('a', '3', 1_200)).toEqual({ account: 'a', flow: '3' });
  expect(all.labelsOf('a', '2', 1_300)).toEqual({ account: 'a', flow: otherLabel });
  for (const account of ['b', 'c', 'd']) all.labelsOf(account, '1', 1_300);
  expect(all.labelsOf('e', '1', 1_300)).toEqual({ account: otherLabel, flow: otherLabel });
  expect(all.labelsOf('e', '1', 1_600)).toEqual({ account: 'e', flow: '1' });
  expect(released).toEqual([
    [{ account: 'a', flow: '2' }, []],
    [{ account: 'a', flow: '1' }, ['ask']],
  ]);
});

it('gives the first widgets of a flow labels, and none to those of flows that have none', () => {
  const { all } = slots();
  const labels = all.labelsOf('a', '1', 0);
  expect(['x', 'y', 'z', 'x'].map((widget) => all.widgetLabelOf(labels, widget))).toEqual([
    'x',
    'y',
    otherLabel,
    'x',
  ]);
  expect(all.widgetLabelOf({ account: 'a', flow: otherLabel }, 'x')).toBe(otherLabel);
});
