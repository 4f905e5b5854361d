/**
 * Writes `tools/rules/cases/` from the definitions: `npm run gen:rule-cases [-- <moduleId>]`. Cases that still hold stay as they are, so that a
 * difference is a rule that says something else than before: look at each.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CompiledRule, Expr } from '@hengneng/form-kit';
import { compiledForms } from './forms.ts';
import {
  alternatives,
  casesPath,
  departures,
  linesOf,
  readCases,
  type RuleCase,
  type Way,
  wayOf,
} from './rules/cases.ts';
import { Search, SEEDS } from './rules/search.ts';

/** The condition with all of its alternatives but one denied. */
const alone = (expr: Expr, others: readonly Expr[]): Expr =>
  others.reduce<Expr>((left, of) => ({ kind: 'and', left, right: { kind: 'not', of } }), expr);

function wayFor(searches: readonly Search[], rule: CompiledRule, expr: Expr): Way | null {
  for (const search of searches) {
    const record = search.holding(expr, rule.step);
    if (record === null) continue;
    const way = wayOf(search.form, rule, record, search.valid(rule.step));
    if (way.at !== '') return way;
  }
  return null;
}

function fresh(searches: readonly Search[], rule: CompiledRule): RuleCase {
  const all = alternatives(rule.expr);
  const found = all.map((expr, index) => wayFor(searches, rule, alone(expr, all.toSpliced(index, 1))));
  const ways = found.filter((way) => way !== null);
  const { title } = searches[0]?.form.identity ?? {};
  for (const [index, way] of found.entries())
    if (way === null) process.stdout.write(`${title}「${rule.shape.error}」的第${index + 1}种情形没有找到\n`);
  const some = ways.length > 0 ? ways : [wayFor(searches, rule, rule.expr)].filter((way) => way !== null);
  if (some.length === 0) throw new Error(`${title}的校验规则「${rule.shape.error}」无论怎样填写都不会出现`);
  return { error: rule.shape.error, ways: some };
}

const [, , only] = process.argv;
const areas = Map.groupBy(compiledForms(), (form) => form.identity.area);
for (const [area, forms] of areas) {
  const path = casesPath(area);
  const before = existsSync(path) ? readCases(readFileSync(path, 'utf8')) : [];
  const lines = forms.flatMap((form) => {
    const known = before.filter((one) => one.module === form.id);
    if (only !== undefined && only !== form.id) return linesOf(form.id, known);
    const searches = SEEDS.map((seed) => new Search(form, seed));
    return linesOf(
      form.id,
      form.rules.map((rule) => known.find((one) => departures(form, rule, one).length === 0) ?? fresh(searches, rule)),
    );
  });
  if (lines.length === 0) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
}
process.stdout.write('tools/rules/cases/ 已更新，请逐行核对差异。\n');
