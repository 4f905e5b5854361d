import { MODULES, type ModuleId, ROLES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLog } from '../../engine/approval/index.ts';
import { workdays } from '../../engine/index.ts';
import { formPort } from '../../engine/forms/port.ts';
import { chainAudit, verifyAudit } from '../../platform/audit/audit.ts';
import { brokenInvariants } from '../charging/index.ts';
import { FILING_LOCKS } from './filing.ts';
import { SCRIPTS } from './scripts.ts';
import { DEMO_PASSWORD } from '../../testing/client.ts';
import { FILED_MONTHS, startWithRecords } from '../../testing/server.ts';

let server: Awaited<ReturnType<typeof startWithRecords>>;
beforeAll(async () => {
  server = await startWithRecords({ tried: false });
});
afterAll(() => server.close());

describe('the demo company', () => {
  it('has an account for every role, and tells the sign-in page', async () => {
    const demo = await server.client.get('/webapi/Anonymous/Demo');
    const accounts = (demo.data.accounts as { account: string }[]).map((each) => each.account);
    expect(accounts).toEqual(expect.arrayContaining(Object.keys(ROLES)));
    expect(accounts).toEqual(
      expect.arrayContaining(
        Object.keys(ROLES)
          .filter((role) => role !== 'areaManager')
          .map((role) => `${role}2`),
      ),
    );
  });

  it('says on the sign-in page for as long as it is being filled in', async () => {
    const told = async () => (await server.client.get('/webapi/Anonymous/Demo')).data.filing;
    expect(await told()).toBe(false);
    await server.db.connection().execute(async (filing) => {
      await sql`select pg_advisory_lock(${FILING_LOCKS.readings})`.execute(filing);
      expect(await told()).toBe(true);
      await sql`select pg_advisory_unlock(${FILING_LOCKS.readings})`.execute(filing);
    });
    expect(await told()).toBe(false);
  });

  it('has at least twelve projects in four areas, each with hosts, meters, a contract with prices', async () => {
    const { rows } = await sql<{ areas: number; projects: number; bare: number }>`
      select count(distinct area)::int as areas, count(*)::int as projects, count(*) filter (where
        not exists (select 1 from device d where d.project_code = p.code and d.category = '主机')
        or not exists (select 1 from device d where d.project_code = p.code and d.category = '电表')
        or not exists (select 1 from contract c join contract_price x on x.contract_code = c.code where c.project_code = p.code)
        or p.manager is null)::int as bare from project p where is_demo`.execute(server.db);
    expect(rows[0]).toMatchObject({ areas: 4, bare: 0 });
    expect(rows[0]?.projects).toBeGreaterThanOrEqual(12);
  });

  it('files its records in all states through the real calls, once however often it starts and stops', async () => {
    const { cut, rest, more, failed } = server.filing;
    expect(cut).toBeGreaterThan(0);
    expect(cut).toBeLessThan(SCRIPTS.length);
    expect(failed).toEqual([]);
    expect(cut + rest.reduce((sum, filed) => sum + filed, 0)).toBe(SCRIPTS.length);
    expect(more).toBe(0);
    const { rows } = await sql<{
      status: string;
      n: number;
    }>`select status, count(*)::int as n from wf_instance group by status`.execute(server.db);
    expect(rows.map((row) => row.status).sort()).toEqual([
      'approved',
      'draft',
      'rejected',
      'returned',
      'running',
      'withdrawn',
    ]);
    // Approvals leave drafts for others on top: a record of each course planned, feedback of each trainee.
    const left =
      await sql`select from follow_up f join wf_instance i on i.module_id = f.target_module and i.biz_id = f.target_id
      where i.status = 'draft'`.execute(server.db);
    expect(left.rows.length).toBeGreaterThan(2);
    expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(SCRIPTS.length + left.rows.length);
    const lost = await sql`select 1 from wf_instance i where i.status = 'running'
      and not exists (select 1 from wf_task t where t.instance_id = i.id and t.state = 'open')`.execute(server.db);
    expect(lost.rows).toEqual([]);
  });

  it('says in accounts and payments of energy what its meters counted and reports say', async () => {
    const analyst = await server.client.signIn('energyAnalyst');
    const reported = async (project: string, month: string) => {
      const { data } = await server.client.post(
        '/emcapi/DataStatics/Summary',
        { ProjectCode: project, Month: month },
        analyst,
      );
      const rows = data['rows'] as readonly { code: string; usage: string | null; cost: { amount: string | null } }[];
      return (code: string) => {
        const row = rows.find((one) => one.code === code);
        return { used: Number(row?.usage ?? 0), cost: Number(row?.cost.amount ?? 0) };
      };
    };
    const accounts = await sql<
      Record<'project' | 'month' | 'gas' | 'gasCost' | 'power' | 'powerCost' | 'water', string>
    >`
      select project, account_month as month, gas_qty as gas, gas_cost as "gasCost", power_qty as power, power_cost as "powerCost", water_qty as water
      from f_project_statics_info`.execute(server.db);
    expect(accounts.rows.length).toBeGreaterThan(1);
    for (const { project, month, ...row } of accounts.rows) {
      const of = await reported(project, month);
      expect([project, month, Number(row.gas), Number(row.gasCost)]).toEqual([
        project,
        month,
        Number(of('gas').used.toFixed(2)),
        of('gas').cost,
      ]);
      expect([Number(row.power), Number(row.powerCost), Number(row.water)]).toEqual([
        Number(of('elec').used.toFixed(2)),
        of('elec').cost,
        Number(of('water').used.toFixed(2)),
      ]);
    }
    const payments = await sql<Record<'project' | 'month' | 'quantity' | 'amount', string>>`
      select project, to_char(period_start, 'YYYY-MM') as month, quantity_total as quantity, bill_total as amount from f_payment
      where pay_kind = '月结后付' and energy_type = '天然气'`.execute(server.db);
    const asMetered = await Promise.all(
      payments.rows.map(async ({ project, month, quantity, amount }) => {
        const { used, cost } = (await reported(project, month))('gas');
        return used === 0 || (Number(quantity) === Number(used.toFixed(2)) && Number(amount) === cost);
      }),
    );
    expect(asMetered.length).toBeGreaterThan(1);
    expect(asMetered).not.toContain(false);
  });

  it('has somebody who stands in for a colleague, and had one before', async () => {
    const admin = await server.client.signIn('admin');
    const { data } = await server.client.post('/bpmapi/Delegation/Index', {}, admin);
    const rows = data.rows as { owner: string; delegate: string; state: string }[];
    expect(rows.map(({ state }) => state).sort()).toEqual(['over', 'running']);
  });

  it('has records of every module, and takes those to their end that are to get there', async () => {
    const { rows: filed } = await sql<{ module: string }>`select distinct module_id as module from wf_instance
      where status <> 'draft'`.execute(server.db);
    const there = new Set(filed.map(({ module }) => module));
    expect(Object.keys(MODULES).filter((module) => !there.has(module))).toEqual([]);
    const { rows: marks } = await sql<{ records: Record<string, { id: string }> }>`
      select value->'records' as records from user_setting where key = 'demo.records'`.execute(server.db);
    const { rows: ends } = await sql<{ record: string }>`select module_id || ' ' || biz_id as record from wf_instance
      where status = 'approved'`.execute(server.db);
    const approved = new Set(ends.map(({ record }) => record));
    const stuck = SCRIPTS.flatMap(({ module, end }, index) =>
      end === 'approved' && !approved.has(`${module} ${marks[0]?.records[index]?.id}`)
        ? [`${module} ${index + 1}`]
        : [],
    );
    expect(stuck).toEqual([]);
  });

  it('has people act at one moment each, in working hours of the weeks before, whatever tells of it', async () => {
    const { rows: acts } = await sql<{ late: number; idle: number }>`
      select count(*) filter (where at > now())::int as late,
        count(*) filter (where (at at time zone 'Asia/Shanghai')::time not between '8:30' and '17:30')::int as idle
      from wf_action`.execute(server.db);
    expect(acts[0]).toEqual({ late: 0, idle: 0 });
    // Some weekends are worked for holidays.
    const { rows: days } = await sql<{ day: number }>`
      select distinct (at at time zone 'Asia/Shanghai')::date - '1970-01-01'::date as day from wf_action`.execute(
      server.db,
    );
    const isWorkday = await workdays(server.db);
    expect(days.filter(({ day }) => !isWorkday(day))).toEqual([]);
    expect(days.length).toBeGreaterThan(30);
    const { rows: steps } = await sql<{ n: number; instant: number }>`
      select count(*)::int as n, count(*) filter (where handled_at <= created_at)::int as instant
      from wf_task where handled_at is not null and state = 'agreed' and kind <> 'revise'`.execute(server.db);
    expect(steps[0]?.n).toBeGreaterThan(60);
    expect(steps[0]?.instant).toBe(0);
    // The record, its place in the to-dos and its number tell the same time.
    const { rows: filed } = await sql<{ n: number; apart: number }>`
      select count(*)::int as n, count(*) filter (where f.created_at <> i.created_at
        or f.serial not like '%' || to_char(f.submitted_at at time zone 'Asia/Shanghai', 'YYYYMM') || '%')::int as apart
      from f_construction_notice f join wf_instance i on i.module_id = 'constructionNotice' and i.biz_id = f.id
      where f.submitted_at is not null`.execute(server.db);
    expect(filed[0]?.n).toBeGreaterThan(2);
    expect(filed[0]?.apart).toBe(0);
  });

  it('leaves an audit trail in the order of time, that its chain covers', async () => {
    const { rows } = await sql<{ n: number; back: number; span: number }>`
      -- A year at the counters is filed after what is weeks old, so that nobody waits for it.
      with trail as (select at, lag(at) over (order by id) as before from audit_log where request_id = 'demo' and kind <> '收费')
      select count(*)::int as n, count(*) filter (where at < before)::int as back,
        extract(day from max(at) - min(at))::int as span from trail`.execute(server.db);
    expect(rows[0]?.n).toBeGreaterThan(150);
    expect(rows[0]?.back).toBe(0);
    expect(rows[0]?.span).toBeGreaterThan(14);
    await chainAudit(server.db);
    expect(await verifyAudit(server.db)).toMatchObject({ brokenAt: null });
  });

  it('was billed by people whom others checked, and has worked its counters: the ledger says so', async () => {
    const { rows } = await sql<{
      code: string;
      runs: number;
      waiting: number;
      alike: number;
      shifts: number;
      open: number;
    }>`
      select c.code, count(*) filter (where g.room_ids is null)::int as runs, count(*) filter (where g.state = '待审核')::int as waiting,
        count(*) filter (where g.made_by = g.checked_by)::int as alike,
        (select count(*)::int from shift s where s.community_id = c.id) as shifts,
        (select count(*)::int from shift s where s.community_id = c.id and (s.state <> '已交班' or s.checked_by = s.cashier_id)) as open
      from billing_run g join community c on c.id = g.community_id group by c.id order by c.code`.execute(server.db);
    expect(rows.map(({ code, runs, waiting, alike, open }) => [code, runs, waiting, alike, open])).toEqual([
      ['BJ', FILED_MONTHS + 1, 1, 0, 0],
      ['KC', FILED_MONTHS + 1, 1, 0, 0],
      ['YQ', FILED_MONTHS + 1, 1, 0, 0],
    ]);
    for (const { shifts } of rows) expect(shifts).toBeGreaterThanOrEqual(FILED_MONTHS);
    // Who asked for an invoice first is billed alone, and owes it when its month has come.
    const { rows: ahead } = await sql<{ code: string; runs: number; rooms: number; planned: boolean; owed: number }>`
      select c.code, count(*)::int as runs, max(g.rooms) as rooms, bool_and(g.state = '待发布' and g.release_at > app_now()) as planned,
        (select count(*)::int from transfer t join bill b on b.id = t.bill_id join ledger_account a on a.id = t.debit
          where b.run_id = any(array_agg(g.id)) and a.kind = '应收') as owed
      from billing_run g join community c on c.id = g.community_id where g.room_ids is not null group by c.code order by c.code`.execute(
      server.db,
    );
    expect(ahead).toEqual([
      { code: 'BJ', runs: 4, rooms: 1, planned: true, owed: 0 },
      { code: 'KC', runs: 1, rooms: 1, planned: true, owed: 0 },
    ]);
    expect(await brokenInvariants(server.db)).toEqual([]);
  });

  it('has looked into every channel and reviewed the months before the last one, which stand as they were', async () => {
    const { rows } = await sql<{ code: string; reviewed: number; last: boolean; waiting: boolean }>`
      select c.code, count(v.id)::int as reviewed, bool_or(v.month >= to_char(app_now() - interval '1 month', 'YYYY-MM')) as last,
        exists (select from statement_line l where l.community_id = c.id and l.state = '待查' and l.day < date_trunc('month', app_now())) as waiting
      from community c left join income_review v on v.community_id = c.id and v.undone_at is null
      group by c.id order by c.code`.execute(server.db);
    expect(rows.map(({ code, last, waiting }) => [code, last, waiting])).toEqual([
      ['BJ', false, false],
      ['KC', false, false],
      ['YQ', false, false],
    ]);
    for (const { reviewed } of rows) expect(reviewed).toBeGreaterThanOrEqual(FILED_MONTHS - 1);
    const { rows: later } = await sql`select 1 from income_review v join journal j on j.community_id = v.community_id
      and to_char(j.day, 'YYYY-MM') = v.month and j.created_at > v.made_at`.execute(server.db);
    expect(later).toEqual([]);
  });

  it('has dunned whom its communities wait for, and waits for somebody to agree to the next step', async () => {
    const { rows } = await sql<{ kind: string; state: string; communities: number; arrived: boolean }>`
      select n.kind, n.state, count(distinct n.community_id)::int as communities,
        bool_and(n.channels = '{公示}' or n.state <> '已发送' or exists (select from notice_send s where s.notice_id = n.id and s.state = '送达')) as arrived
      from notice n group by n.kind, n.state order by n.kind, n.state`.execute(server.db);
    expect(rows.filter(({ kind }) => kind === '一次催缴')).toEqual([
      { kind: '一次催缴', state: '已发送', communities: 3, arrived: true },
    ]);
    expect(rows.filter(({ kind }) => kind === '一般公告')).toEqual([
      { kind: '一般公告', state: '已发送', communities: 3, arrived: true },
    ]);
    // Whoever is about to be cut off has not paid meanwhile.
    const { rows: stops } = await sql<{
      owed: boolean;
    }>`select exists (select from bill b where b.room_id = x.room::bigint and b.state = '已发布'
        and b.amount > b.reduced + b.settled and b.due_day < (app_now() at time zone 'Asia/Shanghai')::date) as owed
      from notice n, jsonb_array_elements_text(n.audience -> 'rooms') as x(room) where n.kind = '停供通知'`.execute(
      server.db,
    );
    for (const { owed } of stops) expect(owed).toBe(true);
    expect(stops.length).toBeGreaterThan(0);
    expect(rows).toContainEqual({ kind: '缴费优惠', state: '草稿', communities: 3, arrived: true });
  });

  it('has contents that fit the logs of their approvals, whatever effects wrote meanwhile', async () => {
    const forms = formPort(server.engine.catalog);
    const { rows } = await sql<{ module: ModuleId; id: string; instance: string; hash: string }>`
      select module_id as module, biz_id::text as id, id::text as instance, form_hash as hash from wf_instance
      where status in ('running', 'approved', 'rejected', 'cancelled')`.execute(server.db);
    expect(rows.length).toBeGreaterThan(50);
    const wrong: string[] = [];
    for (const { module, id, instance, hash } of rows) {
      if ((await forms.contentHash(server.db, module, id)) !== hash) wrong.push(`${module} ${id}: content`);
      if (!(await verifyLog(server.db, instance)).ok) wrong.push(`${module} ${id}: log`);
    }
    expect(wrong).toEqual([]);
  });

  it('keeps the real time for what real people do', async () => {
    const begun = Date.now();
    const { data } = await server.client.login('operator', DEMO_PASSWORD);
    expect(data).toMatchObject({
      userId: expect.stringMatching(/^[1-9]\d*$/),
      token: expect.stringMatching(/^\S{20,}$/),
    });
    const { rows } = await sql<{
      at: Date;
    }>`select at from audit_log where kind = '登录' order by id desc limit 1`.execute(server.db);
    expect(rows[0]?.at.getTime()).toBeGreaterThan(begun - 60_000);
  });
});
