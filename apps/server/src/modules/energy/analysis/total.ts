/** 综合分析报表: the figures of a month in nine sections, each with the sentence that they make by themselves. */
import { type TotalContent, type TotalSectionKey, type TotalTable, TOTAL_SECTIONS } from '@hengneng/contracts';
import {
  addDays,
  addMonths,
  CHINA,
  compare,
  dayAt,
  daysIn,
  exact,
  exactText,
  monthEnd,
  monthOf,
  sumOf,
  times,
} from '@hengneng/energy/measuring';
import { moneyText } from '@hengneng/core';
import { thousands } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { fenOf, seesCosts, sumCosts } from '../costs/index.ts';
import { type Figure, reportProject, type ReportProject, weatherOf } from '../reports/figures.ts';
import { type IndoorDay, indoorDays, passRate, stoppedHours } from '../reports/indoor.ts';
import { monthCostsFor } from '../reports/money.ts';
import { comparedOf, type Month, readMonth } from '../reports/month.ts';
import { coalOf, qualityOf, rounded } from '../reports/sums.ts';
import { projectRules } from '../settings/index.ts';
import { hostFigures, hostRow } from './machines.ts';
import { type Counted, countedMeters, leaves } from './meters.ts';
import { groupFigures, type Span } from './usage.ts';

export type Audience = TotalContent['audience'];

/** A section before anybody wrote in it. */
export interface Drafted {
  readonly key: TotalSectionKey;
  readonly draft: string;
  readonly tables: readonly TotalTable[];
}

type Value = string | number | null;
/** Numbers without zeros that say nothing, so that the same figure is the same text wherever it came from. */
const cell = (value: Value, places: number | null | undefined): string | null =>
  value === null ? null : places == null ? String(value) : exactText(exact(String(value)));

/** @param columns name, and places where the column is of numbers */
const table = (
  Key: string,
  Title: string,
  columns: readonly (readonly [string, number | null])[],
  rows: readonly (readonly Value[])[],
): TotalTable => ({
  Key,
  Title,
  Columns: columns.map(([Name, Places]) => ({ Name, Places })),
  Rows: rows.map((row) => row.map((value, at) => cell(value, columns[at]?.[1]))),
});

const grouped = (value: string | number, places = 0): string => thousands(Number(value).toFixed(places));

const monthSpan = (month: string, today: string): Span => {
  const last = monthEnd(month);
  return { from: `${month}-01`, to: last < today ? last : addDays(today, -1) };
};

interface Sources {
  readonly ctx: Ctx;
  readonly project: ReportProject;
  readonly month: Month;
  readonly meters: readonly Counted[];
  readonly span: Span;
  readonly today: string;
  readonly money: boolean;
  readonly indoor: readonly IndoorDay[];
}

const overview = ({ month }: Sources): Drafted => {
  const adjusted = month.rows.some((row) => exact(row.adjusted) !== 0n);
  const elec = month.rows.find(({ code }) => code === 'elec');
  return {
    key: 'overview',
    draft: [
      month.output === null ? '' : `本月供冷供热 ${grouped(month.output)} kWh。`,
      elec === undefined || elec.usage === null
        ? ''
        : `用电 ${grouped(elec.usage)} kWh，同比 ${elec.yoy.text}，环比 ${elec.mom.text}${elec.perM2 === null ? '' : `，单位面积 ${elec.perM2.toFixed(2)} kWh/m²`}。`,
      month.cop === null ? '' : `机房综合 COP ${month.cop.toFixed(2)}。`,
      month.tce === null ? '' : `折标煤 ${month.tce.toFixed(2)} tce。`,
    ].join(''),
    tables: [
      table(
        'energies',
        '各能源用量',
        [
          ['能源', null],
          ['单位', null],
          ['用量', 0],
          ...(adjusted ? ([['其中调整', 0]] as const) : []),
          ['每 m²', 2],
          ['标煤（tce）', 2],
          ['碳（tCO₂）', 2],
          ['同比', null],
          ['环比', null],
          ['完整率（%）', 1],
          ['估算（%）', 1],
        ],
        month.rows.map((row) => [
          row.name,
          row.unit,
          row.usage,
          ...(adjusted ? [row.adjusted] : []),
          row.perM2,
          row.tce,
          row.tCo2,
          row.yoy.text,
          row.mom.text,
          row.complete,
          row.estimated,
        ]),
      ),
    ],
  };
};

const BOUGHT = ['elec', 'gas', 'steam', 'heatBuy', 'oil'];

interface Part {
  readonly energy: string;
  readonly energyName: string;
  readonly unit: string;
  readonly name: string;
  readonly now: Figure | undefined;
  readonly before: Figure | undefined;
  readonly lastYear: Figure | undefined;
}

/** What each energy went to, by 分项 of the meters that nothing below divides any further. */
async function partsOf({ ctx, meters, span, month }: Sources): Promise<readonly Part[]> {
  const groups = new Map<string, readonly Counted[]>();
  for (const code of BOUGHT) {
    const own = meters.filter(({ energy }) => energy === code);
    const parts = Map.groupBy(leaves(own), ({ category }) => category);
    if (parts.size > 0) for (const [category, of] of parts) groups.set(`${code} ${category}`, of);
  }
  const spanOf = (back: number): Span => {
    const of = addMonths(month.month, -back);
    return { from: `${of}-01`, to: monthEnd(of) };
  };
  const [now, before, lastYear] = await Promise.all([
    groupFigures(ctx.db, groups, span, ctx.now, 'span'),
    groupFigures(ctx.db, groups, spanOf(1), ctx.now, 'span'),
    groupFigures(ctx.db, groups, spanOf(12), ctx.now, 'span'),
  ]);
  const at = (figures: readonly Figure[], key: string) => figures.find(({ code, known }) => code === key && known);
  return [...groups].flatMap(([key, [first]]) =>
    first === undefined
      ? []
      : [
          {
            energy: first.energy,
            energyName: first.energyName,
            unit: first.unit,
            name: first.categoryName,
            now: at(now, key),
            before: at(before, key),
            lastYear: at(lastYear, key),
          },
        ],
  );
}

const period = (figure: Figure | undefined, days: number) => ({
  usage: figure?.known === true ? figure.usage : null,
  completeness: figure === undefined ? null : qualityOf([figure]).complete,
  days,
});

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : rounded((part / whole) * 100, 1));

/** Without adjustments: parts are told by their meters' days. */
const countedOf = ({ usage, adjusted }: Month['rows'][number]): string =>
  exactText(exact(usage ?? '0') - exact(adjusted));

function composition({ project, month, span }: Sources, parts: readonly Part[]): Drafted {
  const known = parts.flatMap((part) => (part.now === undefined ? [] : [{ ...part, now: part.now }]));
  const days = daysIn(span);
  const lengthOf = (back: number): number => Number(monthEnd(addMonths(month.month, -back)).slice(8));
  const kgceOf = ({ energy, now }: { readonly energy: string; readonly now: Figure }): number | null =>
    coalOf([{ ...now, at: month.month, code: energy }], project).kgce;
  const rows = known.map((part) => {
    const whole = month.rows.find(({ code }) => code === part.energy);
    const total = whole === undefined ? 0 : Number(countedOf(whole));
    const kgce = kgceOf(part);
    const now = period(part.now, days);
    return [
      part.energyName,
      part.name,
      part.unit,
      part.now.usage,
      percent(Number(part.now.usage), total),
      kgce === null ? null : rounded(kgce / 1000, 2),
      comparedOf(compare(now, period(part.lastYear, lengthOf(12)), '去年同期')).text,
      comparedOf(compare(now, period(part.before, lengthOf(1)), '上期')).text,
    ];
  });
  const largest = known
    .filter(({ energy }) => energy === 'elec')
    .toSorted((a, b) => Number(b.now.usage) - Number(a.now.usage))[0];
  return {
    key: 'parts',
    draft:
      largest === undefined
        ? '没有分项计量的用能。'
        : `用电最多的是${largest.name}，${grouped(largest.now.usage)} kWh。占比为占该能源总表用量的比例，合计不足 100% 的部分为未分项与损耗。`,
    tables: [
      table(
        'parts',
        '能耗构成',
        [
          ['能源', null],
          ['功能/系统', null],
          ['单位', null],
          ['用量', 0],
          ['占比（%）', 1],
          ['标煤（tce）', 2],
          ['同比', null],
          ['环比', null],
        ],
        rows,
      ),
    ],
  };
}

const MJ_PER_KWH = 3.6;

/** Into kWh, so that gas and electricity stand side by side: gas by its calorific value. */
function flow({ project, month }: Sources, parts: readonly Part[]): Drafted {
  const lhv = project.energies.find(({ code }) => code === 'gas')?.lhvOn(month.month) ?? null;
  const kwh = (energy: string, usage: string): number | null => {
    const measure = project.energies.find(({ code }) => code === energy)?.measureOn(month.month).times ?? null;
    const counted = measure === null ? null : Number(usage) * measure;
    if (counted === null || energy === 'elec') return counted;
    return energy === 'gas' && lhv !== null ? (counted * lhv) / MJ_PER_KWH : null;
  };
  const links = ['elec', 'gas'].flatMap((code) => {
    const whole = month.rows.find((row) => row.code === code);
    const total = whole === undefined || whole.usage === null ? null : kwh(code, countedOf(whole));
    if (whole === undefined || total === null || total <= 0) return [];
    const own = parts.flatMap(({ energy, name, now }) => {
      const value = energy === code && now !== undefined ? kwh(code, now.usage) : null;
      return value === null || value <= 0 ? [] : [{ from: whole.name, to: name, value }];
    });
    const rest = total - own.reduce((sum, { value }) => sum + value, 0);
    return rest > 0.5 ? [...own, { from: whole.name, to: '未分项与损耗', value: rest }] : own;
  });
  const total = links.reduce((sum, { value }) => sum + value, 0);
  return {
    key: 'flow',
    draft:
      links.length === 0
        ? '没有可以折成 kWh 的电或燃气用量。'
        : `本月输入能量 ${grouped(total)} kWh（燃气按低位热值折算）${month.output === null ? '' : `，供出冷热量 ${grouped(month.output)} kWh`}。制冷是热量的搬运，供出可以多于输入，因此能流画到用能系统为止。`,
    tables: [
      table(
        'flow',
        '能流去向',
        [
          ['能源', null],
          ['去向', null],
          ['能量（kWh）', 0],
          ['占输入（%）', 1],
        ],
        links.map(({ from, to, value }) => [from, to, rounded(value, 0), percent(value, total)]),
      ),
    ],
  };
}

/** Δ费用 = Δ量×去年价 + Δ价×本期量: both parts add up to the change. */
async function costs({ ctx, project, month }: Sources): Promise<Drafted> {
  const before = addMonths(month.month, -12);
  const last = (await monthCostsFor(ctx, [project.code], { from: before, to: before })) ?? [];
  const rows = month.rows.flatMap((row) => {
    const cost = row.cost;
    if (cost === undefined || cost.amount === null) return [];
    const lastYear = last.filter(({ code }) => code === row.code);
    const own = sumCosts(lastYear);
    const used = lastYear.length === 0 ? null : exactText(sumOf(lastYear.map(({ usage }) => exact(usage))));
    const whole = cost.problems.length === 0 && own.problems.length === 0;
    const then = own.meanPrice;
    const effect =
      !whole || own.amount === null || then === null || used === null || row.usage === null
        ? null
        : fenOf(times(exact(row.usage) - exact(used), exact(then)));
    const volume = effect === null ? null : moneyText(effect);
    return [
      [
        row.name,
        row.usage,
        row.unit,
        cost.meanPrice,
        cost.amount,
        own.amount,
        // The rest of the change, so that nothing is lost in rounding.
        volume === null || own.amount === null
          ? null
          : exactText(exact(cost.amount) - exact(own.amount) - exact(volume), 2),
        volume,
      ],
    ];
  });
  const problems = month.cost?.problems ?? [];
  return {
    key: 'cost',
    draft: [
      month.cost?.amount == null ? '本月没有可计的能源费。' : `本月能源费 ${grouped(month.cost.amount, 2)} 元`,
      month.cost?.perM2 == null ? '' : `，${month.cost.perM2.toFixed(2)} 元/m²`,
      month.cost?.amount == null ? '' : '。',
      problems.length === 0 ? '' : `费用不全：${problems.join('；')}。`,
    ].join(''),
    tables: [
      table(
        'cost',
        '费用与单价',
        [
          ['能源', null],
          ['用量', 0],
          ['单位', null],
          ['均价（元）', 4],
          ['费用（元）', 2],
          ['去年同期（元）', 2],
          ['影响：价（元）', 2],
          ['影响：量（元）', 2],
        ],
        rows,
      ),
    ],
  };
}

async function machines({ ctx, project, meters, span }: Sources): Promise<Drafted> {
  const hosts = await hostFigures(ctx.db, project.code, meters, span, ctx.now);
  const rule = (await projectRules(ctx.db, [project.code], span.to)).get(project.code);
  const rows = hosts.map((host) => hostRow(host, project.energies, rule?.deviation('', '')));
  const worst = rows
    .filter(({ Attainment }) => Attainment !== null)
    .toSorted((a, b) => (a.Attainment ?? 0) - (b.Attainment ?? 0))[0];
  return {
    key: 'hosts',
    draft:
      rows.length === 0
        ? '没有按主机计量的用能。'
        : worst === undefined
          ? '主机没有可比的设计 COP，或本月同时供冷供热。'
          : `达成率最低的是${worst.Name}，COP ${worst.Cop?.toFixed(2) ?? '—'}，为设计值的 ${worst.Attainment?.toFixed(1) ?? '—'}%。`,
    tables: [
      table(
        'hosts',
        '主机能效',
        [
          ['主机', null],
          ['产冷热量（kWh）', 0],
          ['耗气（m³）', 0],
          ['耗电（kWh）', 0],
          ['COP', 2],
          ['设计COP', 2],
          ['达成率（%）', 1],
          ['完整率（%）', 1],
        ],
        rows.map((one) => [
          one.Name,
          one.Output,
          one.Gas,
          one.Elec,
          one.Cop,
          one.DesignCop,
          one.Attainment,
          one.Complete,
        ]),
      ),
    ],
  };
}

/** Means of what was read at the machines, day by day. */
async function temperatures({ ctx, project, span, indoor }: Sources): Promise<Drafted> {
  const mean = (code: string) => sql`round(avg(nullif(r.points ->> ${code}, '')::numeric), 1)::float8`;
  const [read, weather] = await Promise.all([
    sql<{ day: string; supply: number | null; back: number | null }>`
      select (r.at at time zone ${CHINA})::date::text as day, ${mean('chilledOut')} as supply, ${mean('chilledIn')} as back
      from run_reading r where r.project_code = ${project.code} and r.at >= ${span.from}::date::timestamp at time zone ${CHINA}
        and r.at < (${span.to}::date + 1)::timestamp at time zone ${CHINA}
        and not exists (select from run_reading n where n.supersedes = r.id) group by 1 order by 1`.execute(ctx.db),
    weatherOf(ctx.db, project.code, span),
  ]);
  const inside = new Map(indoor.map(({ day, meanC }) => [day, meanC]));
  const outside = new Map(weather.map(({ day, meanC }) => [day, meanC]));
  const byDay = new Map(read.rows.map((row) => [row.day, row]));
  const days = [...new Set([...byDay.keys(), ...outside.keys(), ...inside.keys()])].toSorted();
  const mid = (values: readonly (number | null | undefined)[]): number | null => {
    const known = values.flatMap((value) => value ?? []);
    return known.length === 0 ? null : rounded(known.reduce((sum, value) => sum + value, 0) / known.length, 1);
  };
  const [supply, back, air] = [
    mid(read.rows.map((row) => row.supply)),
    mid(read.rows.map((row) => row.back)),
    mid([...outside.values()]),
  ];
  return {
    key: 'temperatures',
    draft: [
      supply === null || back === null
        ? '本月没有抄录供回水温度。'
        : `供水均温 ${supply.toFixed(1)} ℃，回水均温 ${back.toFixed(1)} ℃，温差 ${Math.abs(supply - back).toFixed(1)} ℃。`,
      air === null ? '' : `室外日均温 ${air.toFixed(1)} ℃。`,
      indoor.length === 0
        ? ''
        : `室内抽测 ${indoor.length} 天，均温 ${mid([...inside.values()])?.toFixed(1) ?? '—'} ℃，达标率 ${passRate(indoor)?.toFixed(1) ?? '—'}%。`,
    ].join(''),
    tables: [
      table(
        'temperatures',
        indoor.length === 0 ? '供回水与室外温度' : '供回水与室内外温度',
        [
          ['日期', null],
          ['供水（℃）', 1],
          ['回水（℃）', 1],
          ['室外均温（℃）', 1],
          ...(indoor.length === 0 ? [] : ([['室内抽测均温（℃）', 1]] as const)),
        ],
        days.map((day) => [
          day,
          byDay.get(day)?.supply ?? null,
          byDay.get(day)?.back ?? null,
          outside.get(day) ?? null,
          ...(indoor.length === 0 ? [] : [inside.get(day) ?? null]),
        ]),
      ),
    ],
  };
}

const carbon = ({ month }: Sources): Drafted => {
  const area = Number(month.areaM2 ?? 0);
  const rows = month.rows.filter(({ tce, tCo2 }) => tce !== null || tCo2 !== null);
  return {
    key: 'carbon',
    draft: [
      month.tce === null
        ? '有能源没有折标系数，标煤不给合计。'
        : `折标煤 ${month.tce.toFixed(2)} tce${area > 0 ? `，${((month.tce * 1000) / area).toFixed(2)} kgce/m²` : ''}。`,
      month.tCo2 === null ? '有能源没有碳因子，碳不给合计。' : `碳排放 ${month.tCo2.toFixed(2)} tCO₂。`,
      ...month.notes.map((note) => `${note}。`),
    ].join(''),
    tables: [
      table(
        'carbon',
        '标煤与碳',
        [
          ['能源', null],
          ['标煤（tce）', 2],
          ['碳（tCO₂）', 2],
        ],
        rows.map(({ name, tce, tCo2 }) => [name, tce, tCo2]),
      ),
    ],
  };
};

const quality = ({ month }: Sources, audience: Audience): Drafted => {
  const taken = month.adjustments.filter(({ toMonth }) => toMonth === month.month);
  return {
    key: 'quality',
    draft: `完整率 ${month.whole.complete ?? '—'}%，估算占比 ${month.whole.estimated ?? '—'}%，报告为${month.standing}（截至 ${month.until}）。${taken.length === 0 ? '' : `本月有 ${taken.length} 笔对以前月份的调整。`}`,
    tables:
      audience === '客户' || taken.length === 0
        ? []
        : [
            table(
              'adjustments',
              '本月调整',
              [
                ['单号', null],
                ['原月份', null],
                ['表计', null],
                ['调整量', 2],
                ['单位', null],
                ['原因', null],
                ['状态', null],
              ],
              taken.map((one) => [one.serial, one.fromMonth, one.meter, one.quantity, one.unit, one.reason, one.state]),
            ),
          ],
  };
};

export interface Figures {
  readonly month: Month;
  readonly customer: string;
  readonly sections: readonly Drafted[];
  readonly cards: TotalContent['cards'];
}

async function cardsOf({ ctx, project, month, money, span, indoor }: Sources): Promise<TotalContent['cards']> {
  const stopped = await stoppedHours(ctx.db, project.code, span);
  const passed = passRate(indoor);
  const elec = month.rows.find(({ code }) => code === 'elec');
  return [
    { Label: '系统 COP', Value: month.cop?.toFixed(2) ?? '—', Unit: '' },
    { Label: '单位面积用电', Value: elec?.perM2?.toFixed(2) ?? '—', Unit: 'kWh/m²' },
    { Label: '标煤', Value: month.tce?.toFixed(2) ?? '—', Unit: 'tce' },
    { Label: '碳', Value: month.tCo2?.toFixed(2) ?? '—', Unit: 'tCO₂' },
    ...(money
      ? [{ Label: '能源费', Value: month.cost?.amount == null ? '—' : grouped(month.cost.amount, 2), Unit: '元' }]
      : []),
    { Label: '供能达标率', Value: passed?.toFixed(1) ?? '—', Unit: '%' },
    { Label: '停供', Value: stopped?.toFixed(1) ?? '—', Unit: 'h' },
    { Label: '完整率', Value: month.whole.complete?.toFixed(1) ?? '—', Unit: '%' },
  ];
}

/** @throws notFound where the person sees no such project */
export async function totalFigures(ctx: Ctx, code: string, month: string, audience: Audience): Promise<Figures> {
  const today = dayAt(ctx.now.getTime(), CHINA);
  const [of, project] = [await readMonth(ctx, { ProjectCode: code, Month: month }), await reportProject(ctx, code)];
  const [meters, customer] = await Promise.all([
    countedMeters(ctx.db, project.code),
    sql<{ name: string }>`select customer_name as name from project where code = ${project.code}`.execute(ctx.db),
  ]);
  // The first day of a month has no day behind it yet.
  const span = monthOf(today) === month && today.endsWith('-01') ? { from: today, to: today } : monthSpan(month, today);
  const sources: Sources = {
    ctx,
    project,
    month: of,
    meters,
    span,
    today,
    money: audience === '内部' && seesCosts(ctx.session),
    indoor: await indoorDays(ctx.db, project.code, span),
  };
  const parts = await partsOf(sources);
  const sections: readonly Drafted[] = [
    overview(sources),
    composition(sources, parts),
    flow(sources, parts),
    ...(sources.money ? [await costs(sources)] : []),
    await machines(sources),
    await temperatures(sources),
    carbon(sources),
    quality(sources, audience),
    { key: 'conclusion', draft: '', tables: [] },
  ];
  return { month: of, customer: customer.rows[0]?.name ?? '', sections, cards: await cardsOf(sources) };
}

export const titleOf = (key: TotalSectionKey): string => TOTAL_SECTIONS[key];
