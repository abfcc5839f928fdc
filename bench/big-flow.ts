/** Generates a large flow for benchmarks: deterministic for its size, valid, every widget reachable. */

import type { FlowDefinition, State, Transition } from '#flow/definition.ts';

/** Row lengths: of the first rows below the trigger, then of all further rows of a flow of up to 1,000 widgets. */
const firstRows = [5, 10, 20];
const rowLength = 25;

const columnWidth = 360;
const rowHeight = 240;

/** The kinds of widgets, used round robin; they have three outlets on average. */
const kinds: { type: string; events: string[]; branches: number }[] = [
  { type: 'send-message', events: ['sent', 'failed'], branches: 0 },
  { type: 'send-and-wait-for-reply', events: ['incomingMessage', 'timeout', 'deliveryFailure'], branches: 0 },
  { type: 'split-based-on', events: ['noMatch'], branches: 2 },
  { type: 'make-http-request', events: ['success', 'failed'], branches: 0 },
  { type: 'split-based-on', events: ['noMatch'], branches: 4 },
  { type: 'gather-input-on-call', events: ['keypress', 'speech', 'timeout'], branches: 0 },
];

/**
 * A flow of `widgets` widgets, including the trigger, each with three outlets and one and a half cords on average.
 * A third of the cords connect other columns, some of them back to earlier rows.
 */
export function bigFlow(widgets = 1000): FlowDefinition {
  const rows = rowsOf(widgets - 1);
  const states: State[] = [trigger()];
  const cells = rows.flatMap((length, row) =>
    Array.from({ length }, (_, column) => ({ row, column, length })),
  );
  cells.forEach(({ row, column, length }, index) => {
    const place = { x: column * columnWidth - (length * columnWidth) / 2, y: (row + 1) * rowHeight };
    states.push(widget(index + 1, place));
  });
  const rowStarts = rows.map((_, row) => rows.slice(0, row).reduce((sum, length) => sum + length, 1));
  const at = (row: number, column: number): State | undefined =>
    column < (rows[row] ?? 0) ? states[(rowStarts[row] ?? 0) + column] : states[0];
  for (const { row, column, length } of cells) {
    const above = row === 0 ? states[0] : at(row - 1, Math.floor((column * (rows[row - 1] ?? 0)) / length));
    connect(above, at(row, column));
  }
  let across = Math.round(widgets * 1.5) - cells.length;
  for (const { row, column } of cells) {
    if (across <= 0) break;
    const isBack = (row * 7 + column) % 10 === 0 && row > 3;
    const target = isBack ? at(row - 3, column) : at(row + 1, column + 1);
    if (connect(at(row, column), target)) across -= 1;
  }
  return {
    description: `${widgets} widgets`,
    states,
    initial_state: 'Trigger',
    flags: { allow_concurrent_calls: true },
  };
}

/** Larger flows are as much wider as they are higher. */
function rowsOf(widgets: number): number[] {
  const longest = Math.max(rowLength, Math.round(rowLength * Math.sqrt(widgets / 1000)));
  const rows: number[] = [];
  for (let left = widgets; left > 0; left -= rows.at(-1) ?? left) {
    rows.push(Math.min(left, firstRows[rows.length] ?? longest));
  }
  return rows;
}

/** Connects the first free outlet to the target; false when there is none. */
function connect(from: State | undefined, to: State | undefined): boolean {
  const free = from?.transitions?.find(({ next }) => next === undefined);
  if (free === undefined || to?.name === undefined || to.type === 'trigger') return false;
  free.next = to.name;
  return true;
}

function trigger(): State {
  const events = [
    'incomingMessage',
    'incomingCall',
    'incomingConversationMessage',
    'incomingRequest',
    'incomingParent',
  ];
  return {
    name: 'Trigger',
    type: 'trigger',
    transitions: events.map((event) => ({ event })),
    properties: { offset: { x: -340, y: 0 } },
  };
}

function widget(number: number, offset: { x: number; y: number }): State {
  const { type, events, branches } = kinds[number % kinds.length] ?? { type: '', events: [], branches: 0 };
  const matches = Array.from({ length: branches }, (_, nth): Transition => {
    const value = `${nth + 1}`;
    const input = inputOf(number);
    return {
      event: 'match',
      conditions: [
        { friendly_name: `If value equal_to ${value}`, arguments: [input], type: 'equal_to', value },
      ],
    };
  });
  return {
    name: nameOf(number),
    type,
    transitions: [...events.map((event): Transition => ({ event })), ...matches],
    properties: { ...propertiesOf(type, number), offset },
  };
}

function propertiesOf(type: string, number: number): NonNullable<State['properties']> {
  const from = '{{flow.channel.address}}';
  switch (type) {
    case 'send-message':
      return {
        body: `Message ${number} for {{contact.channel.address}}`,
        from,
        to: '{{contact.channel.address}}',
      };
    case 'send-and-wait-for-reply':
      return { body: `Question ${number}: which of the four do you choose?`, from, timeout: '3600' };
    case 'make-http-request':
      return {
        method: 'POST',
        url: `https://example.org/items/${number}`,
        content_type: 'application/json;charset=utf-8',
        body: `{"from":"{{contact.channel.address}}","item":${number}}`,
      };
    case 'gather-input-on-call':
      return {
        say: `Press a key for choice ${number}.`,
        voice: 'alice',
        language: 'en-US',
        loop: 1,
        timeout: 5,
      };
    default:
      return { input: inputOf(number) };
  }
}

/** The input of a split: the reply to the last question before it. */
function inputOf(number: number): string {
  const question = number - ((number - 1) % kinds.length);
  return `{{widgets.${nameOf(question)}.inbound.Body}}`;
}

function nameOf(number: number): string {
  const { type } = kinds[number % kinds.length] ?? { type: 'widget' };
  return `${type.replaceAll('-', '_')}_${number}`;
}
