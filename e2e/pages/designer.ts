/** Page object of the designer: cards, jacks, fields, keys and the mouse, all by role and name. */

import type { APIRequestContext, Locator, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { expect } from '../fixtures.ts';

/** Creates a draft flow with this definition; returns its SID. */
export async function storeFlow(
  api: APIRequestContext,
  definition: object,
  name = 'A flow',
): Promise<string> {
  const response = await api.post(paths.flows, {
    form: { FriendlyName: name, Status: 'draft', Definition: JSON.stringify(definition) },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).sid;
}

/** The newest revision of the flow on the server. */
export async function storedFlow(
  api: APIRequestContext,
  sid: string,
): Promise<{ revision: number; status: string; commit_message: string | null; definition: FlowDefinition }> {
  return (await api.get(paths.flow(sid))).json();
}

/** From now on the designer shows the canvas on a phone, too, as if the person had asked for it. */
export async function editOnPhone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Sandboxed frames, such as the preview of an email, have no storage.
    if (window === top) sessionStorage.setItem('patchbay.edit-on-narrow-screen', 'yes');
  });
}

export class DesignerPage {
  readonly page: Page;
  readonly canvas: Locator;
  readonly library: Locator;
  readonly settings: Locator;
  readonly problems: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.getByRole('application');
    this.library = page.getByRole('complementary', { name: 'Widget library' });
    this.settings = page.getByRole('complementary', { name: 'Widget settings' });
    this.problems = page.getByRole('region', { name: 'Problems' });
  }

  /** Opens the flow and waits until its trigger is rendered. */
  async open(sid: string): Promise<void> {
    await this.page.goto(`/flows/${sid}`);
    await expect(this.card('Trigger')).toBeVisible();
    // Quick-add and dialogs come after the cards.
    await expect(this.page.locator('.design')).toHaveAttribute('aria-busy', 'false');
  }

  card(name: string): Locator {
    return this.canvas.getByRole('group', { name: new RegExp(`^${name}, `) });
  }

  cards(): Locator {
    return this.canvas.getByRole('group');
  }

  /** The jack of an outlet, connected or free. */
  jack(card: string, outlet: string): Locator {
    return this.card(card).getByRole('img', { name: new RegExp(`^${outlet}, `) });
  }

  /** Expects the outlet to be connected to that widget, or free for null. */
  async expectCord(card: string, outlet: string, to: string | null): Promise<void> {
    const name = to === null ? `${outlet}, free` : `${outlet}, to ${to}`;
    await expect(this.card(card).getByRole('img', { name, exact: true })).toBeVisible();
  }

  field(label: string): Locator {
    return this.settings.getByRole('textbox', { name: label, exact: true });
  }

  async select(card: string): Promise<void> {
    await this.card(card).click({ position: { x: 60, y: 20 } });
    await expect(this.nameField()).toHaveValue(card);
  }

  nameField(): Locator {
    return this.field('Widget name');
  }

  async showTab(name: RegExp): Promise<void> {
    await this.settings.getByRole('tab', { name }).click();
  }

  /** The field on a card in which its name is written. */
  cardName(card: string): Locator {
    return this.canvas.getByRole('textbox', { name: `Name of ${card}`, exact: true });
  }

  /** Chooses from the menu beside Publish. */
  async chooseFromMenu(item: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More flow actions' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
    // A menu that is closing still takes the keys.
    await expect(this.page.getByRole('menu')).toHaveCount(0);
  }

  /** Drags with the mouse in several moves. Positions are px of the page. */
  async drag(from: Place, to: Place): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: /^Undo(:|$)/ }).click();
  }

  async redo(): Promise<void> {
    await this.page.getByRole('button', { name: /^Redo(:|$)/ }).click();
  }

  /** Expects an edit to be done, undone by one undo and done again by one redo. */
  async expectUndoable(edit: { done(): Promise<unknown>; undone(): Promise<unknown> }): Promise<void> {
    await edit.done();
    await this.undo();
    await edit.undone();
    await this.redo();
    await edit.done();
  }

  async saveByKey(): Promise<void> {
    const saved = this.page.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/v2\/Flows(\/FW\w+)?$/.test(response.url()),
    );
    await this.page.keyboard.press('ControlOrMeta+s');
    await saved;
    await this.expectAllSaved();
  }

  /** Expects the server to have everything. */
  async expectAllSaved(): Promise<void> {
    await expect(this.page.getByText('All changes saved').first()).toBeVisible();
  }
}

/** Expects the browser to keep the undo steps of a flow, and nothing that the server does not have. */
export async function expectKept(page: Page, flow: string): Promise<void> {
  const kept = () =>
    page.evaluate(async (prefix) => {
      const asPromise = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await asPromise(indexedDB.open('patchbay-edits'));
      const all = await asPromise(database.transaction('edits').objectStore('edits').getAll());
      database.close();
      const [record] = all.filter(({ key }) => String(key).startsWith(prefix));
      return record === undefined ? null : { steps: record.editor.past.length > 0, ...record.editor.pending };
    }, flow);
  await expect.poll(kept).toEqual({ steps: true });
}

/** A place on the page in px. */
export type Place = { x: number; y: number };

export async function middleOf(part: Locator): Promise<Place> {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
