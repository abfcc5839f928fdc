/** Built-in variables: those that an execution has before its first widget. */

export type BuiltInVariable = { path: string; means: string };

/** Variables of every execution. */
export const executionVariables: readonly BuiltInVariable[] = [
  { path: 'contact.channel.address', means: 'Address of the contact: the other party.' },
  {
    path: 'flow.channel.address',
    means: 'Address of the flow that the contact wrote to, called, or is contacted from.',
  },
  { path: 'flow.sid', means: 'SID of this execution.' },
  { path: 'flow.flow_sid', means: 'SID of this flow.' },
];

/** Variables by trigger event. */
export const triggerVariables: Readonly<Record<string, readonly BuiltInVariable[]>> = {
  incomingMessage: [
    { path: 'trigger.message.Body', means: 'What the contact wrote.' },
    { path: 'trigger.message.From', means: 'Where the message came from.' },
    { path: 'trigger.message.To', means: 'Where it was sent to.' },
    { path: 'trigger.message.MessageSid', means: 'SID of the message.' },
    { path: 'trigger.message.NumMedia', means: 'How many media came with it.' },
    { path: 'trigger.message.MediaUrl0', means: 'Address of the first of them.' },
    { path: 'trigger.message.MediaContentType0', means: 'Its media type.' },
    { path: 'trigger.message.OptOutType', means: 'STOP, START or HELP when the message was such a word.' },
    { path: 'trigger.message.FromCity', means: 'City of the sender, where the carrier knows it.' },
    { path: 'trigger.message.FromState', means: 'State of the sender, where the carrier knows it.' },
    { path: 'trigger.message.FromZip', means: 'Postal code of the sender, where the carrier knows it.' },
    { path: 'trigger.message.FromCountry', means: 'Country of the sender, where the carrier knows it.' },
    { path: 'trigger.message.ChannelSid', means: 'SID of the chat channel.' },
    { path: 'trigger.message.InstanceSid', means: 'SID of the chat service.' },
  ],
  incomingCall: [
    { path: 'trigger.call.From', means: 'Who calls.' },
    { path: 'trigger.call.To', means: 'The address that was called.' },
    { path: 'trigger.call.CallSid', means: 'SID of the call.' },
    { path: 'trigger.call.CallStatus', means: 'State of the call when it came in.' },
    { path: 'trigger.call.Direction', means: 'Which way the call went: inbound.' },
    { path: 'trigger.call.AccountSid', means: 'SID of the account.' },
    { path: 'trigger.call.FromCity', means: 'City of the caller, where the carrier knows it.' },
    { path: 'trigger.call.FromState', means: 'State of the caller, where the carrier knows it.' },
    { path: 'trigger.call.FromZip', means: 'Postal code of the caller, where the carrier knows it.' },
    { path: 'trigger.call.FromCountry', means: 'Country of the caller, where the carrier knows it.' },
  ],
  incomingRequest: [
    { path: 'trigger.request.to', means: 'The contact as the request named it.' },
    { path: 'trigger.request.from', means: 'The address of the flow as the request named it.' },
    { path: 'flow.data', means: 'The parameters of the request, by their keys.' },
    { path: 'trigger.request.parameters', means: 'The same parameters.' },
  ],
  incomingParent: [
    { path: 'trigger.parent.parameters', means: 'Parameters from the parent flow, by their keys.' },
    { path: 'trigger.parent.flow_sid', means: 'SID of the parent flow.' },
    { path: 'trigger.parent.execution_sid', means: 'SID of its execution.' },
    { path: 'trigger.parent.step_sid', means: 'SID of its step.' },
    { path: 'trigger.parent.trigger_type', means: 'How the parent flow was started.' },
  ],
  incomingConversationMessage: [
    { path: 'trigger.conversation.Body', means: 'What was written.' },
    { path: 'trigger.conversation.From', means: 'Who wrote it.' },
    { path: 'trigger.conversation.Source', means: 'The channel that it came through.' },
    { path: 'trigger.conversation.ConversationSid', means: 'SID of the conversation.' },
    { path: 'trigger.conversation.ParticipantSid', means: 'SID of the one who wrote.' },
    { path: 'trigger.conversation.ChannelSid', means: 'The same as the SID of the conversation.' },
    { path: 'trigger.conversation.InstanceSid', means: 'SID of the conversation service.' },
  ],
};
