/** Texts of the suppression lists and the unsubscribe groups. */

export const suppressions = {
  title: 'Suppressions',
  lead: 'Addresses that receive no more email, by reason.',
  lists: {
    bounces: 'Bounces',
    blocks: 'Blocks',
    invalid_emails: 'Invalid',
    spam_reports: 'Spam reports',
    unsubscribes: 'Unsubscribes',
    groups: 'Groups',
  },
  label: 'Suppression lists',
  search: 'Find an address',
  addLabel: 'Add addresses',
  addHelp: 'One or more, separated by spaces or commas.',
  add: 'Add to list',
  addMissing: 'Enter at least one address.',
  added_one: '{{count}} address added to the list.',
  added_other: '{{count}} addresses added to the list.',
  email: 'Address',
  reason: 'Reason',
  since: 'Since',
  addedManually: 'Added manually',
  remove: 'Remove {{email}} from the list',
  removing: '{{email}} will be removed from the list when this message closes.',
  failedTitle: 'Could not load the list',
  emptyTitle: 'No addresses on this list',
  emptyText: {
    bounces:
      'An address is added here when its server permanently rejects an email, or when you add it above.',
    blocks:
      'An address is added here when its server rejects an email for its content or origin, or when you add it above.',
    invalid_emails: 'An address is added here when its mailbox does not exist, or when you add it above.',
    spam_reports: 'An address is added here when its owner marks an email as spam, or when you add it above.',
    unsubscribes:
      'An address is added here when its owner unsubscribes from all email, or when you add it above.',
  },
  noMatchTitle: 'Address not found on this list',
  noMatchText: 'Enter the complete address to find it.',
} as const;

export const groups = {
  title: 'Unsubscribe groups',
  lead: 'Recipients can unsubscribe from one kind of email and keep the rest.',
  name: 'Name',
  description: 'Description',
  nameMissing: 'Name is required.',
  descriptionMissing: 'Description is required. Recipients read it when they unsubscribe.',
  create: 'Create group',
  default: 'Default',
  created: '{{name}} created.',
  edit: 'Edit {{name}}',
  saved: '{{name}} saved.',
  unsubscribed_one: '{{count}} unsubscribed',
  unsubscribed_other: '{{count}} unsubscribed',
  delete: 'Delete {{name}}',
  show: 'Who unsubscribed from {{name}}',
  emptyTitle: 'No groups yet',
  emptyText: 'Create one above for each kind of email that a recipient may want to unsubscribe from.',
  unsubscribedFrom: 'Addresses unsubscribed from {{name}}',
  noneUnsubscribed: 'Nobody has unsubscribed from this group.',
} as const;
