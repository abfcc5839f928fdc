/** Edit command: a split tests what the widget before it received. */

import { type FlowDefinition, propertiesOf } from '../definition.ts';
import { canonicalType } from '../widgets/widget-types.ts';
import { findOutlet, findWidget, type OutletRef, targetName } from './definition-access.ts';
import { setProperty } from './set-property.ts';

/** The variable that an event brings, by the type of the widget and the event; NAME stands for the widget's. */
const received: Readonly<Record<string, string>> = {
  'trigger incomingMessage': 'trigger.message.Body',
  'trigger incomingConversationMessage': 'trigger.conversation.Body',
  'trigger incomingCall': 'trigger.call.From',
  'send-and-wait-for-reply incomingMessage': 'widgets.NAME.inbound.Body',
  'gather-input-on-call keypress': 'widgets.NAME.Digits',
  'gather-input-on-call speech': 'widgets.NAME.SpeechResult',
};

/**
 * Sets the variable of the split `id` to what arrives at the outlet `from`: a reply, a message, pressed keys. Nothing
 * changes when the split has a variable already, or when nothing is known to arrive there.
 * Grows: n in widgets.
 */
export function prefillSplit(definition: FlowDefinition, id: string, from: OutletRef): FlowDefinition {
  const split = findWidget(definition, id);
  const source = findOutlet(definition, from);
  const name = targetName(definition, from.widget);
  if (split?.state.type !== 'split-based-on' || source === null || name === null) return definition;
  if (propertiesOf(split.state).input !== '') return definition;
  const path = received[`${canonicalType(source.state.type)} ${source.outlet.event}`];
  if (path === undefined) return definition;
  return setProperty(definition, id, 'input', `{{${path.replace('NAME', name)}}}`);
}
