/** Personal data planted in an installation, each value at one place and nowhere else, and every way to write it. */

/** What a contact may expect to be masked, by where it is planted. */
export const planted = {
  'contact of an execution': '+447911120101',
  'sender of a message': '+447911120202',
  caller: '+447911120303',
  'test user': '+447911120404',
  'contact of a batch': '+447911120505',
  'number in the parameters': '+447911120606',
  'contact in the streams': '+447911120707',
  'contact at the test phone': '+447911120808',
  'words of a message': 'lavender kettle 4471',
  'words at the test phone': 'copper haystack 8830',
  'attributes of a task': 'saffron ladder 9023',
  'words in the parameters': 'tangerine anchor 1190',
  'author of a conversation': 'indigo.thimble.6650',
  'words of a conversation': 'russet compass 2046',
  'data of a sync object': 'maroon lantern 2218',
  'words of a kept test': 'umber cathedral 8874',
  'recipient of an email': 'orla.quimby@planted-one.example',
  'subject of an email': 'obsidian teapot 3312',
  'text of an email': 'crimson walrus 7745',
  bounce: 'tess.vantablack@planted-two.example',
  'unsubscribed from a group': 'juno.larkspur@planted-three.example',
  'sender of a received email': 'milo.hawthorn@planted-four.example',
} as const;

export type PlantedPlace = keyof typeof planted;

export const plantedPlaces = Object.keys(planted) as PlantedPlace[];

/** Where it is written in that text in any spelling: as it is, encoded for a URL or HTML, in base64, a number without its prefix. */
export function plantedIn(text: string): PlantedPlace[] {
  const lower = text.toLowerCase();
  return plantedPlaces.filter((place) =>
    spellings(planted[place]).some(({ word, exact }) => (exact ? text : lower).includes(word)),
  );
}

type Spelling = { word: string; exact: boolean };

const known = new Map<string, readonly Spelling[]>();

function spellings(value: string): readonly Spelling[] {
  const found = known.get(value) ?? [
    ...looseSpellings(value).map((word) => ({ word: word.toLowerCase(), exact: false })),
    ...base64Spellings(value).map((word) => ({ word, exact: true })),
  ];
  known.set(value, found);
  return found;
}

function looseSpellings(value: string): string[] {
  const forms = value.startsWith('+') ? [value.slice('+44'.length), groupsOf(value)] : [value];
  // Of an address also the mailbox and the domain alone.
  if (value.includes('@')) forms.push(...value.split('@'));
  const once = forms.flatMap((form) => [
    form,
    encodeURIComponent(form),
    form.replaceAll(' ', '+'),
    form.replaceAll(' ', '_'),
    form.replaceAll('@', '&#64;'),
    [...form].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    Buffer.from(form).toString('hex'),
  ]);
  return [...new Set([...once, ...once.map(encodeURIComponent)])];
}

/** A number as people write it. */
const groupsOf = (number: string) => number.replace(/^\+44(\d{4})(\d+)$/, '$1 $2');

/** The part of the base64 that is the same whatever stands around it, for each of the three places where it can begin. */
function base64Spellings(value: string): string[] {
  const forms = [value, value.replace('+', '')];
  return forms.flatMap((form) =>
    [0, 1, 2].flatMap((before) => {
      const whole = Buffer.from(' '.repeat(before) + form);
      const inner = whole.toString('base64').slice(before === 0 ? 0 : before + 1, -4);
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  );
}
