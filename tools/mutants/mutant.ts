/** One break of the product. */
export interface Mutant {
  /** What is broken, in words. */
  readonly id: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** Where the break must be noticed. */
  readonly tests: readonly string[];
}

const at = (path: string): string => `apps/server/src/${path}`;

type Break = readonly [id: string, from: string, to: string, tests: readonly string[]];

/** Breaks of one file of the server; their tests are given from the server's sources on. */
export const inFile = (path: string, breaks: readonly Break[]): readonly Mutant[] =>
  breaks.map(([id, from, to, tests]) => ({ id, file: at(path), from, to, tests: tests.map(at) }));
