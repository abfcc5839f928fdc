/** Local parts of roles, domains of disposable addresses, and the domains that typing errors are meant for. */

/** The mailboxes of RFC 2142, and what else stands for a group of people. */
const roles: ReadonlySet<string> = new Set(
  (
    'abuse admin administrator all billing bounce careers contact customercare customerservice devnull dns enquiries ' +
    'everyone feedback finance ftp hello help helpdesk hostmaster hr info inquiries invoices it jobs list list-request ' +
    'mail mailer-daemon marketing media news newsletter no-reply noc noreply office operations orders postmaster press ' +
    'privacy recruiting reception root sales security service spam subscribe support sysadmin team tech unsubscribe ' +
    'usenet uucp webmaster www'
  ).split(' '),
);

/** Well-known services; a domain below one of them counts as well. */
const disposable: ReadonlySet<string> = new Set(
  (
    '10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net burnermail.io byom.de discard.email ' +
    'discardmail.com dispostable.com dropmail.me emailondeck.com emltmp.com fakeinbox.com fakemail.net getairmail.com ' +
    'getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net ' +
    'guerrillamail.org guerrillamailblock.com harakirimail.com inboxkitten.com incognitomail.org jetable.org ' +
    'mail-temporaire.fr mail.tm mailcatch.com maildrop.cc mailexpire.com mailforspam.com mailinator.com mailinator.net ' +
    'mailnesia.com mailnull.com mailpoof.com mailsac.com meltmail.com minuteinbox.com mintemail.com moakt.com mohmal.com ' +
    'mytemp.email mytrashmail.com nada.email sharklasers.com spam4.me spambog.com spambox.us spamex.com spamgourmet.com ' +
    'spamherelots.com temp-mail.io temp-mail.org tempail.com tempinbox.com tempmail.com tempmail.net tempmailo.com ' +
    'tempr.email throwam.com throwawaymail.com trash-mail.com trashmail.com trashmail.de trashmail.net wegwerfemail.de ' +
    'wegwerfmail.de yopmail.com yopmail.fr yopmail.net'
  ).split(' '),
);

const common = (
  'gmail.com googlemail.com yahoo.com hotmail.com outlook.com live.com icloud.com aol.com gmx.de gmx.net web.de ' +
  't-online.de proton.me protonmail.com orange.fr wanadoo.fr free.fr comcast.net mail.ru yandex.ru qq.com 163.com'
).split(' ');

/** What follows a plus sign is a tag of the mailbox. */
export const isRole = (local: string): boolean => roles.has(local.toLowerCase().split('+')[0] ?? '');

export function isDisposable(host: string): boolean {
  const labels = host.split('.');
  return labels.some((_, at) => disposable.has(labels.slice(at).join('.')));
}

/** The common domain that this one is a typing error away from: one character more, less or other, or two swapped. */
export function suggestedDomain(host: string): string | undefined {
  return common.includes(host) ? undefined : common.find((each) => isOneEditApart(host, each));
}

function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    isSwapped || restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB
  );
}
