/** What changes over time, over the wire: formulas that are tried before they are kept, what fees say otherwise than the community, rooms split and merged. */
import { PassThrough } from 'node:stream';
import { ROOM_COLUMNS } from '@hengneng/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { writeWorkbook } from '../../../engine/forms/xlsx.ts';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { brokenInvariants, post, roomBalances } from '../ledger/index.ts';
import { owedBills } from '../owed/index.ts';
import { releaseBills } from '../testing/bills.ts';

const NOW = new Date('2026-02-10T04:00:00Z');
let server: TestServer;
let finance: Held;
let manager: Held;
let cashier: Held;
let community = '';
let building = '';
/** The same owner has 101 and 102; 103 is another's. */
const rooms: Record<'101' | '102' | '103', string> = { 101: '', 102: '', 103: '' };
const fees: Record<string, string> = {};

const call = (path: string, body: object, who: Held): Promise<Reply> =>
  server.client.json(`/pmsapi/${path}`, body, who);
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(server.db)).rows[0]?.id ?? '';

async function addFee(name: string, basis: string, price: string, more = sql``): Promise<string> {
  const id =
    await idOf(sql`insert into fee (code, name, kind, basis_id, cycle) select ${`C${Object.keys(fees).length}`}, ${name}, '周期性', id, '月' from fee_basis
    where name = ${basis} returning id::text`);
  await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) values (${id}, 1, daterange('2020-01-01', null), ${price}, '生效', ${finance.userId})`.execute(
    server.db,
  );
  await sql`insert into room_fee (room_id, fee_id, span, quantity) select id, ${id}::bigint, daterange('2026-01-01', null), ${name === '车位费' ? 2 : null}::numeric
    from room where community_id = ${community} ${more}`.execute(server.db);
  fees[name] = id;
  return id;
}

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [finance, manager, cashier] = (await Promise.all(
    ['finance', 'propertyManager', 'cashier'].map((account) => server.client.signIn(account)),
  )) as [Held, Held, Held];
  community = await idOf(
    sql`insert into community (code, name, project_code) select 'RM', '变动小区', project_code from community where code = 'KC' returning id::text`,
  );
  await sql`insert into community_terms (community_id, from_day, due_days) values (${community}, '2020-01-01', 10)`.execute(
    server.db,
  );
  await sql`insert into community_cashier (community_id, user_id, span) values (${community}, ${cashier.userId}, daterange('2020-01-01', null))`.execute(
    server.db,
  );
  building = await idOf(
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  for (const [code, build, energy, owner] of [
    ['101', 60, 55, '王一'],
    ['102', 40, 35, '王一'],
    ['103', 80, 75, '李三'],
  ] as const) {
    rooms[code] = await idOf(
      sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, ${code}, ${`1-${code}`}) returning id::text`,
    );
    await sql`insert into room_area (room_id, span, build_area, energy_area) values (${rooms[code]}, daterange('2020-01-01', null), ${build}, ${energy})`.execute(
      server.db,
    );
    await sql`with p as (insert into party (name, phone) values (${owner}, '13900001111') returning id) insert into occupancy (room_id, party_id, role, span, payer)
      select ${rooms[code]}::bigint, id, '业主', daterange('2020-01-01', null), true from p`.execute(server.db);
  }
}, 120_000);
afterAll(() => server.close());
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

it('a formula is kept once it was tried, is billed as it was tried, and the bill tells its numbers', async () => {
  const of = {
    name: '折算',
    source: '公式',
    unit: 'm²',
    digits: 2,
    minQuantity: '0',
    expr: '供能面积*0.8 + 户数×10×系数',
  };
  const trial = { communityId: community, rooms: [rooms['101'], rooms['102']], usage: '', factor: '1.5' };
  expect((await call('FeeBasis/Trial', { ...of, ...trial }, manager)).status).toBe(403);
  expect(faults(await call('FeeBasis/Trial', { ...of, ...trial, expr: '供能面积 × 层高' }, finance))[0]).toMatch(
    /^expr 第8个字符：「层」不能用/,
  );
  expect(faults(await call('FeeBasis/Trial', { ...of, ...trial, factor: '' }, finance))).toEqual([
    'factor 请填写试算用的系数',
  ]);
  // 55 × 0.8 + 15 and 35 × 0.8 + 15
  expect((await call('FeeBasis/Trial', { ...of, ...trial }, finance)).data).toEqual({
    expr: '供能面积 × 0.8 + 户数 × 10 × 系数',
    rows: [
      { room: '1-101', words: '55 × 0.8 + 1 × 10 × 1.5', quantity: '59', reason: '' },
      { room: '1-102', words: '35 × 0.8 + 1 × 10 × 1.5', quantity: '43', reason: '' },
    ],
  });
  expect(faults(await call('FeeBasis/Save', of, finance))).toEqual(['expr 请先试算，每间房都有数量后才能保存']);
  const divided = { ...of, expr: '供能面积 ÷ (户数 − 系数)', trial: { ...trial, factor: '1' } };
  expect(faults(await call('FeeBasis/Save', divided, finance))).toEqual([
    'expr 试算没有通过：1-101 算不出数量（除数为0，或数量过大）',
  ]);
  expect((await call('FeeBasis/Save', { ...of, trial }, finance)).message).toBe('');
  const id = await addFee('折算费', '折算', '2');
  await sql`update room_fee set quantity = 1.5 where fee_id = ${id}`.execute(server.db);
  const ask = { communityIds: [community], feeIds: [id], period: '2026-02', mode: 'preview' };
  const preview = await call('Bill/Generate', ask, cashier);
  const tried = await call(
    'Fee/Trial',
    { feeId: id, communityId: community, period: '2026-02', rooms: Object.values(rooms) },
    finance,
  );
  // (59 + 43 + 75 × 0.8 + 15) × 2 = 354.00
  expect([preview.data['amount'], tried.data['total']]).toEqual(['354.00', '354.00']);
  const run = await call('Bill/Generate', { ...ask, mode: 'run', previewHash: preview.data['previewHash'] }, cashier);
  expect(run.data).toMatchObject({ lines: 3, amount: '354.00' });
  const bill = await idOf(sql`select id::text from bill where room_id = ${rooms['101']} and fee_id = ${id}`);
  const [told] = (await call('Bill/GetList', { ids: [bill], explain: true }, finance)).data['rows'] as readonly {
    explain: { formula: string; quantitySource: string };
  }[];
  expect(told?.explain.quantitySource).toBe(
    '按公式 供能面积 × 0.8 + 户数 × 10 × 系数 = 55 × 0.8 + 1 × 10 × 1.5 = 59 m²',
  );
  expect(told?.explain.formula).toBe('59 m² × 2 元/m²·月 ×（正常 28 天）÷ 28 天 = 118.00 元');
  // What was billed stands.
  const { rows } = (await call('FeeBasis/GetPage', { Keyword: '折算', PageSize: 10 }, finance)).data as unknown as {
    rows: readonly { id: string; name: string; version: number; expr: string }[];
  };
  const kept = rows.find(({ name }) => name === '折算');
  expect(kept?.expr).toBe('供能面积 × 0.8 + 户数 × 10 × 系数');
  const again = { ...of, id: kept?.id, version: kept?.version, expr: '供能面积', trial };
  expect(faults(await call('FeeBasis/Save', again, finance))).toEqual(['source 已有账单，请新建计费依据']);
});

it('a line by tiers tells where on the ladder it lay, from the community’s day on', async () => {
  await sql`insert into fee_basis (name, source, unit) values ('阶梯热水', '阶梯', 't')`.execute(server.db);
  const id = await addFee('热水费', '阶梯热水', '5', sql`and code = '103'`);
  const tiers = [
    { from: '0', price: '5' },
    { from: '10', price: '7.5' },
  ];
  await sql`update fee_price set tiers = ${JSON.stringify(tiers)}::jsonb where fee_id = ${id}`.execute(server.db);
  await sql`update community_terms set tier_reset = '01-15' where community_id = ${community}`.execute(server.db);
  await sql`insert into room_usage (room_fee_id, cycle, quantity) select id, x.cycle, x.used from room_fee,
    (values ('2026-01', 31), ('2026-02', 6)) x(cycle, used) where fee_id = ${id}`.execute(server.db);
  const billed = async (period: string) => {
    const ask = { communityIds: [community], feeIds: [id], period, mode: 'preview' };
    const preview = await call('Bill/Generate', ask, cashier);
    const run = await call('Bill/Generate', { ...ask, mode: 'run', previewHash: preview.data['previewHash'] }, cashier);
    expect(run.message).toBe('');
    const { rows } = await sql<{
      id: string;
    }>`select id::text from bill where fee_id = ${id} and period = ${period} order by part`.execute(server.db);
    const told = (await call('Bill/GetList', { ids: rows.map((row) => row.id), explain: true }, finance)).data[
      'rows'
    ] as readonly {
      explain: { formula: string };
    }[];
    return told.map(({ explain }) => explain.formula).toSorted();
  };
  // 14 of 31 days fall into the year before: 10 × 5 + 4 × 7.5 = 80.00, and the other 17 begin anew: 10 × 5 + 7 × 7.5 = 102.50.
  expect(await billed('2026-01')).toEqual(
    [
      '本年此前已用 0 t，分档（10 × 5 元 + 4 × 7.5 元） = 80.00 元',
      '本年此前已用 0 t，分档（10 × 5 元 + 7 × 7.5 元） = 102.50 元',
    ].toSorted(),
  );
  expect(await billed('2026-02')).toEqual(['本年此前已用 17 t，分档（6 × 7.5 元） = 45.00 元']);
});

it('a fee’s own rates go before the community’s: before the handing over, while suspended, and when late', async () => {
  const id = await addFee('看护费', '建筑面积', '3', sql`and code = '103'`);
  await sql`update fee set undelivered_rate = 40, penalty_rate = 1, penalty_cap = 3 where id = ${id}`.execute(
    server.db,
  );
  await sql`update room set deliver_day = '2026-03-11' where id = ${rooms['103']}`.execute(server.db);
  await sql`insert into suspension (room_id, fee_id, kind, span, keep_rate) values (${rooms['103']}, ${id}, '停用', daterange('2026-03-22', '2026-04-01'), 25)`.execute(
    server.db,
  );
  // 80 × 3 = 240: 10 days at 40 %, 11 whole, 10 at 25 %: 240 × 17.5 / 31 = 135.48
  const tried = await call(
    'Fee/Trial',
    { feeId: id, communityId: community, period: '2026-03', rooms: [rooms['103']] },
    finance,
  );
  expect(tried.data['rows']).toMatchObject([{ days: 31, weight: '17.5', amount: '135.48' }]);
  await sql`delete from suspension where fee_id = ${id}`.execute(server.db);
  await sql`update room set deliver_day = null where id = ${rooms['103']}`.execute(server.db);
  await addFee('清洁费', '建筑面积', '1', sql`and code = '103'`);
  for (const fee of ['看护费', '清洁费'])
    await releaseBills(server.db, { roomId: rooms['103'], fee, by: manager.userId }, [
      { amount: 10_000, dueDay: '2026-01-11' },
    ]);
  const late = async (asOf: string) =>
    (await owedBills(server.db, sql`b.room_id = ${rooms['103']}::bigint and b.state = '已发布'`, asOf)).map(
      ({ feeName, penalty }) => [feeName, penalty.amount],
    );
  // 20 days: at 1 ‰ 2.00, at the community's 0.5 ‰ 1.00; after 100 days the fee's 3 % and 5.00.
  expect(await late('2026-01-31')).toEqual([
    ['看护费', 200n],
    ['清洁费', 100n],
  ]);
  expect(await late('2026-04-21')).toEqual([
    ['看护费', 300n],
    ['清洁费', 500n],
  ]);
});

interface Merged {
  readonly rooms: readonly {
    id: string | null;
    fullCode: string;
    fees: readonly { fee: string; quantity: string | null }[];
  }[];
  readonly owed: string;
  readonly prepaid: string;
  readonly bills: number;
}

const versionOf = async (id: string): Promise<number> => {
  const { rows } = await sql<{ version: number }>`select version from room where id = ${id}`.execute(server.db);
  return rows[0]?.version ?? 0;
};
const merging = async (codes: readonly ('101' | '102' | '103')[], more: object) => ({
  rooms: await Promise.all(codes.map(async (code) => ({ id: rooms[code], version: await versionOf(rooms[code]) }))),
  day: '2026-03-01',
  arrears: '承接',
  into: [{ code: '101A', buildArea: '100', energyArea: '90' }],
  reason: '打通',
  ...more,
});

/** Hands a sheet in, rooms that are there to be updated. */
const hand = async (lines: readonly (readonly string[])[]): Promise<Reply> => {
  const out = new PassThrough();
  const pieces: Buffer[] = [];
  out.on('data', (piece: Buffer) => pieces.push(piece));
  await writeWorkbook(out, [
    { name: '房间', widths: ROOM_COLUMNS.map(() => 12), rows: [[...ROOM_COLUMNS], ...lines.map((line) => [...line])] },
  ]);
  return server.client.upload('/pmsapi/Room/Import', '房间.xlsx', Buffer.concat(pieces), manager, {
    communityId: community,
    onExists: 'update',
  });
};

it('a sheet changes areas from what was billed on, keeps what it does not say, and changes no owner', async () => {
  await sql`update room_area set inner_area = 66 where room_id = ${rooms['103']}`.execute(server.db);
  const line = (build: string, energy: string, owner: string) => [
    '',
    '1',
    '',
    '103',
    '',
    build,
    energy,
    owner,
    '',
    '',
    '',
    '',
    '',
  ];
  expect((await hand([line('82', '75', '赵六')])).data['errors']).toEqual([
    { row: 2, column: '业主', message: '与档案中的业主李三不同，请办理过户' },
  ]);
  expect((await hand([line('82', '75', '李三')])).data).toMatchObject({ updated: 1, errors: [] });
  const areas = async () =>
    (
      await sql<{
        from: string;
        build: string;
        inner: string;
      }>`select lower(span)::text as "from", trim_scale(build_area)::text as build,
        trim_scale(inner_area)::text as "inner" from room_area where room_id = ${rooms['103']} order by 1`.execute(
        server.db,
      )
    ).rows;
  // Billed until the end of February.
  expect(await areas()).toEqual([
    { from: '2020-01-01', build: '80', inner: '66' },
    { from: '2026-03-01', build: '82', inner: '66' },
  ]);
  // The same sheet as today has it changes nothing of what is laid down; another one is for the file to say.
  expect((await hand([line('80', '75', '')])).data).toMatchObject({ updated: 1, errors: [] });
  expect((await hand([line('85', '75', '')])).data['errors']).toEqual([
    { row: 2, column: '供能面积', message: '已有 2026-03-01 起的面积，请在房间档案中修改' },
  ]);
  expect(await areas()).toHaveLength(2);
  await sql`delete from room_area where room_id = ${rooms['103']} and lower(span) = '2026-03-01'`.execute(server.db);
  await sql`update room_area set span = daterange(lower(span), null), inner_area = null where room_id = ${rooms['103']}`.execute(
    server.db,
  );
});

it('sheets at the same time make each room once', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => [
    '',
    '9',
    '',
    String(901 + at),
    '9',
    '50',
    '45',
    `业主${at}`,
    '',
    '',
    '',
    '',
    '',
  ]);
  const answers = await Promise.all([hand(lines), hand(lines), hand(lines.slice(0, 30))]);
  expect(answers.map(({ data }) => data['errors'])).toEqual([[], [], []]);
  expect(answers.reduce((sum, { data }) => sum + Number(data['created']), 0)).toBe(60);
  const { rows } = await sql<{ rooms: number; areas: number; owners: number }>`select count(*)::int as rooms,
      (select count(*)::int from room_area a join room x on x.id = a.room_id join building y on y.id = x.building_id where y.code = '9' and y.community_id = ${community}) as areas,
      (select count(*)::int from occupancy o join room x on x.id = o.room_id join building y on y.id = x.building_id where y.code = '9' and y.community_id = ${community}) as owners
    from room r join building b on b.id = r.building_id where b.code = '9' and b.community_id = ${community}`.execute(
    server.db,
  );
  expect(rows).toEqual([{ rooms: 60, areas: 60, owners: 60 }]);
  await sql`delete from room where building_id in (select id from building where code = '9' and community_id = ${community})`.execute(
    server.db,
  );
});

let merged = '';
it('rooms become one from a day on: areas add up, debts and money ahead go along, fees go on', async () => {
  await addFee('面积费', '建筑面积', '2.4');
  await addFee('车位费', '固定金额', '100');
  const refused = async (codes: readonly ('101' | '102' | '103')[], more: object) =>
    faults(await call('Room/Merge', await merging(codes, more), manager))[0];
  expect((await call('Room/Merge', await merging(['101', '102'], {}), cashier)).status).toBe(403);
  const other = await server.client.signIn('propertyManager2');
  expect((await call('Room/Merge', await merging(['101', '102'], {}), other)).status).toBe(404);
  expect(await refused(['101', '103'], {})).toBe('rooms 1-103 与 1-101 的业主不同，请先办理过户');
  expect(await refused(['101'], {})).toBe('into 拆分是一间变多间，合并是多间变一间');
  expect(await refused(['101', '102'], { into: [{ code: '101A', buildArea: '99.5', energyArea: '90' }] })).toBe(
    'into[0].buildArea 建筑面积合计 99.5 m²，应与原来的 100 m² 一致',
  );
  expect(await refused(['101', '102'], { into: [{ code: '103', buildArea: '100', energyArea: '90' }] })).toBe(
    'into[0].code 该单元已存在此房号',
  );
  // The bills of February, which wait to be checked, reach to the first of March.
  expect(await refused(['101', '102'], { day: '2026-02-15' })).toBe(
    'day 1-101 已出账到 2026-03-01，只能自该日起；要更早的请先红冲账单',
  );
  const [debt = ''] = await releaseBills(server.db, { roomId: rooms['102'], fee: '面积费', by: manager.userId }, [
    { amount: 12_345, dueDay: '2026-01-05' },
  ]);
  await server.db.transaction().execute((tx) =>
    post(
      tx,
      { communityId: community, kind: '预存', day: '2026-02-10', source: 'room', sourceId: rooms['101'], by: null },
      [
        { debit: { kind: '银行' }, credit: { kind: '预存', ref: rooms['101'] }, fen: 5000n },
        { debit: { kind: '银行' }, credit: { kind: '押金', ref: rooms['101'] }, fen: 200_000n },
        { debit: { kind: '银行' }, credit: { kind: '押金', ref: rooms['102'] }, fen: 100_000n },
      ],
    ),
  );
  expect(await refused(['101', '102'], { arrears: '结清' })).toBe('arrears 尚有未缴 123.45 元，请先结清或由新房间承接');
  const look = (await call('Room/Merge', await merging(['101', '102'], { preview: true }), manager))
    .data as unknown as Merged;
  expect(look).toMatchObject({
    kind: '合并',
    ended: ['1-101', '1-102'],
    rooms: [{ id: null, fullCode: '1-101A', heir: true }],
    people: ['王一'],
    bills: 1,
    owed: '123.45',
    prepaid: '50.00',
    deposit: '3000.00',
  });
  // Two and two parking places.
  expect(look.rooms[0]?.fees.find(({ fee }) => fee === '车位费')?.quantity).toBe('4');
  expect((await sql`select 1 from room where community_id = ${community}`.execute(server.db)).rows).toHaveLength(3);
  const act = await merging(['101', '102'], {});
  const done = await call('Room/Merge', act, manager);
  expect(done.message).toBe('');
  merged = (done.data as unknown as Merged).rooms[0]?.id ?? '';
  expect(await roomBalances(server.db, community, merged)).toMatchObject({
    owed: 12_345n,
    prepaid: 5000n,
    deposit: 300_000n,
  });
  // Nothing stays behind that could be handed back while the heir owes.
  for (const code of ['101', '102'] as const)
    expect(await roomBalances(server.db, community, rooms[code])).toMatchObject({ owed: 0n, prepaid: 0n, deposit: 0n });
  const { rows: moved } = await sql<{
    room: string;
  }>`select room_id::text as room from bill where id = ${debt}`.execute(server.db);
  expect(moved).toEqual([{ room: merged }]);
  expect((await call('Room/Merge', act, manager)).message).toBe('房间已被他人修改，请刷新后重试');
  expect(await refused(['101', '102'], {})).toBe('rooms 1-101 已于 2026-03-01 拆分或合并');
  // In March the new room is charged for 100 m²: 240.00, the old ones nothing; in February they still were.
  const trial = async (period: string, of: readonly string[]) =>
    (await call('Fee/Trial', { feeId: fees['面积费'], communityId: community, period, rooms: of }, finance)).data[
      'total'
    ];
  expect(await trial('2026-03', [merged])).toBe('240.00');
  expect(await trial('2026-03', [rooms['101'], rooms['102']])).toBe('0.00');
  expect(await trial('2026-02', [rooms['101'], rooms['102'], merged])).toBe('240.00');
});

it('a room becomes several: the heir keeps fixed quantities, and nothing brings the old one back', async () => {
  const act = {
    rooms: [{ id: merged, version: await versionOf(merged) }],
    day: '2026-04-01',
    arrears: '承接',
    heir: 1,
    into: [
      { code: '101B', buildArea: '30', energyArea: '27' },
      { code: '101C', buildArea: '70', energyArea: '63' },
    ],
    reason: '隔开',
  };
  const done = (await call('Room/Merge', act, manager)).data as unknown as Merged;
  expect(done.rooms.map(({ fullCode, fees: of }) => [fullCode, of.map(({ fee }) => fee).toSorted()])).toEqual([
    ['1-101B', ['折算费', '面积费']],
    ['1-101C', ['折算费', '车位费', '面积费']],
  ]);
  expect(await roomBalances(server.db, community, done.rooms[1]?.id ?? '')).toMatchObject({
    owed: 12_345n,
    prepaid: 5000n,
    deposit: 300_000n,
  });
  const [old] = (await call('Room/GetList', { id: merged }, manager)).data as unknown as readonly { endedOn: string }[];
  expect(old?.endedOn).toBe('2026-04-01');
  const listed = async (more: object) =>
    (
      (await call('Room/GetPage', { community, PageSize: 50, ...more }, manager)).data['rows'] as readonly {
        fullCode: string;
      }[]
    ).length;
  // A list asks the clock of the database, whose today this test does not set.
  const ends = (day: string) =>
    sql`update room set ended_on = ${day} where ended_on is not null and community_id = ${community}`.execute(
      server.db,
    );
  const { rows: days } = await sql<{
    id: string;
    day: string;
  }>`select id::text, ended_on::text as day from room where ended_on is not null`.execute(server.db);
  await ends('2020-01-01');
  expect([await listed({}), await listed({ ended: true })]).toEqual([3, 6]);
  await ends('2999-01-01');
  expect(await listed({})).toBe(6);
  for (const { id, day } of days) await sql`update room set ended_on = ${day} where id = ${id}`.execute(server.db);
  const set = { action: 'set', communityId: community, rooms: [merged], feeId: fees['看护费'], from: '2026-05-01' };
  expect(faults(await call('Room/SaveFee', set, manager))).toEqual(['rooms 没有符合的房间']);
  const handed = await hand([['', '1', '', '101A', '', '100', '90', '', '', '', '', '', '']]);
  expect(handed.data['errors']).toEqual([
    { row: 2, column: '房号', message: '该房间已于 2026-04-01 拆分或合并，不能更新' },
  ]);
});

it('a room’s history has it all: prices, meters, complaints, splitting and merging', async () => {
  await sql`update room set deliver_day = '2025-12-01' where id = ${rooms['103']}`.execute(server.db);
  await sql`update fee_price set span = daterange('2020-01-01', '2026-02-05') where fee_id = ${fees['面积费']}`.execute(
    server.db,
  );
  await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by, checked_by)
    select ${fees['面积费']}::bigint, 2, daterange('2026-02-05', null), 2.6, '生效', ${finance.userId}::bigint, ${manager.userId}::bigint`.execute(
    server.db,
  );
  await sql`update room_fee set meter_id = (select min(device_id) from meter) where room_id = ${rooms['103']} and fee_id = ${fees['车位费']}`.execute(
    server.db,
  );
  await sql`insert into meter_break (serial, meter_id, kind, reason, removed_at, installed_at, registers, new_factory_no, state, created_by, decided_by)
    select 'T-1', min(device_id), 'swap', '到期', '2026-02-06T02:00:00Z', '2026-02-06T03:00:00Z', '{}', 'N-77', '已生效', ${manager.userId}::bigint, ${finance.userId}::bigint from meter`.execute(
    server.db,
  );
  await sql`insert into f_user_complaint (status, applicant, applicant_dept, room, receive_time, complaint_type, severity)
    select 'running', ${manager.userId}::bigint, '', ${rooms['103']}::bigint, '2026-02-07T02:00:00Z', '室内偏冷', '一般'`.execute(
    server.db,
  );
  const told = async (roomId: string) =>
    (
      (await call('Room/Timeline', { roomId }, manager)).data as unknown as readonly {
        day: string;
        kind: string;
        text: string;
      }[]
    ).map(({ day, kind, text }) => `${day} ${kind} ${text}`);
  const history = await told(rooms['103']);
  expect(history).toContain('2025-12-01 交付 交付使用');
  expect(history.find((one) => one.startsWith('2026-02-05 改价 面积费 单价'))).toMatch(/（第2版）$/);
  expect(history.find((one) => one.startsWith('2026-02-06 换表 车位费 表计'))).toMatch(/新表 N-77，到期$/);
  expect(history).toContain('2026-02-07 投诉 室内偏冷（一般），处理中');
  expect(await told(rooms['101'])).toContain('2026-03-01 合并 至 2026-03-01 止，合并为 1-101A：打通');
  expect(await told(merged)).toEqual(
    expect.arrayContaining([
      '2026-03-01 合并 由 1-101、1-102 合并而来：打通',
      '2026-04-01 拆分 至 2026-04-01 止，拆分为 1-101B、1-101C：隔开',
    ]),
  );
});

it('tells who changed what of a fee, and who agreed to which price', async () => {
  const basisId = await idOf(sql`select id::text from fee_basis where name = '供能面积'`);
  const terms = { action: 'save', code: 'LS1', name: '历程费', kind: '周期性', basisId, cycle: '月', taxRate: 9 };
  const { data: made } = await call('Fee/Save', terms, finance);
  const feeId = made['id'];
  const again = { ...terms, id: feeId, version: 1, penaltyRate: '0.30', name: '历程费用' };
  expect((await call('Fee/Save', again, finance)).message).toBe('');
  const paper = (await server.client.upload('/bpmapi/ServiceResource/Upload', '批文.txt', Buffer.from('批文'), finance))
    .data;
  const price = { action: 'price', feeId, from: '2026-03-01', unitPrice: '1.3500', files: [paper] };
  const { data: version } = await call('Fee/Save', price, finance);
  const second = await server.client.signIn('finance2');
  const back = { id: version['priceVersionId'], agree: false, opinion: '依据不全' };
  expect((await call('Fee/AuditPrice', back, second)).data).toEqual({ state: '已退回' });
  const history = async (who: Held) => {
    const rows = (await call('Fee/History', { feeId }, who)).data as unknown as {
      by: string;
      what: string;
      text: string;
    }[];
    return rows.map(({ what, text }) => `${what} ${text}`.trim()).toSorted();
  };
  expect(await history(finance)).toEqual(
    [
      '新增费项',
      '修改费项 名称 历程费 → 历程费用；违约金日率（‰） 空 → 0.3',
      '新价格版本 第1版，各小区，2026-03-01 起，1.35 元',
      '价格版本退回 第1版，各小区，2026-03-01 起，1.35 元：依据不全',
    ].toSorted(),
  );
  expect((await call('Fee/History', { feeId: '999999999' }, finance)).message).toBe('费项不存在，请刷新');
});

it('are communities of a province, a city or a part of it', async () => {
  const { rows } = await sql<{
    district: string;
  }>`select p.district from community c join project p on p.code = c.project_code
    where c.id = ${community}::bigint`.execute(server.db);
  const own = rows[0]?.district ?? '';
  const found = async (district: string) =>
    (
      (await call('Community/GetPage', { district, PageSize: 100 }, finance)).data['rows'] as readonly {
        name: string;
      }[]
    ).some(({ name }) => name === '变动小区');
  expect(own).toMatch(/^\d{6}$/);
  for (const code of [own, `${own.slice(0, 4)}00`, `${own.slice(0, 2)}0000`, ''])
    expect(await found(code), code).toBe(true);
  expect(await found(`${own.slice(0, 2) === '65' ? '64' : '65'}0000`)).toBe(false);
  expect(faults(await call('Community/GetPage', { district: "31'%" }, finance))).toEqual(['district 地区不正确']);
});
