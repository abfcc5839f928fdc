import { expect, it } from 'vitest';
import { groupWidgets } from '../annotations/groups.ts';
import { putNote } from '../annotations/notes.ts';
import { widgetIds } from '../graph.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { searchAnnotations } from './search-annotations.ts';
import { parseSearchQuery } from './search-query.ts';

const note = { x: 0, y: 0, width: 200, height: 100, color: 'yellow' as const };
const noted = putNote(appointmentFlow(), 'n', { ...note, text: 'Ask the **legal** team\nbefore launch' });
const flow = groupWidgets(noted, 'g', widgetIds(noted).slice(1, 3), 'Legal questions');
const found = (query: string) =>
  searchAnnotations(flow, parseSearchQuery(query)).map(({ kind, id, text, start, end }) => [
    ...[kind, id, text.slice(start, end)],
  ]);

it('finds the notes and groups that have all words, in any case', () => {
  expect(found('legal')).toEqual([
    ['group', 'g', 'Legal'],
    ['note', 'n', 'legal'],
  ]);
  expect(found('launch legal')).toEqual([['note', 'n', 'launch']]);
  expect(found('"before launch"')).toEqual([['note', 'n', 'before launch']]);
  expect(found('nobody')).toEqual([]);
  expect(found('legal nobody')).toEqual([]);
  expect(found('nobody legal')).toEqual([]);
  expect(searchAnnotations(flow, parseSearchQuery('launch'))).toEqual([
    {
      ...{ kind: 'note', id: 'n', text: 'Ask the **legal** team\nbefore launch', start: 30, end: 36 },
      frame: { ...note, text: 'Ask the **legal** team\nbefore launch' },
    },
  ]);
});

it('finds none by filters, which are about widgets', () => {
  for (const query of ['', 'is:invalid', 'legal type:split', 'legal uses:mood', 'is:odd legal'])
    expect(found(query)).toEqual([]);
});
