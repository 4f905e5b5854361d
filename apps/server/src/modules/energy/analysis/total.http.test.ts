/** 综合分析报表 over the wire: figures by hand, words beside them, signed versions, and who sees what. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { unclosed, unzip } from '../../../testing/unzip.ts';

const PROJECT = 'EMC01002';
const NOW = new Date('2026-04-20T04:00:00Z');
const MARCH = { ProjectCode: PROJECT, Month: '2026-03' };
let server: TestServer;
let manager: Held;

const post = (name: string, body: object = {}, who: Held = manager): Promise<Reply> =>
  server.client.json(`/emcapi/EnergyReport/${name}`, { ...MARCH, ...body }, who);
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);

interface Section {
  readonly Key: string;
  readonly Draft: string;
  readonly Text: string | null;
  readonly Outdated: boolean;
  readonly Tables: readonly { readonly Rows: readonly (readonly (string | null)[])[] }[];
}
const sectionOf = (reply: Reply, key: string): Section | undefined =>
  (reply.data.sections as readonly Section[]).find(({ Key }) => Key === key);

/** The main electricity meter by day, 100 kWh in both Marches; one part of it 60 now and 50 then. */
const use = (meter: string, from: string, usage: number) =>
  sql`with days as (insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc)
      select m.device_id, 'total', d::date, ${PROJECT}, d, d + interval '1 day', ${usage}, 0, 1, 1, 1
      from meter m join device x on x.id = m.device_id, generate_series(${from}::date, ${from}::date + 30, interval '1 day') d
      where m.project_code = ${PROJECT} and x.code = ${meter} returning *)
    insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
    select meter_id, register, to_char(min(day), 'YYYY-MM'), project_code, sum(usage), 0, 31, 31, 31 from days group by 1, 2, 4`.execute(
    server.db,
  );

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
  const { db } = server;
  // Two meters are in use: the whole, and a part of it.
  await sql`update meter set used_from = '2024-01-01', used_to = '2024-01-02' where project_code = ${PROJECT}`.execute(
    db,
  );
  await sql`update meter m set used_from = '2025-01-01', used_to = null from device d where d.id = m.device_id and m.project_code = ${PROJECT}
    and d.code in ('DB-01', 'DB-02')`.execute(db);
  await sql`delete from energy_price where project_code = ${PROJECT}`.execute(db);
  await sql`insert into energy_price (project_code, category_id, valid_from, valid_to, mode, prices, tax_rate)
    select ${PROJECT}, id, v.first::date, v.last::date, 'single', v.prices::jsonb, 0 from energy_category,
      (values ('2025-01-01', '2025-12-31', '{"mode":"single","price":"0.5"}'), ('2026-01-01', null, '{"mode":"single","price":"0.6"}')) as v(first, last, prices)
    where code = 'elec'`.execute(db);
  await use('DB-01', '2026-03-01', 100);
  await use('DB-01', '2025-03-01', 80);
  await use('DB-02', '2026-03-01', 60);
}, 120_000);
afterAll(() => server.close());

it('makes sections of figures that say what they are by themselves', async () => {
  const reply = await post('Total');
  expect(reply.message).toBe('');
  expect((reply.data.sections as readonly Section[]).map(({ Key }) => Key)).toEqual([
    'overview',
    'parts',
    'flow',
    'cost',
    'hosts',
    'temperatures',
    'carbon',
    'quality',
    'conclusion',
  ]);
  // 3100 kWh now, 2480 a year before: +25 %.
  expect(sectionOf(reply, 'overview')?.Draft).toContain('用电 3,100 kWh，同比 +25.0%');
  // 60 of 100.
  const [part] = sectionOf(reply, 'parts')?.Tables[0]?.Rows ?? [];
  expect([part?.[3], part?.[4]]).toEqual(['1860', '60']);
  const flow = sectionOf(reply, 'flow')?.Tables[0]?.Rows ?? [];
  expect(flow.map(([, to, kwh]) => [to, kwh]).at(-1)).toEqual(['未分项与损耗', '1240']);
  // 3100 × 0.6 − 2480 × 0.5 = 620: 620 kWh × 0.5 for the quantity, 0.1 × 3100 for the price.
  const [cost] = sectionOf(reply, 'cost')?.Tables[0]?.Rows ?? [];
  expect(cost?.slice(3)).toEqual(['0.6', '1860', '1240', '310', '310']);
  expect(reply.data).toMatchObject({ audience: '内部', Version: null, Changed: 0 });
});

it('tells the same parts in the report of the month, by function, meter or area, and takes them along', async () => {
  await sql`update meter m set area_use = 'A 座' from device d where d.id = m.device_id and m.project_code = ${PROJECT} and d.code = 'DB-02'`.execute(
    server.db,
  );
  interface Part {
    readonly name: string;
    readonly usage: string;
    readonly share: number;
  }
  const month = (Dimension?: string) =>
    server.client.json('/emcapi/DataStatics/Summary', { ...MARCH, ...(Dimension && { Dimension }) }, manager);
  const parts = async (of: string) =>
    ((await month(of)).data.parts as { readonly rows: readonly Part[] }).rows.map(
      ({ name, usage, share }) => [name, Number(usage), share] as const,
    );
  expect((await month()).data.parts).toBeNull();
  expect((await parts('功能')).map(([, ...figures]) => figures)).toEqual([[1860, 60]]);
  // The whole and its part.
  expect((await parts('设备')).map(([, ...figures]) => figures)).toEqual([
    [3100, 100],
    [1860, 60],
  ]);
  expect(await parts('区域')).toEqual([['A 座', 1860, 60]]);
  expect((await month('楼层')).errors[0]?.message).toBe('维度不正确');
  const file = await fetch(`${server.client.url}/emcapi/EnergyReport/Export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
    body: JSON.stringify({ Kind: 'month', ...MARCH, Dimension: '区域' }),
  });
  const sheets = await readXlsx(Buffer.from(await file.arrayBuffer()));
  expect(sheets.find(({ sheet }) => sheet === '按区域')?.data[1]?.slice(1, 5)).toEqual(['A 座', 'kWh', 1860, 60]);
});

it('tells how many rooms were within their bounds, and for how long nothing was delivered', async () => {
  const card = async (label: string): Promise<string | undefined> =>
    ((await post('Total')).data.cards as readonly { Label: string; Value: string }[]).find(
      ({ Label }) => Label === label,
    )?.Value;
  expect([await card('供能达标率'), await card('停供'), await card('完整率')]).toEqual(['—', '—', '100.0']);
  const { db } = server;
  // Two rooms of three within 18 to 22 ℃; what nobody confirmed is not told.
  for (const [status, temps] of [
    ['approved', [18, 21, 23]],
    ['draft', [10]],
  ] as const) {
    const { rows } = await sql<{
      id: string;
    }>`insert into f_air_usage (status, applicant, applicant_dept, project, survey_time)
      select ${status}, id, dept_id, ${PROJECT}, '2026-03-10T02:00:00Z' from app_user where account = 'operator' returning id::text`.execute(
      db,
    );
    for (const [at, temp] of temps.entries())
      await sql`insert into f_air_usage_zones (parent_id, row_no, building, floor, zone_use, room_temp, lower, upper)
        values (${rows[0]?.id}, ${at + 1}, '主楼', '3F', '办公', ${temp}, 18, 22)`.execute(db);
  }
  // Of two versions of a day the later one holds.
  const stop = (From: string, To: string) => JSON.stringify({ Run: { Stops: [{ From, To, Reason: '检修' }] } });
  await sql`insert into day_report_version (project_code, day, version, content, changed, reason, state, created_by)
    select ${PROJECT}, v.day::date, v.version, v.content::jsonb, '[]', '登记', '已生效', (select id from app_user where account = 'projectManager')
    from (values ('2026-03-03', 1, ${stop('08:00', '12:00')}), ('2026-03-03', 2, ${stop('08:00', '10:30')}), ('2026-03-20', 1, ${stop('22:00', '24:00')}))
      as v(day, version, content)`.execute(db);
  expect([await card('供能达标率'), await card('停供')]).toEqual(['66.7', '4.5']);
  const [temperatures] = sectionOf(await post('Total'), 'temperatures')?.Tables ?? [];
  expect(temperatures?.Rows.find(([day]) => day === '2026-03-10')?.at(-1)).toBe('20.7');
});

it('shows the customer no amounts, and each only what is within reach', async () => {
  const customer = await post('Total', { Audience: '客户' });
  expect(sectionOf(customer, 'cost')).toBeUndefined();
  expect(JSON.stringify(customer.data)).not.toContain('"310"');
  expect((await post('Total', { ProjectCode: 'NONE' })).status).toBe(404);
  expect((await post('Total', {}, await server.client.signIn('operator'))).status).toBe(403);
  expect(faults(await post('Total', { Month: '2026-05' }))).toEqual(['Month 不能选择还没有到的月份']);
  expect(faults(await post('Total', { Month: '2026' }))).toEqual(['Month 月份格式应为 YYYY-MM']);
});

it('keeps words by sections, tells when the figures moved on, and signs the whole', async () => {
  const write = (Section: string, Text: string, TextVersion = 0) => post('SaveText', { Section, Text, TextVersion });
  expect(faults(await write('overview', ' '))).toEqual(['Text 请填写文字']);
  expect(faults(await post('TotalSign'))[0]).toContain('「结论与建议」还没有写');
  expect((await write('conclusion', '建议检查夜间基荷。')).data).toEqual({ TextVersion: 1 });
  expect((await write('conclusion', '建议检查夜间基荷。')).data).toEqual({ TextVersion: 1 });
  expect((await write('conclusion', '别的')).status).toBe(409);
  // Electricity is up by a quarter: that wants a word.
  expect(faults(await post('TotalSign'))[0]).toContain('电同比超过 ±20%');
  await write('parts', '新增冷站试运行。');
  expect((await post('TotalSign')).data).toEqual({ Version: 1 });
  expect((await post('TotalSign')).message).toContain('数据与第 1 版相同');

  await sql`update meter_month set usage = 1900 where month = '2026-03' and project_code = ${PROJECT} and usage = 1860`.execute(
    server.db,
  );
  await sql`update meter_day set usage = usage + 10 where day = '2026-03-05' and project_code = ${PROJECT} and usage = 60`.execute(
    server.db,
  );
  const moved = await post('Total');
  expect(moved.data).toMatchObject({ Changed: 1, VersionChanged: true });
  expect(sectionOf(moved, 'parts')).toMatchObject({ Outdated: true, Text: '新增冷站试运行。' });
  const kept = await post('Total', { Version: 1 });
  expect(sectionOf(kept, 'parts')?.Tables[0]?.Rows[0]?.[3]).toBe('1860');
  expect(kept.data).toMatchObject({ Version: 1, SignedBy: expect.stringMatching(/./) });
});

it('leaves as a workbook and a sheet that say the same', async () => {
  const take = async (Format: string) => {
    const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/TotalExport`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ ...MARCH, Version: 1, Format }),
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const sheets = await readXlsx(await take('xlsx'));
  const [head = [], line = []] = sheets.find(({ sheet }) => sheet === '能耗构成')?.data ?? [];
  expect(line[head.indexOf('用量')]).toBe(1860);
  const [heads = [], elec = []] = sheets.find(({ sheet }) => sheet === '各能源用量')?.data ?? [];
  expect(elec[heads.indexOf('同比（%）')]).toBe(25);
  expect((await take('pdf')).subarray(0, 5).toString()).toBe('%PDF-');

  const parts = unzip(await take('docx'));
  const document = parts.get('word/document.xml') ?? '';
  for (const [path, xml] of parts) expect([path, unclosed(xml)]).toEqual([path, null]);
  const words = [...document.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text);
  // The same sections, words and figures as on the page.
  const page = await post('Total', { Version: 1 });
  for (const { Title, Text, Draft } of page.data.sections as readonly (Section & { readonly Title: string })[]) {
    expect(words.some((word) => word?.endsWith(` ${Title}`))).toBe(true);
    for (const text of (Text ?? Draft ?? '').split('\n').filter(Boolean)) expect(words).toContain(text);
  }
  expect(words).toContain('1,860');
  // 1860 yuan now, 1240 a year before, drawn.
  const drawn = [...parts].filter(([path]) => path.includes('charts/')).map(([, xml]) => xml);
  expect(drawn.some((xml) => xml.includes('<c:v>1860</c:v>') && xml.includes('<c:v>1240</c:v>'))).toBe(true);
});

it('goes to a customer as the version that was signed, behind a link that ends and is taken back', async () => {
  const send = (body: object = {}, who?: Held) =>
    post('Send', { Kind: 'total', Version: 1, Receivers: ['客户王总'], ...body }, who);
  const open = (token: string) =>
    fetch(`${server.client.url}/emcapi/EnergyReport/Shared?${new URLSearchParams({ Token: token })}`);
  const list = async () =>
    (await post('Sends', { Kind: 'total' })).data.rows as readonly Readonly<Record<string, unknown>>[];
  // What was signed for the house is not what customers get.
  expect((await send()).status).toBe(404);
  await post('SaveText', { Audience: '客户', Section: 'conclusion', Text: '运行平稳。', TextVersion: 0 });
  await post('SaveText', { Audience: '客户', Section: 'parts', Text: '新增冷站试运行。', TextVersion: 0 });
  expect((await post('TotalSign', { Audience: '客户' })).data).toEqual({ Version: 1 });

  expect(faults(await send({ Receivers: [] }))).toEqual(['Receivers 请填写收件人']);
  // Nobody set up a server of e-mail: that is said, and the link works without.
  expect(faults(await send({ Mail: true, Receivers: ['wang@example.com'] }))).toEqual([
    'Mail 系统还没有设置发信服务器（SMTP），不能发邮件；可复制链接自行发送',
  ]);
  expect((await post('Sends', { Kind: 'total' })).data).toMatchObject({ MailOn: false });
  expect((await send({ Days: 91 })).errors[0]?.path).toBe('Days');
  expect((await send({}, await server.client.signIn('operator'))).status).toBe(403);
  expect((await send({ ProjectCode: 'NONE' })).status).toBe(404);
  const sent = await send();
  expect(sent.message).toBe('');
  const token = String(sent.data['Token']);
  expect(token.length).toBeGreaterThanOrEqual(32);

  const page = await open(token);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(
    Buffer.from(await page.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await list()).toMatchObject([{ Version: 1, Receivers: ['客户王总'], State: '有效', Opened: 1 }]);
  // The secret is kept nowhere.
  const { rows } = await sql<{ hash: string }>`select token_hash as hash from energy_report_send`.execute(server.db);
  expect(rows.map(({ hash }) => hash === token)).toEqual([false]);

  const gone = async (of: string) => (await (await open(of)).text()).includes('不存在、已过期或已被撤回');
  expect(await gone('x')).toBe(true);
  await sql`update energy_report_send set expires_at = ${NOW}`.execute(server.db);
  expect(await gone(token)).toBe(true);
  await sql`update energy_report_send set expires_at = '2026-06-01'`.execute(server.db);
  const withdraw = (Reason: string) => post('SendWithdraw', { SendId: sent.data['SendId'], Reason });
  expect(faults(await withdraw(''))).toEqual(['Reason 请填写撤回原因']);
  expect((await withdraw('发错客户')).data).toEqual({ ok: true });
  expect(await gone(token)).toBe(true);
  expect((await list())[0]).toMatchObject({ State: '已撤回', WithdrawReason: '发错客户', Opened: 1 });
});
