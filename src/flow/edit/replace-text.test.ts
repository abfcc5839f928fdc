import { describe, expect, it } from 'vitest';
import { groupsOf, groupWidgets } from '../annotations/groups.ts';
import { notesOf, putNote } from '../annotations/notes.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { applyReplacements, planReplacements } from './replace-text.ts';
import { setProperty } from './set-property.ts';

const replaced = (flow: ReturnType<typeof appointmentFlow>, text: string, by: string) =>
  applyReplacements(flow, planReplacements(flow, text, by));

describe('find and replace', () => {
  it('plans every text with what it becomes', () => {
    const plan = planReplacements(appointmentFlow(), 'hello', 'Good morning');
    expect(plan).toEqual([
      {
        widget: 'greet',
        place: '#/states/1/properties/body',
        before: 'Hello',
        after: 'Good morning',
        reason: null,
      },
    ]);
  });

  it('renames widgets with all references to them', () => {
    const flow = replaced(appointmentFlow(), 'ask', 'question');
    expect(flow.states.map(({ name }) => name)).toContain('question');
    expect(flow.states[1]?.transitions?.[0]?.next).toBe('question');
    expect(flow.states[3]?.properties?.input).toBe('{{widgets.question.inbound.Body}}');
    expect(flow.states[3]?.transitions?.[1]?.conditions?.[0]?.arguments).toEqual([
      '{{widgets.question.inbound.Body}}',
    ]);
  });

  it('changes what a branch compares with, and the name that is made from it', () => {
    const flow = replaced(appointmentFlow(), 'yes', 'ja');
    expect(flow.states[3]?.transitions?.[1]?.conditions?.[0]).toMatchObject({
      value: 'ja',
      friendly_name: 'If value equal_to ja',
    });
  });

  it('says why a name cannot be replaced, and leaves it', () => {
    const plan = planReplacements(appointmentFlow(), 'greet', 'say hello');
    expect(plan).toMatchObject([{ after: 'say hello', reason: 'A name has only letters, digits, _ and -.' }]);
    const flow = appointmentFlow();
    expect(applyReplacements(flow, plan)).toBe(flow);
    expect(planReplacements(flow, 'greet', 'ask')[0]?.reason).toBe('Another widget is called ask.');
  });

  it('takes the replacement as it stands, without the meaning of $ and of patterns', () => {
    const flow = setProperty(appointmentFlow(), 'greet', 'body', 'a.b (a.b)');
    expect(replaced(flow, 'a.b', '$& $1').states[1]?.properties?.body).toBe('$& $1 ($& $1)');
    expect(planReplacements(flow, 'a*b', 'x')).toEqual([]);
  });

  it('minds case and whole words where that is asked for', () => {
    const flow = setProperty(appointmentFlow(), 'greet', 'body', 'Cat cat category');
    const body = (options: object) => planReplacements(flow, 'cat', 'dog', options)[0]?.after;
    expect(body({})).toBe('dog dog dogegory');
    expect(body({ matchCase: true })).toBe('Cat dog dogegory');
    expect(body({ wholeWords: true })).toBe('dog dog category');
  });

  it('leaves choices, numbers and positions alone', () => {
    const flow = setProperty(appointmentFlow(), 'ask', 'timeout', '3600');
    expect(planReplacements(flow, '36', '1')).toEqual([]);
  });

  it('leaves alone what has changed since the plan was made', () => {
    const plan = planReplacements(appointmentFlow(), 'Hello', 'Hi');
    const changed = setProperty(appointmentFlow(), 'greet', 'body', 'Hello you');
    expect(applyReplacements(changed, plan)).toBe(changed);
  });

  it('covers the texts of notes and the titles of groups, and keeps what was changed meanwhile', () => {
    const grouped = groupWidgets(appointmentFlow(), 'name', ['greet'], 'Monsoon talk');
    const note = { x: 0, y: 0, width: 80, height: 40, color: 'pink', text: 'Monsoon, monsoon' } as const;
    const drawn = putNote(grouped, 'a/b', note);
    const plan = planReplacements(drawn, 'monsoon', 'Rain');
    expect(plan).toEqual([
      {
        widget: '',
        place: '#/ui/groups/name/title',
        before: 'Monsoon talk',
        after: 'Rain talk',
        reason: null,
      },
      {
        widget: '',
        place: '#/ui/notes/a~1b/text',
        before: 'Monsoon, monsoon',
        after: 'Rain, Rain',
        reason: null,
      },
    ]);
    const after = applyReplacements(drawn, plan);
    expect(groupsOf(after).get('name')?.title).toBe('Rain talk');
    expect(notesOf(after).get('a/b')).toEqual({ ...note, text: 'Rain, Rain' });
    expect(applyReplacements(after, plan)).toBe(after);
    expect(planReplacements(drawn, 'monsoon', 'x'.repeat(300))[0]?.reason).toBe(
      'It would have more than 200 characters.',
    );
  });
});
