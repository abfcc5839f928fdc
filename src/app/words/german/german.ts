/** All words of the interface in German, loaded only when German is chosen. A word that is missing here is shown in English. */

import { accountExecutions } from './account-executions.ts';
import { alerts } from './alerts.ts';
import { call } from './call.ts';
import { canvas, livePicture } from './canvas.ts';
import { changeTexts } from './change-texts.ts';
import { comments, presence } from './collaboration.ts';
import { comparison, replay } from './comparison.ts';
import { composing } from './composing.ts';
import { designer } from './designer.ts';
import { edits } from './edits.ts';
import { sendingDomains } from './email/domains.ts';
import { email } from './email/email.ts';
import { sentEmail, sentStatistics } from './email/sent.ts';
import { emailTemplates } from './email/templates.ts';
import { events } from './events.ts';
import { executions } from './executions.ts';
import { fileImport } from './file-import.ts';
import { finding } from './finding.ts';
import { flowTags, importList, newFlow } from './flow-list-dialogs.ts';
import { flowState, flows } from './flows.ts';
import { history } from './history.ts';
import { inspector } from './inspector.ts';
import { publishing } from './publishing.ts';
import { railMenus } from './rail-menus.ts';
import { reading } from './reading.ts';
import { repair } from './repair.ts';
import { revisions } from './revisions.ts';
import { rules } from './rules.ts';
import { search } from './search.ts';
import { access } from './settings/access.ts';
import { account } from './settings/account.ts';
import { allAccounts } from './settings/all-accounts.ts';
import { audit } from './settings/audit.ts';
import { contacts } from './settings/contacts.ts';
import { factors } from './settings/factors.ts';
import { flowWebhook, testUsers } from './settings/flow-settings.ts';
import { groups } from './settings/groups.ts';
import { identity } from './settings/identity.ts';
import { numbers } from './settings/numbers.ts';
import { operations } from './settings/operations.ts';
import { ownPage } from './settings/own-page.ts';
import { people } from './settings/people.ts';
import { services, tasks } from './settings/services.ts';
import { tokens } from './settings/tokens.ts';
import { settings, shell } from './shell.ts';
import { simulator } from './simulator.ts';
import { subflow } from './subflow.ts';
import { ui } from './ui.ts';
import { widgetLabels } from './widget-labels.ts';
import { widgetTypes } from './widget-types.ts';

export const german = {
  access,
  account,
  allAccounts,
  audit,
  contacts,
  accountExecutions,
  canvas,
  changeTexts,
  comments,
  comparison,
  call,
  composing,
  designer,
  edits,
  email,
  emailTemplates,
  sendingDomains,
  sentEmail,
  sentStatistics,
  events,
  alerts,
  executions,
  fileImport,
  finding,
  railMenus,
  repair,
  flowState,
  flowTags,
  flowWebhook,
  flows,
  groups,
  history,
  factors,
  identity,
  importList,
  inspector,
  livePicture,
  newFlow,
  numbers,
  operations,
  ownPage,
  people,
  presence,
  publishing,
  reading,
  replay,
  revisions,
  rules,
  search,
  services,
  settings,
  shell,
  simulator,
  subflow,
  tasks,
  testUsers,
  tokens,
  ui,
  widgetLabels,
  widgetTypes,
} as const;
