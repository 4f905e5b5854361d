/** 客户展示授权 over the wire: who may give it, what a number opens and what it does not, and how it ends. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const NOW = new Date('2026-04-20T04:00:00Z');
const [A, B] = ['EMC01001', 'EMC01002'];
let server: TestServer;
let manager: Held;
let clock = NOW;

interface Grant {
  readonly Id: string;
  readonly CustomerNO: string;
  readonly State: string;
  readonly Visits: number;
  readonly Version: number;
}
const set = (body: object, who: Held = manager): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { SetType: 'customerShow', ...body }, who);
const issue = (body: object = {}, who?: Held): Promise<Reply> =>
  set(
    {
      Action: 'issue',
      ProjectCodes: [A],
      CustomerName: '某大厦业主',
      Items: ['usage', 'days', 'carbon'],
      From: '2026-04-20',
      To: '2026-10-20',
      Reason: '合同约定',
      ...body,
    },
    who,
  );
const grants = async (project = A, who: Held = manager): Promise<readonly Grant[]> =>
  (
    await server.client.json(
      '/emcapi/DataEntry/GetProjectSetUp',
      { SetType: 'customerShow', ProjectCode: project },
      who,
    )
  ).data['rows'] as readonly Grant[];
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);

/** As a browser without a session. */
async function look(path: string, number: string, body: object = {}) {
  const answer = await fetch(`${server.client.url}/api/NoBodyShow/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Authorization: `Customer ${number}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { status: number; message: string; data: Record<string, unknown> };
}
const month = (number: string, ProjectCode = A, Month = '2026-03') =>
  look('MonthEnergy', number, { ProjectCode, Month });
const UNKNOWN = '客户编号无效或已停用，请向您的服务单位索取新的链接';

beforeAll(async () => {
  server = await startTestServer({ clock: () => clock });
  manager = await server.client.signIn('projectManager');
  await steadyMonths(server.db, A, { '2025-03': 100, '2026-02': 80, '2026-03': 110 });
}, 120_000);
afterAll(() => server.close());

describe('a grant', () => {
  it('says at its field what is wrong, and who may not', async () => {
    expect(faults(await issue({ ProjectCodes: [] }))).toEqual(['ProjectCodes 请选择项目']);
    expect(faults(await issue({ CustomerName: ' ' }))).toEqual(['CustomerName 请填写客户']);
    expect(faults(await issue({ Items: [] }))).toEqual(['Items 请选择可看内容']);
    expect(faults(await issue({ To: '2026-04-19' }))).toEqual(['To 到期日不能早于生效日']);
    expect(faults(await issue({ From: '2026-01-01', To: '2026-02-01' }))).toEqual(['To 到期日已过']);
    expect(faults(await issue({ To: '2027-04-21' }))).toEqual(['To 到期日最多为生效后一年']);
    expect(faults(await issue({ Reason: '' }))).toEqual(['Reason 请填写原因']);
    expect(faults(await issue({ ShowMoney: true }))).toEqual(['ShowMoney 显示金额须由运营总监签发']);
    expect((await issue({}, await server.client.signIn('hr'))).status).toBe(403);
    expect((await issue({}, await server.client.signIn('projectManager3'))).status).toBe(404);
    expect(await grants()).toEqual([]);
  });

  it('is told once, kept as a hash, and opens its own project only', async () => {
    const answer = await issue();
    expect(answer.message).toBe('');
    const number = String(answer.data['CustomerNO']);
    expect(number).toMatch(/^[\w-]{22}$/);
    expect(await grants()).toMatchObject([{ CustomerNO: `${number.slice(0, 4)}***`, State: '有效', Visits: 0 }]);
    // Neither the table, nor what is kept of requests, nor the trail has it.
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from customer_show s where s::text like ${`%${number}%`})
        or exists (select from idempotency i where i.response::text like ${`%${number}%`})
        or exists (select from audit_log a where a::text like ${`%${number}%`}) as found`.execute(server.db);
    expect(rows[0]?.found).toBe(false);

    const self = await look('GetCustomer', number);
    expect(self.data).toMatchObject({
      CustomerName: '某大厦业主',
      Month: '2026-03',
      ShowMoney: false,
      Projects: [{ Code: A }],
    });
    expect((await month(number, B)).message).toBe('没有这个项目');
    expect((await month(number, 'NONE')).message).toBe('没有这个项目');
    expect((await grants())[0]?.Visits).toBe(1);
    // What needs a session still needs one.
    const other = await fetch(`${server.client.url}/emcapi/DataStatics/Summary`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', Authorization: `Customer ${number}` },
      body: JSON.stringify({ ProjectCode: A, Month: '2026-03' }),
    });
    expect(other.status).toBe(401);
  });

  it('shows the figures of the month’s own report, without amounts', async () => {
    const number = String((await issue()).data['CustomerNO']);
    const shown = (await month(number)).data;
    const own = (await server.client.json('/emcapi/DataStatics/Summary', { ProjectCode: A, Month: '2026-03' }, manager))
      .data;
    const pick = (rows: unknown) =>
      // What is not known is nothing here, and no zero.
      (rows as readonly Record<string, unknown>[])
        .filter(({ complete, usage }) => complete !== 0 && usage !== null)
        .map(({ code, usage, yoy, mom, perM2, complete, estimated }) => ({
          code,
          usage: Number(usage),
          yoy,
          mom,
          perM2,
          complete,
          estimated,
        }));
    expect(pick(shown['usage'])).toEqual(pick(own['rows']));
    expect(JSON.stringify(shown)).not.toContain('"cost"');
    expect(shown['carbon']).toMatchObject({ tce: own['tce'], tCo2: own['tCo2'] });
    const days = shown['days'] as readonly { used: Record<string, string> }[];
    const elec = (shown['usage'] as readonly { code: string; usage: string }[]).find(({ code }) => code === 'elec');
    expect(days).toHaveLength(31);
    expect(days.reduce((sum, { used }) => sum + Number(used['elec']), 0)).toBe(Number(elec?.usage));
  });

  it('shows what was agreed to and nothing more', async () => {
    const only = String((await issue({ Items: ['carbon'] })).data['CustomerNO']);
    expect((await month(only)).data).toMatchObject({ usage: null, days: null, carbon: { tce: expect.any(Number) } });
    const director = await server.client.signIn('operationDirector');
    const money = await issue({ ShowMoney: true, Items: ['usage'] }, director);
    expect(money.message).toBe('');
    const shown = (await month(String(money.data['CustomerNO']))).data['usage'] as readonly object[];
    expect(shown.every((row) => 'cost' in row)).toBe(true);
    expect((await month(only, A, '2026-05')).message).toBe('不能选择还没有到的月份');
    expect((await month(only, A, '2020-05')).message).toBe('最早可看 24 个月以前');
  });

  it('ends: by another number, by hand, by its day; always with the same sentence', async () => {
    const answer = await issue({ CustomerName: '物业公司' });
    const first = String(answer.data['CustomerNO']);
    const Id = String(answer.data['Id']);
    const rotated = await set({ Action: 'rotate', Id, Version: 1, Reason: '人员变动' });
    const second = String(rotated.data['CustomerNO']);
    expect((await look('GetCustomer', first)).message).toBe(UNKNOWN);
    expect((await look('GetCustomer', second)).status).toBe(1);
    expect((await set({ Action: 'disable', Id, Version: 1, Reason: '合同终止' })).status).toBe(409);
    expect((await set({ Action: 'disable', Id, Version: 2, Reason: '合同终止' })).data).toMatchObject({
      CustomerNO: null,
    });
    expect((await look('GetCustomer', second)).message).toBe(UNKNOWN);
    expect((await set({ Action: 'rotate', Id, Version: 3, Reason: '再来' })).message).toBe('该客户编号已停用');
    expect((await look('GetCustomer', 'x')).message).toBe(UNKNOWN);
    expect((await look('GetCustomer', '')).message).toBe(UNKNOWN);

    const short = String((await issue({ To: '2026-04-20' })).data['CustomerNO']);
    const later = String((await issue({ From: '2026-04-21' })).data['CustomerNO']);
    expect((await look('GetCustomer', short)).status).toBe(1);
    expect((await look('GetCustomer', later)).message).toBe(UNKNOWN);
    clock = new Date('2026-04-21T04:00:00Z');
    expect((await look('GetCustomer', short)).message).toBe(UNKNOWN);
    expect((await look('GetCustomer', later)).status).toBe(1);
    clock = NOW;
  });

  it('of several projects is changed only by who sees all of them', async () => {
    const analyst = await server.client.signIn('areaManager');
    const answer = await issue({ ProjectCodes: [A, B], CustomerName: '两处业主' });
    expect(answer.message).toBe('');
    const Id = String(answer.data['Id']);
    await sql`insert into customer_show_project (show_id, project_code)
      select ${Id}::bigint, code from project where code = 'EMC03001'`.execute(server.db);
    const mine = (await grants()).find((one) => one.Id === Id) as unknown as { MoreProjects: number };
    expect(mine.MoreProjects).toBe(1);
    expect((await set({ Action: 'disable', Id, Version: 1, Reason: '终止' })).message).toContain('看不到的 1 个项目');
    expect((await set({ Action: 'disable', Id: '999999', Version: 1, Reason: '终止' }, analyst)).status).toBe(404);
  });

  it('is not made twice by a request that comes twice, and its number is not told again', async () => {
    const key = crypto.randomUUID();
    const send = async () => {
      const answer = await fetch(`${server.client.url}/emcapi/DataEntry/InsertProjectSetUp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          UserIdValue: manager.userId,
          TokenValue: manager.token,
          'Idempotency-Key': key,
        },
        body: JSON.stringify({
          SetType: 'customerShow',
          Action: 'issue',
          ProjectCodes: [A],
          CustomerName: '重发',
          Items: ['usage'],
          From: '2026-04-20',
          To: '2026-05-20',
          Reason: '合同约定',
        }),
      });
      return ((await answer.json()) as { data: { Id: string; CustomerNO: string | null } }).data;
    };
    const [first, second] = [await send(), await send()];
    expect(first.CustomerNO).toMatch(/^[\w-]{22}$/);
    expect(second).toMatchObject({ Id: first.Id, CustomerNO: null });
    const { rows } = await sql`select from idempotency where response::text like ${`%${first.CustomerNO}%`}`.execute(
      server.db,
    );
    expect(rows).toHaveLength(0);
  });

  it('cannot be tried number by number', async () => {
    const answers = [];
    for (let tried = 0; tried < 65; tried += 1) answers.push((await look('GetCustomer', 'y')).status);
    expect(answers.at(-1)).toBe(429);
  });
});
