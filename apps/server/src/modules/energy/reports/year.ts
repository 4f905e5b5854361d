/** 年报表: the months of a year of one project or several, by energy, against the same months of the year before. */
import type { reportYear, yearInput } from '@hengneng/contracts';
import { isCarrier } from '@hengneng/energy/factors';
import { addMonths, CHINA, compare, dayAt, daysIn, monthEnd, monthOf } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/http/errors.ts';
import { seesCosts, sumCosts, takesCosts } from '../costs/index.ts';
import { designFigures, shareOfDesign } from './design.ts';
import { adjustmentWords, type Energy, type Figure, type MonthFigure, monthFigures, weighingOf } from './figures.ts';
import { areaOf, coalsOf, namedProjects, pendingOf, together } from './many.ts';
import { monthCostsFor } from './money.ts';
import { comparedOf } from './month.ts';
import { copOf, perM2, qualityOf, rounded } from './sums.ts';
import { yearMonths } from './year-months.ts';

export type Year = z.input<typeof reportYear.output>;
type Asked = z.output<typeof yearInput>;

/** Values of an energy in the unit that was chosen, exact where it is measured. */
type Valued = (figures: readonly MonthFigure[]) => string | null;

const dec = (value: number | null): string | null => (value === null ? null : String(rounded(value, 4)));

/** @throws forbidden where money is asked for by somebody who may not see it, or not take it along */
export async function readYear(ctx: Ctx, asked: Asked, taken = false): Promise<Year> {
  const money = seesCosts(ctx.session);
  if (asked.Unit === '元' && !(taken ? takesCosts(ctx.session) : money))
    throw forbidden(taken ? '您没有导出金额的权限' : '您没有查看金额的权限');
  const months = yearMonths(asked);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const [first = '', end = ''] = [months[0], months.at(-1)];
  if (`${first}-01` > today) throw invalid([{ path: 'Year', message: '不能选择还没有到的年份' }]);
  const projects = await namedProjects(ctx, asked.ProjectCodes);
  const codes = projects.map(({ code }) => code);
  const [all, { energies, factors }, pending, costs] = await Promise.all([
    monthFigures(ctx.db, codes, { from: addMonths(first, -12), to: end }, ctx.now),
    weighingOf(ctx.db, codes),
    pendingOf(ctx.db, codes),
    asked.Unit === '元'
      ? monthCostsFor(ctx, codes, { from: addMonths(first, -12), to: end < monthOf(today) ? end : monthOf(today) })
      : null,
  ]);
  const designs = Map.groupBy(
    asked.Unit === '元'
      ? []
      : await designFigures(
          ctx.db,
          projects,
          { energies, factors },
          months.map((at) => ({ at, from: `${at}-01`, to: monthEnd(at) })),
        ),
    ({ code }) => code,
  );
  const costOf = Map.groupBy(costs ?? [], ({ project, at, code }) => `${project} ${at} ${code}`);
  const areaM2 = areaOf(projects);
  // Of those only whose use is known: the others' m² would make every figure smaller.
  const areaOfKnown = (figures: readonly MonthFigure[]): string | null => {
    const known = new Set(figures.flatMap(({ project, known: is }) => (is ? [project] : [])));
    return areaOf(projects.filter(({ code }) => known.has(code)));
  };
  const over = months.filter((month) => monthEnd(month) < today);
  const before = over.map((month) => addMonths(month, -12));
  const byCode = Map.groupBy(all, ({ code }) => code);
  const used = energies.filter(({ code }) => byCode.get(code)?.some(({ known }) => known) === true);
  const notes = new Set<string>();
  const coals = coalsOf({ energies, factors });
  const coal = (of: readonly MonthFigure[], which: 'kgce' | 'kgCo2'): string | null => {
    const known = of.filter((figure) => figure.known);
    if (known.length === 0) return null;
    const found = coals(known);
    for (const note of found.notes) notes.add(note);
    const value = found[which];
    return dec(value === null ? null : value / 1000);
  };
  const physical: Valued = (of) => {
    const known = of.filter((figure) => figure.known);
    return known.length === 0 ? null : together('', '', known).usage;
  };
  const paid = (of: readonly MonthFigure[]) =>
    sumCosts(of.flatMap(({ project, at, code }) => costOf.get(`${project} ${at} ${code}`) ?? []));
  const spent: Valued = (of) => {
    const { amount, problems } = paid(of);
    for (const problem of problems) notes.add(`费用不全：${problem}`);
    return amount;
  };
  const values = {
    实物量: physical,
    tce: (of) => coal(of, 'kgce'),
    'tCO₂': (of) => coal(of, 'kgCo2'),
    元: spent,
  } satisfies Record<Asked['Unit'], Valued>;
  const valued = values[asked.Unit];
  const inTons = asked.Unit === 'tce' || asked.Unit === 'tCO₂';
  /** Of all that was used only: a design of some of the projects or energies says nothing of the sum. */
  const plannedOf = (code: string, actual: readonly MonthFigure[]): readonly MonthFigure[] => {
    const planned = code === 'all' ? [...designs.values()].flat() : (designs.get(code) ?? []);
    const covered = new Set(planned.map((one) => `${one.project} ${one.code}`));
    const whole = actual.every(
      (one) => !one.known || !isCarrier(one.code) || covered.has(`${one.project} ${one.code}`),
    );
    return whole ? planned : [];
  };
  const line = (about: Pick<Energy, 'code' | 'name' | 'unit'>, of: readonly MonthFigure[]): Year['rows'][number] => {
    const byMonth = Map.groupBy(of, ({ at }) => at);
    const inMonths = (wanted: readonly string[]) => wanted.flatMap((month) => byMonth.get(month) ?? []);
    const now = inMonths(over);
    const last = inMonths(before);
    const total = valued(now);
    const lastTotal = valued(last);
    // A year in which it was measured for some of the months only is no year to compare with.
    const knownIn = (month: string): boolean => byMonth.get(month)?.some(({ known }) => known) === true;
    const alike = over.every((month) => !knownIn(month) || knownIn(addMonths(month, -12)));
    const planned = plannedOf(about.code, now);
    const plannedOver = valued(planned.filter(({ at }) => over.includes(at)));
    const partly = asked.Unit === '元' && paid([...now, ...last]).problems.length > 0;
    const days = (wanted: readonly string[]): number =>
      wanted.reduce((sum, month) => sum + daysIn({ from: `${month}-01`, to: monthEnd(month) }), 0);
    return {
      ...about,
      months: Object.fromEntries(
        months.flatMap((month) => {
          const value = valued(byMonth.get(month) ?? []);
          return value === null ? [] : [[month, value]];
        }),
      ),
      total,
      last: lastTotal,
      yoy: partly
        ? { text: '—', rate: null, reason: '费用不全，不比较' }
        : comparedOf(
            compare(
              { usage: total, completeness: qualityOf(now).complete, days: days(over) },
              { usage: alike ? lastTotal : null, completeness: qualityOf(last).complete, days: days(before) },
              '去年同期',
            ),
          ),
      perM2: total === null ? null : perM2(inTons ? String(Number(total) * 1000) : total, areaOfKnown(now)),
      design:
        planned.length === 0
          ? null
          : {
              months: Object.fromEntries(
                months.flatMap((month) => {
                  const value = valued(planned.filter(({ at }) => at === month));
                  return value === null ? [] : [[month, value]];
                }),
              ),
              total: plannedOver,
              share: shareOfDesign(total, plannedOver),
            },
      ...qualityOf(now),
    };
  };
  const oneUnit = asked.Unit !== '实物量';
  const rows = used.map((energy) =>
    line({ ...energy, unit: oneUnit ? asked.Unit : energy.unit }, byCode.get(energy.code) ?? []),
  );
  // Cold and heat are what was made of the rest, water has no carbon, what has no price no cost: they have no row where they have no value.
  const shown = oneUnit ? rows.filter(({ months: of }) => Object.keys(of).length > 0) : rows;
  const merged = (month: string): readonly Figure[] =>
    [
      ...Map.groupBy(
        all.filter(({ at, known }) => at === month && known),
        ({ code }) => code,
      ),
    ].map(([code, of]) => together(month, code, of));
  const whole = all.filter(({ at }) => over.includes(at));
  for (const energy of used)
    for (const { at, brought = [] } of byCode.get(energy.code) ?? [])
      if (months.includes(at)) for (const one of brought) notes.add(adjustmentWords(one, energy, at));
  const [only] = projects;
  return {
    projectName: projects.length === 1 ? (only?.name ?? '') : `全部 ${projects.length} 个项目`,
    areaM2,
    asOf: ctx.now.toISOString(),
    pending,
    categories: used.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    projects: projects.length,
    money,
    months: [...months],
    over: over.length,
    rows: oneUnit ? [...shown, line({ code: 'all', name: '合计', unit: asked.Unit }, all)] : shown,
    efficiency: months.map((month) => {
      const of = merged(month);
      const electricity = of.find(({ code }) => code === 'elec');
      return {
        month,
        cop: copOf(
          all.filter(({ at, known }) => at === month && known),
          energies,
        ),
        perM2:
          electricity === undefined
            ? null
            : perM2(electricity.usage, areaOfKnown((byCode.get('elec') ?? []).filter(({ at }) => at === month))),
      };
    }),
    notes: [...notes],
    whole: qualityOf(whole),
  };
}
