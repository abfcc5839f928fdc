/** What `react-rules.test.ts` uses of Babel, which has no types of its own. */

declare module '@babel/core' {
  export function transformAsync(code: string, options: object): Promise<unknown>;
}
