// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keepTexts } from './translated-texts.ts';

const changes = { childList: true, characterData: true, subtree: true };
new MutationObserver(keepTexts).observe(document.body, changes);
afterEach(cleanup);

/** As a translator does it: each text is put into an element of its own. */
async function translate(place: HTMLElement): Promise<void> {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!/\p{L}/u.test(text.data) || text.parentElement?.closest('font') != null) continue;
    const font = document.createElement('font');
    font.textContent = text.data.toUpperCase();
    text.replaceWith(font);
  }
  await act(async () => {});
}

type Shown = { words?: string; mark?: boolean; items?: string[] };

function Page({ words, mark = false, items = [] }: Shown) {
  return (
    <p>
      {mark && <b>!</b>}
      {words}
      {items.map((item) => [item, <i key={item} />])} end
    </p>
  );
}

it.each<[string, Shown, Shown, string]>([
  ['a text that is removed', { words: 'one' }, {}, ' END'],
  ['a text that changes', { words: 'one' }, { words: 'two' }, 'two END'],
  ['an element before a text', { words: 'one' }, { words: 'one', mark: true }, '!ONE END'],
  ['an element and a text', { words: 'one', mark: true }, { words: 'two' }, 'two END'],
  ['texts of a list that gets shorter', { items: ['a', 'b', 'c'] }, { items: ['a', 'c'] }, 'Ac END'],
])('React goes on with %s', async (_, before, after, expected) => {
  const { container, rerender } = render(<Page {...before} />);
  await translate(container);
  rerender(<Page {...after} />);
  await act(async () => {});
  expect(container.textContent).toBe(expected);
});

it('a page that is shown in its own words again has them', async () => {
  const { container, rerender } = render(<Page words="one" />);
  await translate(container);
  for (const font of container.querySelectorAll('font')) font.remove();
  await act(async () => {});
  expect(container.textContent).toBe('one end');
  rerender(<Page words="two" />);
  expect(container.textContent).toBe('two end');
});
