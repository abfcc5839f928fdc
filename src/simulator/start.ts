/** Starts a simulation: what begins it, as the test carrier or the REST API of the server would report it. */

import { newExecution } from '#engine/advance.ts';
import type { TriggerSignal } from '#engine/behaviours/trigger.ts';
import { callFields, conversationFields, messageFields } from '#engine/carrier-fields.ts';
import { applyChanges, emptyContext } from '#engine/context.ts';
import type { Context, Execution } from '#engine/execution.ts';
import { redactPaymentFields } from '#engine/results/payment-redaction.ts';
import {
  type Start,
  startByCall,
  startByConversation,
  startByMessage,
  startByRequest,
} from '#engine/starts.ts';
import { maxLifetimeMs } from '#engine/wait-timeout.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import { Run } from './run.ts';
import type { Scenario, Simulation, SimulationStart } from './simulation.ts';
import { simulationAccount, simulationFlow, simulationSid } from './simulation-sid.ts';

/** A run of the scenario's flow from its start to where it first waits for a person. */
export function startSimulation(scenario: Scenario, start: SimulationStart): Simulation {
  const run = new Run(scenario, unstarted(start));
  const { event, contact, channel, context = {} } = start;
  const signal: TriggerSignal = {
    kind: 'trigger',
    ...{ flow_sid: simulationFlow, execution_sid: run.simulation.flow.sid, contact, channel },
    ...startOf(run, start),
    child: event === 'incomingParent',
  };
  run.note(null, {
    kind: 'started',
    event,
    ...(start.parameters !== undefined && { parameters: start.parameters }),
  });
  if (start.body !== undefined && signal.trigger.request === undefined)
    run.note(null, { kind: 'received', body: start.body, media: start.media ?? [] });
  run.start({ ...signal, ...givenStart(signal, context) }, beginningAt(scenario.definition, start.widget));
  return run.simulation;
}

function unstarted({ event, contact, channel, clock, context = {} }: SimulationStart): Simulation {
  const expires = clock + maxLifetimeMs;
  return {
    ...{ clock, contact, channel, conversation: event === 'incomingConversationMessage' },
    flow: {
      ...{ sid: simulationSid('FN', 0), flow: simulationFlow, execution: executionWith(context) },
      ...{ due: expires, expires },
    },
    ...{ subflow: null, steps: [], transcript: [], calls: [], messages: [], pending: [], missing: null },
    ...{ requests: {}, sids: 0 },
  };
}

/** An execution before its trigger, with the variables of widgets that count as done. */
function executionWith({ flow, widgets }: Partial<Context>): Execution {
  const variables = isObject(flow?.variables) ? flow.variables : {};
  const context = applyChanges(emptyContext(), [
    { path: ['flow', 'variables'], value: variables },
    { path: ['widgets'], value: widgets ?? {} },
  ]);
  return { ...newExecution(), context };
}

/** The trigger's data are set by the trigger signal, so those of a prepared context have to be in it. */
function givenStart(signal: TriggerSignal, { flow, trigger }: Partial<Context>): Partial<TriggerSignal> {
  return {
    trigger: { ...signal.trigger, ...trigger },
    data: isObject(flow?.data) ? { ...signal.data, ...flow.data } : signal.data,
  };
}

function beginningAt(definition: FlowDefinition, widget: string | undefined): FlowDefinition {
  return widget === undefined ? definition : { ...definition, initial_state: widget };
}

function startOf(run: Run, start: SimulationStart): Start {
  const { event, contact, channel, body = '', media = [], parameters = {}, fields = {} } = start;
  switch (event) {
    case 'incomingMessage':
      return startByMessage(inboundMessage(run, contact, channel, { body, media, fields }));
    case 'incomingConversationMessage':
      return startByConversation(conversationMessage(run, contact, channel, { body, fields }));
    case 'incomingCall': {
      const sid = run.newSid('CA');
      const call = {
        sid,
        account: simulationAccount,
        from: contact,
        to: channel,
        direction: 'inbound' as const,
      };
      run.addCall({ ...call, effect: null, status: 'live' });
      return startByCall(sid, redactPaymentFields({ ...callFields(call, 'in-progress'), ...fields }));
    }
    case 'incomingRequest':
      return startByRequest(channel, contact, parameters);
    case 'incomingParent':
      return { event, trigger: { parent: { ...parentFields(parameters), ...fields } }, data: {}, call: null };
  }
}

function parentFields(parameters: JsonObject): JsonObject {
  return {
    parameters,
    flow_sid: simulationSid('FW', 1),
    execution_sid: simulationSid('FN', 1),
    trigger_type: 'incomingRequest',
    step_sid: simulationSid('FT', 1),
  };
}

/** A message of the contact, as flows read it. */
export function inboundMessage(
  run: Run,
  contact: string,
  channel: string,
  { body, media, fields }: { body: string; media: readonly string[]; fields: JsonObject },
): JsonObject {
  const usual = messageFields({
    ...{ sid: run.newSid('SM'), account: simulationAccount, from: contact, to: channel },
    ...{ body, media },
  });
  return redactPaymentFields({ ...usual, ...fields });
}

/** A message of the contact in a conversation, as flows read it. */
export function conversationMessage(
  run: Run,
  author: string,
  conversation: string,
  { body, fields }: { body: string; fields: JsonObject },
): JsonObject {
  const posted = {
    EventType: 'onMessageAdded',
    Source: 'SDK',
    ConversationSid: conversation,
    Author: author,
    Body: body,
    ParticipantSid: run.newSid('MB'),
    ChannelAttributes: {},
  };
  const sid = run.newSid('SM');
  return conversationFields({
    posted: redactPaymentFields({ ...posted, ...fields }),
    ...{ conversation, sid, author, body },
  });
}
