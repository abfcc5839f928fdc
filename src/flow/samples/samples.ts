/** Sample flows from which a new flow can be created. Each validates and runs. */

import type { FlowDefinition } from '../definition.ts';
import afterHoursCalls from './after-hours-calls.json' with { type: 'json' };
import appointmentReminder from './appointment-reminder.json' with { type: 'json' };
import blank from './blank.json' with { type: 'json' };
import callbackRequest from './callback-request.json' with { type: 'json' };
import orderStatus from './order-status.json' with { type: 'json' };
import phoneMenu from './phone-menu.json' with { type: 'json' };
import signUp from './sign-up.json' with { type: 'json' };
import survey from './survey.json' with { type: 'json' };
import voicemail from './voicemail.json' with { type: 'json' };

/** `id` is the name of its file. */
export type Sample = { id: string; name: string; description: string; definition: FlowDefinition };

/** In the order in which they are offered. */
export const samples: readonly Sample[] = [
  {
    id: 'blank',
    name: 'Blank flow',
    description: 'A trigger and nothing else.',
    definition: blank,
  },
  {
    id: 'appointment-reminder',
    name: 'Appointment reminder',
    description: 'Reminds by text message, takes a yes or no, and asks again when it understands neither.',
    definition: appointmentReminder,
  },
  {
    id: 'phone-menu',
    name: 'Phone menu',
    description: 'Answers calls, understands keys and words, puts through and sends a text.',
    definition: phoneMenu,
  },
  {
    id: 'survey',
    name: 'Survey',
    description: 'Asks three questions by text message, checks the first answer and saves all of them.',
    definition: survey,
  },
  {
    id: 'after-hours-calls',
    name: 'After-hours calls',
    description: 'Puts calls through from 9 to 17 (UTC); at other times the person on duty gets a task.',
    definition: afterHoursCalls,
  },
  {
    id: 'order-status',
    name: 'Order status',
    description: 'Asks for an order number, requests its status from the shop and replies with it.',
    definition: orderStatus,
  },
  {
    id: 'callback-request',
    name: 'Callback request',
    description: 'Asks what it is about and when to call, and makes a task for the team.',
    definition: callbackRequest,
  },
  {
    id: 'sign-up',
    name: 'Sign-up',
    description: 'Takes a sign-up by text message, which the contact confirms, and saves it.',
    definition: signUp,
  },
  {
    id: 'voicemail',
    name: 'Voicemail',
    description: 'Greets callers, records their message and sends a link to it by text message.',
    definition: voicemail,
  },
];
