/** The plain text of an HTML email. */

import { expect, it } from 'vitest';
import { textOfHtml } from './html-text.ts';

it('has paragraphs, list items and the addresses of links', () => {
  const html = `<head><title>Hi</title><style>p { color: red }</style></head>
    <p>Dear&nbsp;<b>Sam</b> &amp; all,</p> <ul><li>one</li> <li>two</li></ul>
    <p>See <a href="https://flows.example/start">the page</a>.<br> Bye<!-- <p>not this</p> --></p>`;
  expect(textOfHtml(html)).toBe(
    'Dear Sam & all,\n\n* one\n\n* two\n\nSee the page (https://flows.example/start).\nBye',
  );
});

it.each([
  '<b> ',
  '<td>',
  '<br> ',
  '<',
  '<a href="x',
  '<a href="http://x"> </a>',
  '&amp;',
  '<!--',
  '<style>',
  '\n',
  ' \n',
])('takes no longer than the length of the HTML for many of %j', (piece) => {
  const html = piece.repeat(1_000_000 / piece.length);
  const begun = performance.now();
  textOfHtml(html);
  // A pattern that goes back took 160 s for the first.
  expect(performance.now() - begun).toBeLessThan(10_000);
});
