/** Adding, changing and taking away versions of prices. What a month was closed with stays. */
import type { nyPriceAdd, nyPriceDelete, nyPriceEdit } from '@hengneng/contracts';
import { type FieldError, today } from '@hengneng/core';
import {
  checkPrice,
  checkTou,
  daysFrom,
  type EnergyPrice,
  type PriceVersion,
  type TouKind,
  type TouSchedule,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { workOutAll } from '../facts/index.ts';
import { IS_MAIN, METERS, queueRecalcs } from '../things/index.ts';
import { type Worth, withImpact } from './impact.ts';
import { monthsUsed, priceOf } from './read.ts';
import { PRICE_PAPER, pricesWhere, type StoredPrice, versionOf } from './rows.ts';

type Added = z.output<typeof nyPriceAdd.input>;
type Edited = z.output<typeof nyPriceEdit.input>;
type Terms = Omit<Added, 'ProjectCode' | 'CategoryCode'>;

const KINDS: readonly TouKind[] = ['sharp', 'peak', 'flat', 'valley'];
const KIND_NAMES: Readonly<Record<TouKind, string>> = { sharp: '尖', peak: '峰', flat: '平', valley: '谷' };

const fault = (path: string, message: string): FieldError => ({ path, message });

function energyOf(terms: Terms): EnergyPrice {
  if (terms.Mode === 'single') {
    if (!terms.Price) throw invalid([fault('Price', '请填写单价')]);
    return { mode: 'single', price: terms.Price };
  }
  if (terms.Mode === 'ladder') {
    const steps = (terms.Steps ?? []).map(({ UpTo, Price }) => ({ upTo: UpTo, price: Price }));
    if (steps.length === 0) throw invalid([fault('Steps', '阶梯至少一档')]);
    return { mode: 'ladder', per: terms.LadderPer, steps };
  }
  const given = new Map((terms.Prices ?? []).map(({ Kind, Price }) => [Kind, Price]));
  // A kind of hour that the schedule does not have needs no price.
  const used = new Set((terms.Periods ?? []).map(({ Kind }) => Kind));
  const missing = KINDS.filter((kind) => used.has(kind) && !given.has(kind));
  if (missing.length > 0)
    throw invalid([fault('Prices', `请填写${missing.map((kind) => KIND_NAMES[kind]).join('、')}时段的单价`)]);
  const of = (kind: TouKind): string => given.get(kind) ?? '0';
  return {
    mode: 'tou',
    prices: { sharp: of('sharp'), peak: of('peak'), flat: of('flat'), valley: of('valley') },
  };
}

/** The schedule of a price by time of use, checked; null of any other. */
function touOf(terms: Terms): TouSchedule | null {
  if (terms.Mode !== 'tou') return null;
  const schedule: TouSchedule = {
    from: terms.From,
    to: terms.To ?? null,
    seasons: (terms.Seasons ?? []).map(({ Name, Ranges }) => ({
      name: Name,
      ranges: (Ranges ?? []).map(({ From, To }) => ({ from: From, to: To })),
    })),
    periods: (terms.Periods ?? []).map(({ Season, DayType, Start, End, Kind }) => ({
      season: Season,
      dayKind: DayType,
      start: Start,
      end: End,
      kind: Kind,
    })),
  };
  const wrong = checkTou(schedule);
  if (wrong.length > 0) throw invalid(wrong.map((message) => fault('Periods', message)));
  return schedule;
}

/** At which field people mend it. */
const fieldOf = (message: string): string => {
  if (message.startsWith('生效止')) return 'To';
  if (message.includes('重叠')) return 'From';
  if (message.startsWith('阶梯') || message.includes('一档')) return 'Steps';
  return message.startsWith('税率') ? 'TaxRate' : 'Price';
};

function basicOf(terms: Terms): PriceVersion['basic'] {
  if (!terms.BasicMode) return undefined;
  if (!terms.BasicPrice) throw invalid([fault('BasicPrice', '请填写基本电价')]);
  if (terms.BasicMode === 'capacity' && !terms.CapacityKva)
    throw invalid([fault('CapacityKva', '按容量计收请填写容量(kVA)')]);
  return { by: terms.BasicMode, price: terms.BasicPrice };
}

const candidate = (id: string, terms: Terms): PriceVersion => {
  const basic = basicOf(terms);
  return {
    id,
    from: terms.From,
    to: terms.To ?? null,
    energy: energyOf(terms),
    ...(basic === undefined ? {} : { basic }),
    ...(terms.CosStd ? { powerFactor: terms.CosStd } : {}),
    surcharges: (terms.Surcharges ?? []).map(({ Name, Price }) => ({ name: Name, price: Price })),
    tax: { included: terms.TaxIncluded, rate: terms.TaxRate },
  };
};

/** Prices of an energy in a project are changed by one person at a time, so that two versions never overlap. */
const lockPrices = async (tx: Tx, project: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`energyPrice ${project}`}, 0))`.execute(tx));

const beside = (ctx: Ctx, tx: Tx, project: string, category: string, meter: string | null) =>
  pricesWhere(
    ctx,
    tx,
    sql`e.project_code = ${project} and e.category_id = ${category}::bigint and e.meter_id is not distinct from ${meter}::bigint`,
  );

function demandSound(version: PriceVersion, others: readonly StoredPrice[]): void {
  const messages = checkPrice(version, others.map(versionOf));
  if (messages.length > 0) throw invalid(messages.map((message) => fault(fieldOf(message), message)));
}

async function saveSchedule(
  tx: Tx,
  schedule: TouSchedule,
  name: string,
  before: string | null,
  who: string,
): Promise<string> {
  const [seasons, periods] = [JSON.stringify(schedule.seasons), JSON.stringify(schedule.periods)];
  const { rows } =
    before === null
      ? await sql<{ id: string }>`insert into tou_schedule (name, valid_from, valid_to, seasons, periods, edited_by)
          values (${name}, ${schedule.from}, ${schedule.to}, ${seasons}::jsonb, ${periods}::jsonb, ${who}) returning id::text`.execute(
          tx,
        )
      : await sql<{
          id: string;
        }>`update tou_schedule set valid_from = ${schedule.from}, valid_to = ${schedule.to}, seasons = ${seasons}::jsonb,
          periods = ${periods}::jsonb, edited_by = ${who}, edited_at = app_now() where id = ${before}::bigint returning id::text`.execute(
          tx,
        );
  return rows[0]?.id ?? '';
}

/** So many days of main meters are split anew while somebody waits, so that it can be said what they came to; of the others the worker takes care. */
const AT_ONCE = 3000;
const SPLIT = '分时电价';

/** Meters whose hours the price divides are worked out anew; closed months refuse it by themselves. @returns whether those that are billed are */
async function splitAnew(
  tx: Tx,
  of: Pick<StoredPrice, 'project' | 'categoryId'>,
  from: string,
  now: Date,
): Promise<boolean> {
  const last = today(now);
  if (from > last) return true;
  const { rows } = await sql<{
    id: string;
    main: boolean;
  }>`select m.device_id::text as id, ${IS_MAIN} as main from ${METERS}
    where m.project_code = ${of.project} and (c.id = ${of.categoryId}::bigint or c.parent_id = ${of.categoryId}::bigint)`.execute(
    tx,
  );
  const mains = rows.filter(({ main }) => main);
  const atOnce = mains.length * daysFrom(from, last) <= AT_ONCE;
  if (atOnce)
    await workOutAll(
      tx,
      mains.map(({ id }) => ({ meterId: id, from, to: last })),
      SPLIT,
    );
  const later = rows.filter(({ main }) => !(main && atOnce));
  await queueRecalcs(
    tx,
    later.map(({ id }) => ({ meterId: id, fromDay: from, toDay: last })),
    SPLIT,
  );
  return atOnce;
}

async function bindPapers(ctx: Ctx, tx: Tx, id: string, terms: Terms): Promise<void> {
  const files = (terms.Files ?? []).map(({ URL }, index) => ({ path: `Files[${index}]`, URL }));
  const errors = await bindFiles(tx, PRICE_PAPER, id, files, ctx.session.userId);
  if (errors.length > 0) throw invalid(errors);
}

const nameOf = (project: string, id: string): string => `${project} 价格${id}`;

/** Columns that both a new and a changed price have. */
const values = (terms: Terms, version: PriceVersion) => ({
  valid_from: version.from,
  valid_to: version.to,
  mode: version.energy.mode,
  prices: JSON.stringify(version.energy),
  basic_by: version.basic?.by ?? null,
  basic_price: version.basic?.price ?? null,
  capacity_kva: terms.CapacityKva ?? null,
  power_factor: version.powerFactor ?? null,
  surcharges: JSON.stringify(version.surcharges ?? []),
  tax_included: version.tax.included,
  tax_rate: version.tax.rate,
  use_kind: terms.UseKind,
  voltage: terms.Voltage,
  document: terms.DocNo,
  files: JSON.stringify(terms.Files ?? []),
});

export const addPrice = (ctx: Ctx, input: Added, worth: Worth): Promise<{ readonly PriceId: string }> => {
  const version = candidate('', input);
  const schedule = touOf(input);
  return ctx.write(async (tx) => {
    const { code } = await seenProject(ctx, tx, input.ProjectCode);
    await lockPrices(tx, code);
    const { rows: categories } = await sql<{ id: string; name: string }>`
      select id::text, name from energy_category where code = ${input.CategoryCode}`.execute(tx);
    const [category] = categories;
    if (category === undefined) throw invalid([fault('CategoryCode', '没有这种能源')]);
    demandSound(version, await beside(ctx, tx, code, category.id, null));
    const of = values(input, version);
    const about = {
      worth,
      project: code,
      from: version.from,
      now: ctx.now,
      resplit:
        schedule === null
          ? null
          : () => splitAnew(tx, { project: code, categoryId: category.id }, version.from, ctx.now),
    };
    const scheduled = async (id: string): Promise<string> => {
      if (schedule === null) return id;
      const scheduleId = await saveSchedule(tx, schedule, nameOf(code, id), null, ctx.session.userId);
      await sql`update energy_price set schedule_id = ${scheduleId}::bigint where id = ${id}::bigint`.execute(tx);
      return id;
    };
    const insert = () =>
      sql<{ id: string }>`
      insert into energy_price (project_code, category_id, valid_from, valid_to, mode, prices, basic_by, basic_price, capacity_kva, power_factor,
        surcharges, tax_included, tax_rate, use_kind, voltage, document, files, edited_by)
      values (${code}, ${category.id}, ${of.valid_from}, ${of.valid_to}, ${of.mode}, ${of.prices}::jsonb, ${of.basic_by}, ${of.basic_price},
        ${of.capacity_kva}, ${of.power_factor}, ${of.surcharges}::jsonb, ${of.tax_included}, ${of.tax_rate}, ${of.use_kind}, ${of.voltage},
        ${of.document}, ${of.files}::jsonb, ${ctx.session.userId}) returning id::text`.execute(tx);
    const { done: id, impact } = await withImpact(tx, about, () =>
      insert().then(({ rows }) => scheduled(rows[0]?.id ?? '')),
    );
    await bindPapers(ctx, tx, id, input);
    const { files: _, ...after } = of;
    await trail(tx, ctx, {
      kind: '价格',
      action: '新增购能价格',
      object: `${code} ${category.name} ${version.from}`,
      after: { ...after, ...impact },
    });
    return { PriceId: id };
  });
};

/** Of a price that a closed month was worked out with, only its end may move, and not before that month's. */
function demandOnlyEnd(
  before: StoredPrice,
  after: PriceVersion,
  schedule: string | null,
  used: readonly { month: string; settled: boolean }[],
): void {
  const last = used.at(-1);
  if (last === undefined) return;
  const without = (of: PriceVersion): string => JSON.stringify({ ...of, to: null });
  const words = last.settled ? '结算' : '月锁';
  if (without(versionOf(before)) !== without(after) || schedule !== null)
    throw invalid([fault('From', `该版本已用于 ${last.month} ${words}，请新增版本`)]);
  if (after.to !== null && after.to.slice(0, 7) < last.month)
    throw invalid([fault('To', `该版本已用于 ${last.month} ${words}，截止日不能早于该月`)]);
}

export const editPrice = (ctx: Ctx, input: Edited, worth: Worth): Promise<{ readonly ok: true }> => {
  const version = candidate(input.PriceId, input);
  const schedule = touOf(input);
  return ctx.write(async (tx) => {
    const seen = await priceOf(ctx, tx, input.PriceId);
    await lockPrices(tx, seen.project);
    const before = await priceOf(ctx, tx, input.PriceId);
    if (before.version !== input.Version) throw conflict(`该价格已由${before.editor ?? '他人'}修改，请刷新后再改`);
    const changed = schedule !== null && (await scheduleChanged(tx, before.scheduleId, schedule));
    demandOnlyEnd(before, version, changed ? before.scheduleId : null, await monthsUsed(tx, before));
    demandSound(version, await beside(ctx, tx, before.project, before.categoryId, before.meter));
    const own = (await sharedSchedule(tx, before)) ? null : before.scheduleId;
    const scheduleId =
      schedule === null
        ? null
        : own === null && !changed
          ? before.scheduleId
          : await saveSchedule(
              tx,
              schedule,
              `${nameOf(before.project, before.id)}.${before.version + 1}`,
              own,
              ctx.session.userId,
            );
    const of = values(input, version);
    const from = before.from < version.from ? before.from : version.from;
    const anew = changed || before.from !== version.from || before.to !== version.to;
    const about = {
      worth,
      project: before.project,
      from,
      now: ctx.now,
      resplit: anew ? () => splitAnew(tx, before, from, ctx.now) : null,
    };
    const update = () =>
      sql`update energy_price set valid_from = ${of.valid_from}, valid_to = ${of.valid_to}, mode = ${of.mode}, prices = ${of.prices}::jsonb,
        schedule_id = ${scheduleId}::bigint, basic_by = ${of.basic_by}, basic_price = ${of.basic_price}, capacity_kva = ${of.capacity_kva},
        power_factor = ${of.power_factor}, surcharges = ${of.surcharges}::jsonb, tax_included = ${of.tax_included}, tax_rate = ${of.tax_rate},
        use_kind = ${of.use_kind}, voltage = ${of.voltage}, document = ${of.document}, files = ${of.files}::jsonb, version = version + 1,
        edited_by = ${ctx.session.userId}, edited_at = app_now() where id = ${before.id}::bigint`.execute(tx);
    const { impact } = await withImpact(tx, about, update);
    await bindPapers(ctx, tx, before.id, input);
    const { files: _, ...after } = of;
    await trail(tx, ctx, {
      kind: '价格',
      action: '修改购能价格',
      object: `${before.project} ${before.categoryName} ${version.from}`,
      summary: input.Reason,
      before: { valid_from: before.from, valid_to: before.to, prices: JSON.stringify(before.energy) },
      after: { ...after, ...impact },
    });
    return { ok: true as const };
  });
};

/** Whether other prices have the same schedule: it is not changed with this one. */
async function sharedSchedule(tx: Tx, { id, scheduleId }: StoredPrice): Promise<boolean> {
  const { rows } =
    await sql`select 1 from energy_price where schedule_id = ${scheduleId}::bigint and id <> ${id}::bigint limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

async function scheduleChanged(tx: Tx, id: string | null, schedule: TouSchedule): Promise<boolean> {
  if (id === null) return true;
  const { rows } = await sql<{ same: boolean }>`select seasons = ${JSON.stringify(schedule.seasons)}::jsonb
    and periods = ${JSON.stringify(schedule.periods)}::jsonb as same from tou_schedule where id = ${id}::bigint`.execute(
    tx,
  );
  return rows[0]?.same !== true;
}

export const deletePrice = (
  ctx: Ctx,
  { PriceId, Reason }: z.output<typeof nyPriceDelete.input>,
): Promise<{ readonly ok: true }> =>
  ctx.write(async (tx) => {
    const seen = await priceOf(ctx, tx, PriceId);
    await lockPrices(tx, seen.project);
    const price = await priceOf(ctx, tx, PriceId);
    if (price.from <= today(ctx.now) || (await monthsUsed(tx, price)).length > 0)
      throw invalid([fault('PriceId', '该版本已生效，不能删除；不再执行请填写生效止')]);
    await sql`update energy_price set deleted_at = app_now(), version = version + 1, edited_by = ${ctx.session.userId}, edited_at = app_now()
      where id = ${PriceId}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '价格',
      action: '删除购能价格',
      object: `${price.project} ${price.categoryName} ${price.from}`,
      summary: Reason,
      before: { valid_from: price.from, valid_to: price.to, prices: JSON.stringify(price.energy) },
    });
    return { ok: true as const };
  });
