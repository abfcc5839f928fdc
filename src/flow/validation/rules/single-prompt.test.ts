import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { singlePrompt } from './single-prompt.ts';

const both = (first: string, second: string, property: string) => [
  `warning #/states/1/properties/${property} ${first} and ${second} are both set: only one of them is played.`,
];

it.each<[string, JsonObject, string[]]>([
  ['say-play', { say: 'a', play: 'b', digits: '1' }, both('Say', 'Play', 'play')],
  ['say-play', { say: 'a', play: ' ', digits: '1' }, both('Say', 'Key tones', 'digits')],
  ['say-play', { say: '', play: 'b', digits: '1' }, both('Play', 'Key tones', 'digits')],
  ['say-play', { digits: '1' }, []],
  ['say-play', {}, []],
  ['gather-input-on-call', { say: 'a', play: 'b' }, both('Say', 'Play', 'play')],
  ['gather-input-on-call', { say: 'a', digits: '1' }, []],
  ['send-message', { say: 'a', play: 'b' }, []],
  ['an-unknown-type', { say: 'a', play: 'b' }, []],
])('%s has one prompt: %j', (type, properties, lines) =>
  expect(said(singlePrompt, flowOf([state('w', type, properties)]))).toEqual(lines),
);
