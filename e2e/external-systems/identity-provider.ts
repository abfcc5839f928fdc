/** A real OpenID Connect provider on this machine, with people whose claims a test changes, and keys that are rotated. */

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';

export type Claims = { email: string; email_verified: boolean; name: string; groups: string[] };

const scope = 'openid profile email groups';

/** It signs in whom the person names on its page, without a password. */
export class IdentityProvider {
  readonly client = { id: 'patchbay', secret: 'a secret of the client' };
  readonly scope = scope;
  /** By what one enters on its page, which is the subject too. */
  readonly people = new Map<string, Claims>();
  readonly #server: Server;
  readonly #configuration: Configuration;
  readonly #metadata: ClientMetadata;
  #provider: Provider;

  private constructor(server: Server, site: string) {
    this.#server = server;
    this.#metadata = {
      client_id: this.client.id,
      client_secret: this.client.secret,
      redirect_uris: [`${site}/session/oidc/callback`],
      post_logout_redirect_uris: [`${site}/sign-in`],
      scope,
    };
    this.#configuration = {
      clients: [this.#metadata],
      scopes: scope.split(' '),
      claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      cookies: { keys: ['a key of the cookies'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          logoutSource(ctx, form) {
            ctx.body = page(
              'Signing out',
              `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
            );
          },
        },
      },
      // Its own dispatcher refuses addresses of this machine.
      fetch: (url, options) => fetch(url, { ...options, ...{ dispatcher: undefined } }),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, accountId) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...this.people.get(accountId) }),
      }),
      // Nobody is asked for consent.
      async loadExistingGrant({ oidc }) {
        const [clientId, accountId] = [oidc.client?.clientId, oidc.session?.accountId];
        if (clientId === undefined || accountId === undefined) return undefined;
        const grant = new oidc.provider.Grant({ clientId, accountId });
        grant.addOIDCScope(scope);
        await grant.save();
        return grant;
      },
    };
    this.#provider = this.#withNewKey();
  }

  /** For the server at `site`. */
  static async open(site: string): Promise<IdentityProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const provider = new IdentityProvider(server, site);
    server.on('request', (request, response) => {
      provider.#answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * From now on tells the client at that address when a session ends (OpenID Connect Back-Channel Logout), and signs with
   * another key: the one of before is gone, as after a leak.
   */
  announceLogouts(uri: string): void {
    Object.assign(this.#metadata, { backchannel_logout_uri: uri, backchannel_logout_session_required: true });
    this.#provider = this.#withNewKey();
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #withNewKey(): Provider {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
    return new Provider(this.issuer, {
      ...this.#configuration,
      jwks: { keys: [key] } as Configuration['jwks'],
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/interaction/') !== true) {
      await this.#provider.callback()(request, response);
      return;
    }
    if (request.method === 'POST') {
      const accountId = new URLSearchParams(await text(request)).get('login') ?? '';
      await this.#provider.interactionFinished(request, response, { login: { accountId } });
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        page(
          'Who are you?',
          '<form method="post"><input name="login" aria-label="Login"><button>Go on</button></form>',
        ),
      );
  }
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>${body}</html>`;
