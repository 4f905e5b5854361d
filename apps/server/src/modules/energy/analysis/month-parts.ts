/** 月报的维度: what each energy of a month went to, by function (分项), by meter or by the area that is metered. */
import type { MonthParts, MonthDimension } from '@hengneng/contracts';
import { addMonths, addDays, CHINA, compare, dayAt, daysIn, monthEnd } from '@hengneng/energy/measuring';
import type { Ctx } from '../../../platform/context.ts';
import { type Figure, reportProject } from '../reports/figures.ts';
import { comparedOf } from '../reports/month.ts';
import { coalOf, qualityOf, rounded } from '../reports/sums.ts';
import { type Counted, countedMeters, leaves, summed } from './meters.ts';
import { groupFigures, type Span } from './usage.ts';

interface Group {
  readonly key: string;
  readonly name: string;
  readonly meters: readonly Counted[];
}

const NO_AREA = '未分区';

/** The 分项 or the area that somebody put a meter in; null where nobody did. */
const partOf = ({ category, energy, categoryName, area }: Counted, dimension: '功能' | '区域'): string | null => {
  if (dimension === '区域') return area === '' ? null : area;
  return category === energy ? null : categoryName;
};

/** Parts of one energy. Of functions and areas each meter counts once: what nothing below it divides any further. */
function groupsOf(own: readonly Counted[], dimension: Exclude<MonthDimension, '能源'>): readonly Group[] {
  if (dimension === '设备') {
    const mains = new Set(summed(own));
    return [...mains, ...own.filter((meter) => !mains.has(meter))].map((meter) => ({
      key: meter.id,
      name: meter.name,
      meters: [meter],
    }));
  }
  // What stands in no part is in none: beside the machines that make cold the branches that take it would count it once more.
  const parts = leaves(own).filter((meter) => partOf(meter, dimension) !== null);
  const [first] = own;
  if (parts.length === 0)
    return first === undefined
      ? []
      : [{ key: '', name: dimension === '功能' ? first.energyName : NO_AREA, meters: summed(own) }];
  return [...Map.groupBy(parts, (meter) => partOf(meter, dimension) ?? '')].map(([name, meters]) => ({
    key: name,
    name,
    meters,
  }));
}

/** Of the month and, where it is not over, of its days that are. */
const spanOf = (month: string, back: number, today: string): Span => {
  const of = addMonths(month, -back);
  const last = monthEnd(of);
  return { from: `${of}-01`, to: back === 0 && last >= today ? addDays(today, -1) : last };
};

export async function monthParts(
  ctx: Ctx,
  asked: { readonly ProjectCode: string; readonly Month: string },
  dimension: MonthDimension,
): Promise<MonthParts | null> {
  if (dimension === '能源') return null;
  const project = await reportProject(ctx, asked.ProjectCode);
  const meters = await countedMeters(ctx.db, project.code);
  const energies = Map.groupBy(meters, ({ energy }) => energy);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const [now, before, lastYear] = [0, 1, 12].map((back) => spanOf(asked.Month, back, today)) as [Span, Span, Span];
  if (now.to < now.from) return { dimension, rows: [] };
  const parts = [...energies].flatMap(([energy, own]) =>
    groupsOf(own, dimension).map((group) => ({ ...group, energy, id: `${energy} ${group.key}` })),
  );
  const groups = new Map<string, readonly Counted[]>([
    ...parts.map(({ id, meters: of }) => [id, of] as const),
    // What shares are of.
    ...[...energies].map(([energy, own]) => [energy, summed(own)] as const),
  ]);
  const [is, was, year] = await Promise.all(
    [now, before, lastYear].map((span) => groupFigures(ctx.db, groups, span, ctx.now, 'span')),
  );
  const at = (figures: readonly Figure[] | undefined, key: string): Figure | undefined =>
    figures?.find(({ code, known }) => code === key && known);
  const period = (figure: Figure | undefined, span: Span) => ({
    usage: figure?.usage ?? null,
    completeness: figure === undefined ? null : qualityOf([figure]).complete,
    days: daysIn(span),
  });
  const tons = (value: number | null): number | null => (value === null ? null : rounded(value / 1000, 2));
  return {
    dimension,
    rows: parts.flatMap(({ id, energy, name, meters: [first] }) => {
      const figure = at(is, id);
      if (figure === undefined || first === undefined) return [];
      const whole = Number(at(is, energy)?.usage ?? 0);
      const coal = coalOf([{ ...figure, at: asked.Month, code: energy }], project);
      return [
        {
          key: id,
          code: energy,
          energy: first.energyName,
          name,
          unit: first.unit,
          usage: figure.usage,
          share: whole === 0 ? null : rounded((Number(figure.usage) / whole) * 100, 1),
          tce: tons(coal.kgce),
          tCo2: tons(coal.kgCo2),
          mom: comparedOf(compare(period(figure, now), period(at(was, id), before), '上期')),
          yoy: comparedOf(compare(period(figure, now), period(at(year, id), lastYear), '去年同期')),
          ...qualityOf([figure]),
        },
      ];
    }),
  };
}
