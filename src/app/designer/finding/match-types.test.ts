/** Widgets by the words of their titles and descriptions. */

import { expect, it } from 'vitest';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import { rankTypes } from './match-types.ts';

it.each(['message', 'call', 'channel'])('finds %s in titles first, then in descriptions', (word) => {
  const found = rankTypes(word).map((type) => widgetTitle(type.type).toLowerCase().includes(word));
  expect(found).toContain(true);
  expect(found).toContain(false);
  expect(found).toEqual(found.toSorted((a, b) => Number(b) - Number(a)));
});

it('finds a widget by the words of its description alone', () => {
  const [first] = rankTypes('unique');
  expect(widgetType(first?.type)?.means.toLowerCase()).toContain('unique');
  expect(widgetTitle(first?.type).toLowerCase()).not.toContain('unique');
});
