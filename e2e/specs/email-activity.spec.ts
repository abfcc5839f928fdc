/** Who looks after email: a template is written and sent, the email is found, its events are followed, and it is sent again. */

import { emailPaths } from '#api/email/paths.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';

test('a template is written beside its preview, compared, activated and sent', { tag: '@journey' }, async ({
  api,
  signedIn: page,
}) => {
  await page.goto('/flows');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Email', exact: true })
    .click();
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'New template' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Reminder');
  await page.getByRole('button', { name: 'Create template' }).click();
  await expect(page.getByRole('heading', { name: 'Reminder', level: 1 })).toBeVisible();
  const write = async (field: string, text: string) => {
    await page.getByRole('textbox', { name: field, exact: true }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  await write('Subject', 'See you on {{day}}');
  await write('HTML', '<style>h2 { color: green }</style>\n<h2>{{day}} it is, {{name}}</h2>');
  await write('Test data (JSON)', '{"day": "Wednesday"}');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Wednesday it is' })).toBeVisible();
  await expect(page.getByText('See you on Wednesday')).toBeVisible();
  const problems = page.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('name is not in the test data');
  await problems.getByRole('button', { name: 'HTML, line 2, column 20' }).click();
  await expect(page.getByRole('textbox', { name: 'HTML', exact: true })).toBeFocused();
  await write('Subject', '{{#if day}}');
  await expect(problems).toContainText('Subject, line 1');
  await expect(page.getByRole('status').filter({ hasText: 'could be shown' })).toBeVisible();
  await write('Subject', 'See you on {{day}}');
  await page.getByRole('button', { name: 'Save as new version' }).click();
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).toHaveCount(1);
  await write('HTML', '<h2>{{day}} it will be</h2>');
  await page.getByLabel('Name of the version').fill('Second');
  await page.getByRole('button', { name: 'Save as new version' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Make active' }).click();
  await expect(versions.getByRole('link', { name: /Second.*Active/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'New version' }).click();
  await expect(page.getByRole('heading', { name: 'New version and Second' })).toBeVisible();
  await expect(page.locator('ins', { hasText: 'it will be' })).toBeVisible();

  const { result } = await (await api.get(`${emailPaths.templates}?generations=dynamic`)).json();
  const sent = await api.post(emailPaths.sendEmail, {
    data: {
      from: { email: 'desk@receiver.example' },
      template_id: result[0].id,
      personalizations: [
        { to: [{ email: 'bob@receiver.example' }], dynamic_template_data: { day: 'Friday' } },
        { to: [{ email: 'ann@receiver.example' }], dynamic_template_data: { day: 'Friday' } },
      ],
    },
  });
  expect(sent.status(), await sent.text()).toBe(202);
  await page.getByRole('link', { name: 'Sent email' }).click();
  await page.getByRole('searchbox').fill('bob@receiver.example friday');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Sent email' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link', { name: /bob@receiver.example/ }).click();
  const events = page.getByRole('list', { name: 'Events', exact: true });
  await expect(events).toContainText('Delivered');
  await page.getByRole('radio', { name: 'HTML' }).click();
  await page.getByRole('button', { name: 'Show HTML' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Friday it will be' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await page.reload();
  await page.getByRole('link', { name: 'Reminder' }).click();
  await expect(page.getByRole('button', { name: /^Remove the filter/ })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(3);
});
