/** What the list that adds widgets finds. */

import { expect, it } from 'vitest';
import { widgetTitle } from '../../words/flow-texts.ts';
import { findWidgetTypes } from './quick-add-items.ts';

it.each(['message', 'call', 'channel'])('finds %s in titles first, then in descriptions', (word) => {
  const found = findWidgetTypes(word).map((type) => widgetTitle(type.type).toLowerCase().includes(word));
  expect(found).toContain(true);
  expect(found).toContain(false);
  expect(found).toEqual(found.toSorted((a, b) => Number(b) - Number(a)));
});

it('finds a widget by the words of its description alone', () => {
  const [first] = findWidgetTypes('unique');
  expect(first?.means.toLowerCase()).toContain('unique');
  expect(widgetTitle(first?.type).toLowerCase()).not.toContain('unique');
});
