import { describe, expect, it } from 'vitest';
import { canonicalDefinition } from '../canonical/canonical.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { silence, silencesOf, splitSilenced, unsilence } from './silenced.ts';
import { validate } from './validate.ts';

const flow = appointmentFlow();
const entry = { widget: 'ask', rule: 'dead-end', reason: 'The reminder goes out again tomorrow.' };
const codesOf = (definition: unknown) => validate(definition).map(({ code }) => code);

describe('a silenced rule', () => {
  const silenced = silence(flow, entry);

  it('takes its findings of that widget out of the list, and keeps them with the reason', () => {
    const { open, silenced: quiet } = splitSilenced(silenced, validate(silenced));
    expect(
      open.filter(({ code, property_path }) => code === 'dead-end' && property_path.includes('/2/')),
    ).toEqual([]);
    expect(quiet).toContainEqual(expect.objectContaining(entry));
    expect(open.length + quiet.length).toBe(validate(silenced).length);
  });

  it('is no finding itself and changes none', () => {
    expect(codesOf(silenced)).toEqual(codesOf(flow));
  });

  it('stays with its widget when that is renamed', () => {
    const renamed = renameWidget(silenced, 'ask', 'ask_again');
    expect(renamed.ok && silencesOf(renamed.definition)).toEqual([{ ...entry, widget: 'ask_again' }]);
  });

  it('leaves nothing behind when it ends', () => {
    expect(unsilence(silenced, 'ask', 'dead-end')).toEqual(flow);
  });

  it('leaves other metadata alone, also in the canonical form', () => {
    const noted = { ...flow, ui: { zoom: 1, silenced: ['unreadable'] } };
    const both = silence(noted, entry);
    expect(both.ui).toEqual({ zoom: 1, silenced: ['unreadable', entry] });
    expect(canonicalDefinition(both).ui).toEqual(both.ui);
    expect(unsilence(both, 'ask', 'dead-end')).toEqual(noted);
  });

  it('is never an error', () => {
    const broken = {
      ...silence(flow, { ...entry, widget: '', rule: 'initial-state' }),
      initial_state: 'gone',
    };
    expect(splitSilenced(broken, validate(broken)).open.map(({ code }) => code)).toContain('initial-state');
  });
});
