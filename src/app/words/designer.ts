/** The words of the designer. */

export const designer = {
  edits: {
    addWidget: 'Add a widget',
    arrange: 'Arrange the flow',
    changeProperty: 'Change a property',
    changeState: 'Change the JSON of a widget',
    changeTransition: 'Change a transition',
    connect: 'Connect widgets',
    deleteWidgets: 'Delete widgets',
    describe: 'Change the description',
    disconnect: 'Take out a cord',
    duplicate: 'Duplicate widgets',
    importJson: 'Import a definition',
    insertWidget: 'Insert a widget',
    layOut: 'Lay out on opening',
    moveWidgets: 'Move widgets',
    paste: 'Paste widgets',
    renameFlow: 'Rename the flow',
    renameWidget: 'Rename a widget',
    setFlags: 'Change the settings of the flow',
    takeRevision: 'Take the revision of the server',
  },
} as const;

/** The name of an edit, as the history lists it. */
export type EditName = keyof typeof designer.edits;
