/** What the search for widgets says: what each does in a few words, and how that is done which no widget does. */

export const finding = {
  forQuery: 'For “{{query}}”',
  alsoFound: 'Also found',
  nearTo: 'Near to it',
  instead: 'What others do instead',
  nothingFor: 'Nothing found for “{{query}}”',
  nothingText: 'No widget does this, and no other word for it is known.',
  leaveOpen: 'Leave open',
  does: {
    trigger: 'Starts the flow: a call, a message or a request',
    'send-message': 'A text or a chat message',
    'send-and-wait-for-reply': 'Sends, then waits for an answer',
    'create-chat-channel': 'A new chat for several people',
    'add-member-to-chat-channel': 'Adds a person to a chat',
    'say-play': 'Speaks a text or plays a sound on the call',
    'gather-input-on-call': 'Takes keys or words from the caller',
    'make-outgoing-call-v2': 'Calls the contact',
    'make-outgoing-call-v1': 'Calls the contact, as older flows do',
    'connect-call-to': 'Rings a number or a phone and joins both',
    'record-call': 'Records the call while it goes on',
    'record-voicemail': 'Takes a message from the caller',
    'fork-stream': 'Sends the sound of the call to your own service',
    'add-markup-redirect': 'Hands the call to your own code',
    'capture-payments': 'Takes a card number by keys',
    'split-based-on': 'Goes one way or another by a value',
    'set-variables': 'Stores values for later',
    'make-http-request': 'Calls a service of your own',
    'run-function-v2': 'Runs a script of your own',
    'run-function': 'Runs a script, as older flows do',
    understand: 'Finds out what a text is about',
    'update-sync-object': 'Stores values that other programs see',
    'enqueue-call': 'Puts the caller in a queue',
    'create-task': 'A task for people to do',
    'send-to-agentdesk': 'Hands the conversation over to a person',
    'connect-virtual-agent-v2': 'Lets a voice assistant talk',
    'connect-virtual-agent': 'Lets a voice assistant talk, as older flows do',
    'run-subflow': 'Goes on in another flow and comes back',
  },
  how: {
    hangUp: 'No widget is needed to hang up',
    hangUpText: 'A call ends where its last cord ends. Leave the outlet open, and the call is hung up there.',
    end: 'No widget is needed to end a flow',
    endText: 'A flow ends at an outlet that leads nowhere. Leave the outlet open.',
    delay: 'No widget only waits',
    delayText:
      '“Send & wait for reply” goes on at “No reply” after the time that you set. On a call, “Gather input on call” does so after seconds of silence.',
    email: 'No widget sends email',
    emailText:
      '“HTTP request” does: POST to /v3/mail/send of this server, or of another email service, with an API key in the Authorization header.',
    loop: 'A cord back is a loop',
    loopText:
      'Connect an outlet to an earlier widget. To stop after a few rounds, count them with “Set variables” and test the count with “Split based on”.',
    goTo: 'A cord goes to any widget',
    goToText:
      'Drag from the outlet to the widget, or choose it under “Connect to”. Several cords may lead to one widget. “Run subflow” goes to another flow.',
    otherwise: '“No match” is the way for anything else',
    otherwiseText:
      'Every “Split based on” has the outlet “No match”. Connect it to a widget that asks again, or to the one that goes on.',
    schedule: 'A flow is started at a time from outside',
    scheduleText:
      'Let your own program or calendar send the API request that starts an execution. Within a flow, “Split based on” compares dates and times.',
    openingHours: '“Split based on” compares the time',
    openingHoursText:
      'Test {{now}} with “Is after the time” and “Is before the time”, and the day of the week with {{day}}.',
    broadcast: 'A flow runs for one contact',
    broadcastText:
      'To send to many, let your own program start one execution for each with an API request. The flow then says what each one gets.',
    note: 'Notes and groups are no widgets',
    noteText:
      'N adds a note to the canvas, M a comment, and groups are made with the menu of a selection. They change nothing in what the flow does.',
    database: 'No widget reads a database',
    databaseText:
      'Ask a service of your own with “HTTP request” or “Run function”. What it answers is there as a variable.',
    random: 'No widget chooses at random',
    randomText:
      'Let “Split based on” test whether {{seconds}} is less than 30: that is half of the contacts. Or let a function choose.',
  },
} as const;
