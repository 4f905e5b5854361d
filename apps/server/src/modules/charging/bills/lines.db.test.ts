/** Lines by sets against lines by walking day after day, and the same whatever part of a community is asked for. */
import {
  evaluate,
  type FormulaName,
  formulaQuantity,
  type Line,
  linesOf,
  type LineWorld,
  parseFormula,
  plusDays,
  tieredAmounts,
  tieredYuan,
} from '@hengneng/charging';
import { formulas, formulaValues } from '@hengneng/charging/testing';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/schema.ts';
import { copyDatabase, opened } from '../../../testing/databases.ts';
import { type FormulaColumns, formulaSql } from './formula.ts';
import { lineCtes, linesAsked, type LinesScope } from './lines.ts';
import { previewRun } from './preview.ts';
import { previewKept } from './preview-kept.ts';
import { beginRun, goOn } from './run.ts';

let db: Db;
let close: () => Promise<void>;
let community = '';
let fee = '';
const PERIOD = '2025-01';
const CYCLE = { key: '2025', from: '2025-01-01', to: '2026-01-01' };
const LONG = { from: '2000-01-01', to: '2100-01-01' };

const one = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> => {
  const { rows } = await query.execute(db);
  return rows[0]?.id ?? '';
};

interface Made extends Line {
  readonly room: string;
}

async function made(scope: LinesScope = {}, feeIds = [fee]): Promise<readonly Made[]> {
  const asked = await linesAsked(db, { communityId: community, period: PERIOD, feeIds });
  const { rows } = await sql<Made & { amount: string }>`with ${lineCtes(asked, scope)}
    select room_id::text as room, part, from_day::text as "from", to_day::text as "to", party_id::text as payer, price_id::text as "priceId",
      trim_scale(unit_price)::text as "unitPrice", trim_scale(quantity)::text as quantity, days, off_days as "offDays", trim_scale(weight)::text as weight,
      whole_days as "cycleDays", amount::text as amount from line order by room_id, part`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

beforeAll(async () => {
  ({ db, close } = await opened(copyDatabase(), 4));
  community = await one(
    sql`insert into community (code, name, project_code) select 'TST', '试算小区', code from project order by code limit 1 returning id::text`,
  );
  const basis = await one(
    sql`insert into fee_basis (name, source, unit, digits) values ('试算面积', '建筑面积', 'm²', 2) returning id::text`,
  );
  fee =
    await one(sql`insert into fee (code, name, kind, basis_id, cycle, undelivered_rate) values ('TST1', '试算费', '周期性', ${basis}, '年', 50)
    returning id::text`);
}, 120_000);
afterAll(() => close());

/** Half-open spans that follow one another from cut to cut, some of them left out. */
const spans = (most: number) =>
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 364 }), { maxLength: most }),
      fc.array(fc.boolean(), { minLength: most + 1, maxLength: most + 1 }),
    )
    .map(([cuts, keeps]) => {
      const days = [-30, ...cuts.toSorted((a, b) => a - b), 400];
      return days
        .slice(0, -1)
        .flatMap((from, at) =>
          keeps[at] === false && days.length > 2
            ? []
            : [{ from: plusDays('2025-01-01', from), to: plusDays('2025-01-01', days[at + 1] ?? 400) }],
        );
    });

const worlds = fc.record({
  charged: fc.tuple(fc.integer({ min: -20, max: 300 }), fc.integer({ min: 1, max: 400 })),
  areas: spans(2),
  sizes: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 3, maxLength: 3 }),
  payers: spans(3),
  off: spans(3),
  keeps: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 4, maxLength: 4 }),
  delivered: fc.option(fc.integer({ min: -10, max: 400 })),
  contract: fc.option(fc.integer({ min: 0, max: 90_000 })),
  discount: fc.constantFrom('100', '85', '33.33'),
  usage: fc.constantFrom('居民', '非居民', '学校'),
});

it('are those of the walk, in both ways of counting days, and the same for any part of a community', async () => {
  const samples = fc.sample(worlds, { numRuns: 120, seed: 20261123 });
  const user = await one(sql`select id::text from app_user order by id limit 1`);
  const party = await one(sql`insert into party (name) values ('甲') returning id::text`);
  const other = await one(sql`insert into party (name) values ('乙') returning id::text`);
  const prices = [
    { ...LONG, to: '2025-04-01', price: '2.4', ofCommunity: false, usage: null },
    { ...LONG, from: '2025-04-01', price: '2.515151', ofCommunity: false, usage: null },
    { ...LONG, from: '2025-03-01', to: '2025-09-01', price: '3.1', ofCommunity: false, usage: '非居民' },
    { ...LONG, from: '2025-06-15', to: '2025-11-02', price: '1.999', ofCommunity: true, usage: null },
  ];
  const listed: LineWorld['prices'][number][] = [];
  for (const [at, price] of prices.entries())
    listed.push({
      ...price,
      id: await one(sql`insert into fee_price (fee_id, no, community_id, usage, span, unit_price, state, made_by)
        values (${fee}, ${at + 1}, ${price.ofCommunity ? community : null}, ${price.usage}, daterange(${price.from}, ${price.to}), ${price.price}, '生效', ${user})
        returning id::text`),
    });
  const buildings = [];
  for (const code of ['1', '2', '3'])
    buildings.push(
      await one(
        sql`insert into building (community_id, code, name) values (${community}, ${code}, ${code}) returning id::text`,
      ),
    );
  const expected = new Map<string, LineWorld>();
  for (const [at, of] of samples.entries()) {
    const delivered = of.delivered === null ? null : plusDays('2025-01-01', of.delivered);
    const charged = {
      from: plusDays('2025-01-01', of.charged[0]),
      to: plusDays('2025-01-01', of.charged[0] + of.charged[1]),
    };
    const room = await one(sql`insert into room (community_id, building_id, code, full_code, usage, deliver_day)
      values (${community}, ${buildings[at % 3]}, ${at}, ${at}, ${of.usage}, ${delivered}) returning id::text`);
    const contractPrice = of.contract === null ? null : String(of.contract / 10_000);
    await sql`insert into room_fee (room_id, fee_id, span, contract_price, discount)
      values (${room}, ${fee}, daterange(${charged.from}, ${charged.to}), ${contractPrice}, ${of.discount})`.execute(
      db,
    );
    const quantities = of.areas.map((span, index) => ({ ...span, quantity: String((of.sizes[index] ?? 0) / 100) }));
    for (const { from, to, quantity } of quantities)
      await sql`insert into room_area (room_id, span, build_area, energy_area) values (${room}, daterange(${from}, ${to}), ${quantity}, ${quantity})`.execute(
        db,
      );
    const payers = of.payers.map((span, index) => ({ ...span, payer: index % 2 === 0 ? party : other }));
    for (const { from, to, payer } of payers)
      await sql`insert into occupancy (room_id, party_id, role, span, payer) values (${room}, ${payer}, '业主', daterange(${from}, ${to}), true)`.execute(
        db,
      );
    const off = of.off.map((span, index) => ({ ...span, keep: String((of.keeps[index] ?? 0) / 100) }));
    for (const { from, to, keep } of off)
      await sql`insert into suspension (room_id, fee_id, span, keep_rate) values (${room}, ${fee}, daterange(${from}, ${to}), ${keep})`.execute(
        db,
      );
    expected.set(room, {
      cycle: CYCLE,
      dayCount: '实际天数',
      charged,
      usage: of.usage,
      discount: of.discount,
      contractPrice,
      prices: listed,
      quantities,
      payers,
      off,
      delivered,
      undelivered: '50',
    });
  }
  for (const dayCount of ['实际天数', '30天制'] as const) {
    await sql`delete from community_terms`.execute(db);
    await sql`insert into community_terms (community_id, from_day, day_count) values (${community}, '2020-01-01', ${dayCount})`.execute(
      db,
    );
    const lines = await made();
    expect(lines.length).toBeGreaterThan(100);
    const byRoom = Map.groupBy(lines, ({ room }) => room);
    for (const [room, world] of expected) {
      const walked = linesOf({ ...world, dayCount }).map((line) => ({ ...line, room }));
      expect(byRoom.get(room) ?? []).toEqual(walked);
    }
    const pieces = [];
    for (const buildingId of buildings) pieces.push(...(await made({ buildingId })));
    expect(pieces.toSorted((a, b) => Number(a.room) - Number(b.room) || a.part - b.part)).toEqual(lines);
    const rooms = [...expected.keys()].slice(0, 5);
    expect(await made({ roomIds: rooms })).toEqual(lines.filter(({ room }) => rooms.includes(room)));
  }
});

it('of use take tiers from what was used before, and share a cycle by days', async () => {
  await sql`delete from community_terms`.execute(db);
  const basis = await one(
    sql`insert into fee_basis (name, source, unit, digits) values ('试算阶梯', '阶梯', 'm³', 2) returning id::text`,
  );
  const water = await one(
    sql`insert into fee (code, name, kind, basis_id, cycle) values ('TST2', '试算水费', '计量', ${basis}, '月') returning id::text`,
  );
  const user = await one(sql`select id::text from app_user order by id limit 1`);
  const tiers = [
    { from: '0', price: '2' },
    { from: '20', price: '3.5' },
  ];
  await sql`insert into fee_price (fee_id, no, span, unit_price, tiers, state, made_by)
    values (${water}, 1, daterange('2020-01-01', null), 2, ${JSON.stringify(tiers)}::jsonb, '生效', ${user})`.execute(
    db,
  );
  const building = await one(
    sql`insert into building (community_id, code, name) values (${community}, '9', '9') returning id::text`,
  );
  const room = await one(
    sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, '901', '9-901') returning id::text`,
  );
  const charge = await one(
    sql`insert into room_fee (room_id, fee_id, span) values (${room}, ${water}, daterange('2020-01-01', null)) returning id::text`,
  );
  for (const [at, span] of [
    ['2020-01-01', '2025-01-11'],
    ['2025-01-11', null],
  ].entries())
    await sql`with p as (insert into party (name) values (${`户主${at}`}) returning id) insert into occupancy (room_id, party_id, role, span, payer)
      select ${room}::bigint, id, '业主', daterange(${span[0]}, ${span[1]}), true from p`.execute(db);
  expect(await made({ roomIds: [room] }, [water])).toEqual([]);
  await sql`insert into room_usage (room_fee_id, cycle, quantity) values (${charge}, '2025-01', 31)`.execute(db);
  // 20 × 2 + 11 × 3.5 = 78.50; ten of 31 days, and the others.
  expect(tieredYuan(tiers, '0', '31')).toBe('78.5');
  const lines = await made({ roomIds: [room] }, [water]);
  expect(lines.map(({ quantity, amount, days }) => [quantity, amount, days])).toEqual([
    ['10', 2532n, 10],
    ['21', 5318n, 21],
  ]);
});

it('of tiers begin anew on the community’s day, and lie on the ladder as the rules say', async () => {
  const user = await one(sql`select id::text from app_user order by id limit 1`);
  const basis = await one(sql`select id::text from fee_basis where name = '试算阶梯'`);
  const ladders = [
    [
      { from: '0', price: '2' },
      { from: '20', price: '3.5' },
    ],
    [
      { from: '0', price: '2.25' },
      { from: '15', price: '4.0101' },
      { from: '40', price: '6' },
    ],
  ] as const;
  const samples = fc.sample(
    fc.record({
      reset: fc.constantFrom('01-01', '01-16', '07-01', '01-08'),
      before: fc.integer({ min: 0, max: 60_000 }),
      used: fc.integer({ min: 1, max: 90_000 }),
      version: fc.integer({ min: 2, max: 30 }),
      payer: fc.integer({ min: 2, max: 30 }),
    }),
    { numRuns: 25, seed: 20261123 },
  );
  const building = await one(sql`select id::text from building where community_id = ${community} and code = '9'`);
  for (const [at, of] of samples.entries()) {
    await sql`delete from community_terms`.execute(db);
    await sql`insert into community_terms (community_id, from_day, tier_reset) values (${community}, '2020-01-01', ${of.reset})`.execute(
      db,
    );
    const water = await one(
      sql`insert into fee (code, name, kind, basis_id, cycle) values (${`TT${at}`}, ${`阶梯${at}`}, '计量', ${basis}, '月') returning id::text`,
    );
    const turn = plusDays('2025-01-01', of.version - 1);
    for (const [no, span] of [
      ['2020-01-01', turn],
      [turn, null],
    ].entries())
      await sql`insert into fee_price (fee_id, no, span, unit_price, tiers, state, made_by) values (${water}, ${no + 1}, daterange(${span[0]}, ${span[1]}),
        ${ladders[no]?.[0].price}, ${JSON.stringify(ladders[no])}::jsonb, '生效', ${user})`.execute(db);
    const room = await one(sql`insert into room (community_id, building_id, code, full_code)
      values (${community}, ${building}, ${`T${at}`}, ${`9-T${at}`}) returning id::text`);
    const charge = await one(
      sql`insert into room_fee (room_id, fee_id, span) values (${room}, ${water}, daterange('2020-01-01', null)) returning id::text`,
    );
    const moved = plusDays('2025-01-01', of.payer - 1);
    for (const [who, span] of [
      ['2020-01-01', moved],
      [moved, null],
    ].entries())
      await sql`with p as (insert into party (name) values (${`户主${who}`}) returning id) insert into occupancy (room_id, party_id, role, span, payer)
        select ${room}::bigint, id, '业主', daterange(${span[0]}, ${span[1]}), true from p`.execute(db);
    // Before: in December, which is of the same year except where one begins with January.
    const [before, used] = [String(of.before / 1000), String(of.used / 1000)];
    await sql`insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, period, from_day, to_day, quantity, amount, due_day, state)
      values (${`TT-${at}`}, ${community}, ${room}, ${water}, ${charge}, '2024-12', '2024-12', '2024-12-01', '2025-01-01', ${before}, 100, '2025-01-31', '已发布')`.execute(
      db,
    );
    await sql`insert into room_usage (room_fee_id, cycle, quantity) values (${charge}, '2025-01', round(${used}::numeric, 2))`.execute(
      db,
    );
    const turned = of.reset === '01-16' ? 15 : of.reset === '01-08' ? 7 : null;
    const days = Array.from({ length: 31 }, (_, day) => day);
    const keyOf = (day: number): string =>
      [day >= of.version - 1, day >= of.payer - 1, turned !== null && day >= turned].join();
    const stretches = [...Map.groupBy(days, keyOf).values()].map((within) => {
      const [first = 0] = within;
      const no = first >= of.version - 1 ? 1 : 0;
      return {
        share: String(within.length),
        version: String(no),
        tiers: ladders[no] ?? [],
        late: turned !== null && first >= turned,
      };
    });
    const quantity = evaluate({ name: '用量' }, { 用量: used }, 2) ?? '';
    const expected = tieredAmounts(stretches, {
      quantity,
      before: of.reset === '01-01' ? '0' : before,
      whole: '31',
      discount: '100',
    });
    const lines = await made({ roomIds: [room] }, [water]);
    expect(lines.map((line) => ({ used: line.quantity, amount: line.amount }))).toEqual(expected);
  }
  await sql`delete from community_terms`.execute(db);
});

it('count formulas as the rules do', async () => {
  const samples = fc.sample(fc.tuple(formulas, formulaValues, fc.integer({ min: 0, max: 4 })), {
    numRuns: 300,
    seed: 20261123,
  });
  let none = 0;
  for (const [tree, values, digits] of samples) {
    const columns = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, sql`${value}::numeric`]),
    ) as unknown as FormulaColumns;
    const { rows } = await sql<{
      found: string | null;
    }>`select trim_scale(${formulaSql(tree, columns, digits)})::text as found`.execute(db);
    const found = evaluate(tree, values, digits);
    if (found === null) none += 1;
    expect(rows[0]?.found).toBe(found);
  }
  // Some are divided by nought, most are not.
  expect(none).toBeGreaterThan(3);
  expect(none).toBeLessThan(150);
});

it('by a formula are cut where an area changes, and keep its numbers; without a value there are none', async () => {
  const text = '供能面积 × 系数 + 户数 × 10 − 建筑面积 ÷ 7';
  const read = parseFormula(text);
  if ('fault' in read) throw new Error(read.fault.message);
  const { tree } = read;
  const basis = await one(sql`insert into fee_basis (name, source, unit, digits, min_quantity, expr, tree)
    values ('试算公式', '公式', 'm²', 3, 5, ${text}, ${JSON.stringify(tree)}::jsonb) returning id::text`);
  const charged = await one(
    sql`insert into fee (code, name, kind, basis_id, cycle) values ('TST4', '公式费', '周期性', ${basis}, '年') returning id::text`,
  );
  const building = await one(sql`select id::text from building where community_id = ${community} and code = '9'`);
  const areas = [
    { from: '2020-01-01', to: '2025-03-11', build: '101.5', energy: '88.25' },
    { from: '2025-03-11', to: '2100-01-01', build: '90', energy: '7.77' },
  ];
  const room = await one(
    sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, '904', '9-904') returning id::text`,
  );
  await sql`insert into room_fee (room_id, fee_id, span, contract_price, quantity) values (${room}, ${charged}, daterange('2020-01-01', null), 1.37, 0.83)`.execute(
    db,
  );
  for (const { from, to, build, energy } of areas)
    await sql`insert into room_area (room_id, span, build_area, energy_area) values (${room}, daterange(${from}, ${to}), ${build}, ${energy})`.execute(
      db,
    );
  const of = (build: string, energy: string): Record<FormulaName, string> => ({
    建筑面积: build,
    套内面积: '0',
    供能面积: energy,
    用量: '0',
    户数: '1',
    系数: '0.83',
  });
  const walked = linesOf({
    cycle: CYCLE,
    dayCount: '实际天数',
    charged: LONG,
    usage: '居民',
    discount: '100',
    contractPrice: '1.37',
    prices: [],
    quantities: areas.map(({ from, to, build, energy }) => ({
      from,
      to,
      quantity: formulaQuantity(tree, of(build, energy), { digits: 3, minQuantity: '5' }) ?? '',
    })),
    payers: [],
    off: [],
    delivered: null,
    undelivered: '100',
  });
  // 88.25 × 0.83 + 10 − 101.5 ÷ 7 = 68.7475, and 7.77 × 0.83 + 10 − 90 ÷ 7 = 3.592…, which is less than the least.
  expect(walked.map(({ quantity }) => quantity)).toEqual(['68.748', '5']);
  expect(await made({ roomIds: [room] }, [charged])).toEqual(walked.map((line) => ({ ...line, room })));
  const divided = parseFormula('100 ÷ 用量');
  if ('fault' in divided) throw new Error(divided.fault.message);
  await sql`update fee_basis set tree = ${JSON.stringify(divided.tree)}::jsonb where id = ${basis}`.execute(db);
  await sql`insert into room_usage (room_fee_id, cycle, quantity) select id, '2025', 0 from room_fee where fee_id = ${charged}`.execute(
    db,
  );
  expect(await made({ roomIds: [room] }, [charged])).toEqual([]);
  await sql`update room_usage set quantity = 8 where room_fee_id in (select id from room_fee where fee_id = ${charged})`.execute(
    db,
  );
  // 100 ÷ 8 = 12.5, at 1.37
  expect(await made({ roomIds: [room] }, [charged])).toMatchObject([{ quantity: '12.5', amount: 1713n }]);
});

interface Planned {
  readonly 'Subplan Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Index Cond'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Planned[];
}
const nodes = (plan: Planned): readonly Planned[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

it('of a building are planned for as many as there are, and looked up by its rooms', async () => {
  const [rooms, fees] = [100, 4];
  const many = await one(
    sql`insert into community (code, name, project_code) select 'TSM', '多户小区', code from project order by code limit 1 returning id::text`,
  );
  const { rows: buildings } = await sql<{ id: string }>`insert into building (community_id, code, name)
    select ${many}::bigint, n, n from generate_series(1, 20) n returning id::text`.execute(db);
  await sql`insert into room (community_id, building_id, code, full_code) select b.community_id, b.id, n, b.code || '-' || n
    from building b cross join generate_series(1, ${rooms}::integer) n where b.community_id = ${many}`.execute(db);
  await sql`insert into room_area (room_id, span, build_area, energy_area) select id, daterange('2020-01-01', null), 100, 100 from room
    where community_id = ${many}`.execute(db);
  const feeIds: string[] = [];
  for (let at = 1; at <= fees; at++) {
    const id =
      await one(sql`insert into fee (code, name, kind, basis_id, cycle) select ${`TSM${at}`}, ${`多户费${at}`}, '周期性', basis_id, '月' from fee
      where id = ${fee} returning id::text`);
    await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${id}::bigint, 1, daterange('2020-01-01', null), 1, '生效', min(id)
      from app_user`.execute(db);
    await sql`insert into room_fee (room_id, fee_id, span) select id, ${id}::bigint, daterange('2020-01-01', null) from room where community_id = ${many}`.execute(
      db,
    );
    feeIds.push(id);
  }
  await sql`analyze room, room_area, room_fee, occupancy, fee, fee_basis, bill`.execute(db);
  const asked = await linesAsked(db, { communityId: many, period: PERIOD, feeIds });
  const lines = lineCtes(asked, { buildingId: buildings[7]?.id ?? '' });
  const { rows } = await sql<{
    'QUERY PLAN': readonly { readonly Plan: Planned }[];
  }>`explain (format json) with ${lines} select * from line`.execute(db);
  const plan = nodes(rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Plan Rows': 0 });
  // What is thought to be few is looked through once for each of what is many.
  expect(plan.find((of) => of['Subplan Name'] === 'CTE owed')?.['Plan Rows']).toBeGreaterThan((rooms * fees) / 10);
  expect(plan.find((of) => of['Relation Name'] === 'room_fee')?.['Index Cond']).toContain('room_id');
  const { rows: counted } = await sql<{ n: number }>`with ${lines} select count(*)::int as n from line`.execute(db);
  expect(counted).toEqual([{ n: rooms * fees }]);

  // Made building by building, one worked out ahead of the other: each once, numbered in their order.
  const [who] = (
    await sql<{
      userId: string;
      userName: string;
    }>`select id::text as "userId", user_name as "userName" from app_user order by id limit 1`.execute(db)
  ).rows;
  if (who === undefined) throw new Error('nobody to bill');
  // One fee of theirs: what is made is a matter of buildings.
  const of = { communityId: many, period: PERIOD, feeIds: feeIds.slice(0, 1) };
  const begun = async (): Promise<string> => {
    const { hash } = await previewRun(db, of);
    return db.transaction().execute((tx) => beginRun(tx, who, of, hash));
  };
  const state = async (run: string) =>
    (
      await sql`select n.state, n.done, n.lines, count(b.id)::int as bills, count(distinct b.bill_no)::int as numbers,
        coalesce((max(right(b.bill_no, 6)::int) - min(right(b.bill_no, 6)::int) + 1), 0) as span
        from billing_run n left join bill b on b.run_id = n.id and b.state = '待审核' where n.id = ${run} group by n.id`.execute(
        db,
      )
    ).rows[0];
  const moved = await begun();
  await sql`update room_area set build_area = 101 where room_id = (select id from room where building_id = ${buildings[9]?.id}::bigint order by id limit 1)`.execute(
    db,
  );
  await expect(goOn(db, moved)).rejects.toThrow('基础数据已变化');
  expect(await state(moved)).toMatchObject({ state: '已退回', done: 9, bills: 0 });
  const run = await begun();
  // Two who go on with it at once.
  await Promise.all([goOn(db, run), goOn(db, run)]);
  const all = buildings.length * rooms;
  expect(await state(run)).toEqual({
    state: '待审核',
    done: buildings.length,
    lines: all,
    bills: all,
    numbers: all,
    span: all,
  });

  // A run begins from what was previewed, while nothing it was read from has changed.
  const next = { ...of, period: '2025-02' };
  const { hash } = await previewKept(db, next);
  await sql`update run_preview set content = jsonb_set(content, '{last}', '"4242"') where hash = ${hash}`.execute(db);
  /** What the run says of the cycle before; nothing of it stays. */
  const lastAfter = async (change: RawBuilder<unknown> | null): Promise<string> => {
    let last = '';
    const undone = new Error('undone');
    const trying = db.transaction().execute(async (tx) => {
      if (change !== null) await change.execute(tx);
      const id = await beginRun(tx, who, next, hash);
      const { rows: begunNow } = await sql<{
        last: string;
      }>`select last_amount::text as last from billing_run where id = ${id}`.execute(tx);
      last = begunNow[0]?.last ?? '';
      throw undone;
    });
    await expect(trying).rejects.toBe(undone);
    return last;
  };
  expect(await lastAfter(null)).toBe('4242');
  const [here, room] = [sql`${many}::bigint`, sql`(select min(id) from room where community_id = ${many}::bigint)`];
  for (const change of [
    sql`update community set version = version where id = ${here}`,
    sql`update room set version = version where id = ${room}`,
    sql`update building set name = name where id = (select min(id) from building where community_id = ${here})`,
    sql`update room_area set note = note where room_id = ${room}`,
    sql`update room_fee set version = version where room_id = ${room} and fee_id = ${feeIds[0]}::bigint`,
    sql`insert into occupancy (room_id, party_id, role, span) select ${room}, min(id), '租户', daterange('2019-01-01', '2019-02-01') from party`,
    sql`insert into suspension (room_id, fee_id, span, keep_rate) values (${room}, ${feeIds[0]}::bigint, daterange('2019-01-01', '2019-02-01'), 0)`,
    sql`insert into community_terms (community_id, from_day) values (${here}, '2019-01-01')`,
    sql`insert into community_season (community_id, kind, year, span) values (${here}, '供冷季', 2019, daterange('2019-05-01', '2019-09-01'))`,
    sql`update fee set version = version where id = ${feeIds[0]}::bigint`,
    sql`update fee_basis set version = version where id = (select basis_id from fee where id = ${feeIds[0]}::bigint)`,
    sql`update fee_price set opinion = opinion where fee_id = ${feeIds[0]}::bigint`,
    sql`update billing_run set version = version where id = ${run}`,
    sql`insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, kind, state)
      values ('KEPT', ${here}, ${room}, ${feeIds[0]}::bigint, 'K', '2025-02', '2025-02-01', '2025-03-01', 1, '2025-02-28', '临时', '已作废')`,
  ])
    expect(await lastAfter(change)).not.toBe('4242');
  // What another community changes is nothing to this one.
  expect(await lastAfter(sql`update room set version = version where community_id <> ${here}`)).toBe('4242');
});
