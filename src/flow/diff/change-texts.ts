/** The English texts of changes, of which the API and the page make their sentences. */

export const changeTexts = {
  added: 'Adds {{widget}} ({{type}}).',
  removed: 'Removes {{widget}} ({{type}}).',
  renamed: 'Renames {{was}} to {{widget}}.',
  moved: 'Moves {{widget}}.',
  set: '{{subject}} is now {{after}}.',
  replaced: '{{subject}} is now {{after}} instead of {{before}}.',
  changed: '{{subject}} changes.',
  cleared: '{{subject}} is removed.',
  clearedValue: '{{subject}} is removed (was {{before}}).',
  ofWidget: '{{label}} of {{widget}}',
  ofFlow: '{{label}} of the flow',
  value: '"{{text}}"',
  name: "'{{text}}'",
  noType: 'no type',
  connected: '{{outlet}} of {{widget}} now goes to {{after}}.',
  reconnected: '{{outlet}} of {{widget}} now goes to {{after}} instead of {{before}}.',
  disconnected: '{{outlet}} of {{widget}} no longer goes to {{before}}.',
  branchAdded: '{{widget}} has a new branch {{after}}.',
  branchRemoved: 'The branch {{before}} of {{widget}} is removed.',
  branchRenamed: 'The branch {{before}} of {{widget}} is now {{after}}.',
  branchChanged: 'What the branch {{after}} of {{widget}} tests changes.',
  branchesOrdered: 'The branches of {{widget}} are now in the order {{branches}}.',
  flow: {
    description: 'The description',
    initial_state: 'The widget where the flow begins',
    flags: 'The settings of the flow',
    states: 'The list of widgets',
    $schema: 'The schema of the definition',
  },
  widget: {
    type: 'The widget type',
    transitions: 'The order of the events',
    properties: 'All properties',
  },
  /** Clauses of one sentence; the first letter of the sentence is made a capital. */
  summary: {
    nothing: 'Changes nothing.',
    whole: '{{clauses}}.',
    adds: 'adds {{items}}',
    removes: 'removes {{items}}',
    renames: 'renames {{items}}',
    changes: 'changes {{items}}',
    movesOne: 'moves 1 widget',
    movesSeveral: 'moves {{number}} widgets',
    rename: '{{was}} to {{widget}}',
    details: '{{widget}} ({{details}})',
    more: '{{number}} more',
    and: '{{items}} and {{last}}',
    connections: 'connections',
    conditions: 'conditions',
    description: 'the description',
    flags: 'the settings of the flow',
    initial_state: 'where the flow starts',
    ui: 'notes and groups',
    other: 'other data of the flow',
  },
} as const;

type Texts = typeof changeTexts;

type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${keyof T[K] & string}`;
}[keyof T & string];

export type ChangeTextKey = KeyOf<Texts>;

/** The words of a language: `text` fills the places of a text, `label` and `typeTitle` have the English ones of the widget table. */
export type ChangeWords = {
  text(key: ChangeTextKey, values?: Readonly<Record<string, string | number>>): string;
  label(english: string): string;
  typeTitle(type: string): string;
};
