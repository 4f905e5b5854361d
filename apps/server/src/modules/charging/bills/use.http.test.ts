/** Bills by meters and by what is shared, over the wire: from readings to the fen, exchanged meters and all; nothing is billed that was not measured. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Held, type Reply, said } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../../energy/facts/index.ts';
import { queueRecalc } from '../../energy/things/index.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseDue } from './timed.ts';

const NOW = new Date('2026-02-10T04:00:00Z');
const PERIOD = '2026-01';
let server: TestServer;
let cashier: Held;
let finance: Held;
let manager: Held;
let community = '';
let project = '';
let building = '';
let metered = '';
let sharedFee = '';
let strange = '';
const rooms: Record<string, string> = {};

type Row = Readonly<Record<string, unknown>>;
const send = (name: string, body: object, who: Held = cashier): Promise<Reply> =>
  server.client.json(`/pmsapi/Bill/${name}`, body, who);
const rowsOf = (reply: Reply) => reply.data['rows'] as readonly Row[];
const idOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(server.db)).rows[0]?.id ?? '';
const oddOf = (reply: Reply) =>
  (reply.data['exceptions'] as readonly Row[]).map(({ level, kind, room, text }) =>
    [level, kind, room, text].filter((word) => word !== '').join(' '),
  );
const preview = (feeIds: readonly string[], who = cashier) =>
  send('Generate', { communityIds: [community], feeIds, period: PERIOD, mode: 'preview' }, who);
const run = async (feeIds: readonly string[]): Promise<Reply> => {
  const seen = await preview(feeIds);
  return send('Generate', {
    communityIds: [community],
    feeIds,
    period: PERIOD,
    mode: 'run',
    previewHash: seen.data['previewHash'],
  });
};
const amounts = async (fee: string, state = '待审核') => {
  const { rows } = await sql<{
    room: string;
    quantity: string;
    amount: string;
  }>`select r.full_code as room, trim_scale(b.quantity)::text as quantity, b.amount::text
    from bill b join room r on r.id = b.room_id where b.fee_id = ${fee} and b.state = ${state} and b.kind = '周期' order by r.full_code, b.part`.execute(
    server.db,
  );
  return rows.map(({ room, quantity, amount }) => `${room} ${quantity} ${amount}`);
};
const bill = (fee: string, room: string) =>
  idOf(
    sql`select id::text from bill where fee_id = ${fee} and room_id = ${rooms[room]} and kind = '周期' and state not in ('已作废', '已红冲')`,
  );

/** A meter whose multiplier is ten. */
const meterOf = (code: string): Promise<string> =>
  idOf(sql`with d as (insert into device (project_code, code, name, category) values (${project}, ${code}, ${`户表${code}`}, '冷热量表') returning id),
    m as (insert into meter (device_id, project_code, meter_type, category_id, registers, unit, used_from)
      select d.id, ${project}, '冷热量表', min(c.id), '{total}', 'kWh', '2020-01-01' from d, energy_category c group by d.id),
    i as (insert into meter_install (meter_id, factory_no, installed_at, removed_at, digits, decimals) select id, no, f::timestamptz, t::timestamptz, 6, 2 from d,
      (values ('OLD', '2020-01-01', '2026-01-11 07:00+08'), ('NEW', '2026-01-11 07:00+08', null)) as v(no, f, t)),
    r as (insert into meter_ratio (meter_id, valid_from, value) select id, '2020-01-01', 10 from d)
    select id::text from d`);
/** Read every day at eight from the first of January on; one a day on the dial. */
const readDaily = async (meter: string, values: readonly (string | null)[]): Promise<void> => {
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag)
    select ${meter}::bigint, ${project}, 'total', '2026-01-01 08:00+08'::timestamptz + (n - 1) * interval '1 day', v::numeric, '实'
    from unnest(${values}::text[]) with ordinality as x(v, n) where v is not null`.execute(server.db);
  await server.db.transaction().execute((tx) => queueRecalc(tx, meter, '2025-12-31', '2026-02-02', '试验'));
  await drainQueue(server.db, [meter]);
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [cashier, finance, manager] = (await Promise.all(
    ['cashier', 'finance', 'propertyManager'].map((account) => server.client.signIn(account)),
  )) as [Held, Held, Held];
  project = await idOf(sql`select project_code as id from community where code = 'KC'`);
  community = await idOf(
    sql`insert into community (code, name, project_code) values ('TM', '计量小区', ${project}) returning id::text`,
  );
  strange =
    await idOf(sql`insert into community (code, name, project_code) select 'TN', '别处小区', code from project where code not in
    (select project_code from user_project p join app_user u on u.id = p.user_id where u.account in ('cashier', 'propertyManager')) order by code limit 1 returning id::text`);
  await sql`insert into community_terms (community_id, from_day) values (${community}, '2020-01-01')`.execute(
    server.db,
  );
  await sql`insert into community_cashier (community_id, user_id, span) select ${community}::bigint, id, daterange('2020-01-01', null) from app_user where account = 'cashier'`.execute(
    server.db,
  );
  const basis = await idOf(
    sql`insert into fee_basis (name, source, unit) values ('试验用量', '用量', 'kWh') returning id::text`,
  );
  building = await idOf(
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  const feeOf = async (code: string, price: string): Promise<string> => {
    const fee = await idOf(
      sql`insert into fee (code, name, kind, basis_id, cycle, tax_rate) values (${code}, ${`试验${code}`}, '计量', ${basis}, '月', 9) returning id::text`,
    );
    await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, 1, daterange('2020-01-01', null), ${price}, '生效', id from app_user
      where account = 'finance'`.execute(server.db);
    return fee;
  };
  metered = await feeOf('TM1', '0.68');
  sharedFee = await feeOf('TM2', '0.5');
  for (const [code, area] of [
    ['101', 100],
    ['102', 50],
    ['103', 80],
  ] as const) {
    const id = await idOf(
      sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, ${code}, ${`1-${code}`}) returning id::text`,
    );
    rooms[code] = id;
    await sql`insert into room_area (room_id, span, build_area, energy_area) values (${id}, daterange('2020-01-01', null), ${area}, ${area})`.execute(
      server.db,
    );
    await sql`insert into room_fee (room_id, fee_id, span) select ${id}::bigint, f, daterange('2026-01-01', null) from unnest(${[metered, sharedFee]}::bigint[]) f`.execute(
      server.db,
    );
    await sql`with p as (insert into party (name) values (${`业主${code}`}) returning id) insert into occupancy (room_id, party_id, role, span, payer)
      select ${id}::bigint, id, '业主', daterange('2020-01-01', null), true from p`.execute(server.db);
  }
}, 120_000);
afterAll(() => server.close());
afterEach(async () => expect(await brokenInvariants(server.db)).toEqual([]));

const usage = async (more: object = {}) =>
  send('Usage', { communityId: community, period: PERIOD, fee: metered, ...more });
let swapped = '';
let broken = '';
it('come from the days of a meter, and from no day that is missing or in doubt', async () => {
  swapped = await meterOf('TM-01');
  broken = await meterOf('TM-03');
  const charge = async (code: string) =>
    rowsOf(await usage()).find(({ room }) => room === `1-${code}`) as { roomFeeId: string; version: number };
  const bind = async (code: string, meterId: string | null, who = cashier) => {
    const { roomFeeId, version } = await charge(code);
    return send('SaveMeter', { roomFeeId, version, meterId }, who);
  };
  expect((await bind('101', swapped, finance)).status).toBe(403);
  expect(said(await bind('101', '999999'))).toBe('meterId 表计不存在，或不属于该小区的项目');
  expect((await bind('101', swapped)).data).toEqual({ version: 2 });
  expect(said(await bind('102', swapped))).toBe('meterId 该表计同期已用于 1-101，一块表只计一户');
  expect((await bind('103', broken)).message).toBe('');
  expect(rowsOf(await send('Meters', { communityId: community, Keyword: 'TM-01' }))).toMatchObject([
    { id: swapped, code: 'TM-01', rooms: '1-101', unit: 'kWh' },
  ]);
  // Ten on the old dial up to the 11th, then one a day from 5 on: 1000 → 1010, 5 → 26.
  const old = Array.from({ length: 10 }, (_, day) => String(1000 + day));
  const fresh = Array.from({ length: 22 }, (_, day) => String(5 + day));
  await sql`insert into meter_break (serial, meter_id, kind, reason, removed_at, installed_at, registers, old_factory_no, new_factory_no, state, created_by, decided_by)
    select 'HB-TM', ${swapped}::bigint, 'swap', '到期', '2026-01-11 07:00+08', '2026-01-11 07:00+08', '{"total": {"old": "1010", "new": "5"}}', 'OLD', 'NEW', '待核对',
      (select id from app_user where account = 'projectManager'), null`.execute(server.db);
  await readDaily(swapped, [...old, ...fresh]);
  await readDaily(broken, old.slice(0, 3));
  const lacking = await preview([metered]);
  expect(oddOf(lacking)).toEqual([
    '必须处理 缺读数 1-101 试验TM1：表计有1天的用量待确认（换表、翻转或读数待核对）',
    '必须处理 缺读数 1-102 试验TM1：本周期没有录入或导入用量',
    '必须处理 缺读数 1-103 试验TM1：表计本周期有29天没有用量',
  ]);
  expect(said(await run([metered]))).toBe('有3条必须处理的异常，请先处理');
  await sql`update meter_break set state = '已生效', decided_by = (select id from app_user where account = 'energyAnalyst') where serial = 'HB-TM'`.execute(
    server.db,
  );
  await server.db.transaction().execute((tx) => queueRecalc(tx, swapped, '2026-01-01', '2026-02-02', '试验'));
  expect(rowsOf(await usage({ Keyword: '101' }))).toMatchObject([
    { state: '缺用量', why: '表计读数正在重算，请稍后再试' },
  ]);
  await drainQueue(server.db, [swapped]);
  // (10 + 21) × 10 = 310 kWh.
  expect(rowsOf(await usage({ Keyword: '101' }))).toMatchObject([
    {
      state: '可出账',
      usage: '310',
      last: '1000',
      now: '26',
      ratios: '10',
      swaps: 1,
      estimated: '0',
      source: '表计',
      meter: 'TM-01 户表TM-01',
    },
  ]);
  expect((await usage()).data['counts']).toEqual({ ready: 1, lacking: 2, billed: 0 });
  expect(rowsOf(await usage({ state: '缺用量' })).map(({ room }) => room)).toEqual(['1-102', '1-103']);
  const detail = await server.client.json('/pmsapi/Room/GetList', { id: rooms['101'] }, manager);
  expect(detail.data).toMatchObject([{ meters: [{ no: 'TM-01', readDay: '2026-01-31', reading: '26' }] }]);
});

it('are billed with what they were counted from; an estimate is said', async () => {
  await sql`insert into room_usage (room_fee_id, cycle, quantity) select id, ${PERIOD}, 100.5 from room_fee where room_id = ${rooms['102']} and fee_id = ${metered}`.execute(
    server.db,
  );
  // Read again on the first of February only: all of what lies between is told from the two. 1002 → 1032.
  await readDaily(broken, [...Array.from({ length: 31 }, () => null), '1032']);
  const seen = await preview([metered]);
  expect(oddOf(seen)).toEqual(['提示 用量含估算 1-103 试验TM1：用量 320，其中估算 300']);
  expect((await run([metered])).data).toMatchObject({ lines: 3 });
  // 310 × 0.68 = 210.80; 100.5 × 0.68 = 68.34; 320 × 0.68 = 217.60
  expect(await amounts(metered)).toEqual(['1-101 310 21080', '1-102 100.5 6834', '1-103 320 21760']);
  expect((await usage()).data['counts']).toEqual({ ready: 0, lacking: 0, billed: 3 });
  const told = async (code: string) => {
    const [row] = rowsOf(await send('GetList', { ids: [await bill(metered, code)], explain: true }));
    const { terms, formula } = (row?.['explain'] ?? {}) as { terms: readonly Row[]; formula: string };
    return [formula, ...terms.map(({ label, value, source }) => `${label} ${value} ${source}`)];
  };
  expect(await told('101')).toEqual([
    '310 kWh × 0.68 元/kWh = 210.80 元',
    '试验用量 310 kWh 表计 TM-01 户表TM-01 各日用量之和',
    '单价 0.68 元 价格版本1，自 2020-01-01 起',
    '上次读数、本次读数、倍率 1000 → 1010，倍率 10 表号 OLD',
    '上次读数、本次读数、倍率 5 → 26，倍率 10 表号 NEW',
    '本期表计用量 310 kWh 表计 TM-01 户表TM-01',
    '缴费人 业主101 房间档案中该段的缴费人',
  ]);
  expect(await told('103')).toContain('其中估算 300 kWh 缺少读数的时段按前后读数推算');
  const [one] = rowsOf(await usage({ Keyword: '101' }));
  expect(said(await send('SaveMeter', { roomFeeId: one?.['roomFeeId'], version: 2, meterId: '' }))).toBe(
    '该收费项已出账，请先在房间管理停止该收费项，再自新的起日另设后绑定',
  );
});

let pool = '';
const pools = async (who = cashier) => rowsOf(await send('Pools', { communityId: community, period: PERIOD }, who));
const cost = (more: object, who = cashier) =>
  send('SaveCost', { poolId: pool, period: PERIOD, version: 0, ...more }, who);
it('share an amount down to the fen, once it is entered', async () => {
  const setUp = (more: object = {}, who = cashier) =>
    send(
      'SavePool',
      {
        action: 'save',
        communityId: community,
        name: '电梯与走廊',
        feeId: sharedFee,
        weigh: '建筑面积',
        from: '2026-01-01',
        ...more,
      },
      who,
    );
  expect((await setUp({}, finance)).status).toBe(403);
  expect((await setUp({ communityId: strange })).status).toBe(404);
  expect(said(await setUp({ feeId: metered }))).toBe('feeId 该费项已有房间按自己的表计计费，请另建公摊费项');
  expect(said(await setUp({ weigh: '用量' }))).toBe('weighFeeId 按用量公摊时选择按哪个费项的用量，其他方式不选');
  expect(said(await setUp({ meterId: '999999' }))).toBe('meterId 表计不存在，或不属于该小区的项目');
  pool = String((await setUp()).data['id']);
  expect(said(await setUp({ buildingId: building }))).toBe(
    'buildingId 与公摊项目「电梯与走廊」的范围重叠；不同的公摊请用不同的费项',
  );
  expect(await pools()).toMatchObject([{ fault: '本周期还没有录入费用', rooms: 0, shared: false, where: '全小区' }]);
  expect(oddOf(await preview([sharedFee]))).toEqual(['必须处理 公摊缺数据 电梯与走廊：本周期还没有录入费用']);
  expect(said(await cost({}))).toBe('quantity 请填写公摊数量或公摊金额');
  expect((await cost({ quantity: '200' }, finance)).status).toBe(403);
  expect((await cost({ quantity: '200' })).data).toEqual({ version: 1 });
  expect(said(await cost({ quantity: '210' }))).toBe('公摊费用已被他人修改，请刷新后重试');
  // 200 × 0.5 = 100.00 by 100, 50 and 80 m²: 43.4782…, 21.7391…, 34.7826…; two fen are left, for 102 and 101.
  const parts = await send('PoolParts', { poolId: pool, period: PERIOD });
  expect(parts.data).toMatchObject({ total: '100.00', weights: '7130', fault: '' });
  expect(rowsOf(parts).map(({ room, weight, amount }) => [room, weight, amount])).toEqual([
    ['1-101', '3100', '43.48'],
    ['1-102', '1550', '21.74'],
    ['1-103', '2480', '34.78'],
  ]);
  expect((await run([sharedFee])).data).toMatchObject({ lines: 3, amount: '100.00' });
  expect(await amounts(sharedFee)).toEqual(['1-101 86.9565 4348', '1-102 43.4783 2174', '1-103 69.5652 3478']);
  const [row] = rowsOf(await send('GetList', { ids: [await bill(sharedFee, '102')], explain: true }));
  expect(row?.['explain']).toMatchObject({
    formula: '100.00 元 × 1550 ÷ 7130 = 21.74 元',
    terms: [
      { value: '43.4783 kWh', source: '公摊 电梯与走廊' },
      { label: '单价', source: '公摊总额 ÷ 公摊总用量' },
      { label: '公摊总额', value: '100.00 元，200 kWh', source: '电梯与走廊，录入' },
      { label: '分摊权重', value: '本户 1550，全部 7130 m²·天', source: '按建筑面积，3 户参与' },
      { label: '缴费人' },
    ],
  });
});

it('stand once they are billed: nobody else has a part, and what is made anew is the same', async () => {
  expect(said(await cost({ quantity: '300', version: 2 }))).toBe(
    '已按此费用出账，不能修改；请先作废或红冲该账期的全部公摊账单',
  );
  const late = await idOf(
    sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, '104', '1-104') returning id::text`,
  );
  await sql`insert into room_fee (room_id, fee_id, span) values (${late}, ${sharedFee}, daterange('2026-01-01', null))`.execute(
    server.db,
  );
  expect(oddOf(await preview([sharedFee]))).toEqual([
    '提示 公摊已分完 1-104 试验TM2：本周期公摊已分完，该房间没有份额',
  ]);
  const [made] = rowsOf(await send('Batches', { community, period: PERIOD }, finance));
  const sample = rowsOf(await send('GetPage', { batch: made?.['id'], seed: 'a' }, finance));
  await send(
    'Audit',
    { batchId: made?.['id'], action: 'check', billIds: sample.map(({ id }) => id), agrees: true },
    finance,
  );
  expect(
    (await send('Audit', { batchId: made?.['id'], action: 'pass', contentHash: made?.['contentHash'] }, finance))
      .message,
  ).toBe('');
  expect((await send('Release', { batchId: made?.['id'] }, finance)).data).toMatchObject({
    bills: 3,
    amount: '100.00',
  });
  const asked = await send('Cancel', { billIds: [await bill(sharedFee, '102')], reason: '户主变更', reissue: true });
  expect(asked.message).toBe('');
  const [request] = rowsOf(await send('Requests', { community }, manager));
  expect((await send('Cancel', { reversalId: request?.['id'], approve: '1' }, finance)).message).toBe('');
  expect(await amounts(sharedFee, '已发布')).toEqual([
    '1-101 86.9565 4348',
    '1-102 43.4783 2174',
    '1-103 69.5652 3478',
  ]);
});

it('say on paper how a part of what is shared came about', async () => {
  const share = '电梯与走廊公摊总额 100.00 元，按建筑面积由 3 户分摊，本户 1550 ÷ 全部 7130 m²·天，分得 21.74 元';
  const billIds = [await bill(sharedFee, '102')];
  expect((await send('Print', { billIds })).data['notices']).toMatchObject([{ room: '1-102', rows: [{ share }] }]);
  const notice = (path: string, body: object): Promise<Reply> =>
    server.client.json(`/pmsapi/FeeAnnouncement/${path}`, body, cashier);
  const { data } = await notice('Draft', {
    communityId: community,
    kind: '出账通知',
    title: '缴费通知',
    body: '{room} 应缴{amount}元',
    channels: ['纸质'],
    audience: { rooms: [rooms['102']] },
  });
  expect(said(await notice('Send', { id: data['id'], version: data['version'] }))).toBe('');
  await server.jobs.find(({ name }) => name === 'charging.notice')?.run({ id: data['id'] });
  const [letter] = (await notice('Print', { id: data['id'] })).data['letters'] as readonly Row[];
  const told = letter?.['bills'] as readonly Row[] | undefined;
  expect(told?.map((one) => one['share'])).toContain(share);
});

it('share what a meter counted, by use, and split it where the payer changes', async () => {
  // Meter and rooms of their own month: December has no bills, the days of the meter are made here.
  const december = '2025-12';
  const meter = await meterOf('TM-09');
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag)
    select ${meter}::bigint, ${project}, 'total', '2025-12-01 08:00+08'::timestamptz + (n - 1) * interval '1 day', n, '实' from generate_series(1, 32) n`.execute(
    server.db,
  );
  await server.db.transaction().execute((tx) => queueRecalc(tx, meter, '2025-12-01', '2026-01-02', '试验'));
  const fee = await idOf(
    sql`insert into fee (code, name, kind, basis_id, cycle) select 'TM3', '试验TM3', '计量', basis_id, '月' from fee where code = 'TM2' returning id::text`,
  );
  // 0.3 up to the 11th, then 0.4.
  await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, n, s::daterange, p, '生效', u.id
    from app_user u, (values (1, '[2020-01-01,2025-12-11)', 0.3), (2, '[2025-12-11,)', 0.4)) as v(n, s, p) where u.account = 'finance'`.execute(
    server.db,
  );
  await sql`insert into room_fee (room_id, fee_id, span) select unnest(${[rooms['101'], rooms['102']]}::bigint[]), ${fee}::bigint, daterange('2025-12-01', null)`.execute(
    server.db,
  );
  await sql`update room_fee set span = daterange('2025-12-01', null), meter_id = null where fee_id = ${metered} and room_id = any(${[rooms['101'], rooms['102']]}::bigint[])`.execute(
    server.db,
  );
  const saved = await send('SavePool', {
    action: 'save',
    communityId: community,
    name: '管网损耗',
    feeId: fee,
    weigh: '用量',
    weighFeeId: metered,
    meterId: meter,
    from: '2025-12-01',
  });
  expect(saved.message).toBe('');
  const body = { communityIds: [community], feeIds: [fee], period: december };
  const look = () => send('Generate', { ...body, mode: 'preview' });
  expect(oddOf(await look())[0]).toBe('必须处理 公摊缺数据 管网损耗：表计读数正在重算，请稍后再试');
  await drainQueue(server.db, [meter]);
  expect(oddOf(await look())).toEqual([
    '必须处理 缺读数 1-101 试验TM3：没有用量，不能按用量公摊',
    '必须处理 缺读数 1-102 试验TM3：没有用量，不能按用量公摊',
  ]);
  await sql`insert into room_usage (room_fee_id, cycle, quantity) select id, ${december}, case room_id when ${rooms['101']}::bigint then 20 else 10 end from room_fee
    where fee_id = ${metered} and room_id = any(${[rooms['101'], rooms['102']]}::bigint[])`.execute(server.db);
  // 102 changes hands on the 11th: ten days of 31.
  await sql`update occupancy set span = daterange('2020-01-01', '2025-12-11') where room_id = ${rooms['102']}`.execute(
    server.db,
  );
  await sql`with p as (insert into party (name) values ('新户主') returning id) insert into occupancy (room_id, party_id, role, span, payer)
    select ${rooms['102']}::bigint, id, '业主', daterange('2025-12-11', null), true from p`.execute(server.db);
  // 10 days × 10 × 0.3 + 21 × 10 × 0.4 = 30 + 84 = 114.00, two thirds and one: 76.00 and 38.00; 38.00 × 10 ÷ 31 = 12.258… → 12.26, the rest 25.74.
  const seen = await look();
  expect(oddOf(seen)).toEqual([]);
  expect((await send('Generate', { ...body, mode: 'run', previewHash: seen.data['previewHash'] })).data).toMatchObject({
    lines: 3,
    amount: '114.00',
  });
  expect(await amounts(fee)).toEqual(['1-101 206.6667 7600', '1-102 33.3333 1226', '1-102 70 2574']);
});

it('are released at the time that was said, once, by whoever may do so then', async () => {
  const [made] = rowsOf(await send('Batches', { community, period: PERIOD }, finance)).filter(
    ({ state }) => state === '待审核',
  );
  const batchId = made?.['id'];
  const ask = (more: object, who = finance) => send('Release', { batchId, ...more }, who);
  const stateNow = async () => {
    const [row] = rowsOf(await send('Batches', { id: batchId }, finance));
    return [
      row?.['state'],
      row?.['releaseAt'] === null ? null : new Date(String(row?.['releaseAt'])).toISOString(),
      row?.['error'],
    ];
  };
  const later = new Date('2026-02-11T00:00:00Z');
  expect(said(await ask({ releaseAt: '2026-02-11 08:00' }))).toBe('该批次还没有审核通过');
  const sample = rowsOf(await send('GetPage', { batch: batchId, seed: 'a' }, finance));
  await send('Audit', { batchId, action: 'check', billIds: sample.map(({ id }) => id), agrees: true }, finance);
  await send('Audit', { batchId, action: 'pass', contentHash: made?.['contentHash'] }, finance);
  expect(said(await ask({ releaseAt: '2026-02-10 12:00' }))).toBe('releaseAt 发布时间应晚于现在');
  expect((await ask({ releaseAt: '2026-02-11 08:00' }, cashier)).status).toBe(403);
  expect((await ask({ releaseAt: '2026-02-10 20:00' })).data).toMatchObject({ state: '待发布', bills: 0 });
  expect((await ask({ releaseAt: '2026-02-11 08:00' })).data).toMatchObject({ state: '待发布' });
  expect(await stateNow()).toEqual(['待发布', later.toISOString(), '']);
  await releaseDue(server.db, new Date('2026-02-10T23:59:59Z'));
  expect((await stateNow())[0]).toBe('待发布');
  // Taken back, twice as once; then nothing happens at its time.
  for (const _ of [1, 2]) expect((await ask({ cancel: true })).message).toBe('');
  await releaseDue(server.db, later);
  expect(await stateNow()).toEqual(['待发布', null, '']);
  // Whoever planned it may not do so any more when its time comes.
  await ask({ releaseAt: '2026-02-11 08:00' }, manager);
  const { rows: roles } = await sql<{
    user_id: string;
    role_id: string;
  }>`delete from role_member where user_id = (select id from app_user
    where account = 'propertyManager') returning user_id::text, role_id::text`.execute(server.db);
  await releaseDue(server.db, later);
  const [state, at, error] = await stateNow();
  expect([state, at]).toEqual(['待发布', null]);
  expect(error).toMatch(/^定时发布未成功：定时人.+已停用或不再有发布权限$/);
  await sql`insert into role_member (user_id, role_id) select user_id, role_id from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb)
    as r(user_id bigint, role_id bigint)`.execute(server.db);
  // What was changed since it was checked is refused by the clock as by hand.
  await ask({ releaseAt: '2026-02-11 08:00' });
  const changed = await bill(metered, '101');
  await sql`update bill set amount = amount + 1 where id = ${changed}`.execute(server.db);
  await releaseDue(server.db, later);
  expect(await stateNow()).toEqual(['待发布', null, '定时发布未成功：批次内容已变化，请重新审核']);
  await sql`update bill set amount = amount - 1 where id = ${changed}`.execute(server.db);
  await ask({ releaseAt: '2026-02-11 08:00' });
  await Promise.all([releaseDue(server.db, later), releaseDue(server.db, later)]);
  await releaseDue(server.db, later);
  expect((await stateNow())[0]).toBe('已发布');
  const { rows } = await sql<{
    n: number;
    by: string;
  }>`select count(*)::int as n, min(u.account) as by from journal j join app_user u on u.id = j.created_by
    where j.source = 'billing_run' and j.source_id = ${batchId}::bigint`.execute(server.db);
  expect(rows).toEqual([{ n: 1, by: 'finance' }]);
  expect(await amounts(metered, '已发布')).toHaveLength(3);
  expect(said(await ask({ cancel: true }))).toBe('该批次已发布，不能取消定时');
});
