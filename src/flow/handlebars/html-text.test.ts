/** The plain text of an HTML email. */

import { expect, it } from 'vitest';
import { processorMs } from '../testing/processor-time.ts';
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
  ['a<b>b</b>cd', 'abcd'],
  ['a  <b>  b</b>\n \t c <br> d', 'a b c\nd'],
  ['a <br>b<div>c</div>d', 'a\nb\nc\nd'],
  ['a<p>b</p>c<h1>d</h1><blockquote>e<hr>f', 'a\n\nb\n\nc\n\nd\n\ne\nf'],
  ['<table><tr><td>a</td><th>b<td>c</tr></table>d', 'a b c\n\nd'],
  ['<ul><li>a</li><li>b</ul>', '* a\n\n* b'],
  ['a<style>b</div>c<style>d</style>e', 'ae'],
  ['a<script>b</script>c<title>d</title>e<template>f</template>g<head>h</head>i', 'acegi'],
  ['a<script/>b</style>c', 'abc'],
  ['a<!p>b< br>c<1br>d<!-- > <br>-->e', 'abcde'],
  ['a <b', 'a'],
  ['a <!-- b', 'a'],
  ['a<IMG src="x" ALT="b &amp; c">d<img alt=\'e\'/><img alt=f><img></img alt="g">', 'ab & cdef'],
  ['<a href="https://x.test">x.test</a>', 'x.test'],
  ['<a href="https://x.test">https://x</a>', 'https://x (https://x.test)'],
  ['<a href="HTTP://x.test"><b>p</b>q</a></a>', 'pq (HTTP://x.test)'],
  ['<a href=http://x.test><i>a</i>b</a> <a name="c">d</a>', 'ab (http://x.test) d'],
  ['<a href="mailto:a@b.test"> a@b.test </a>', 'a@b.test'],
  ['<a href="mailto:a@b.test">write</a>', 'write (mailto:a@b.test)'],
  ['<a href="#top">a</a><a href="x-https://y">b</a><a href="x-mailto:y">c</a>', 'abc'],
  ['&#65;&#0065;&#x41;&#X3bb;&#66560;', 'AAA\u03bb\u{10400}'],
  ['&#1;&#0;|&#xd7ff;&#xd800;&#xdfff;&#xe000;', '\u0001&#0;|\ud7ff&#xd800;&#xdfff;\ue000'],
  ['&#x10ffff;&#x110000;', '\u{10ffff}&#x110000;'],
  ['&bogus; & &AMP; &lt;&gt;&quot;&apos;&copy;&reg;', '&bogus; & & <>"\'\u00a9\u00ae'],
  ['&ndash;&mdash;&hellip;&euro;&lsquo;&rsquo;', '\u2013\u2014\u2026\u20ac\u2018\u2019'],
  ['&ldquo;&rdquo;&bull;&middot;&zwnj;&shy;', '\u201c\u201d\u2022\u00b7'],
])('%j reads as %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

it.each([
  ['<a href="<%unsubscribe%>">Leave</a>', 'Leave'],
  ['<a href="https://x.test/?a=<%b%>">Leave</a>', 'Leave (https://x.test/?a=<%b%>)'],
  ['<a title="see href=https://x.test" href="https://y.test">go</a>', 'go (https://y.test)'],
  ['<a title="1 > 0" href=\'https://y.test/>\'>go</a>', 'go (https://y.test/>)'],
  ['<a data-href="https://x.test" href = https://y.test/it\'s>go</a>', "go (https://y.test/it's)"],
  ['<img alt="a > b">c', 'a > bc'],
  ['<a href="https://x.test/a">b</a><a href="https://y.test>c</a>', 'b (https://x.test/a)'],
])('attributes are read as attributes: %j reads as %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

it.each([
  '<b> ',
  '<td>',
  '<br> ',
  '<',
  '<a href="x',
  '<a href="http://x"> </a>',
  "<a x='>'",
  '<a x=">\'',
  '<a =',
  '&amp;',
  '<!--',
  '<style>',
  '\n',
  ' \n',
])('takes no longer than the length of the HTML for many of %j', (piece) => {
  const html = piece.repeat(1_000_000 / piece.length);
  const begun = processorMs();
  textOfHtml(html);
  // A pattern that goes back took 160 s for the first.
  expect(processorMs() - begun).toBeLessThan(10_000);
});
