/** Formulas and what they are asked with, for tests of the rules and of the database's answer to the same. */
import fc from 'fast-check';
import { type Formula, FORMULA_NAMES, FORMULA_SIGNS, type FormulaName } from './formula.ts';

const decimal = (most: number, places: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant('0') },
    { weight: 9, arbitrary: fc.integer({ min: 0, max: most }).map((whole) => String(whole / 10 ** places)) },
  );

/** At most three signs deep, as many as seven in all. */
export const formulas: fc.Arbitrary<Formula> = fc.letrec<{ tree: Formula; leaf: Formula; node: Formula }>((tie) => ({
  leaf: fc.oneof(
    { weight: 1, arbitrary: decimal(99_999, 2).map((number) => ({ number })) },
    { weight: 2, arbitrary: fc.constantFrom(...FORMULA_NAMES).map((name) => ({ name })) },
  ),
  node: fc.record({ sign: fc.constantFrom(...FORMULA_SIGNS), left: tie('tree'), right: tie('tree') }),
  tree: fc.oneof({ maxDepth: 3, depthIdentifier: 'formula' }, tie('leaf'), tie('node')),
})).tree;

export const formulaValues: fc.Arbitrary<Readonly<Record<FormulaName, string>>> = fc.record({
  建筑面积: decimal(3_000_000, 4),
  套内面积: decimal(2_500_000, 4),
  供能面积: decimal(3_000_000, 4),
  用量: decimal(9_999, 2),
  户数: fc.constant('1'),
  系数: decimal(30_000, 4),
});
