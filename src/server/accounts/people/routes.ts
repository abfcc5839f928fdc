/** Routes of people: /v1/Me, /v1/Members, /v1/Invitations, /v1/Roles, and the links by which one joins. */

import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { operations as allOperations } from '#api/operations.ts';
import { paths } from '#api/paths.ts';
import * as operations from '#api/people/operations.ts';
import * as pictures from '#api/people/picture-operations.ts';
import { type Grant, permissionNames, permissions, roles } from '#api/people/roles.ts';
import type { InvitationResource, MemberResource } from '#api/people/schemas.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { guardCredential } from '../../platform/http/credential-guard.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid } from '../../platform/http/paging.ts';
import { requireSameOrigin } from '../../platform/http/same-origin.ts';
import { mayDo } from '../../platform/permission.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { sessionToken, setSessionCookie } from '../session-cookie.ts';
import { resumeSession } from '../session-service.ts';
import {
  createInvitation,
  deleteInvitation,
  type InvitationRow,
  joinByInvitation,
  listInvitations,
} from './invitations-service.ts';
import { linkTo } from './link-mail.ts';
import { findLink } from './links-service.ts';
import {
  createFirstOwner,
  deleteMember,
  fetchMember,
  listMembers,
  type Member,
  signOutMember,
  updateMember,
} from './members-service.ts';
import { createPasswordLink, sendPasswordLink, setPasswordByLink } from './password-reset-service.ts';
import { deletePicture, fetchPicture, listPictures, setPicture } from './pictures-service.ts';
import { answerSignIn, describeSession } from './presentation.ts';
import { endSession, listSessions, sessionId, updateProfile } from './profile-service.ts';
import { limitAskedLinks, limitGuesses } from './sign-in-limit.ts';
import { listMyAccounts, switchAccount } from './switch-service.ts';

const defaultInvitationDays = 7;

/** In the address of a picture is its version: what is there never changes, and is kept by who has seen it. */
const keptPicture = 'private, max-age=31536000, immutable';

export function pictureRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, pictures.setMyPicture, async ({ caller, form }) => {
    await setPicture(ctx, caller, form.Image);
    return describeSession(ctx, caller);
  });

  serveOperation(app, pictures.deleteMyPicture, ({ caller }) => deletePicture(ctx, caller));

  serveOperation(app, pictures.listPictures, async ({ caller }) => ({
    pictures: (await listPictures(ctx, caller)).map(({ person, version }) => ({
      person_sid: person,
      version,
    })),
  }));

  serveOperation(app, pictures.fetchPicture, async ({ caller, request, reply, params, query }) => {
    const { version, png } = await fetchPicture(ctx, caller, params.Sid);
    const etag = `"${version}"`;
    void reply.headers({
      'cache-control': query.Version === version ? keptPicture : 'private, no-cache',
      // It was chosen by another person: opened by itself it runs nothing and loads nothing.
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-disposition': 'inline; filename="picture.png"',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/png').send(Buffer.from(png));
  });
}

export function profileRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchMe, ({ caller }) => describeSession(ctx, caller));

  serveOperation(app, operations.updateMe, async ({ caller, form, request, reply }) => {
    const { Name: name, Password: password, CurrentPassword: currentPassword } = form;
    const change = { name, password, currentPassword };
    const update = () => updateProfile(ctx, caller, change, sessionToken(request) ?? '');
    // Whoever uses the page of another person must not find out their password here.
    const email = password === undefined ? undefined : caller.person?.email;
    const updated = await (email === undefined ? update() : limitGuesses(ctx, request, email, update));
    if (updated === null) {
      throw new Refusal('bad-request', 'CurrentPassword: it is not the present password', {
        field: 'CurrentPassword',
      });
    }
    if (updated.session !== null) setSessionCookie(ctx, reply, updated.session);
    return describeSession(ctx, { ...caller, person: updated.person });
  });

  serveOperation(app, operations.listMySessions, async ({ caller, request }) => {
    const own = hashToken(sessionToken(request) ?? '');
    return {
      sessions: (await listSessions(ctx, caller)).map((row) => ({
        id: sessionId(row),
        is_current: row.token_hash === own,
        device: row.device ?? '',
        date_created: dateTime(row.created_at),
        date_last_seen: dateTime(row.seen_at ?? row.created_at),
      })),
    };
  });

  serveOperation(app, operations.deleteMySession, async ({ caller, params }) => {
    await endSession(ctx, caller, params.Id);
  });

  serveOperation(app, operations.listMyAccounts, async ({ caller }) => ({
    accounts: (await listMyAccounts(ctx, caller)).map(({ sid, name, parent, role }) => ({
      account_sid: sid,
      friendly_name: name,
      parent_sid: parent,
      role,
      is_current: sid === caller.account,
    })),
  }));

  serveOperation(app, operations.switchAccount, async ({ caller, form, request }) => {
    const token = sessionToken(request) ?? '';
    await switchAccount(ctx, caller, form.AccountSid, token);
    const session = await resumeSession(ctx, token);
    if (session === null) throw notFound();
    return describeSession(ctx, session.caller);
  });

  serveOperation(app, operations.createFirstOwner, async ({ base, caller, form, request, reply }) => {
    const person = { name: form.Name, email: form.Email, password: form.Password };
    const token = caller.isSession === true ? sessionToken(request) : undefined;
    const { member, session } = await createFirstOwner(ctx, caller, person, token);
    if (session !== null) setSessionCookie(ctx, reply, session);
    return presentMember(base, caller, member);
  });

  serveOperation(app, operations.listRoles, () => ({
    roles: [...roles],
    permissions: permissionNames.map((name) => {
      const { area, text, roles: granted, withReason = [] }: Grant = permissions[name];
      const needing = allOperations.filter(({ permission }) => permission === name);
      return {
        ...{ name, area, text, roles: [...granted], with_reason: [...withReason] },
        operations: needing.map(({ id }) => id),
      };
    }),
  }));
}

export function memberRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listMembers, ({ page, base, caller }) =>
    page('members', bySid('US'), {
      list: (wanted) => listMembers(ctx, caller, wanted),
      present: (row) => presentMember(base, caller, row),
    }),
  );

  serveOperation(app, operations.fetchMember, async ({ base, caller, params }) =>
    presentMember(base, caller, await fetchMember(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateMember, async ({ base, caller, params, form }) => {
    const blocked = form.Status === undefined ? undefined : form.Status === 'blocked';
    return presentMember(
      base,
      caller,
      await updateMember(ctx, caller, params.Sid, { role: form.Role, blocked }),
    );
  });

  serveOperation(app, operations.deleteMember, ({ caller, params }) => deleteMember(ctx, caller, params.Sid));

  serveOperation(app, operations.signOutMember, ({ caller, params }) =>
    signOutMember(ctx, caller, params.Sid),
  );

  serveOperation(app, operations.createPasswordLink, async ({ base, reply, caller, params, form }) => {
    const { Language: language } = form;
    const { token, expiresAt, isSent } = await createPasswordLink(ctx, caller, params.Sid, { language });
    void reply.header('cache-control', 'no-store');
    return { link: linkTo(base, token), is_sent: isSent, date_expires: dateTime(expiresAt) };
  });

  serveOperation(app, operations.createInvitation, async ({ base, reply, caller, form }) => {
    const { Email: email, Role: role, Days: days = defaultInvitationDays, Language: language } = form;
    const { row, token, isSent } = await createInvitation(ctx, caller, { email, role, days, language });
    void reply.header('cache-control', 'no-store');
    return { ...presentInvitation(base, row), link: linkTo(base, token), is_sent: isSent };
  });

  serveOperation(app, operations.listInvitations, ({ page, base, caller }) =>
    page('invitations', bySid('IV'), {
      list: (wanted) => listInvitations(ctx, caller, wanted),
      present: (row) => presentInvitation(base, row),
    }),
  );

  serveOperation(app, operations.deleteInvitation, ({ caller, params }) =>
    deleteInvitation(ctx, caller, params.Sid),
  );
}

/** Longer than any of it takes, unless the database is so busy that all answers vary by more. */
const leastAnswerMs = 300;

/** Public: who holds the link is known by its token alone. */
export function personLinkRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchPersonLink, async ({ request, reply, form: { Token: token } }) => {
    requireSameOrigin(ctx, request, 'allow');
    void reply.header('cache-control', 'no-store');
    const link = await guardCredential(ctx, request, { name: 'link', text: `link ${token}` }, () =>
      findLink(ctx, token),
    );
    if (link === null) throw notFound();
    return {
      purpose: link.purpose,
      account_name: link.account?.name ?? null,
      email: link.email,
      name: link.person?.name ?? null,
      role: link.account?.role ?? null,
      date_expires: dateTime(link.expiresAt),
    };
  });

  serveOperation(app, operations.askPasswordLink, async ({ request, reply, form }) => {
    requireSameOrigin(ctx, request, 'allow');
    const { Email: email, Language: language = 'en' } = form;
    limitAskedLinks(ctx, request, email);
    const asked = { email, language, address: request.ip, request: request.id };
    // The answer takes as long for an address that no one has.
    await Promise.all([sendPasswordLink(ctx, asked), setTimeout(leastAnswerMs)]);
    return reply.code(202).send();
  });

  serveOperation(app, operations.usePersonLink, async ({ request, reply, form }) => {
    requireSameOrigin(ctx, request, 'allow');
    const { Token: token, Name: name, Password: password } = form;
    const link = await guardCredential(ctx, request, { name: 'link', text: `link ${token}` }, () =>
      findLink(ctx, token),
    );
    if (link === null) throw notFound();
    const use = { token, name, password, device: request.headers['user-agent'] };
    const signedIn =
      link.purpose === 'password'
        ? await setPasswordByLink(ctx, link, use)
        : await limitGuesses(ctx, request, link.email, () => joinByInvitation(ctx, link, use));
    return answerSignIn(ctx, reply, signedIn);
  });
}

function presentMember(base: string, caller: Caller, row: Member): MemberResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    name: row.name,
    email: row.email,
    role: row.role,
    comes_from: row.sources.map((source) => ({ ...source })),
    roles_below: row.below.map((each) => ({ ...each })),
    status: row.blocked_at === null ? 'active' : 'blocked',
    second_factor: mayDo(caller, 'members.write') ? row.factor : null,
    is_self: row.sid === caller.person?.sid,
    date_created: dateTime(row.created_at),
    date_last_seen: dateTimeOrNull(row.seen_at),
    url: base + paths.member(row.sid),
  };
}

function presentInvitation(base: string, row: InvitationRow): InvitationResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    email: row.email,
    role: row.role,
    invited_by: row.invited_by,
    date_created: dateTime(row.created_at),
    date_expires: dateTime(row.expires_at),
    url: base + paths.invitation(row.sid),
  };
}
