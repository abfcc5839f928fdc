import { expect, it } from 'vitest';
import { renameWidget } from '../edit/rename-widget.ts';
import { samples } from '../samples/samples.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { mermaidText } from './mermaid.ts';

it('writes widgets with their types, and cords with the labels of their outlets', () => {
  expect(mermaidText(appointmentFlow())).toBe(`flowchart TD
  w0(["Trigger<br>Trigger"])
  w1["greet<br>Send message"]
  w2["ask<br>Send #38; wait for reply"]
  w3{"check<br>Split based on"}
  w4["thank<br>Send message"]
  w0 -->|"Incoming message"| w1
  w1 -->|"Sent"| w2
  w2 -->|"Reply"| w3
  w3 -->|"No match"| w2
  w3 -->|"is yes"| w4
`);
});

it('leaves nothing that could end a label or be read as markup', () => {
  const flow = appointmentFlow();
  const named = renameWidget(flow, 'greet', 'größe');
  const odd = {
    ...flow,
    states: flow.states.map((state) => ({ ...state, name: '"]; <b> `x` #1 \\\n end' })),
  };
  expect(named.ok && mermaidText(named.definition)).toContain('größe');
  for (const line of mermaidText(odd).trim().split('\n').slice(1)) {
    expect(line).toMatch(/^ {2}w\d+(\(\[|\{|\[)"[^"`\\]*"(\]\)|\}|\])$| -->\|"[^"`\\]*"\| w\d+$/);
    expect(line).not.toContain('<b>');
  }
});

it('names types that it does not know, and cuts long labels', () => {
  const long = 'x'.repeat(80);
  const states = [
    { name: ` a \t b ${long}`, type: 'future' },
    { name: long, type: 7, transitions: [{ event: 'x', next: long }] },
    { type: 'send-message' },
  ];
  expect(mermaidText({ description: '', initial_state: '', states } as never)).toBe(`flowchart TD
  w0["a b ${'x'.repeat(75)}…<br>future"]
  w1["${long}"]
  w2["~2<br>Send message"]
  w1 -->|"x"| w1
`);
});

it.each(samples)('writes a line for each widget and cord of $id', ({ definition }) => {
  const lines = mermaidText(definition).trim().split('\n');
  expect(lines.filter((line) => !line.includes('-->'))).toHaveLength(definition.states.length + 1);
});
