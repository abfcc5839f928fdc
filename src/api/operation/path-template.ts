/** Paths with named parameters (RFC 6570, level 1): `/v1/Sinks/{Sid}`. */

/** One value for each pair of braces. */
type Values<Template extends string> = Template extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...Values<Rest>]
  : [];

/** Builds the path from values in the order of the braces, which are inserted as they are. */
type PathTemplate<Template extends string> = ((...values: Values<Template>) => string) & {
  /** As the operation at that path names it. */
  readonly template: Template;
};

export function at<const Template extends string>(template: Template): PathTemplate<Template> {
  const [first = '', ...rest] = template.split(/\{\w+\}/);
  const build = (...values: readonly (string | number)[]) =>
    rest.reduce((path, part, index) => `${path}${values[index]}${part}`, first);
  return Object.assign(build, { template });
}
