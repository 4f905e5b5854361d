/** What main meters pay across projects: the version that holds, against the one before and against the area. */
import type { AcrossRow, priceHistory, priceModels, pricesAcross } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { addMonths, averagePrice, CHINA, dayAt, type EnergyPrice, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { forbidden, notFound } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { type Cell, exactFigure, figure } from '../workbook.ts';
import { projectsVisible } from '../../projects/index.ts';
import { pricesWhere, type StoredPrice, wireOf } from './rows.ts';

export const ACROSS = shortCodeOf('/operationContent/energyPriceSet');

export interface MainMeter {
  readonly id: string;
  readonly area: string;
  readonly areaName: string;
  readonly project: string;
  readonly projectName: string;
  readonly name: string;
  readonly meterNo: string;
  readonly model: string;
  readonly categoryId: string;
  readonly category: string;
  readonly categoryName: string;
  readonly unit: string;
  readonly price: string | null;
  readonly before: string | null;
  readonly quantity: string | null;
  readonly sharp: string | null;
  readonly peak: string | null;
  readonly flat: string | null;
  readonly valley: string | null;
}

/** Main meters of energies that are bought, of all projects that the person may see, with the price of the day and the one before it. */
export const mainMeters = async (
  ctx: Ctx,
  db: Db | Tx,
  day: string,
  category: string | null,
): Promise<readonly MainMeter[]> => {
  const month = addMonths(monthOf(day), -1);
  const own = sql`x.project_code = m.project_code and x.category_id = top.id and (x.meter_id is null or x.meter_id = m.device_id)
    and x.deleted_at is null`;
  const { rows } = await sql<MainMeter>`
    select m.device_id::text as id, p.area, a.name as "areaName", p.code as project, p.name as "projectName", coalesce(d.display_name, d.name) as name,
      coalesce(i.factory_no, d.factory_no, '') as "meterNo", coalesce(d.model, '') as model, top.id::text as "categoryId", top.code as category,
      top.name as "categoryName", top.unit, now_.id::text as price, before.id::text as before, trim_scale(f.usage)::text as quantity,
      f.sharp::text, f.peak::text, f.flat::text, f.valley::text
    from meter m join device d on d.id = m.device_id join project p on p.code = m.project_code join dept a on a.id = p.area
    join energy_category c on c.id = m.category_id join energy_category top on top.id = coalesce(c.parent_id, c.id)
    left join meter up on up.device_id = m.parent_id left join energy_category uc on uc.id = up.category_id
    left join meter_install i on i.meter_id = m.device_id and i.removed_at is null
    left join lateral (select x.id, x.valid_from from energy_price x where ${own} and daterange(x.valid_from, x.valid_to, '[]') @> ${day}::date
      order by x.meter_id nulls last limit 1) now_ on true
    left join lateral (select x.id from energy_price x where ${own} and x.valid_from < now_.valid_from order by x.meter_id nulls last, x.valid_from desc limit 1) before on true
    left join meter_month f on f.meter_id = m.device_id and f.month = ${month} and f.register = 'total'
    where ${projectsVisible(ctx.session)} and d.state <> 'retired' and coalesce(uc.parent_id, uc.id) is distinct from top.id
      and top.code in ('elec', 'gas', 'water', 'softWater', 'steam', 'heatBuy', 'oil')
      and (${category}::text is null or top.code = ${category})
    order by p.area, p.code, top.sort, d.sort, d.code`.execute(db);
  return rows;
};

const splitOf = ({ sharp, peak, flat, valley }: MainMeter) =>
  peak === null && flat === null
    ? null
    : { sharp: sharp ?? '0', peak: peak ?? '0', flat: flat ?? '0', valley: valley ?? '0' };

const averageOf = (meter: MainMeter, energy: EnergyPrice | undefined): number | null =>
  energy === undefined ? null : averagePrice(energy, splitOf(meter));

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle] ?? 0) + (sorted[middle - 1] ?? 0)) / 2;
};

/** Of an area and energy: one figure for each project, so that many meters do not outvote; null where there is only one. */
function mediansOf(meters: readonly MainMeter[], average: (meter: MainMeter) => number | null): Map<string, number> {
  const byPlace = new Map<string, Map<string, number>>();
  for (const meter of meters) {
    const value = average(meter);
    if (value === null) continue;
    const key = `${meter.area} ${meter.category}`;
    const projects = byPlace.get(key) ?? new Map<string, number>();
    if (!projects.has(meter.project)) projects.set(meter.project, value);
    byPlace.set(key, projects);
  }
  return new Map(
    [...byPlace].flatMap(([key, projects]): [string, number][] =>
      projects.size < 2 ? [] : [[key, median([...projects.values()])]],
    ),
  );
}

const percent = (value: number | null, base: number | null): number | null =>
  value === null || base === null || base === 0 ? null : Math.round(((value - base) / base) * 1000) / 10;

export const demandPrices = (ctx: Ctx): void => {
  if (!ctx.session.permissions.classified.has('price')) throw forbidden('您没有查看单价的权限');
};

type Input = z.output<typeof pricesAcross.input>;

export async function listAcross(ctx: Ctx, input: Input): Promise<z.input<typeof pricesAcross.output>> {
  demandPrices(ctx);
  const day = input.OnDate ?? dayAt(ctx.now.getTime(), CHINA);
  const meters = await mainMeters(ctx, ctx.db, day, input.CategoryCode ?? null);
  const ids = [...new Set(meters.flatMap(({ price, before }) => [price ?? [], before ?? []].flat()))];
  const stored = ids.length === 0 ? [] : await pricesWhere(ctx, ctx.db, sql`e.id = any(${ids}::bigint[])`);
  const prices = new Map(stored.map((one) => [one.id, one]));
  const priceOf = (id: string | null): StoredPrice | undefined => (id === null ? undefined : prices.get(id));
  const average = (meter: MainMeter): number | null => averageOf(meter, priceOf(meter.price)?.energy);
  const medians = mediansOf(meters, average);
  const keyword = (input.Keyword ?? '').trim();
  const shown = meters.filter(
    (meter) =>
      (input.ProjectCodes.length === 0 || input.ProjectCodes.includes(meter.project)) &&
      (!input.Model || meter.model === input.Model) &&
      (input.NoPrice !== true || meter.price === null) &&
      (keyword === '' || `${meter.projectName} ${meter.name} ${meter.meterNo}`.includes(keyword)),
  );
  const first = (input.PageIndex - 1) * input.PageSize;
  return {
    rows: shown.slice(first, first + input.PageSize).map((meter): AcrossRow => {
      const price = priceOf(meter.price);
      const wire = price === undefined ? null : wireOf(price, ctx.now);
      const avg = average(meter);
      const areaMedian = medians.get(`${meter.area} ${meter.category}`) ?? null;
      return {
        DeviceId: meter.id,
        AreaName: meter.areaName,
        ProjectCode: meter.project,
        ProjectName: meter.projectName,
        DeviceName: meter.name,
        MeterNo: meter.meterNo,
        Model: meter.model,
        CategoryCode: meter.category,
        CategoryName: meter.categoryName,
        Unit: meter.unit,
        Mode: wire?.Mode ?? null,
        Price: wire?.Price ?? null,
        Sharp: wire?.Sharp ?? null,
        Peak: wire?.Peak ?? null,
        Flat: wire?.Flat ?? null,
        Valley: wire?.Valley ?? null,
        Steps: wire?.Steps ?? [],
        AvgPrice: avg,
        From: wire?.From ?? null,
        To: wire?.To ?? null,
        PrevRate: percent(avg, averageOf(meter, priceOf(meter.before)?.energy)),
        AreaMedian: areaMedian,
        MedianDev: percent(avg, areaMedian),
        LastQty: meter.quantity,
        LastAmount: avg === null || meter.quantity === null ? null : (avg * Number(meter.quantity)).toFixed(2),
      };
    }),
    total: shown.length,
    OnDate: day,
    LastMonth: addMonths(monthOf(day), -1),
  };
}

/** A price in one line. */
export const priceWords = (energy: EnergyPrice): string => {
  if (energy.mode === 'single') return energy.price;
  if (energy.mode === 'ladder')
    return energy.steps.map(({ upTo, price }) => `${upTo === null ? '以上' : `≤${upTo}`} ${price}`).join('；');
  const { sharp, peak, flat, valley } = energy.prices;
  return `尖 ${sharp}，峰 ${peak}，平 ${flat}，谷 ${valley}`;
};

export async function historyOf(
  ctx: Ctx,
  input: z.output<typeof priceHistory.input>,
): Promise<z.input<typeof priceHistory.output>> {
  demandPrices(ctx);
  const meter = (await mainMeters(ctx, ctx.db, dayAt(ctx.now.getTime(), CHINA), null)).find(
    ({ id }) => id === input.DeviceId,
  );
  if (meter === undefined) throw notFound('表计不存在，或您没有查看它的权限');
  const all = await pricesWhere(
    ctx,
    ctx.db,
    sql`e.project_code = ${meter.project} and e.category_id = ${meter.categoryId}::bigint and (e.meter_id is null or e.meter_id = ${meter.id}::bigint)`,
  );
  return all.map((one) => ({
    PriceId: one.id,
    From: one.from,
    To: one.to,
    Mode: one.energy.mode,
    Prices: priceWords(one.energy),
    AvgPrice: averageOf(meter, one.energy),
    Editor: one.editor,
    EditTime: one.editedAt,
    DocNo: one.document,
  }));
}

export async function modelsOf(
  ctx: Ctx,
  input: z.output<typeof priceModels.input>,
): Promise<z.input<typeof priceModels.output>> {
  const meters = await mainMeters(ctx, ctx.db, dayAt(ctx.now.getTime(), CHINA), input.CategoryCode ?? null);
  const counts = new Map<string, number>();
  for (const { project, model } of meters)
    if (model !== '' && (input.ProjectCodes.length === 0 || input.ProjectCodes.includes(project)))
      counts.set(model, (counts.get(model) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([Model, MeterCount]) => ({ Model, MeterCount }));
}

const MODES = { single: '单一', tou: '分时', ladder: '阶梯' } as const;

/** All that matches; prices leave with who may take them along. */
export async function exportAcross(ctx: Ctx, input: Input): Promise<FileAnswer> {
  if (!ctx.session.permissions.exportable.has('price')) throw forbidden('您没有导出单价的权限');
  const list = await listAcross(ctx, { ...input, PageIndex: 1, PageSize: 20_000 });
  return workbook(ctx, {
    title: '能源价格一览',
    head: [
      '区域',
      '项目',
      '表计',
      '表号',
      '型号',
      '能源',
      '计价方式',
      '单价（元/单位）',
      '均价（元/单位）',
      '生效起',
      '生效止',
      '较上一版（%）',
      '区域中位价（元/单位）',
      '偏离（%）',
      '上月用量',
      '上月金额（元）',
    ],
    rows: list.rows.map((row): Cell[] => [
      row.AreaName,
      row.ProjectName,
      row.DeviceName,
      row.MeterNo,
      row.Model,
      row.CategoryName,
      row.Mode === null ? '未设价格' : MODES[row.Mode],
      row.Price === null
        ? row.Mode === 'tou'
          ? `尖 ${row.Sharp}，峰 ${row.Peak}，平 ${row.Flat}，谷 ${row.Valley}`
          : row.Steps.map(({ UpTo, Price }) => `${UpTo === null ? '以上' : `≤${UpTo}`} ${Price}`).join('；')
        : exactFigure(row.Price),
      figure(row.AvgPrice, 4),
      row.From ?? '',
      row.From === null ? '' : (row.To ?? '长期'),
      figure(row.PrevRate, 1),
      figure(row.AreaMedian, 4),
      figure(row.MedianDev, 1),
      figure(row.LastQty, 0),
      figure(row.LastAmount, 2),
    ]),
    filters: [
      ['某日有效', list.OnDate],
      ['上月', list.LastMonth],
      ['口径', '均价按上月分时用量加权；阶梯价没有单一均价；上月金额为用量 × 均价，不含基本电费与力调'],
    ],
  });
}
