/** Texts by key, with plurals and placeholders, and English where a language has none. */

import { beforeEach, describe, expect, it } from 'vitest';
import { Translator } from './translator.ts';

const translator = new Translator();
translator.addTexts('en', 'fruit', {
  title: 'Fruit',
  'with.dot': 'As it is',
  eaten: '{{who}} ate {{what}}',
  apples_zero: 'No apples',
  apples_one: 'One apple',
  apples_other: '{{count}} apples',
  pears_one: 'One pear',
  pears_other: '{{count}} pears',
  tree: { leaf: { colour: 'Green' } },
});
translator.addTexts('de', 'fruit', {
  title: 'Obst',
  apples_one: 'Ein Apfel',
  apples_other: '{{count}} Äpfel',
});

beforeEach(() => {
  translator.language = 'en';
});

describe('a text', () => {
  it('is found by the path of its groups', () => {
    expect(translator.find('fruit', 'tree.leaf.colour')).toBe('Green');
    expect(translator.find('fruit', 'tree.leaf')).toBeUndefined();
    expect(translator.find('fruit', 'tree.root.colour')).toBeUndefined();
    expect(translator.find('vegetables', 'title')).toBeUndefined();
  });

  it('has its values as they are, placeholders in them included', () => {
    expect(translator.find('fruit', 'eaten', { who: '{{what}} & $1', what: 'a pear' })).toBe(
      '{{what}} & $1 ate a pear',
    );
    expect(translator.find('fruit', 'eaten', { who: 'Ada' })).toBe('Ada ate ');
  });

  it('has the plural of its language, and a form of its own for none', () => {
    const texts = [0, 1, 2].map((count) => translator.find('fruit', 'apples', { count }));
    expect(texts).toEqual(['No apples', 'One apple', '2 apples']);
    expect(translator.find('fruit', 'pears', { count: 0 })).toBe('0 pears');
  });

  it('is English where the language has none', () => {
    translator.language = 'de';
    expect(translator.find('fruit', 'title')).toBe('Obst');
    expect(translator.find('fruit', 'apples', { count: 3 })).toBe('3 Äpfel');
    expect(translator.find('fruit', 'pears', { count: 1 })).toBe('One pear');
    expect(translator.textNamed('fruit', 'eaten')).toBeUndefined();
  });

  it('is found by a name with dots as it is', () => {
    expect(translator.textNamed('fruit', 'with.dot')).toBe('As it is');
  });

  it('stays when further texts of its namespace are added', () => {
    translator.addTexts('en', 'fruit', { later: 'Later' });
    expect([translator.find('fruit', 'title'), translator.find('fruit', 'later')]).toEqual([
      'Fruit',
      'Later',
    ]);
  });
});
