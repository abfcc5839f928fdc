import { expect, it } from 'vitest';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { validate } from '../validate.ts';
import { templateError } from './template-error.ts';

const found = (body: string) => said(templateError, flowOf([state('w', 'send-message', { body })]));
const at = '#/states/1/properties/body';

it.each([
  ['Hi {{flow.data.name', `warning ${at} Output "{{flow.data.name" not closed (character 4).`],
  [
    'Hi\nyou\nthere {{flow.data.name',
    `warning ${at} Output "{{flow.data.name" not closed (line 3, character 7).`,
  ],
  ['\n{{flow.data.name', `warning ${at} Output "{{flow.data.name" not closed (line 2, character 1).`],
  ['{{ flow.data.a }}{{ a | shout }}', `warning ${at} There is no filter "shout" (character 25).`],
  ['{{{ flow.data.a }}}', `warning ${at} Invalid value expression: "{ flow.data.a" (character 3).`],
  ['{% shout %}', `warning ${at} There is no tag "shout" that is allowed here (character 1).`],
])('of %j names the place', (body, line) => expect(found(body)).toEqual([line]));

it.each(['', '{', 'plain', '{{ flow.data.a }}', '{{a | upcase}}', '{% if a %}b{% endif %}'])(
  'is not in %j',
  (body) => expect(found(body)).toEqual([]),
);

it('takes no work where texts only name variables', () => {
  const names = ['{{a}}', '{{ Ab.c }}', '{{ \n _x1-y.z }}', '{{abc_d-e.fgh.i_2-j.k1 }}', '{{_.__}}'].join(
    ' ',
  );
  const states = [state('w', 'send-message', { body: names.repeat(800) })];
  expect(validate(flowOf(states)).map(({ code }) => code)).not.toContain('too-large');
});
