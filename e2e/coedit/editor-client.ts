/** An editor of a flow without a page: the state machine of the page over HTTP and Server-Sent Events. */

import type { FlowEdit, FlowEditAnswer, FlowEditPage, WorkingCopyResource } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import type { CommandLabel } from '#flow/commands/command.ts';
import {
  createEditor,
  type EditorState,
  edit,
  nextToSend,
  rebaseOnCopy,
  receive,
  sendAgain,
} from '#flow/commands/editor.ts';
import type { Numbered } from '#flow/commands/log.ts';
import { undo } from '#flow/commands/undo.ts';
import type { FlowDefinition } from '#flow/definition.ts';

export type ServerAddress = { url: string; authorization: string };

/** What a copy of the server is on the wire. */
type WireCopy = Pick<WorkingCopyResource, 'seq' | 'friendly_name' | 'definition' | 'widgets'>;

const maxCommands = 50;
const requestTimeoutMs = 30_000;

export class EditorClient {
  readonly name: string;
  /** Ids that the server has acknowledged, by an answer or by an event. */
  readonly acknowledged = new Set<string>();
  /** Called with each edit that comes over the stream. */
  onEdit: (edit: FlowEdit) => void = () => {};
  readonly #server: ServerAddress;
  readonly #flow: string;
  #state: EditorState | null = null;
  #ids = 0;
  #stream: AbortController | null = null;

  constructor(name: string, server: ServerAddress, flow: string) {
    this.name = name;
    this.#server = server;
    this.#flow = flow;
  }

  get state(): EditorState {
    if (this.#state === null) throw new Error(`${this.name} is not open.`);
    return this.#state;
  }

  /** Opens the flow, as a page does. @throws when the server does not answer */
  async open(): Promise<void> {
    this.#state = createEditor(await this.fetchCopy());
  }

  /** A reload: only what the browser's storage would have survives. */
  reload(): void {
    this.#state = sendAgain(structuredClone(this.state));
  }

  /** Makes an edit, shown at once; its id. */
  edit(
    change: (definition: FlowDefinition) => FlowDefinition,
    label: CommandLabel = { name: 'edit' },
  ): string {
    const { name, definition } = this.state.shown;
    const id = this.#newId();
    this.#state = edit(this.state, { name, definition: change(definition) }, { id, label });
    return id;
  }

  undo(): void {
    this.#state = undo(this.state, this.#newId());
  }

  /** Sends what is pending, one batch. False when the server did not answer: then it will be sent again. */
  async send(): Promise<boolean> {
    const sending = nextToSend(this.state, maxCommands);
    if (sending === null) return true;
    this.#state = sending.state;
    const commands = sending.commands.map(({ id, label, operations }) => ({ id, label, operations }));
    try {
      const answer = await this.#request<FlowEditAnswer>(paths.edits(this.#flow), {
        Base: String(sending.base),
        Client: this.name,
        AuthorName: this.name,
        Commands: JSON.stringify(commands),
      });
      if (answer.snapshot !== null) {
        const known = new Set(answer.results.map(({ id }) => id));
        this.#state = rebaseOnCopy(sendAgain(this.state), copyOf(answer.snapshot), known);
      } else this.hear(answer.edits);
      for (const { id } of answer.results) this.acknowledged.add(id);
      return true;
    } catch {
      this.#state = sendAgain(this.state);
      return false;
    }
  }

  /** Fetches what it has missed. @throws when the server does not answer */
  async catchUp(): Promise<void> {
    for (;;) {
      const after = this.state.confirmed.seq;
      const page = await this.#request<FlowEditPage>(`${paths.edits(this.#flow)}?After=${after}`);
      if (page.expired) {
        this.#state = rebaseOnCopy(this.state, await this.fetchCopy(), new Set());
        return;
      }
      this.hear(page.edits);
      if (this.state.confirmed.seq >= page.seq) return;
    }
  }

  /** Takes edits over, wherever they come from. */
  hear(edits: readonly FlowEdit[]): void {
    const own = new Set(this.state.pending.map(({ id }) => id));
    for (const { id } of edits) if (own.has(id)) this.acknowledged.add(id);
    this.#state = receive(this.state, edits) ?? this.state;
  }

  /** Follows the edits until the connection breaks or `stopFollowing`. @throws when the server does not answer */
  async follow(): Promise<void> {
    this.#stream = new AbortController();
    const path = `${paths.workingCopyEvents(this.#flow)}?LastEventId=${this.state.confirmed.seq}`;
    const { authorization, url } = this.#server;
    const response = await fetch(url + path, { headers: { authorization }, signal: this.#stream.signal });
    if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`);
    let rest = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  stopFollowing(): void {
    this.#stream?.abort();
  }

  /** The copy that the server has. @throws when it does not answer */
  async fetchCopy(): Promise<Numbered> {
    return copyOf(await this.#request<WorkingCopyResource>(paths.workingCopy(this.#flow)));
  }

  #take(block: string): void {
    const [, event] = /^event: (.*)$/m.exec(block) ?? [];
    const [, data] = /^data: (.*)$/m.exec(block) ?? [];
    if (event !== 'edit' || data === undefined) return;
    const received = JSON.parse(data) as FlowEdit;
    this.hear([received]);
    this.onEdit(received);
  }

  #newId(): string {
    this.#ids += 1;
    return `${this.name}-${this.#ids}`;
  }

  async #request<Body>(path: string, form?: object): Promise<Body> {
    const { authorization, url } = this.#server;
    const response = await fetch(url + path, {
      headers: { authorization, ...(form !== undefined && { 'content-type': 'application/json' }) },
      ...(form !== undefined && { method: 'POST', body: JSON.stringify(form) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Body;
  }
}

function copyOf({ seq, friendly_name, definition, widgets }: WireCopy): Numbered {
  return { seq, copy: { name: friendly_name, definition, widgets } };
}
