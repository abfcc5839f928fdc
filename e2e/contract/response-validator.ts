/** The served OpenAPI document as a judge: does an answer fit what its operation promises? */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { HttpResponse } from './http-client.ts';

type Part = Record<string, unknown>;
type Response = { content?: Record<string, { schema: object }> };
type Described = { operationId: string; responses: Record<string, Response> };

type Answer = Pick<HttpResponse, 'status' | 'type' | 'body'>;

/** What is wrong with an answer; null when it fits. */
export type ResponseValidator = (
  method: string,
  path: string,
  answer: Answer,
) => { operation: string; fault: string | null };

type Address = { pattern: RegExp; literals: number; methods: Record<string, Described> };

export function createResponseValidator(document: Part): ResponseValidator {
  const formats = { 'date-time': isDate, date: /^\d{4}-\d{2}-\d{2}$/, uri: isUri };
  const ajv = new Ajv2020({ strict: false, allErrors: false, formats });
  ajv.addSchema({ $id: 'api', ...document });
  const compiled = new Map<object, ValidateFunction>();
  const fits = (schema: object): ValidateFunction => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
    const made = ajv.compile(JSON.parse(text) as object);
    compiled.set(schema, made);
    return made;
  };
  const addresses = Object.entries(document.paths as Record<string, Record<string, Described>>)
    .map(
      ([path, methods]): Address => ({
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
        literals: path.split('/').filter((part) => !part.startsWith('{')).length,
        methods,
      }),
    )
    .sort((one, other) => other.literals - one.literals);
  const failure = fits({ anyOf: failureSchemas(document) });

  return (method, path, answer) => {
    const [plain = ''] = path.split(/[?#]/, 1);
    const address = addresses.find(({ pattern }) => pattern.test(plain));
    const described = address?.methods[(method === 'HEAD' ? 'get' : method).toLowerCase()];
    if (method === 'HEAD' || method === 'OPTIONS') return { operation: method, fault: null };
    if (described === undefined) {
      const fault = answer.status < 400 ? null : bodyFault(answer, failure);
      return { operation: 'none', fault };
    }
    // What is too long to be routed has the flow API's failure wherever it was sent.
    if (answer.status === 414 || answer.status === 431) {
      return { operation: described.operationId, fault: bodyFault(answer, failure) };
    }
    const response = described.responses[answer.status] ?? described.responses.default;
    if (response === undefined) {
      return { operation: described.operationId, fault: `status ${answer.status} is not described` };
    }
    if (described.responses[answer.status] === undefined && answer.status < 400) {
      return { operation: described.operationId, fault: `success ${answer.status} is not described` };
    }
    return { operation: described.operationId, fault: contentFault(answer, response, fits) };
  };
}

/** The bodies of failures of all API families. */
function failureSchemas(document: Part): object[] {
  const all = Object.values(document.paths as Record<string, Record<string, Described>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses.default?.content ?? {}).map(({ schema }) => schema));
  return [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function contentFault(
  answer: Answer,
  { content }: Response,
  fits: (schema: object) => ValidateFunction,
): string | null {
  if (content === undefined) return answer.body === '' ? null : `a body where none is described`;
  const [type = ''] = answer.type.split(';', 1);
  const described = content[type.trim()];
  if (described === undefined) return `content type ${answer.type || 'none'} is not described`;
  return isJson(type) ? bodyFault(answer, fits(described.schema)) : null;
}

function bodyFault(answer: Answer, fits: ValidateFunction | undefined): string | null {
  if (!isJson(answer.type)) return `content type ${answer.type || 'none'} where JSON is due`;
  let value: unknown;
  try {
    value = JSON.parse(answer.body);
  } catch {
    return 'the body is no JSON';
  }
  if (fits === undefined || fits(value)) return null;
  const [first] = fits.errors ?? [];
  return `${first?.instancePath || '/'} ${first?.message} ${JSON.stringify(first?.params ?? {})}`;
}

const isDate = (text: string) => !Number.isNaN(Date.parse(text));
const isUri = (text: string) => URL.canParse(text);

/** JSON Lines are several. */
function isJson(type: string): boolean {
  return /\bjson\b/.test(type);
}
