/** What the search parameters of a page say. Anybody may have written them: what cannot be read is left out, as defaults are. */

type Reader<Value> = (parameter: unknown) => Value | undefined;
type Readers = Readonly<Record<string, Reader<unknown>>>;

type Search<R extends Readers> = { [Name in keyof R]?: ReturnType<R[Name]> };

/** Reads each parameter by itself: `readSearch({ q: text(200), all: isTrue })`. */
export const searchReader =
  <R extends Readers>(readers: R) =>
  (search: Readonly<Record<string, unknown>>): Search<R> => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])]);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Search<R>;
  };

/** One of `values`; `standard` is what an address without it means, and is left out. */
export const oneOf =
  <const T extends string, D extends T = never>(values: readonly T[], standard?: D): Reader<Exclude<T, D>> =>
  (parameter) =>
    values.find((each): each is Exclude<T, D> => each === parameter && each !== standard);

export const isTrue: Reader<true> = (parameter) => (parameter === true ? parameter : undefined);

export const matching =
  (pattern: RegExp): Reader<string> =>
  (parameter) =>
    typeof parameter === 'string' && pattern.test(parameter) ? parameter : undefined;

/** A text that is not blank, at most so long. The router has read one of digits as a number. */
export const text =
  (maxLength: number): Reader<string> =>
  (parameter) => {
    const given = typeof parameter === 'number' ? String(parameter) : parameter;
    return typeof given === 'string' && given.trim() !== '' ? given.slice(0, maxLength) : undefined;
  };

/** A number from 1, such as that of a revision. */
export const ordinal: Reader<number> = (parameter) =>
  typeof parameter === 'number' && Number.isSafeInteger(parameter) && parameter > 0 ? parameter : undefined;

/** A day as YYYY-MM-DD. */
export const day: Reader<string> = (parameter) => {
  const given = matching(/^\d{4}-\d\d-\d\d$/)(parameter);
  return given === undefined || Number.isNaN(Date.parse(given)) ? undefined : given;
};
