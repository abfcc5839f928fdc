/** The branches of a split: conditions, targets and order. */

import { addWidget } from '#flow/edit/add-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { expect, test } from '../fixtures.ts';
import { DesignerPage, storedFlow, storeFlow } from '../pages/designer.ts';
import { smallFlow } from '../small-flow.ts';

test('branches are added, filled, ordered and removed', { tag: '@journey' }, async ({ api, signedIn }) => {
  const designer = new DesignerPage(signedIn);
  const { definition } = addWidget(smallFlow(), 'split-based-on', { x: 440, y: 180 }, 'choose');
  const sid = await storeFlow(
    api,
    setProperty(definition, 'choose', 'input', '{{widgets.ask.inbound.Body}}'),
  );
  await designer.open(sid);
  await designer.select('choose');
  await designer.showTab(/^Transitions/);
  const branch = (index: number) =>
    designer.settings.getByRole('list').nth(1).getByRole('listitem').nth(index);
  for (const [index, { value, to }] of [
    { value: 'yes', to: 'thank' },
    { value: 'no', to: 'spare' },
  ].entries()) {
    await designer.settings.getByRole('button', { name: 'Add condition' }).click();
    await branch(index).getByRole('textbox', { name: 'Compare with' }).fill(value);
    await branch(index).getByRole('textbox', { name: 'Label' }).fill(value);
    // A warning that appears meanwhile moves the field, and its list closes.
    await expect(async () => {
      await branch(index)
        .getByRole('combobox', { name: `Target of is ${value}` })
        .fill(to);
      await signedIn.getByRole('option', { name: new RegExp(`^${to}`) }).click({ timeout: 3_000 });
    }).toPass();
  }
  await designer.expectCord('choose', 'is yes', 'thank');
  await designer.expectCord('choose', 'is no', 'spare');
  await designer.expectCord('choose', 'No match', null);

  await designer.settings.getByRole('button', { name: 'Move condition 2 up' }).click();
  await expect(branch(0).getByRole('textbox', { name: 'Label' })).toHaveValue('no');
  await designer.saveByKey();
  const { states } = (await storedFlow(api, sid)).definition;
  const next = states.find(({ name }) => name === 'choose')?.transitions?.map((each) => each.next);
  expect(next).toEqual([undefined, 'spare', 'thank']);

  await designer.settings.getByRole('button', { name: 'Remove condition 1' }).click();
  await designer.expectUndoable({
    done: () => expect(designer.jack('choose', 'is no')).toHaveCount(0),
    undone: () => designer.expectCord('choose', 'is no', 'spare'),
  });
});
