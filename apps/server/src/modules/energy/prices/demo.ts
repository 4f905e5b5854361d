/**
 * Prices of the demo projects, made up: electricity by time of use with a basic fee where the main meter splits it, else at one price; gas by
 * ladder, water at one price; last year's and this year's.
 */
import { demoTou } from '@hengneng/energy/demo';
import { today as todayIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
/** Sharp hours are those of July, August, December and January. */
const SEASONS = [
  {
    name: '尖峰季',
    month: 7,
    ranges: [
      { from: '07-01', to: '08-31' },
      { from: '12-01', to: '01-31' },
    ],
  },
  {
    name: '平季',
    month: 4,
    ranges: [
      { from: '02-01', to: '06-30' },
      { from: '09-01', to: '11-30' },
    ],
  },
] as const;

/** The demo room's tariff as a schedule: hours of one kind together. */
const periods = SEASONS.flatMap(({ name, month }) =>
  HOURS.flatMap((hour) => {
    const kind = demoTou(hour, month);
    if (hour > 0 && demoTou(hour - 1, month) === kind) return [];
    const end = HOURS.find((next) => next > hour && demoTou(next, month) !== kind) ?? 24;
    return [{ season: name, dayKind: null, start: clock(hour), end: end === 24 ? '24:00' : clock(end), kind }];
  }),
);
const seasons = SEASONS.map(({ name, ranges }) => ({ name, ranges }));

interface Line {
  readonly category: string;
  readonly energy: object;
  readonly tax: string;
  /** Of projects whose main meter splits by times of use, or whose does not; null: of all. */
  readonly split: boolean | null;
}
const lines = (rise: number): readonly Line[] => {
  const at = (price: number): string => (price * rise).toFixed(4);
  return [
    {
      category: 'elec',
      energy: { mode: 'tou', prices: { sharp: at(1.2864), peak: at(1.0721), flat: at(0.6837), valley: at(0.3149) } },
      tax: '13',
      split: true,
    },
    { category: 'elec', energy: { mode: 'single', price: at(0.7436) }, tax: '13', split: false },
    {
      category: 'gas',
      energy: {
        mode: 'ladder',
        per: 'year',
        steps: [
          { upTo: '500000', price: at(3.62) },
          { upTo: null, price: at(3.48) },
        ],
      },
      tax: '9',
      split: null,
    },
    { category: 'water', energy: { mode: 'single', price: at(5.2) }, tax: '9', split: null },
  ];
};

/**
 * What some contract prices follow: cold and heat the gas that they are made of, yearly services a rate. Gas is what was paid last year, so that some
 * are far enough to be changed and some are not.
 */
const seedMechanisms = (tx: Tx, year: number) =>
  sql`insert into price_mechanism (contract_code, kind, method, base_price, base_day, terms, rate, trigger_percent, cap_percent, effect, clause, edited_by)
    select v.contract_code, v.kind, case when s.yearly then 'yearly' else 'formula' end, v.price, ${`${year - 1}-01-01`}::date,
      case when s.yearly then '[]'::jsonb else jsonb_build_array(jsonb_build_object('name', '天然气', 'source', 'gas', 'weight', '65',
        'base', ${(3.62 * 0.97).toFixed(4)}::text)) end,
      case when s.yearly then 2.5 end, case when s.yearly then 0 when v.kind = 'heat' then 2 else 5 end, case when s.yearly then null else 15 end,
      case when s.yearly then 'nextYear' else 'nextMonth' end,
      case when s.yearly then '示例条款：每满一个合同年按约定比率递增' else '示例条款：气价变动达到约定幅度时，单价按公式联动' end, u.id
    from contract_price v join contract c on c.code = v.contract_code and c.is_demo and c.state = 'active'
    cross join lateral (select v.kind in ('operation', 'custody') as yearly) s
    left join app_user u on u.account = 'finance' and u.is_demo
    where v.deleted_at is null and v.price > 0 and v.valid_to is null
      and (s.yearly or (v.kind in ('cold', 'heat') and exists (select from meter m join energy_category k on k.id = m.category_id
        where m.project_code = c.project_code and k.code = 'gas')))
    on conflict do nothing`.execute(tx);

/** Seeds after things, in their transaction. */
export const seedPrices = async (tx: Tx, now: Date): Promise<void> => {
  const year = Number(todayIn(now).slice(0, 4));
  const { rows } = await sql<{ id: string }>`
    insert into tou_schedule (name, region, valid_from, seasons, periods, document)
    values ('示例分时时段', '示例地区', ${`${year - 2}-01-01`}, ${JSON.stringify(seasons)}::jsonb, ${JSON.stringify(periods)}::jsonb, '示例')
    returning id::text`.execute(tx);
  const schedule = rows[0]?.id ?? '';
  const versions = [
    ...lines(0.97).map((line) => ({ ...line, from: `${year - 2}-01-01`, to: `${year - 1}-12-31` })),
    ...lines(1).map((line) => ({ ...line, from: `${year}-01-01`, to: null })),
  ];
  await sql`insert into energy_price (project_code, category_id, valid_from, valid_to, mode, prices, schedule_id, basic_by, basic_price, capacity_kva,
      tax_rate, use_kind, voltage, document)
    select m.project_code, c.id, v."from", v."to", v.energy ->> 'mode', v.energy,
      case when v.split then ${schedule}::bigint end, case when v.split then 'capacity' end, case when v.split then 25.5 end,
      case when v.split then 630 end, v.tax, case when c.code = 'elec' then '一般工商业' else '' end,
      case when c.code = 'elec' then '10kV' else '' end, '示例价格，非实际电价文件'
    from (select distinct project_code from meter) m,
      jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v(category text, energy jsonb, tax numeric, split boolean, "from" date, "to" date)
      join energy_category c on c.code = v.category
    where (v.split is null or v.split = exists (select from meter x join energy_category k on k.id = x.category_id
        where x.project_code = m.project_code and k.code = 'elec' and x.parent_id is null and 'sharp' = any(x.registers)))
      and exists (select from meter x join energy_category k on k.id = x.category_id
      where x.project_code = m.project_code and (k.id = c.id or k.parent_id = c.id))`.execute(tx);
  await seedMechanisms(tx, year);
};
