/** Energy: the formulas, lines and words that stand under a bill. */
import type { Mutant } from './mutant.ts';

const at = (path: string): string => `packages/energy/src/${path}`;

type Break = readonly [id: string, from: string, to: string];
/** Breaks of one file of the package, noticed by its folder's tests. */
const of = (file: string, test: string, breaks: readonly Break[]): readonly Mutant[] =>
  breaks.map(([id, from, to]) => ({ id: `energy-${id}`, file: at(file), from, to, tests: [at(test)] }));

export const energyMutants: readonly Mutant[] = [
  ...of('measuring/contract-price.ts', 'measuring/contract-price.test.ts', [
    ['price-below-trigger', 'size >= exact(of.trigger)', 'true'],
    ['price-past-cap', 'reach === null ||', 'true ||'],
  ]),
  ...of('measuring/swap.ts', 'measuring/days.test.ts', [
    ['gap-beyond-meter', "if (over !== null) say('gap', over);", ''],
    ['final-beyond-meter', "if (used.kind === 'refused') say('oldFinal', used.message);", ''],
  ]),
  ...of('units/energy.ts', 'units/units.test.ts', [['gigajoule', 'GJ: 1000 / 3.6', 'GJ: 277']]),
  ...of('plant/efficiency.ts', 'plant/plant.test.ts', [
    ['cop-without-pumps', "ratio(made, burnt + notNegative('auxiliary', aux))", 'ratio(made, burnt)'],
  ]),
  ...of('plant/balance.ts', 'plant/plant.test.ts', [
    ['balance-burner', 'burnerEfficiency * notNegative', 'notNegative'],
    ['balance-alarm', 'percent <= limits.poor ?', 'percent <= limits.alarm ?'],
  ]),
  ...of('factors/factor.ts', 'factors/factors.test.ts', [
    ['lhv-pair', '<= 0.01 * fitting', '<= 0.1 * fitting'],
    ['carbon-unburnt', ' * GAS_CARBON.oxidised', ''],
  ]),
  ...of('factors/choose.ts', 'factors/factors.test.ts', [
    ['factor-of-the-year', 'one.year <= year) ?? yearly[0]', 'one.year < year) ?? yearly[0]'],
    ['factor-provisional', 'provisional: first.year !== year', 'provisional: false'],
    ['factor-gas-guessed', "if (carrier === 'gas' && lhv === null &&", 'if (false &&'],
    ['closed-months', 'if (!differing.has(closed)) return now;', 'return now;'],
    ['closed-nothing', 'if (then.factor === null || then.factor.id', 'if (then.factor?.id'],
  ]),
  ...of('factors/regions.ts', 'factors/factors.test.ts', [
    ['closed-region', '!own.some((one) => holdsIn(one, month))', 'true'],
  ]),
  ...of('measuring/gas.ts', 'measuring/gas.test.ts', [
    ['gas-of-the-span', 'if (at > from && at <= to) {', 'if (at <= to) {'],
    ['gas-as-set', 'meanIn(shown.pressure, from, to) ?? set.gauge', 'set.gauge'],
  ]),
  ...of('measuring/curve.ts', 'measuring/gas.test.ts', [
    ['gas-as-it-flows', 'gas === null ? usage : toStandard(', 'true ? usage : toStandard('],
  ]),
  {
    id: 'energy-candidate-own',
    file: 'apps/server/src/modules/energy/readings/update.ts',
    from: 'author?.author == null ? {} : { author: author.author }',
    to: '{ author: ctx.session.userId }',
    tests: ['apps/server/src/modules/energy/readings/readings.http.test.ts'],
  },
  {
    id: 'energy-recalc-seen',
    file: 'apps/server/src/modules/energy/reports/recalc.ts',
    from: 'digestOf(all) !== asked.Digest',
    to: 'false',
    tests: ['apps/server/src/modules/energy/reports/recalc.http.test.ts'],
  },
  {
    id: 'energy-recalc-chosen',
    file: 'apps/server/src/modules/energy/prices/coefficients.ts',
    from: 'a.month = any(r.months))',
    to: 'true)',
    tests: ['apps/server/src/modules/energy/reports/recalc.http.test.ts'],
  },
  {
    id: 'energy-signed-seen',
    file: 'apps/server/src/modules/energy/analysis/signed-savings.ts',
    from: 'digest !== input.Digest',
    to: 'false',
    tests: ['apps/server/src/modules/energy/analysis/analysis.http.test.ts'],
  },
  {
    id: 'energy-closed-since',
    file: 'apps/server/src/modules/energy/prices/coefficients.ts',
    from: '(at) => at < since)',
    to: '() => false)',
    tests: ['apps/server/src/modules/energy/prices/prices.http.test.ts'],
  },
  {
    id: 'energy-arrivals-counts',
    file: 'apps/server/src/modules/energy/ingest/gateways.ts',
    from: 'duplicates + conflicts > 0',
    to: 'false',
    tests: ['apps/server/src/modules/energy/ingest/intake.http.test.ts'],
  },
  ...of('climate/degree-days.ts', 'climate/climate.test.ts', [
    ['missing-day-as-zero', 'meanC === null ? [] : [degreeDay(', 'meanC === null ? [0] : [degreeDay('],
  ]),
  ...of('baseline/statistics.ts', 'baseline/baseline.test.ts', [
    ['cv-parameters', 'Math.sqrt(sse / (n - p)) / meanY', 'Math.sqrt(sse / n) / meanY'],
    ['nmbe-parameters', 'sum(residuals) / ((n - p) * meanY)', 'sum(residuals) / (n * meanY)'],
  ]),
  ...of('baseline/qualify.ts', 'baseline/baseline.test.ts', [
    ['qualify-bias-sign', 'Math.abs(nmbePercent) <= nmbe', 'nmbePercent <= nmbe'],
    ['qualify-short', 'days >= LEAST_DAYS', 'days >= 0'],
  ]),
  ...of('baseline/change-point.ts', 'baseline/baseline.test.ts', [
    ['slope-by-chance', 'probability < SIGNIFICANT', 'probability <= 1'],
    ['slope-downhill', 'slopes[0] > 0 && slopes[1] > 0', 'true'],
  ]),
  ...of('savings/avoided.ts', 'savings/savings.test.ts', [
    ['non-routine-sign', '= expected + nonRoutine;', '= expected - nonRoutine;'],
    ['uncertainty-autocorrelation', '(n * (1 - rho)) / (1 + rho)', 'n'],
    ['gb-sign', 'saved === 0 ? 0 : -saved', 'saved === 0 ? 0 : saved'],
  ]),
  ...of('savings/statement.ts', 'savings/savings.test.ts', [
    ['unqualified-unsaid', 'qualification.qualified ? [] : [NOT_QUALIFIED]', 'true ? [] : [NOT_QUALIFIED]'],
  ]),
  ...of('explain/waterfall.ts', 'explain/explain.test.ts', [
    ['price-at-old-amounts', 'now.use * (priceNow - priceThen)', 'base.use * (priceNow - priceThen)'],
  ]),
  ...of('checks/checks.ts', 'checks/checks.test.ts', [
    ['parts-above-total', '&& percent >= -METER_ERROR', ''],
    ['idle-use', 'if (hours === 0 && use >', 'if (false && use >'],
  ]),
  // What people outside see.
  {
    id: 'energy-customer-other-project',
    file: 'apps/server/src/modules/energy/customers/view.ts',
    from: 'if (!grant.projects.some(({ Code }) => Code === ProjectCode))',
    to: 'if (grant.projects.length === 0)',
    tests: ['apps/server/src/modules/energy/customers/customers.http.test.ts'],
  },
  {
    id: 'energy-customer-stopped',
    file: 'apps/server/src/modules/energy/customers/view.ts',
    from: ' and s.disabled_at is null\n',
    to: '\n',
    tests: ['apps/server/src/modules/energy/customers/customers.http.test.ts'],
  },
  {
    id: 'secret-told-twice',
    file: 'apps/server/src/platform/auth/secrets.ts',
    from: 'kept === secretHash(secret) ? secret : null',
    to: 'kept !== null ? secret : null',
    tests: ['apps/server/src/modules/energy/customers/customers.http.test.ts'],
  },
  {
    id: 'report-mail-withdrawn',
    file: 'apps/server/src/modules/energy/send/mail.ts',
    from: 'and s.withdrawn_at is null and',
    to: 'and',
    tests: ['apps/server/src/modules/energy/send/send-mail.http.test.ts'],
  },
  {
    id: 'beside-sum-unlike',
    file: 'apps/server/src/modules/energy/reports/beside.ts',
    from: 'if (lacking.size > 0 && projects.length > 1)',
    to: 'if (false)',
    tests: ['apps/server/src/modules/energy/reports/beside.http.test.ts'],
  },
  // What gateways are told, and what a check of all projects leaves out.
  {
    id: 'energy-intake-whose',
    file: 'apps/server/src/modules/energy/ingest/ingest.ts',
    from: 'index: problem.index - first',
    to: 'index: problem.index',
    tests: ['apps/server/src/modules/energy/ingest/intake.http.test.ts'],
  },
  {
    id: 'energy-intake-partly',
    file: 'apps/server/src/modules/energy/ingest/ingest.ts',
    from: 'result.accepted > 0 && result.duplicates > 0',
    to: 'false',
    tests: ['apps/server/src/modules/energy/ingest/intake.http.test.ts'],
  },
  {
    id: 'energy-intake-failed-together',
    file: 'apps/server/src/modules/energy/ingest/intake.ts',
    from: 'if (group.length === 1) return first.failed(error);',
    to: 'for (const one of group) one.failed(error);\n    return;',
    tests: ['apps/server/src/modules/energy/ingest/intake.http.test.ts'],
  },
  {
    id: 'energy-deviations-rest',
    file: 'apps/server/src/modules/energy/analysis/deviations.ts',
    from: 'left.length > projects.length ? (projects.at(-1) ?? null) : null',
    to: 'null',
    tests: ['apps/server/src/modules/energy/analysis/deviations.http.test.ts'],
  },
  {
    id: 'energy-primary-share',
    file: 'apps/server/src/modules/energy/analysis/plant.ts',
    from: 'Math.max(0, driven.elec), grid.value)',
    to: 'Math.max(0, driven.elec), 1)',
    tests: ['apps/server/src/modules/energy/analysis/analysis.http.test.ts'],
  },
];
