// The script of the API reference: session, search and deep links around Swagger UI.

/** Search over everything that an operation says of itself, instead of the library's search in tags and paths. */
function filterOperations(taggedOperations, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (tag, each) => {
    const operation = each.get('operation');
    const texts = ['operationId', 'summary', 'description'].map((key) => operation?.get(key) ?? '');
    const searched = [tag, each.get('method'), each.get('path'), ...texts].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  return taggedOperations
    .map((group, tag) => group.update('operations', (all) => all.filter((each) => matches(tag, each))))
    .filter((group) => group.get('operations').size > 0);
}

/**
 * The description for this page: requests go to this origin, so that the cookie and the content security policy
 * hold; the scheme of the cookie is left out, which no script can set; JSON in a form is a text, not a file; text fields begin empty.
 */
function forThisOrigin(description) {
  const { session, ...securitySchemes } = description.components.securitySchemes;
  for (const path of Object.values(description.paths)) {
    for (const operation of Object.values(path)) {
      operation.security = (operation.security ?? []).filter((scheme) => !('session' in scheme));
      const form = operation.requestBody?.content['application/x-www-form-urlencoded'];
      for (const field of Object.values(form?.schema.properties ?? {})) {
        delete field.contentMediaType;
        // Otherwise each field that may be left out is sent as the text "string".
        if (field.type === 'string' && field.enum === undefined) field.example ??= '';
      }
    }
  }
  const components = { ...description.components, securitySchemes };
  return { ...description, components, servers: [{ url: location.origin }] };
}

/** Gives `#CreateFlow`, as other pages link to an operation, the form that Swagger UI understands. */
function expandShortLink(description) {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '' || id.startsWith('/')) return;
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) return;
  history.replaceState(null, '', `#/${encodeURIComponent(operation.tags[0])}/${id}`);
}

async function showSession() {
  const element = document.getElementById('session');
  const response = await fetch('/session');
  if (response.status === 200) {
    const { friendly_name: name } = await response.json();
    element.textContent = `Signed in as ${name}: requests from this page are sent as this account.`;
    return;
  }
  const link = Object.assign(document.createElement('a'), { href: '/sign-in', textContent: 'Sign in' });
  element.replaceChildren(link, ', or use "Authorize", to send requests from this page.');
}

void showSession();

const description = await (await fetch('/openapi.json')).json();
expandShortLink(description);
// Swagger UI reads the address when it starts, so a short link followed on this page reloads the page.
window.addEventListener('hashchange', () => {
  if (/^#[^/]/.test(location.hash)) location.reload();
});
window.SwaggerUIBundle({
  spec: forThisOrigin(description),
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
  syntaxHighlight: { activated: true, theme: 'monokai' },
  plugins: [
    () => ({
      fn: { opsFilter: filterOperations },
      wrapComponents: {
        // The page has a header of its own.
        InfoContainer: () => () => null,
        ServersContainer: () => () => null,
        // Otherwise each field that may be left out begins as one that is sent empty.
        ParameterIncludeEmpty:
          (Original, { React }) =>
          (props) =>
            React.createElement(Original, { ...props, isIncludedOptions: {} }),
        // A link inside the button that opens an operation: opening it sets the same address.
        DeepLink:
          (_, { React }) =>
          ({ text }) =>
            React.createElement('span', null, text),
      },
    }),
  ],
});
