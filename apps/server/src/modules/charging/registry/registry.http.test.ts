/** Who is charged for what, over the wire: communities, rooms, fees; scope, checks, figures by hand. */
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { writeWorkbook } from '../../../engine/forms/xlsx.ts';
import { post } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';
import { communityReferences, feeReferences, roomReferences } from './references.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import readXlsx from 'read-excel-file/node';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

/** A Wednesday. */
const NOW = new Date('2026-07-01T02:00:00Z');
let server: TestServer;
let manager: Held;
let finance: Held;

const exported = async (path: string, body: object, who: Held) => {
  const answer = await fetch(`${server.client.url}/pmsapi/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: who.userId, TokenValue: who.token },
    body: JSON.stringify(body),
  });
  return (await readXlsx(Buffer.from(await answer.arrayBuffer()))).map(({ data }) => data);
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [manager, finance] = await Promise.all([server.client.signIn('propertyManager'), server.client.signIn('finance')]);
}, 120_000);
afterAll(() => server.close());

describe('the demo', () => {
  it('has 600 rooms, each with an owner who pays, areas and fees', async () => {
    const { rows } =
      await sql`select (select count(*)::int from room) as rooms, (select count(*)::int from occupancy where payer) as payers,
      (select count(*)::int from room_area) as areas, (select count(*)::int from fee) as fees,
      (select count(distinct room_id)::int from room_fee) as charged, (select count(*)::int from receipt_book) as books,
      (select energy_area::float8 from room_area a join room r on r.id = a.room_id join community c on c.id = r.community_id
        where c.name = '滨江花园' and r.full_code = '1栋-201') as area`.execute(server.db);
    expect(rows).toEqual([{ rooms: 600, payers: 600, areas: 600, fees: 10, charged: 600, books: 10, area: 98.5 }]);
  });
});

const call = (path: string, body: object, who: Held): Promise<Reply> =>
  server.client.json(`/pmsapi/${path}`, body, who);
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
const idOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id::text from community where name = ${name}`.execute(server.db);
  return rows[0]?.id ?? '';
};
const PARAMS = {
  billDay: 5,
  dueDays: 30,
  graceDays: 3,
  penaltyRate: '0.5',
  penaltyCap: '100',
  penaltyFirst: true,
  dayCount: '实际天数',
  keepRate: '30',
  minSuspendDays: 30,
  partial: true,
  autoDeduct: false,
};
const GARDEN = {
  code: 'TS',
  name: '听松园',
  project: 'EMC01001',
  address: '松江路1号',
  params: PARAMS,
  season: [{ kind: '供暖季', year: 2026, from: '2026-11-15', to: '2027-03-16' }],
};

describe('communities', () => {
  it('are of their projects’ people; a cashier sees those where money is theirs to take', async () => {
    const names = async (who: Held) =>
      ((await call('Community/GetPage', {}, who)).data.rows as readonly { name: string }[]).map(({ name }) => name);
    expect(await names(manager)).toEqual(['滨江花园', '科创中心']);
    expect(await names(finance)).toEqual(['滨江花园', '科创中心', '云栖雅苑']);
    expect(await names(await server.client.signIn('cashier2'))).toEqual(['科创中心', '云栖雅苑']);
    const other = await idOf('云栖雅苑');
    expect((await call('Community/Cashiers', { communityId: other }, manager)).status).toBe(404);
    expect((await call('Community/Save', { ...GARDEN, project: 'OM01001' }, manager)).status).toBe(404);
    expect((await call('Community/Save', GARDEN, finance)).status).toBe(403);
  });

  it('show areas and this year’s bills, and what is past its day', async () => {
    const id = await idOf('滨江花园');
    const { rows } = await sql<{ area: string }>`select sum(energy_area)::numeric(14,2)::text as area from room_area a
      join room r on r.id = a.room_id where r.community_id = ${id}::bigint and r.state <> '停用'`.execute(server.db);
    await sql`insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, settled, reduced, due_day, state)
      select 'T-' || n, ${id}::bigint, (select min(id) from room where community_id = ${id}::bigint), (select min(id) from fee), '2026', '2026-01',
        '2026-01-01', '2027-01-01', 10000, case n when 1 then 10000 else 2500 end, 0, '2026-03-01', '已发布' from generate_series(1, 2) n`.execute(
      server.db,
    );
    const { data } = await call('Community/GetPage', { Keyword: '滨江' }, manager);
    // 200.00 due, 125.00 paid: 62.5 %, 75.00 late.
    expect(data.rows).toMatchObject([
      { area: rows[0]?.area, rooms: 240, buildings: 2, due: '200.00', paid: '125.00', rate: 62.5, arrears: '75.00' },
    ]);
    await sql`delete from bill where bill_no like 'T-%'`.execute(server.db);
  });

  it('are refused at the field where they cannot be', async () => {
    expect(faults(await call('Community/Save', { ...GARDEN, name: '滨江花园' }, manager))).toEqual([
      'name 小区名称已存在',
    ]);
    expect(
      faults(await call('Community/Save', { ...GARDEN, params: { ...PARAMS, penaltyRate: '1.2' } }, manager)),
    ).toEqual(['params.penaltyRate 违约金日率不能超过1‰']);
    const season = [{ kind: '供冷季', year: 2026, from: '2026-06-01', to: '2026-06-01' }];
    expect(faults(await call('Community/Save', { ...GARDEN, season }, manager))).toEqual([
      'season[0].to 止日应晚于起日',
    ]);
  });

  it('change their parameters from the next period on, and keep the version before', async () => {
    const saved = await call('Community/Save', GARDEN, manager);
    expect(saved.message).toBe('');
    expect(saved.data).toMatchObject({ paramVersion: '2026-07-01' });
    const again = { ...GARDEN, id: saved.data.id, version: 1, params: { ...PARAMS, dueDays: 15 } };
    expect((await call('Community/Save', again, manager)).data).toMatchObject({ paramVersion: '2026-08-01' });
    expect((await call('Community/Save', again, manager)).message).toBe('小区已被他人修改，请刷新后重试');
    const [found] = (await call('Community/GetList', { id: saved.data.id }, manager)).data as unknown as readonly {
      params: object;
      versions: object[];
      season: object[];
    }[];
    expect(found?.params).toMatchObject({ dueDays: 30, billDay: 5 });
    expect(found?.versions).toMatchObject([
      { from: '2026-08-01', ahead: true, dueDays: 15 },
      { from: '2026-07-01', ahead: false, dueDays: 30 },
    ]);
    expect(found?.season).toMatchObject([{ kind: '供暖季', from: '2026-11-15', days: 121, locked: false }]);
    expect((await call('Community/Delete', { ids: [saved.data.id] }, manager)).data).toEqual([
      { id: saved.data.id, ok: true, reason: '' },
    ]);
    const kept = await idOf('滨江花园');
    expect((await call('Community/Delete', { ids: [kept] }, manager)).data).toEqual([
      { id: kept, ok: false, reason: '小区下有房间，不能删除' },
    ]);
  });

  it('have cashiers, who stay while their shift is open', async () => {
    const communityId = await idOf('滨江花园');
    const { data } = await call('Community/Cashiers', { communityId }, manager);
    const people = data as unknown as {
      cashiers: { id: string; userId: string }[];
      candidates: { userId: string }[];
    };
    const second = people.candidates.find(({ userId }) => userId !== people.cashiers[0]?.userId)?.userId;
    const add = { action: 'add', communityId, userId: second, from: '2026-07-01' };
    expect((await call('Community/SaveCashier', add, manager)).message).toBe('');
    expect(faults(await call('Community/SaveCashier', add, manager))).toEqual(['userId 该收费员已在此小区']);
    expect(faults(await call('Community/SaveCashier', { ...add, userId: manager.userId }, manager))).toEqual([
      'userId 请选择在职的收费员',
    ]);
    await sql`insert into shift (community_id, cashier_id) values (${communityId}::bigint, ${people.cashiers[0]?.userId}::bigint)`.execute(
      server.db,
    );
    const remove = { action: 'remove', communityId, id: people.cashiers[0]?.id, to: '2026-07-02' };
    expect((await call('Community/SaveCashier', remove, manager)).message).toBe('该收费员有未交班班次');
    await sql`delete from shift`.execute(server.db);
  });

  it('have books of receipts whose numbers never overlap, begun when the one before is nearly used', async () => {
    const communityId = await idOf('滨江花园');
    const { data } = await call('Community/Cashiers', { communityId }, manager);
    const [own] = (data as unknown as { cashiers: { userId: string }[] }).cashiers.toReversed();
    const book = {
      action: 'add',
      communityId,
      kind: '收据',
      no: '2026-S90',
      prefix: 'BJS',
      first: 5000,
      last: 6000,
      holderId: own?.userId,
    };
    const wrong = faults(await call('Community/SaveBook', book, manager));
    expect(wrong).toEqual([expect.stringMatching(/^first 号段与\d{4}-S01（BJS1～5000）重叠$/)]);
    const kept = await call('Community/SaveBook', { ...book, first: 5001 }, manager);
    expect(kept.data).toMatchObject({ state: '备用' });
    const enable = { action: 'enable', communityId, id: kept.data.id };
    expect((await call('Community/SaveBook', enable, manager)).message).toMatch(/^前一本剩 10 张内方可启用下一本/);
    const used = sql`update receipt_book set next_no = last_no - 9 where no like '%-S01' and community_id = ${communityId}`;
    await used.execute(server.db);
    expect((await call('Community/SaveBook', enable, manager)).data).toMatchObject({ state: '在用' });
  });

  it('leave with the figures of the page', async () => {
    const shown = (await call('Community/GetPage', {}, manager)).data.rows as readonly { name: string; area: string }[];
    const [sheet] = await exported('Community/Export', {}, manager);
    const [head = [], ...rows] = sheet ?? [];
    expect(rows.map((row) => [row[1], row[head.indexOf('计费面积（m²）')]])).toEqual(
      shown.map(({ name, area }) => [name, Number(area)]),
    );
  });
});

interface Room {
  readonly id: string;
  readonly version: number;
  readonly fullCode: string;
  readonly buildingId: string;
  readonly owner: string;
  readonly phone: string;
  readonly energyArea: string;
  readonly arrears: string;
  readonly balance: string;
}
interface Detail extends Room {
  readonly people: readonly { partyId: string; name: string; phone: string; from: string; to: string | null }[];
  readonly feeList: readonly { id: string; feeId: string; fee: string; quantity: string; price: string }[];
  readonly areas: readonly { from: string; energyArea: string }[];
}

describe('rooms', () => {
  const rows = async (body: object, who = manager) =>
    (await call('Room/GetPage', body, who)).data.rows as readonly Room[];
  const detail = async (id: string | undefined) =>
    ((await call('Room/GetList', { id }, manager)).data as unknown as readonly Detail[])[0];
  const room = async (code: string) => {
    const [found] = await rows({ community: await idOf('滨江花园'), Keyword: code });
    if (found === undefined) throw new Error(code);
    return found;
  };
  const saving = (of: Room, more: object) => ({
    id: of.id,
    version: of.version,
    buildingId: of.buildingId,
    code: of.fullCode.split('-')[1],
    floor: 1,
    buildArea: '94.6',
    innerArea: '77.57',
    energyArea: '86',
    deliverDate: '2023-01-01',
    ...more,
  });

  it('are found by code, owner and telephone, whose numbers are masked until somebody looks', async () => {
    const first = await room('1栋-101');
    expect(first).toMatchObject({ owner: '陈立新', phone: '139****1000', energyArea: '86' });
    expect(await rows({ community: await idOf('滨江花园'), Keyword: '13900001000' })).toHaveLength(1);
    const one = await detail(first.id);
    expect(one?.people).toMatchObject([{ name: '陈立新', phone: '139****1000' }]);
    expect(one?.feeList.find(({ fee }) => fee === '供冷费')).toMatchObject({ quantity: '86', price: '24' });
    const whole = await call('Room/Reveal', { roomId: first.id, partyId: one?.people[0]?.partyId }, manager);
    expect(whole.data).toEqual({ phone: '13900001000', idNo: null });
    const { rows: audited } = await sql`select object from audit_log where action = '查看完整电话与证件号'`.execute(
      server.db,
    );
    expect(audited).toEqual([{ object: '房间 1栋-101 陈立新' }]);
    expect(await rows({ community: await idOf('云栖雅苑') })).toEqual([]);
  });

  it('have other areas from a day on, never within what was billed', async () => {
    const before = await room('1栋-102');
    const save = (more: object) => call('Room/Save', saving(before, more), manager);
    expect(faults(await save({ code: '103' }))).toEqual(['code 该单元已存在此房号']);
    expect(faults(await save({ innerArea: '95' }))).toEqual(['innerArea 套内面积不能大于建筑面积']);
    expect(faults(await save({ energyArea: '120' }))).toEqual(['energyArea 供能面积大于建筑面积的1.2倍，请填写原因']);
    expect(faults(await save({ energyArea: '90' }))).toEqual(['effectiveFrom 面积有改动，请选择生效日']);
    const person = { role: '业主', name: '某甲', from: '2023-01-01', to: '2026-01-01', payer: true };
    expect(faults(await save({ people: [person, { ...person, from: '2025-12-31', to: '' }] }))).toEqual([
      'people[1].from 业主的起止与前面重叠',
      'people[1].payer 同一时间只能有一个缴费人',
    ]);
    expect((await detail(before.id))?.people).not.toMatchObject([{ name: '某甲' }]);
    const saved = await save({ energyArea: '90', effectiveFrom: '2199-01-01' });
    expect(saved.message).toBe('');
    expect(saved.data.fees).toEqual(['供冷费', '采暖费', '空调基本费', '物业费']);
    expect((await detail(before.id))?.areas).toMatchObject([
      { from: '2199-01-01', energyArea: '90' },
      { from: expect.stringMatching(/-01-01$/), energyArea: '99.54' },
    ]);
    // Today is before that day.
    expect((await room('1栋-102')).energyArea).toBe('99.54');
  });

  it('are made by floors after a look, and go while nothing hangs on them', async () => {
    const [first] = await rows({ community: await idOf('滨江花园'), Keyword: '1栋-101' });
    const batch = {
      action: 'batch',
      buildingId: first?.buildingId,
      floorFrom: 21,
      floorTo: 22,
      doors: '1-3',
      buildArea: '100',
      energyArea: '90',
      deliverDate: '2026-07-01',
      preview: true,
    };
    const codes = ['2101', '2102', '2103', '2201', '2202', '2203'];
    expect((await call('Room/Save', batch, manager)).data.codes).toEqual(codes);
    expect(await rows({ community: await idOf('滨江花园'), Keyword: '1栋-21' })).toHaveLength(0);
    expect((await call('Room/Save', { ...batch, preview: false }, manager)).data.codes).toEqual(codes);
    expect(faults(await call('Room/Save', { ...batch, preview: false }, manager))[0]).toMatch(
      /^doors 该单元已存在此房号/,
    );
    expect(faults(await call('Room/Save', { ...batch, floorTo: 199 }, manager))).toEqual([
      'floorTo 一次最多生成500间，现为537间',
    ]);
    const made = await rows({ community: await idOf('滨江花园'), noFee: true });
    expect(made.map(({ fullCode }) => fullCode)).toEqual(codes.map((code) => `1栋-${code}`));
    const gone = await call('Room/Delete', { ids: made.map(({ id }) => id) }, manager);
    expect((gone.data as unknown as { ok: boolean }[]).every(({ ok }) => ok)).toBe(true);
  });

  it('are charged by room, building and layout, once at a time', async () => {
    const communityId = await idOf('滨江花园');
    const one = await room('1栋-103');
    const { rows: fees } = await sql<{ id: string }>`select id::text from fee where name = '公摊电'`.execute(server.db);
    const set = { action: 'set', communityId, rooms: [one.id], feeId: fees[0]?.id, from: '2026-08-01' };
    expect((await call('Room/SaveFee', set, manager)).data).toEqual({ rooms: 1 });
    expect(faults(await call('Room/SaveFee', set, manager))).toEqual(['from 该费项与已有时段重叠：1栋-103']);
    const id = (await detail(one.id))?.feeList.find(({ fee }) => fee === '公摊电')?.id;
    const end = { action: 'end', communityId, id, to: '2026-09-01' };
    expect((await call('Room/SaveFee', end, manager)).message).toBe('');
    // What was left free may be set again, for a whole building: 120 rooms.
    const all = { action: 'set', communityId, building: one.buildingId, feeId: fees[0]?.id, from: '2026-09-01' };
    expect((await call('Room/SaveFee', all, manager)).data).toEqual({ rooms: 120 });
  });

  it('change hands: debts and money ahead go where it was said', async () => {
    const [of, other] = [await room('1栋-104'), await room('1栋-105')];
    const communityId = await idOf('滨江花园');
    const [billId = ''] = await releaseBills(server.db, { roomId: of.id, fee: '物业费', by: manager.userId }, [
      { amount: 12345, dueDay: '2026-03-01' },
    ]);
    const act = {
      roomId: of.id,
      version: of.version,
      day: '2026-07-01',
      name: '新业主',
      phone: '13800001234',
      arrears: '结清',
      prepaid: '随房',
    };
    expect(faults(await call('Room/Transfer', act, manager))).toEqual([
      'arrears 尚有未缴 123.45 元，请先结清或选择其他处理',
    ]);
    expect(faults(await call('Room/Transfer', { ...act, phone: '1380000' }, manager))).toContain(
      'phone 手机号格式不正确',
    );
    await server.db
      .transaction()
      .execute((tx) =>
        post(tx, { communityId, kind: '预存', day: '2026-07-01', source: 'room', sourceId: of.id, by: null }, [
          { debit: { kind: '银行' }, credit: { kind: '预存', ref: of.id }, fen: 5000n },
        ]),
      );
    const own = { ...act, arrears: '原业主承担', prepaid: '随人' };
    expect(faults(await call('Room/Transfer', own, manager))[0]).toMatch(/^toRoomId 预存 50.00 元随人/);
    expect(faults(await call('Room/Transfer', { ...own, toRoomId: other.id }, manager))).toEqual([
      'toRoomId 承接房间应是原业主在本小区的另一房间',
    ]);
    await sql`update party set name = x.name, phone = x.phone from (select p.name, p.phone from party p join occupancy o on o.party_id = p.id
        where o.room_id = ${of.id}::bigint and o.role = '业主') x
      where party.id = (select party_id from occupancy where room_id = ${other.id}::bigint and role = '业主')`.execute(
      server.db,
    );
    // Made out before it, for days after it, and not released yet.
    await sql`insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, payer_id, state)
      select 'DRAFT', b.community_id, b.room_id, b.fee_id, '2026-07', '2026-07', '2026-07-01', '2026-08-01', 100, '2026-08-31', o.party_id, '待审核'
      from bill b join occupancy o on o.room_id = b.room_id and o.role = '业主' where b.id = ${billId}`.execute(
      server.db,
    );
    const done = await call('Room/Transfer', { ...own, toRoomId: other.id }, manager);
    expect(done.message).toBe('');
    expect(done.data).toMatchObject({ bills: 1, moved: '50.00', drafts: 1 });
    expect(await room('1栋-104')).toMatchObject({ owner: '新业主', balance: '0.00', arrears: '123.45' });
    expect(await room('1栋-105')).toMatchObject({ balance: '50.00' });
    const { rows: payer } = await sql<{
      name: string;
    }>`select p.name from bill b join party p on p.id = b.payer_id where b.id = ${billId}`.execute(server.db);
    expect(payer).toEqual([{ name: of.owner }]);
    expect((await detail(of.id))?.people).toMatchObject([
      { name: '新业主', from: '2026-07-01', to: null },
      { name: of.owner, from: expect.stringMatching(/-01-01$/), to: '2026-07-01' },
    ]);
  });

  it('leave as a sheet that can be handed in again, all or nothing', async () => {
    const community = await idOf('科创中心');
    const [sheet = []] = await exported('Room/Export', { community }, manager);
    const [head = [], ...lines] = sheet;
    const shown = await rows({ community, PageSize: 500 });
    expect(lines.map((line) => [line[3], line[6]])).toEqual(
      shown.map(({ fullCode, energyArea }) => [fullCode.split('-')[1], Number(energyArea)]),
    );
    const hand = async (change: (line: unknown[], at: number) => unknown[], onExists: string) => {
      const out = new PassThrough();
      const pieces: Buffer[] = [];
      out.on('data', (piece: Buffer) => pieces.push(piece));
      await writeWorkbook(out, [
        {
          name: '房间',
          widths: head.map(() => 12),
          rows: [head, ...lines.map((line, at) => change([...line], at))].map((line) =>
            line.map((cell) => (cell === null || cell === undefined ? null : String(cell))),
          ),
        },
      ]);
      return server.client.upload('/pmsapi/Room/Import', '房间.xlsx', Buffer.concat(pieces), manager, {
        communityId: community,
        onExists,
      });
    };
    expect((await hand((line) => line, 'skip')).data).toMatchObject({ created: 0, skipped: 120, errors: [] });
    const wrong = await hand(
      (line, at) => (at === 2 ? [...line.slice(0, 8), '123', ...line.slice(9)] : line),
      'update',
    );
    expect(wrong.data).toMatchObject({ created: 0, errors: [{ row: 4, column: '电话', message: '手机号格式不正确' }] });
    const fresh = await hand((line, at) => (at < 2 ? [line[0], 'B座', '', ...line.slice(3)] : line), 'update');
    expect(fresh.data).toMatchObject({ created: 2, updated: 118, errors: [] });
    const { rows: made } =
      await sql`select r.full_code as code, trim_scale(a.energy_area)::text as area, (select count(*)::int from room_fee x where x.room_id = r.id) as fees,
        (select count(*)::int from occupancy o where o.room_id = r.id and o.payer) as payers
      from room r join room_area a on a.room_id = r.id where r.full_code like 'B座-%' order by 1`.execute(server.db);
    expect(made).toEqual(
      shown.slice(0, 2).map(({ fullCode, energyArea }) => ({
        code: fullCode.replace('A座', 'B座'),
        area: energyArea,
        fees: 5,
        payers: 1,
      })),
    );
  });
});

describe('fees', () => {
  const fee = async (name: string) => {
    const { rows } = await sql<{
      id: string;
      version: number;
    }>`select id::text, version from fee where name = ${name}`.execute(server.db);
    return rows[0] ?? { id: '', version: 0 };
  };
  const fields = async (more: object) => {
    const { rows } = await sql<{ id: string }>`select id::text from fee_basis where name = '供能面积'`.execute(
      server.db,
    );
    return { code: 'ZD', name: '蒸汽费', kind: '周期性', basisId: rows[0]?.id, cycle: '月', taxRate: 9, ...more };
  };

  it('are kept by finance; what was billed stands', async () => {
    expect((await call('Fee/Save', await fields({}), manager)).status).toBe(403);
    expect(faults(await call('Fee/Save', await fields({ code: 'GL' }), finance))).toEqual(['code 编码已存在']);
    expect(faults(await call('Fee/Save', await fields({ taxRate: 5 }), finance))).toEqual([
      'taxRate 税率只能是0、3、6、9、13',
    ]);
    const saved = await call('Fee/Save', await fields({}), finance);
    expect(saved.message).toBe('');
    const id = String(saved.data.id);
    const communityId = await idOf('滨江花园');
    await sql`insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, state)
      values ('T-ZD', ${communityId}::bigint, (select min(id) from room), ${id}::bigint, '2026-01', '2026-01', '2026-01-01', '2026-02-01', 100,
        '2026-03-01', '已发布')`.execute(server.db);
    const again = await fields({ id, version: 1, cycle: '季' });
    expect(faults(await call('Fee/Save', again, finance))).toEqual(['cycle 已有账单，请新建费项']);
    expect((await call('Fee/Delete', { ids: [id] }, finance)).data).toEqual([
      { id, ok: false, reason: '已有账单，请停用' },
    ]);
    await sql`delete from bill where bill_no = 'T-ZD'`.execute(server.db);
    expect((await call('Fee/Delete', { ids: [id] }, finance)).data).toEqual([{ id, ok: true, reason: '' }]);
    const { id: used } = await fee('公摊电');
    const [kept] = (await call('Fee/Delete', { ids: [used] }, finance)).data as unknown as { reason: string }[];
    expect(kept?.reason).toMatch(/^已被\d+个房间使用，请停用$/);
  });

  it('cost another price once another person agreed, and the version before ends there', async () => {
    const { id: feeId } = await fee('空调基本费');
    const paper = (
      await server.client.upload('/bpmapi/ServiceResource/Upload', '批文.txt', Buffer.from('批文'), finance)
    ).data;
    const version = { action: 'price', feeId, from: '2199-01-01', unitPrice: '1.3500', files: [paper] };
    expect(faults(await call('Fee/Save', { ...version, files: [] }, finance))).toEqual(['files 请上传依据文件']);
    expect(faults(await call('Fee/Save', { ...version, from: '2020-01-01' }, finance))[0]).toMatch(
      /^from 起日应晚于上一版起日/,
    );
    const tiers = [
      { from: '0', to: '10', price: '1' },
      { from: '20', to: '', price: '2' },
    ];
    expect(faults(await call('Fee/Save', { ...version, tiers }, finance))[0]).toBe(
      'tiers[1].from 第2档起点应等于第1档终点',
    );
    const made = await call('Fee/Save', version, finance);
    expect(made.message).toBe('');
    const id = made.data.priceVersionId;
    expect((await call('Fee/AuditPrice', { id, agree: true }, finance)).message).toBe('制单人不能审核自己的价格版本');
    const second = await server.client.signIn('finance2');
    expect((await call('Fee/AuditPrice', { id, agree: true }, second)).data).toEqual({ state: '生效' });
    const { data } = await call('Fee/Prices', { feeId }, finance);
    expect(data.prices).toMatchObject([
      { no: 2, from: '2199-01-01', to: null, unitPrice: '1.35', state: '生效' },
      { no: 1, to: '2199-01-01', unitPrice: '1.2' },
    ]);
    // Billed up to the end of July: a version may begin in August, not before.
    const { id: other } = await fee('物业费');
    await sql`insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, state)
      select 'T-WY', community_id, id, ${other}::bigint, '2198-07', '2198-07', '2198-07-01', '2198-08-01', 100, '2198-08-01', '已发布'
      from room order by id limit 1`.execute(server.db);
    expect(faults(await call('Fee/Save', { ...version, feeId: other, from: '2198-07-15' }, finance))).toEqual([
      'from 该日期已出账，只能从下一账期起',
    ]);
    await sql`delete from bill where bill_no = 'T-WY'`.execute(server.db);
  });

  it('are tried by the lines of a run, also with a price that is not in force yet', async () => {
    const communityId = await idOf('滨江花园');
    const { id: feeId } = await fee('空调基本费');
    const { rows: rooms } = await sql<{
      id: string;
    }>`select id::text from room where community_id = ${communityId}::bigint
      and full_code in ('2栋-101', '2栋-201') order by id`.execute(server.db);
    const ask = { feeId, communityId, period: '2026-07', rooms: rooms.map(({ id }) => id) };
    // 86 m² and 98.5 m² at 1.2: 103.20 and 118.20.
    const { data } = await call('Fee/Trial', ask, finance);
    expect(data).toMatchObject({
      cycle: { key: '2026-07', from: '2026-07-01', to: '2026-08-01' },
      total: '221.40',
      none: [],
    });
    expect(data.rows).toMatchObject([
      { room: '2栋-101', quantity: '86', unitPrice: '1.2', days: 31, cycleDays: 31, amount: '103.20', last: null },
      { room: '2栋-201', quantity: '98.5', amount: '118.20' },
    ]);
    const { rows: pending } = await sql<{ id: string }>`insert into fee_price (fee_id, no, span, unit_price, made_by)
      values (${feeId}::bigint, 9, daterange('2026-07-16', null), 2, ${finance.userId}::bigint) returning id::text`.execute(
      server.db,
    );
    // 15 of 31 days at 1.2 and 16 at 2: 49.94 and 88.77.
    const tried = await call('Fee/Trial', { ...ask, rooms: [rooms[0]?.id], priceId: pending[0]?.id }, finance);
    expect(
      (tried.data.rows as readonly { amount: string; from: string }[]).map(({ from, amount }) => [from, amount]),
    ).toEqual([
      ['2026-07-01', '49.94'],
      ['2026-07-16', '88.77'],
    ]);
    expect((await call('Fee/Trial', { ...ask, communityId: await idOf('云栖雅苑') }, manager)).status).toBe(404);
    await sql`delete from fee_price where no = 9`.execute(server.db);
  });

  it('begin with the usual ones, and leave with the figures of the page', async () => {
    expect((await call('Fee/Save', { action: 'templates' }, finance)).data).toMatchObject({ made: 0 });
    const shown = (await call('Fee/GetPage', {}, finance)).data.rows as readonly {
      name: string;
      price: string;
      rooms: number;
    }[];
    const [sheet = []] = await exported('Fee/Export', {}, finance);
    const [head = [], ...lines] = sheet;
    expect(lines.map((line) => [line[1], line[4], line[head.indexOf('适用户数')]])).toEqual(
      shown.map(({ name, price, rooms }) => [name, Number(price), rooms]),
    );
    const basis = { name: '测试依据', source: '用量', unit: 'GJ', digits: 2 };
    const saved = await call('FeeBasis/Save', basis, finance);
    expect(faults(await call('FeeBasis/Save', basis, finance))).toEqual(['name 名称已存在']);
    expect((await call('FeeBasis/Delete', { ids: [saved.data.id] }, finance)).data).toMatchObject([{ ok: true }]);
  });
});

describe('what forms point at', () => {
  it('is named, and gives what holds today', async () => {
    const { rows } = await sql<{
      room: string;
      community: string;
      fee: string;
    }>`select r.id::text as room, c.id::text as community,
        (select id::text from fee where name = '采暖费') as fee
      from room r join community c on c.id = r.community_id where c.name = '滨江花园' and r.full_code = '2栋-201'`.execute(
      server.db,
    );
    const [of] = rows;
    const { room = '', community = '', fee = '' } = of ?? {};
    expect((await roomReferences.labels(server.db, [room, 'x'])).get(room)).toBe('2栋-201 朱文博');
    const read = (source: typeof roomReferences, id: string, names: string[]) =>
      source.plain?.read(server.db, [id], names);
    const names = ['community', 'project', 'ownerName', 'ownerPhone', 'chargeArea', 'basicPrice'];
    expect((await read(roomReferences, room, names))?.get(room)).toEqual({
      community,
      project: 'EMC01001',
      ownerName: '朱文博',
      ownerPhone: '13900001036',
      chargeArea: '98.5',
      basicPrice: '1.2',
    });
    expect((await read(feeReferences, fee, ['unitPrice', 'priceUnit', 'taxRate', 'kind']))?.get(fee)).toEqual({
      unitPrice: '28',
      priceUnit: '元/m²·季',
      taxRate: '9',
      kind: '采暖费',
    });
    expect((await communityReferences.labels(server.db, [community])).get(community)).toBe('滨江花园');
  });
});
