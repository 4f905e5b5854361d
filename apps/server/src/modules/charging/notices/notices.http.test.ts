/** Announcements from draft to what they brought in: who is meant, who agrees, a process that ends in the middle, links, letters, figures by hand. */
import type { ChargeNoticeRow, NoticeDetail } from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, type Reply, said } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseBills, type TestBill } from '../testing/bills.ts';
import { demoNotices, demoStops } from './demo.ts';
import { draftAfterRelease } from './draft.ts';
import { sendNext } from './job.ts';
import { noticeWays } from './senders.ts';

const FEE = '物业费';
const TODAY = today(new Date());
/** Whatever the hour in which the tests run, here it is ten in the morning. */
let now = new Date(`${TODAY}T10:00:00+08:00`);
const later = (days: number, minutes = 0): void => {
  now = new Date(now.getTime() + days * 86_400_000 + minutes * 60_000);
};
let server: TestServer;
let cashier: Held;
let manager: Held;
let other: Held;
let community = '';
let buildings: string[] = [];
let rooms: { readonly id: string; readonly code: string; readonly owner: string; readonly phone: string }[] = [];
let used = 0;

const one = async (query: ReturnType<typeof sql>): Promise<string> =>
  String(Object.values((await query.execute(server.db)).rows[0] ?? {})[0] ?? '');
const call = (path: string, body: object, who: Held | null = cashier): Promise<Reply> =>
  server.client.json(`/pmsapi/FeeAnnouncement/${path}`, body, who);
const cash = (path: string, body: object): Promise<Reply> =>
  server.client.json(`/pmsapi/Cashier/${path}`, body, cashier);

/** A room of its own for each test, so that what is owed is known. */
const household = async (bills: readonly TestBill[]) => {
  const room = rooms[used++];
  if (room === undefined) throw new Error('no room is left');
  if (bills.length > 0) await releaseBills(server.db, { roomId: room.id, fee: FEE, by: cashier.userId }, bills);
  return room;
};
const late = (amount: number): TestBill => ({ amount, dueDay: plusDays(TODAY, -40) });
const wording = (more: object = {}) => ({
  communityId: community,
  kind: '一次催缴',
  title: '缴费提示',
  body: '{ownerName}，您好：{room} 欠费{amount}元，违约金{penalty}元，{dueDate}到期',
  channels: ['短信'],
  smsSign: '衡能物业',
  ...more,
});
const only = (of: readonly { readonly id: string }[]) => ({ audience: { rooms: of.map(({ id }) => id) } });
const drafted = async (more: object, who: Held = cashier): Promise<{ id: string; version: number; rooms: number }> => {
  const answer = await call('Draft', wording(more), who);
  expect(answer).toMatchObject({ status: 1 });
  return answer.data as unknown as { id: string; version: number; rooms: number };
};
const runJob = async (id: string): Promise<void> => {
  const job = server.jobs.find(({ name }) => name === 'charging.notice');
  await job?.run({ id });
};
const detail = async (id: string, more: object = {}): Promise<NoticeDetail> =>
  (await call('Detail', { id, PageSize: 500, ...more })).data as unknown as NoticeDetail;
const row = async (id: string): Promise<ChargeNoticeRow> => {
  const { rows: all } = (await call('Index', { PageSize: 500 })).data as unknown as { rows: ChargeNoticeRow[] };
  const found = all.find((of) => of.id === id);
  if (found === undefined) throw new Error('not in the list');
  return found;
};
const sent = async (more: object): Promise<string> => {
  const { id, version } = await drafted(more);
  expect(said(await call('Send', { id, version }))).toBe('');
  await runJob(id);
  return id;
};
const outbox = async (phone: string): Promise<number> =>
  Number(await one(sql`select count(*) from message where kind = '收费公告' and phone = ${phone}`));
const pay = async (roomId: string, amount: string): Promise<void> => {
  const { data } = await cash('Household', { roomId });
  const bills = (data as { bills: { id: string; principal: string; penalty: string }[] }).bills;
  const items = bills.map(({ id, principal, penalty }) => ({ billId: id, principal, penalty }));
  const answer = await cash('Charge', {
    requestId: crypto.randomUUID(),
    communityId: community,
    roomId,
    items,
    tenders: [{ type: '现金', amount }],
  });
  expect(answer).toMatchObject({ status: 1 });
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  [cashier, manager, other] = [
    await server.client.signIn('cashier'),
    await server.client.signIn('propertyManager'),
    await server.client.signIn('cashier2'),
  ];
  community = await one(sql`select id::text from community where code = 'BJ'`);
  const { rows: found } = await sql<(typeof rooms)[number] & { building: string }>`
    select r.id::text, r.full_code as code, p.name as owner, p.phone, r.building_id::text as building from room r
    join occupancy o on o.room_id = r.id and o.payer and o.span @> ${TODAY}::date join party p on p.id = o.party_id
    where r.community_id = ${community}::bigint and p.phone ~ '^1' and r.flags = '{}' order by r.id desc limit 60`.execute(
    server.db,
  );
  rooms = found;
  buildings = [...new Set(found.map(({ building }) => building))];
  expect((await cash('ShiftOpen', { communityId: community, floatAmount: '0.00' })).status).toBe(1);
  expect((await call('SaveTemplate', { action: 'usual' }, manager)).data).toEqual({ saved: 11 });
}, 120_000);
afterAll(() => server.close());

describe('who is meant', () => {
  it('follows from the conditions together, of today', async () => {
    const big = await household([late(30_000), { amount: 20_000, dueDay: plusDays(TODAY, 10), cycle: 'N1' }]);
    const small = await household([late(5_000)]);
    const fresh = await household([{ amount: 90_000, dueDay: plusDays(TODAY, 10) }]);
    const some = [big, small, fresh];
    const count = async (kind: string, audience: object = {}) =>
      (await call('Count', { communityId: community, kind, audience: { ...only(some).audience, ...audience } })).data[
        'rooms'
      ];
    // Dunning asks for what is overdue; a bill's notice for all that is open.
    expect(await count('一次催缴')).toBe(2);
    expect(await count('出账通知')).toBe(3);
    expect(await count('一般公告')).toBe(3);
    expect(await count('一次催缴', { arrearsMin: '300.00' })).toBe(1);
    expect(await count('一次催缴', { arrearsMin: '300.01' })).toBe(0);
    expect(await count('出账通知', { arrearsMin: '500' })).toBe(2);
    expect(await count('一次催缴', { overdueMin: 40 })).toBe(2);
    expect(await count('一次催缴', { overdueMin: 41 })).toBe(0);
    expect(await count('一次催缴', { fees: [await one(sql`select id::text from fee where name = '供冷费'`)] })).toBe(0);
    expect(await count('一般公告', { suspended: true })).toBe(0);
    expect(await count('一般公告', { suspended: false, buildings })).toBe(3);
    await sql`insert into suspension (room_id, fee_id, span, keep_rate)
      select ${small.id}::bigint, f.id, daterange(${TODAY}::date - 1, ${TODAY}::date + 30), 30 from fee f where f.name = ${FEE}`.execute(
      server.db,
    );
    expect(await count('一次催缴', { suspended: true })).toBe(1);
    expect(await count('一次催缴', { suspended: false })).toBe(1);
  });

  it('sees what three of them would read, how many messages it is, and what has no value', async () => {
    const some = [await household([late(10_000)]), await household([late(20_000)]), await household([late(30_000)])];
    const [first] = some;
    await sql`update party set name = '' where id = (select party_id from occupancy where room_id = ${first?.id}::bigint and payer and span @> ${TODAY}::date)`.execute(
      server.db,
    );
    const { data } = await call('Preview', { ...wording(only(some)), seed: '1' });
    expect(data).toMatchObject({
      rooms: 3,
      recent: 0,
      smsCount: 3,
      // 5 fen each.
      cost: '0.15',
      missing: [{ variable: 'ownerName', label: '业主', count: 1, rooms: [first?.code] }],
    });
    // 100.00 for 40 days at 0.5 ‰.
    const text = `【衡能物业】，您好：${first?.code} 欠费100.00元，违约金2.00元，${plusDays(TODAY, -40)}到期`;
    expect(data['samples']).toContainEqual({ room: first?.code, owner: '', text, length: text.length, sms: 1 });
    const { id, version } = await drafted(only(some));
    expect(said(await call('Send', { id, version }))).toBe('有1户缺少业主；可补全资料，或勾选缺值的户不发');
    const kept = await call('Draft', { ...wording({ ...only(some), skipMissing: true }), id, version });
    expect(kept.data).toMatchObject({ version: version + 1, rooms: 3 });
    expect((await call('Send', { id, version: version + 1 })).data).toMatchObject({
      state: '发送中',
      queued: 3,
      skipped: [{ reason: '缺少业主', count: 1 }],
    });
    await runJob(id);
    expect((await detail(id)).counts).toEqual([
      { state: '送达', reason: '', count: 2 },
      { state: '跳过', reason: '缺少业主', count: 1 },
    ]);
  });

  it('refuses words and conditions at their field', async () => {
    const wrong = async (more: object) => said(await call('Draft', wording(more)));
    expect(await wrong({ title: '催' })).toBe('title 标题应为2至50字');
    expect(await wrong({ title: '{amount}催缴' })).toContain('title 标题对各户相同');
    expect(await wrong({ body: '{phone}' })).toBe('body 没有变量 {phone}，请从变量表中选择');
    expect(await wrong({ kind: '一般公告', channels: ['公示'] })).toContain(
      'body 公示人人可见，不能含业主、房间、欠费金额',
    );
    expect(await wrong({ channels: ['微信'] })).toContain('channels 未配置');
    expect(await wrong({ channels: [] })).toBe('channels 请选择渠道');
    expect(await wrong({ kind: '停供通知' })).toBe('stopDay 请填写停供日');
    expect(await wrong({ planAt: `${plusDays(TODAY, -1)} 10:00` })).toBe('planAt 计划发送时间应晚于现在');
    const elsewhere = await one(
      sql`select r.id::text from room r join community c on c.id = r.community_id where c.code = 'KC' limit 1`,
    );
    expect(await wrong({ audience: { rooms: [elsewhere] } })).toBe('audience.rooms 对象不属于所选小区');
  });

  it('is none of what others see', async () => {
    const { id, version } = await drafted(only([await household([late(1_000)])]));
    expect((await call('Draft', wording(), other)).message).toBe('小区不存在，或您没有查看它的权限');
    for (const [path, more] of [
      ['Detail', {}],
      ['Send', { version }],
      ['Withdraw', { reason: '不发了' }],
      ['Print', {}],
    ] as const)
      expect([path, said(await call(path, { id, ...more }, other))]).toEqual([
        path,
        '公告不存在，或您没有查看它的权限',
      ]);
    const { rows: seen } = (await call('Index', { PageSize: 500 }, other)).data as unknown as {
      rows: ChargeNoticeRow[];
    };
    expect(seen.some((of) => of.id === id)).toBe(false);
  });
});

describe('sending', () => {
  it('goes on after an end in the middle, and tells nobody twice', async () => {
    const some = await Promise.all(Array.from({ length: 6 }, () => household([late(10_000)])));
    const { id, version } = await drafted(only(some));
    expect((await call('Send', { id, version })).data).toMatchObject({ queued: 6, state: '发送中' });
    expect(said(await call('Send', { id, version }))).toBe('该公告已有变化，请刷新后重试');
    const ways = noticeWays(server.db, { smsUrl: null, smsKey: null, smsPrice: null, publicUrl: null }, true);
    for (let at = 0; at < 3; at++) expect(await sendNext(server.db, ways, id, () => now)).toBe(true);
    // Who has paid meanwhile is left out; the process ends while a provider has the fourth.
    const paid = some.toSorted((a, b) => (a.code < b.code ? -1 : 1)).at(-1);
    await pay(paid?.id ?? '', '102.00');
    const stuck = { ...ways, senders: { 短信: { arrives: true, send: () => Promise.reject(new Error('killed')) } } };
    await expect(sendNext(server.db, stuck, id, () => now)).rejects.toThrow('killed');
    expect((await detail(id)).counts).toContainEqual({ state: '发送中', reason: '', count: 1 });
    await Promise.all([runJob(id), runJob(id)]);
    await runJob(id);
    const { counts, notice } = await detail(id);
    expect(counts).toEqual([
      { state: '送达', reason: '', count: 4 },
      { state: '失败', reason: '发送中断，是否送达不明，请核实后重发', count: 1 },
      { state: '跳过', reason: '已缴清', count: 1 },
    ]);
    expect(notice).toMatchObject({ state: '已发送', rooms: 6, done: 6, parts: 6, failed: 1, delivered: 80 });
    const got = await Promise.all(some.map(({ phone }) => outbox(phone)));
    expect(got.toSorted()).toEqual([0, 0, 1, 1, 1, 1]);
    // A person has looked into it: that one only.
    expect((await call('Send', { id, version: 0, onlyFailed: true })).data).toMatchObject({ queued: 1 });
    await runJob(id);
    expect((await Promise.all(some.map(({ phone }) => outbox(phone)))).toSorted()).toEqual([0, 1, 1, 1, 1, 1]);
    expect(said(await call('Send', { id, version: 0, onlyFailed: true }))).toBe('没有发送失败的户');
  });

  it('does not say the same within seven days, unless that is meant', async () => {
    const room = await household([late(10_000)]);
    await sent(only([room]));
    const again = await sent(only([room]));
    expect((await detail(again)).counts).toEqual([{ state: '跳过', reason: '7天内已发过同类', count: 1 }]);
    const meant = await sent({ ...only([room]), again: true });
    expect((await detail(meant)).counts).toEqual([{ state: '送达', reason: '', count: 1 }]);
    expect(await outbox(room.phone)).toBe(2);
    const second = await sent({ ...only([room]), kind: '二次催缴' });
    expect((await detail(second)).counts).toEqual([{ state: '送达', reason: '', count: 1 }]);
  });

  it('leaves alone whom nobody may dun, and what is not theirs any more', async () => {
    const still = await household([late(10_000)]);
    await sql`update room set flags = '{停催}' where id = ${still.id}::bigint`.execute(server.db);
    expect((await detail(await sent(only([still])))).counts).toEqual([
      { state: '跳过', reason: '房间已标记停催', count: 1 },
    ]);
    const moved = await household([late(10_000)]);
    const stranger = await one(
      sql`insert into party (name, phone) values ('前业主', '13900000000') returning id::text`,
    );
    await sql`update bill set payer_id = ${stranger}::bigint where room_id = ${moved.id}::bigint`.execute(server.db);
    const { id, version } = await drafted(only([moved]));
    expect(said(await call('Send', { id, version }))).toBe('没有符合条件的户');
  });

  it('is done by day, or at its time', async () => {
    const room = await household([late(10_000)]);
    const { id, version } = await drafted(only([room]));
    later(0, 11 * 60);
    expect(said(await call('Send', { id, version }))).toBe('请在8:00至21:00发送，或改为定时发送');
    const night = await call('Draft', { ...wording(only([room])), id, version, planAt: `${plusDays(TODAY, 1)} 07:30` });
    expect(said(await call('Send', { id, version: night.data['version'] }))).toBe('planAt 请在8:00至21:00发送');
    const day = await call('Draft', {
      ...wording(only([room])),
      id,
      version: night.data['version'],
      planAt: `${plusDays(TODAY, 1)} 09:00`,
    });
    expect((await call('Send', { id, version: day.data['version'] })).data).toMatchObject({ state: '定时' });
    const due = server.jobs.find(({ name }) => name === 'charging.notice.due');
    await due?.run({});
    expect((await row(id)).state).toBe('定时');
    later(0, 12 * 60);
    await due?.run({});
    expect(await row(id)).toMatchObject({ state: '已发送', delivered: 100 });
    // Planned or waiting, it can be taken back.
    later(0, 60);
    const room2 = await household([late(10_000)]);
    const planned = await drafted({ ...only([room2]), planAt: `${plusDays(TODAY, 2)} 10:00` });
    await call('Send', planned);
    expect((await call('Withdraw', { id: planned.id, reason: '内容有误' })).data).toEqual({ withdrawn: 0 });
    later(2);
    await due?.run({});
    expect(await row(planned.id)).toMatchObject({ state: '已撤回', opinion: '内容有误' });
  });

  it('takes back letters that nobody has handed over, and no others', async () => {
    const some = [await household([late(1_000)]), await household([late(1_000)])];
    const id = await sent({ ...only(some), channels: ['纸质'] });
    const { rows: letters } = await detail(id);
    expect(letters.map(({ state }) => state)).toEqual(['待投递', '待投递']);
    expect((await call('Deliver', { id, sendIds: [letters[0]?.id] })).data).toEqual({ delivered: 1 });
    expect((await call('Withdraw', { id, reason: '已电话联系' })).data).toEqual({ withdrawn: 1 });
    expect((await detail(id)).notice.state).toBe('已发送');
    expect(said(await call('Withdraw', { id, reason: '再撤' }))).toBe('已全部发出，没有可撤回的部分');
  });
});

describe('stopping supply', () => {
  it('wants two dunnings, seven days, and somebody else to agree', async () => {
    const room = await household([late(50_000)]);
    const stop = {
      ...only([room]),
      kind: '停供通知',
      channels: ['纸质'],
      title: '停供告知',
      body: '{room}将于{stopDay}停供',
    };
    const soon = await drafted({ ...stop, stopDay: plusDays(today(now), 6) });
    expect(said(await call('Send', soon))).toContain('停供前须有两次催缴并提前7天通知：停供日距发送不足7天');
    const early = await drafted({ ...stop, stopDay: plusDays(today(now), 7) });
    expect(said(await call('Send', early))).toContain('有1户不足两次催缴');
    await sent(only([room]));
    await sent({ ...only([room]), kind: '二次催缴' });
    expect((await call('Send', early)).data).toMatchObject({ state: '待审核' });
    const { version } = await row(early.id);
    // Who agrees sees whom it is for, and what they owe now.
    const waits = await detail(early.id);
    expect(waits.meant).toMatchObject({ total: 1, rows: [{ roomId: room.id, room: room.code, bills: 1 }] });
    expect(Number(waits.meant?.rows[0]?.owed)).toBeGreaterThanOrEqual(500);
    const agree = { id: early.id, version, approve: true };
    await sql`update bill set settled = amount - reduced where room_id = ${room.id}::bigint`.execute(server.db);
    expect((await detail(early.id)).meant).toEqual({ total: 0, rows: [] });
    expect(said(await call('Send', agree, manager))).toBe('对象各户已缴清或不再符合条件，请退回或撤回');
    await sql`update bill set settled = 0 where room_id = ${room.id}::bigint`.execute(server.db);
    expect(said(await call('Send', agree))).toBe('不能审核自己起草的公告');
    expect(said(await call('Send', { id: early.id, version, approve: false }, manager))).toBe('opinion 请填写退回原因');
    expect(
      (await call('Send', { id: early.id, version, approve: false, opinion: '改日期' }, manager)).data,
    ).toMatchObject({
      state: '草稿',
    });
    const renewed = await call('Draft', {
      ...wording({ ...stop, stopDay: plusDays(today(now), 8) }),
      id: early.id,
      version: version + 1,
    });
    await call('Send', { id: early.id, version: renewed.data['version'] });
    const at = await row(early.id);
    expect((await call('Send', { id: early.id, version: at.version, approve: true }, manager)).data).toMatchObject({
      state: '发送中',
    });
    await runJob(early.id);
    const { notice, rows: letters } = await detail(early.id);
    expect(notice).toMatchObject({ checker: expect.not.stringMatching(/^$/), state: '已发送' });
    expect((await detail(early.id)).meant).toBeNull();
    expect(letters[0]).toMatchObject({ state: '待投递', content: `${room.code}将于${plusDays(today(now), 8)}停供` });
  });
});

describe('what came of it', () => {
  it('is read by link, once, and counted with what was paid within seven days of what was owed then', async () => {
    const some = [
      await household([late(10_000)]),
      await household([late(20_000)]),
      await household([late(30_000)]),
      await household([late(40_000)]),
    ];
    const body = '{room}欠费{amount}元，见 {payUrl}';
    const id = await sent({ ...only(some), body });
    const tokens = async (room: string) =>
      one(sql`select token from notice_send where notice_id = ${id}::bigint and room_id = ${room}::bigint`);
    const [first, second, third] = some;
    const token = await tokens(first?.id ?? '');
    const { rows: messages } = await sql<{
      body: string;
    }>`select body from message where phone = ${first?.phone} and kind = '收费公告' order by id desc limit 1`.execute(
      server.db,
    );
    expect(messages[0]?.body).toBe(`【衡能物业】${first?.code}欠费100.00元，见 https://hengneng.test/notice/${token}`);
    later(0, 30);
    const opened = await call('Open', { token }, null);
    expect(opened.data).toMatchObject({
      title: '缴费提示',
      household: { room: first?.code, open: '100.00', bills: [{ fee: FEE, principal: '100.00' }], optedOut: false },
    });
    expect(JSON.stringify(opened.data)).not.toContain(first?.phone);
    const readAt = (await detail(id)).rows.find(({ room }) => room === first?.code)?.readAt;
    later(0, 30);
    await call('Open', { token }, null);
    expect((await detail(id)).rows.find(({ room }) => room === first?.code)?.readAt).toBe(readAt);
    // Days later the penalty has grown; the debt of then is what counts.
    later(5);
    const owed = (
      (await cash('Household', { roomId: first?.id })).data as { bills: { principal: string; penalty: string }[] }
    ).bills[0];
    await pay(first?.id ?? '', (Number(owed?.principal) + Number(owed?.penalty)).toFixed(2));
    await pay(second?.id ?? '', '50.00');
    later(3);
    await pay(third?.id ?? '', '30.00');
    const { rows: kept } = await sql<{
      owed: number;
    }>`select owed::int from notice_send where notice_id = ${id}::bigint and room_id = ${first?.id}::bigint`.execute(
      server.db,
    );
    const fen = (kept[0]?.owed ?? 0) + 5_000;
    expect(await row(id)).toMatchObject({
      delivered: 100,
      read: 25,
      paidRooms: 2,
      paidAmount: (fen / 100).toFixed(2),
      rooms: 4,
    });
    const { rows: details } = await detail(id);
    expect(details.find(({ room }) => room === third?.code)?.paid).toBe('30.00');
    const cells = JSON.stringify(
      await readXlsx(await server.client.bytes('/pmsapi/FeeAnnouncement/Export', cashier, { id })),
    );
    for (const { room, content } of details)
      for (const text of [room, content]) expect(cells).toContain(JSON.stringify(text));
    expect(await brokenInvariants(server.db)).toEqual([]);
  });

  it('lets whoever has the link refuse more messages, and answers nothing for a link that is none', async () => {
    const room = await household([late(10_000)]);
    const id = await sent({ ...only([room]), body: '{room} {payUrl}' });
    const token = await one(sql`select token from notice_send where notice_id = ${id}::bigint`);
    expect((await call('OptOut', { token, out: true }, null)).status).toBe(1);
    expect((await call('Open', { token }, null)).data).toMatchObject({
      household: { optedOut: true, smsPhone: room.phone.replace(/^(\d{3})\d{4}/, '$1****') },
    });
    const next = await sent({ ...only([room]), kind: '二次催缴' });
    expect((await detail(next)).counts).toEqual([{ state: '跳过', reason: '已退订短信', count: 1 }]);
    await call('OptOut', { token, out: false }, null);
    expect((await call('Open', { token }, null)).data).toMatchObject({ household: { optedOut: false } });
    const gone = '链接不存在、已过期或已被撤回，请向物业索取新的链接';
    expect((await call('Open', { token: 'A'.repeat(22) }, null)).message).toBe(gone);
    expect((await call('OptOut', { token: 'A'.repeat(22), out: true }, null)).message).toBe(gone);
    await sql`update notice_send set sent_at = sent_at - interval '91 days' where token = ${token}`.execute(server.db);
    expect((await call('Open', { token }, null)).message).toBe(gone);
  });

  it('has a notice board without anybody on it, which can be taken down', async () => {
    const { id, version } = await drafted({
      kind: '一般公告',
      channels: ['公示'],
      title: '检修公告',
      body: '{community}各位业主，咨询{communityPhone}',
    });
    expect((await call('Send', { id, version })).data).toMatchObject({ state: '已发送', queued: 0 });
    const { notice } = await detail(id);
    expect(notice).toMatchObject({ delivered: null, paidRooms: null, paidAmount: null });
    const token = notice.boardPath?.split('/').at(-1) ?? '';
    expect((await call('Open', { token }, null)).data).toMatchObject({
      title: '检修公告',
      text: '滨江花园各位业主，咨询021-50000018',
      household: null,
    });
    expect((await detail(id)).notice.boardReads).toBe(1);
    await call('Withdraw', { id, reason: '已结束' });
    expect((await call('Open', { token }, null)).status).not.toBe(1);
  });

  it('prints letters as they were written', async () => {
    const room = await household([late(140_950)]);
    const id = await sent({ ...only([room]), channels: ['纸质'] });
    const { notice } = await detail(id);
    const { data } = await call('Print', { id }, manager);
    const overdue = Math.round((Date.parse(today(now)) - Date.parse(plusDays(TODAY, -40))) / 86_400_000);
    // 1409.50 × 0.5 ‰ a day.
    const penalty = (Math.round(140_950 * 0.0005 * overdue) / 100).toFixed(2);
    expect(data).toMatchObject({
      dunning: true,
      community: '滨江花园',
      letters: [
        { no: `${notice.no}-0001`, room: room.code, owner: room.owner, date: today(now), total: '1409.50', penalty },
      ],
    });
  });

  it('begins as a draft when bills are released, once', async () => {
    const run = await one(sql`insert into billing_run (no, community_id, kind, period, state, made_by)
      values ('T-1', ${community}::bigint, '出账', ${TODAY.slice(0, 7)}, '已发布', ${cashier.userId}::bigint) returning id::text`);
    const room = await household([{ amount: 7_700, dueDay: plusDays(TODAY, 20) }]);
    await sql`update bill set run_id = ${run}::bigint where room_id = ${room.id}::bigint`.execute(server.db);
    for (let at = 0; at < 2; at++)
      await server.db.transaction().execute((tx) => draftAfterRelease(tx, run, manager.userId, TODAY));
    const { rows: made } = await sql<{
      id: string;
      rooms: number;
      state: string;
    }>`select id::text, rooms, state from notice where run_id = ${run}::bigint`.execute(server.db);
    expect(made).toEqual([{ id: expect.any(String), rooms: 1, state: '草稿' }]);
  });
});

describe('the demo company', () => {
  it('has dunned its households twice by now, and waits for somebody to agree to the next step', async () => {
    const some = [];
    for (let at = 0; at < 4; at++) some.push(await household([{ amount: 50_000, dueDay: plusDays(TODAY, -150) }]));
    // Half a month ago, so that in the first days of a month, too, what other tests left owing was not due at the first dunning.
    const night = new Date(`${plusDays(TODAY, -15)}T23:00:00+08:00`);
    const seed = demoNotices(server.db, night);
    for (const back of [2, 1, 0, 0]) await seed(back);
    for (let at = 0; at < 2; at++) await demoStops(server.db, night);
    const { rows: made } = await sql<{ kind: string; state: string; arrived: number; read: number }>`
      select n.kind, n.state, count(s.id) filter (where s.state = '送达')::int as arrived, count(s.read_at)::int as read
      from notice n left join notice_send s on s.notice_id = n.id where n.community_id = ${community}::bigint and n.made_by = ${cashier.userId}::bigint
        and n.title in ('缴费提醒', '再次催缴', '停止供能通知', '换热站例行检修公告', '缴费优惠活动') and n.template_id is null and n.sms_sign = ''
      group by n.id order by n.id`.execute(server.db);
    // By message and by letter; the first and the fourth letter of the first dunning were read.
    expect(made[0]).toEqual({ kind: '一次催缴', state: '已发送', arrived: 8, read: 2 });
    expect(made.slice(1).map(({ kind, state }) => [kind, state])).toEqual([
      ['二次催缴', '已发送'],
      ['一般公告', '已发送'],
      ['缴费优惠', '草稿'],
      ['停供通知', '待审核'],
    ]);
  });
});
