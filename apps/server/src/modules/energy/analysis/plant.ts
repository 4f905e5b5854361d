/** 系统能效: what the whole plant, its pumps and towers among it, makes of what it takes; and whether its make-up is what its heat comes to. */
import type { analysisAll } from '@hengneng/contracts';
import { checkMakeUp, type Finding } from '@hengneng/energy/checks';
import { gasProperty, gridEfficiency } from '@hengneng/energy/factors';
import { expectedRejection, primaryEnergyRatio, waterTransportFactor, WTF_MINIMUM } from '@hengneng/energy/plant';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/schema.ts';
import type { Figure, ReportProject } from '../reports/figures.ts';
import { fillsTowers } from '../reports/meters.ts';
import { copOf, drivenOf, outputOf, qualityOf, rounded } from '../reports/sums.ts';
import type { Counted } from './meters.ts';
import { groupFigures, type Span } from './usage.ts';

type Row = z.input<typeof analysisAll.output>['Plant'][number];

/** 浓缩倍数 that water treatment keeps: what is blown down hardly changes between 3 and 5. */
const USUAL_CYCLES = 4;
/** A basin is filled up when it is empty: fewer days say little. */
const LEAST_DAYS = 3;

const PLANT = ['elec.host', 'elec.chilledPump', 'elec.coolingPump', 'elec.tower'];
/** Without these nobody measures the plant apart from the rest of the building. */
const LEAST = ['elec.host', 'elec.chilledPump'];

/** By day, each under its name: electricity of the plant, of its pumps, and what its towers are filled up with. */
export const plantFigures = (db: Db, meters: readonly Counted[], span: Span, now: Date): Promise<readonly Figure[]> => {
  const apart = LEAST.every((category) => meters.some((one) => one.category === category));
  const of = (category: string) => meters.filter((one) => one.category === category);
  const groups = new Map<string, readonly Counted[]>([
    ['elec', apart ? meters.filter(({ category }) => PLANT.includes(category)) : []],
    ['chilledPump', of('elec.chilledPump')],
    ['coolingPump', of('elec.coolingPump')],
    ['makeUp', meters.filter((one) => fillsTowers({ ...one, areaUse: one.area }))],
  ]);
  return groupFigures(db, groups, span, now);
};

/** A correction may make a day less than nothing: no heat and no pump goes by that. */
const isWhole = ({ known, got, due, doubtful, usage }: Figure): boolean =>
  known && got >= due && !doubtful && Number(usage) >= 0;

interface RejectedDay {
  readonly day: string;
  readonly kwh: number;
}

/** Heat that left with the cooling water, of days on which machines only cooled and all of it is known. */
function rejectedDays(machines: readonly Figure[], project: ReportProject): readonly RejectedDay[] {
  return [...Map.groupBy(machines, ({ at }) => at)].flatMap(([day, of]) => {
    const made = (code: string) => Number(of.find((one) => one.code === code)?.usage ?? 0);
    if (made('cooling') <= 0 || made('heating') > 0 || !of.every(isWhole)) return [];
    const driven = drivenOf(of, project.energies);
    if (driven === null) return [];
    const burnerEfficiency = gasProperty(project.factors, 'efficiency', { day, project: project.code }) ?? undefined;
    const goesIn = { cooling: made('cooling'), gas: driven.gas?.kwh ?? 0, pumps: driven.elec ?? 0, burnerEfficiency };
    return [{ day, kwh: expectedRejection(goesIn) }];
  });
}

/** What was rejected, and what was used of something on the same days; null where no day has both. */
function beside(days: readonly RejectedDay[], figures: readonly Figure[]) {
  const used = new Map(figures.filter(isWhole).map(({ at, usage }) => [at, Number(usage)]));
  const both = days.filter(({ day }) => used.has(day));
  return both.length === 0
    ? null
    : {
        days: both.length,
        rejected: both.reduce((sum, { kwh }) => sum + kwh, 0),
        used: both.reduce((sum, { day }) => sum + (used.get(day) ?? 0), 0),
      };
}

const lineOf = ({ min, source }: (typeof WTF_MINIMUM)['chilled']): string =>
  `全年不低于 ${min}（${source.text}${source.check === true ? '，待核对原文' : ''}）`;

/**
 * @param machines of all machines together, by day: cold, heat, gas and their own electricity
 * @param figures of `plantFigures`
 */
export function readPlant(
  project: ReportProject,
  machines: readonly Figure[],
  figures: readonly Figure[],
  { to }: Span,
): { readonly rows: readonly Row[]; readonly makeUp: Finding | null } {
  const of = (code: string) => figures.filter((one) => one.code === code);
  const output = machines.filter(({ code }) => code === 'cooling' || code === 'heating');
  if (outputOf(output) === null) return { rows: [], makeUp: null };
  const whole = [...machines.filter(({ code }) => code !== 'elec'), ...of('elec')];
  const driven = of('elec').length === 0 ? null : drivenOf(whole, project.energies);
  const grid = gridEfficiency(project.factors, { day: to, project: project.code });
  const primary =
    driven === null || driven.output === null || driven.output < 0 || driven.elec === null
      ? null
      : primaryEnergyRatio(driven.output, Math.max(0, driven.gas?.kwh ?? 0), Math.max(0, driven.elec), grid.value);
  const apart = of('elec').length === 0 ? '没有单独计量的主机与冷温水泵用电' : null;
  const days = rejectedDays(machines, project);
  const cooling = beside(days, of('coolingPump'));
  const chilled = of('chilledPump').filter(({ known }) => known);
  const carried = Number(outputOf(output) ?? 0);
  const pumped = chilled.reduce((sum, { usage }) => sum + Number(usage), 0);
  const row = (Key: Row['Key'], Name: string, value: number | null, places: number, from: readonly Figure[]) => {
    const quality = qualityOf(from);
    return {
      Key,
      Name,
      Value: value === null ? null : rounded(value, places),
      Complete: quality.complete,
      Estimated: quality.estimated,
    };
  };
  const filled = beside(days, of('makeUp'));
  return {
    rows: [
      {
        ...row('system', '系统能效比', apart === null ? copOf(whole, project.energies) : null, 2, whole),
        Reference: '',
        Words: apart ?? '冷热量 ÷（燃气热量 + 主机、水泵、冷却塔用电）；没有燃气的即系统 EER',
      },
      {
        ...row('primary', '一次能源利用率', apart === null ? primary : null, 2, whole),
        Reference: '',
        Words:
          apart ??
          `冷热量 ÷（燃气热量 + 用电 ÷ 供电效率 ${grid.value}）；供电效率来源：${grid.source.text}${grid.source.check === true ? '（待核对原文）' : ''}`,
      },
      {
        ...row(
          'wtfChilled',
          '冷温水输送系数',
          pumped > 0 && carried >= 0 ? waterTransportFactor(carried, pumped) : null,
          1,
          [...output, ...chilled],
        ),
        Reference: lineOf(WTF_MINIMUM.chilled),
        Words: chilled.length === 0 ? '没有冷温水泵的电表' : '冷热量 ÷ 冷温水泵用电',
      },
      {
        ...row(
          'wtfCooling',
          '冷却水输送系数',
          cooling === null ? null : waterTransportFactor(cooling.rejected, cooling.used),
          1,
          of('coolingPump'),
        ),
        Reference: lineOf(WTF_MINIMUM.cooling),
        Words:
          cooling === null
            ? '没有冷却水泵的电表，或没有资料齐全的制冷日'
            : `排热量（Qe + ηQg + P）÷ 冷却水泵用电，${cooling.days} 个制冷日`,
      },
    ],
    makeUp:
      filled === null || filled.days < LEAST_DAYS ? null : checkMakeUp(filled.rejected, filled.used, USUAL_CYCLES),
  };
}
