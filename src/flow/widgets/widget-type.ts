/** The definition of a widget type. The table of all types is in `widget-types.ts`. */

import type { TSchema } from 'typebox';
import type { State } from '../definition.ts';
import type { JsonObject } from '../json/json.ts';
import type { SummaryWords } from './summary.ts';

/** The 28 types of the service document, in its neutral spelling. */
export const widgetTypeNames = [
  'trigger',
  'send-message',
  'send-and-wait-for-reply',
  'create-chat-channel',
  'add-member-to-chat-channel',
  'say-play',
  'gather-input-on-call',
  'make-outgoing-call-v2',
  'make-outgoing-call-v1',
  'connect-call-to',
  'record-call',
  'record-voicemail',
  'fork-stream',
  'add-markup-redirect',
  'capture-payments',
  'split-based-on',
  'set-variables',
  'make-http-request',
  'run-function-v2',
  'run-function',
  'understand',
  'update-sync-object',
  'enqueue-call',
  'create-task',
  'send-to-agentdesk',
  'connect-virtual-agent-v2',
  'connect-virtual-agent',
  'run-subflow',
] as const;

export type WidgetTypeName = (typeof widgetTypeNames)[number];

export type Category = 'messaging' | 'voice' | 'logic' | 'agents' | 'flow';

/** An event by which a widget is left. `label` names its outlet; `means` is a sentence for help and docs. */
export type EventSpec = { name: string; label: string; means: string };

/** A variable that a widget sets, below `widgets.NAME.`: `inbound.Body`. */
export type OutputSpec = { path: string; means: string };

/**
 * Everything that is declared about one widget type.
 *
 * `schema` describes `properties` (an object schema; each property annotated as `field.ts` says);
 * `summary` is the one or two lines that a card shows, a template text whose `{{…}}` become chips,
 * '' when there is nothing to show; `example` is a whole state that is inspector help, published
 * schema, documentation, validation test and engine case at once. `legacy` types have no public
 * description: their schema accepts what is there. `repeats` names the one event that may occur
 * several times in one state (`match` of split-based-on); `alsoEvents` are events that files may carry
 * but that no card offers. `services` says what the widget does with an endpoint of that kind configured, and
 * without.
 */
export type WidgetType = {
  type: WidgetTypeName;
  title: string;
  category: Category;
  means: string;
  schema: TSchema;
  events: readonly EventSpec[];
  outputs: readonly OutputSpec[];
  defaults: JsonObject;
  example: State;
  summary(properties: JsonObject, state: State, words: SummaryWords): string;
  legacy?: boolean;
  repeats?: string;
  alsoEvents?: readonly string[];
  services?: { kind: 'tasks' | 'chat' | 'sync' | 'understand'; configured: string; embedded: string };
};
