/** Versions of prices as they are stored, and as packages/energy and the wire know them. */
import type { EnergyPriceRow } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import type { EnergyPrice, PowerFactorStandard, PriceVersion } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { projectsVisible } from '../../projects/index.ts';

export const PRICE_PAPER = 'energyPrice';

interface Stored {
  readonly id: string;
  readonly project: string;
  readonly categoryId: string;
  readonly category: string;
  readonly categoryName: string;
  readonly unit: string;
  readonly meter: string | null;
  readonly meterName: string | null;
  readonly from: string;
  readonly to: string | null;
  readonly energy: EnergyPrice;
  readonly scheduleId: string | null;
  readonly basicBy: 'demand' | 'capacity' | null;
  readonly basicPrice: string | null;
  readonly capacity: string | null;
  readonly factor: PowerFactorStandard | null;
  readonly surcharges: readonly { readonly name: string; readonly price: string }[];
  readonly taxIncluded: boolean;
  readonly taxRate: string;
  readonly useKind: string;
  readonly voltage: string;
  readonly document: string;
  readonly files: readonly { readonly URL: string; readonly Size: number; readonly Name: string }[];
  readonly version: number;
  readonly editor: string | null;
  readonly editedAt: string;
}
export type StoredPrice = Stored;

/** What a stored price is, of `energy_price e` with its `project p` and `energy_category c`. */
export const PRICE_COLUMNS = sql`e.id::text, e.project_code as project, e.category_id::text as "categoryId", c.code as category,
  c.name as "categoryName", c.unit, e.meter_id::text as meter, coalesce(d.display_name, d.name) as "meterName",
  e.valid_from::text as "from", e.valid_to::text as "to", e.prices as energy, e.schedule_id::text as "scheduleId", e.basic_by as "basicBy",
  trim_scale(e.basic_price)::text as "basicPrice", trim_scale(e.capacity_kva)::text as capacity, e.power_factor::text as factor, e.surcharges,
  e.tax_included as "taxIncluded", trim_scale(e.tax_rate)::text as "taxRate", e.use_kind as "useKind", e.voltage, e.document, e.files, e.version,
  u.user_name as editor, to_jsonb(e.edited_at) #>> '{}' as "editedAt"`;
export const PRICE_TABLES = sql`energy_price e join energy_category c on c.id = e.category_id join project p on p.code = e.project_code
  left join device d on d.id = e.meter_id left join app_user u on u.id = e.edited_by`;

/** Prices that the person may see. */
export async function pricesWhere(ctx: Ctx, db: Db | Tx, where: RawBuilder<unknown>): Promise<readonly StoredPrice[]> {
  const { rows } = await sql<StoredPrice>`select ${PRICE_COLUMNS} from ${PRICE_TABLES}
    where e.deleted_at is null and ${projectsVisible(ctx.session)} and ${where} order by c.sort, e.valid_from desc, e.id`.execute(
    db,
  );
  return rows;
}

/** What of a price is needed to work with it. */
export type PlainPrice = Pick<
  Stored,
  | 'id'
  | 'project'
  | 'categoryId'
  | 'meter'
  | 'from'
  | 'to'
  | 'energy'
  | 'basicBy'
  | 'basicPrice'
  | 'capacity'
  | 'factor'
  | 'surcharges'
  | 'taxIncluded'
  | 'taxRate'
>;

/** Prices of the projects that hold on any day of the span, for what is worked out; what people see is `pricesWhere`. */
export async function storedPrices(
  db: Db | Tx,
  projects: readonly string[],
  span: { readonly from: string; readonly to: string },
): Promise<readonly PlainPrice[]> {
  const { rows } =
    await sql<PlainPrice>`select e.id::text, e.project_code as project, e.category_id::text as "categoryId", e.meter_id::text as meter,
      e.valid_from::text as "from", e.valid_to::text as "to", e.prices as energy, e.basic_by as "basicBy",
      trim_scale(e.basic_price)::text as "basicPrice", trim_scale(e.capacity_kva)::text as capacity, e.power_factor::text as factor, e.surcharges,
      e.tax_included as "taxIncluded", trim_scale(e.tax_rate)::text as "taxRate"
    from energy_price e where e.deleted_at is null and e.project_code = any(${[...projects]}::text[])
      and daterange(e.valid_from, e.valid_to, '[]') && daterange(${span.from}::date, ${span.to}::date, '[]')
    order by e.valid_from, e.id`.execute(db);
  return rows;
}

export const versionOf = (of: PlainPrice): PriceVersion => ({
  id: of.id,
  from: of.from,
  to: of.to,
  energy: of.energy,
  ...(of.basicBy === null || of.basicPrice === null ? {} : { basic: { by: of.basicBy, price: of.basicPrice } }),
  ...(of.factor === null ? {} : { powerFactor: of.factor }),
  surcharges: of.surcharges,
  tax: { included: of.taxIncluded, rate: of.taxRate },
});

export const stateOf = (
  of: { readonly from: string; readonly to: string | null },
  day: string,
): EnergyPriceRow['State'] => (of.from > day ? '未生效' : of.to !== null && of.to < day ? '已失效' : '生效中');

export function wireOf(of: StoredPrice, now: Date): EnergyPriceRow {
  const { energy } = of;
  const tou = energy.mode === 'tou' ? energy.prices : null;
  return {
    PriceId: of.id,
    ProjectCode: of.project,
    CategoryCode: of.category,
    CategoryName: of.categoryName,
    Unit: of.unit,
    DeviceId: of.meter,
    DeviceName: of.meterName,
    Mode: energy.mode,
    UseKind: of.useKind,
    Voltage: of.voltage,
    Price: energy.mode === 'single' ? energy.price : null,
    Sharp: tou?.sharp ?? null,
    Peak: tou?.peak ?? null,
    Flat: tou?.flat ?? null,
    Valley: tou?.valley ?? null,
    Steps: energy.mode === 'ladder' ? energy.steps.map(({ upTo, price }) => ({ UpTo: upTo, Price: price })) : [],
    LadderPer: energy.mode === 'ladder' ? energy.per : null,
    BasicMode: of.basicBy,
    BasicPrice: of.basicPrice,
    CapacityKva: of.capacity,
    CosStd: of.factor,
    TaxIncluded: of.taxIncluded,
    TaxRate: of.taxRate,
    Surcharges: of.surcharges.map(({ name, price }) => ({ Name: name, Price: price })),
    From: of.from,
    To: of.to,
    DocNo: of.document,
    Files: [...of.files],
    State: stateOf(of, today(now)),
    Version: of.version,
    Editor: of.editor,
    EditTime: of.editedAt,
  };
}
