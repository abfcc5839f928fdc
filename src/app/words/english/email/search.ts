/** Texts of the search of sent and of received emails. */

export const search = {
  sent: 'Recipient, sender, words of the subject or message ID',
  sentMasked: 'Message ID',
  received: 'Sender, recipient or words of the subject',
  days: 'Days',
  anyTime: 'Any time',
  lastDays_one: 'Today',
  lastDays_other: 'Last {{count}} days',
  category: 'Category: {{category}}',
  template: 'Template: {{template}}',
  remove: 'Remove the filter “{{filter}}”',
  noneTitle: 'No email found',
  noneText: 'Addresses are found as a whole, and whole words of the subject. All that is given must hold.',
  searchedTo: 'Searched back to {{date}}.',
  maskedText: 'Contacts are masked for your role, so emails are found by their message ID.',
} as const;
