import { expect, it } from 'vitest';
import { nameLines, nameParts } from './name-parts.ts';

it('finds the words of a name', () => {
  expect(nameParts('askForDate_2')).toEqual(['ask', 'For', 'Date_', '2']);
  expect(nameParts('send-to-desk')).toEqual(['send-', 'to-', 'desk']);
  expect(nameParts('SMSReply')).toEqual(['SMSReply']);
  expect(nameParts('größeÄndern v2')).toEqual(['größe', 'Ändern ', 'v2']);
  expect(nameParts('__')).toEqual(['__']);
  expect(nameParts('')).toEqual(['']);
});

it('breaks a name between words where both lines have room', () => {
  expect(nameLines('CollectOrderDetails')).toEqual(['Collect', 'OrderDetails']);
  expect(nameLines('WelcomeMessage')).toEqual(['Welcome', 'Message']);
  expect(nameLines('ask_for_date')).toEqual(['ask_', 'for_date']);
  expect(nameLines('ask_for_the_preferred_date')).toEqual(['ask_for_the_preferred_date']);
  expect(nameLines('announcement')).toEqual(['announcement']);
});
