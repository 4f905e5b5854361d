/** The pages of administrators that tell people something and watch the system: announcements, the outbox, warnings, jobs, health. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { careJobs } from './care.ts';
import { masked } from './diagnose.ts';
import { tellGivenUp } from './job-log.ts';
import { watchJobs } from './watch.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { unzip } from '../../testing/unzip.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
const people = new Map<string, Held>();
const post = async (path: string, body: object, account: string): Promise<Reply> => {
  const known = people.get(account) ?? (await server.client.signIn(account));
  people.set(account, known);
  return server.client.post(path, body, known);
};
const rowsOf = (reply: Reply): Record<string, unknown>[] => (reply.data.rows ?? []) as Record<string, unknown>[];
const message = (call: string, body: object, account = 'admin') => post(`/webapi/Message/${call}`, body, account);

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('announcements', () => {
  it('reach the departments and roles that are named, at once, and nobody else', async () => {
    const to = { DeptIds: ['A632201'], RoleCodes: ['finance'] };
    const counted = Number((await message('Audience', to)).data.people);
    const sent = await message('Send', { Title: '机房停电检修', Body: '周六 8:00 至 12:00 停电。', ...to });
    expect(sent.data).toMatchObject({ State: '已发布', people: counted });
    const { rows } = await sql<{ account: string; dept: string }>`select u.account, u.dept_id as dept from message m
      join app_user u on u.id = m.user_id where m.announcement_id = ${sent.data.Id}`.execute(server.db);
    expect(rows).toHaveLength(counted);
    expect(rows.every((row) => row.dept.startsWith('A632201') || row.account.startsWith('finance'))).toBe(true);
    expect(rowsOf(await message('MyAnnouncements', {}, 'finance'))[0]).toMatchObject({
      title: '机房停电检修',
      read: false,
    });
    expect(rowsOf(await message('MyAnnouncements', {}, 'legal'))).toEqual([]);
    expect(rowsOf(await message('Index', {}, 'finance'))[0]).toMatchObject({
      kind: '公告',
      body: '周六 8:00 至 12:00 停电。',
    });
  });

  it('to everybody wait for another administrator, who agrees once or says why not', async () => {
    const sent = await message('Send', { Title: '国庆值班安排', Body: '见附表。', All: true, Pinned: true });
    expect(sent.data.State).toBe('待确认');
    const Id = sent.data.Id;
    expect(rowsOf(await message('MyAnnouncements', {}, 'legal'))).toEqual([]);
    expect((await message('Confirm', { Id, Agree: true })).message).toBe('发给全员的公告须由另一管理员确认');
    expect((await message('Confirm', { Id, Agree: true }, 'operator')).status).toBe(403);
    expect(rowsOf(await message('Index', {}, 'admin2'))[0]).toMatchObject({ kind: '公告确认' });
    expect((await message('Confirm', { Id, Agree: false }, 'admin2')).errors[0]?.message).toBe('请填写退回原因');
    const agreed = await message('Confirm', { Id, Agree: true }, 'admin2');
    expect(agreed.data.people).toBe(sent.data.people);
    expect((await message('Confirm', { Id, Agree: true }, 'admin2')).message).toBe('该公告已发布，不能再处理');
    expect(rowsOf(await message('MyAnnouncements', {}, 'legal'))).toMatchObject([
      { title: '国庆值班安排', pinned: true },
    ]);
  });

  it('that are pinned come first; reading one is counted', async () => {
    await message('Send', { Title: '食堂菜单', Body: '周一供应面食。', RoleCodes: ['legal'] });
    const titles = async () => rowsOf(await message('MyAnnouncements', {}, 'legal')).map((row) => row.title);
    expect(await titles()).toEqual(['国庆值班安排', '食堂菜单']);
    const [pinned] = rowsOf(await message('MyAnnouncements', {}, 'legal'));
    await message('Read', { Ids: [pinned?.id] }, 'legal');
    const [later, first] = rowsOf(await message('Announcements', {}));
    expect(later).toMatchObject({ Title: '食堂菜单', Audience: '法务', Read: 0 });
    expect(first).toMatchObject({ Audience: '全员', Read: 1 });
    await message('Pin', { Id: first?.Id, Pinned: false });
    expect(await titles()).toEqual(['食堂菜单', '国庆值班安排']);
  });

  it('are written by administrators, with a title, a text and somebody who gets them', async () => {
    expect((await message('Send', { Title: '试', Body: '试', All: true }, 'hr')).status).toBe(403);
    const wrong = await message('Send', { Title: '', Body: ' ' });
    expect(wrong.errors.map((one) => one.message)).toEqual(expect.arrayContaining(['请填写标题', '请填写正文']));
    expect((await message('Send', { Title: '试', Body: '试' })).errors[0]?.message).toBe('请选择发给谁');
  });
});

describe('the outbox', () => {
  it('has what went out by every way, with masked numbers, for administrators only', async () => {
    await sql`insert into message (kind, channel, phone, title, body) values ('验证码', '短信', '13912345678', '登录验证码', '验证码 246810')`.execute(
      server.db,
    );
    await sql`insert into mail (user_id, topic, title, state, error) select id, 'system', '测试来信', 'failed', '550 refused' from app_user where account = 'hr'`.execute(
      server.db,
    );
    const codes = rowsOf(await message('Outbox', { kind: '验证码' }));
    expect(codes[0]).toMatchObject({ Target: '139****5678', Channel: '短信', State: '已发' });
    expect(rowsOf(await message('Outbox', { channel: '邮件', state: '失败' }))).toMatchObject([
      { Title: '测试来信', Reason: '550 refused', MayRetry: false },
    ]);
    // One line for each of the lawyers.
    const menu = async (more: object = {}) =>
      rowsOf(await message('Outbox', { kind: '公告', Keyword: '食堂', ...more }));
    const sent = await menu();
    expect(sent[0]).toMatchObject({ Channel: '站内', State: '已发', DeliveredAt: null, ReadAt: null });
    expect(await menu({ state: '送达' })).toEqual([]);
    // It has reached them once their pages have fetched it, whether they look or not.
    await message('Index', {}, 'legal');
    expect(await menu({ state: '送达' })).toMatchObject([{ DeliveredAt: expect.any(String), ReadAt: null }]);
    expect(await menu({ state: '已发' })).toHaveLength(sent.length - 1);
    expect((await message('Outbox', {}, 'hr')).status).toBe(403);
    expect((await message('Outbox', { range: { from: '2026-01-01', to: '2026-12-31' } })).message).toBe(
      '一次最多查询92天',
    );
    const channels = rowsOf(await message('Channels', {}));
    expect(channels.find((row) => row.Channel === '邮件')).toMatchObject({
      State: '未配置',
      Week: 1,
      Failed: 1,
      FailedRate: 100,
    });
  });
});

describe('a channel', () => {
  it('is tried with a message to oneself, and says why where it cannot be', async () => {
    const test = (Channel: string, who = 'admin') => message('TestChannel', { Channel }, who);
    expect((await test('站内', 'hr')).status).toBe(403);
    expect((await test('站内')).data).toEqual({ to: '消息抽屉' });
    expect(rowsOf(await message('Index', {}))[0]).toMatchObject({ kind: '通道测试', title: '通道测试' });
    expect((await test('短信')).data.to).toMatch(/^\d{3}\*{4}\d{4}$/);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from message where title = '通道测试' and channel = '短信'`.execute(server.db);
    expect(rows[0]?.n).toBe(1);
    expect((await test('邮件')).message).toBe('没有配置邮件服务器，不能测试');
    expect((await test('微信')).errors[0]?.message).toBe('该通道不能测试');
  });

  it('is stopped with a reason, and nothing goes out by it until somebody lets it go on', async () => {
    const set = (body: object, who = 'admin') => message('SetChannel', { Channel: '短信', ...body }, who);
    const code = () => server.client.get('/webapi/Anonymous/SendVerificationByLogin', { phone: '13900000000' });
    expect((await set({ Enabled: false })).errors[0]).toEqual({ path: 'Reason', message: '请填写停用原因' });
    expect((await set({ Enabled: false, Reason: '重复扣费' }, 'hr')).status).toBe(403);
    expect((await set({ Enabled: false, Reason: '重复扣费' })).status).toBe(1);
    expect(await set({ Enabled: false, Reason: '也停' })).toMatchObject({
      status: 409,
      message: '短信已由周岚停用（重复扣费），请刷新后再看',
    });
    const { rows } = (await message('Channels', {})).data as { rows: Record<string, unknown>[] };
    expect(rows.find((row) => row.Channel === '短信')).toMatchObject({
      State: '已停用',
      Setting: '周岚停用：重复扣费',
    });
    expect((await code()).message).toBe('短信暂停发送，请用账号登录或联系管理员');
    expect((await message('TestChannel', { Channel: '短信' })).message).toBe('短信已停用，启用后再测试');
    expect((await set({ Enabled: true })).status).toBe(1);
    expect((await code()).status).toBe(1);
    expect((await set({ Enabled: true })).message).toBe('短信已启用，请刷新后再看');
  });
});

describe('warnings', () => {
  const warnings = (body: object, account: string) => post('/webapi/NYDevice/Warning', body, account);
  it('are those of one’s projects, the most urgent first, until somebody has seen to them', async () => {
    const { rows } = await sql<{
      code: string;
      own: boolean;
    }>`select code, code in (select project_code from user_project where user_id =
      (select id from app_user where account = 'operator')) as own from project order by 2 desc, 1`.execute(server.db);
    const mine = rows.find((row) => row.own)?.code;
    const { data } = await post('/webapi/Project/Index', { PageSize: 500 }, 'operator');
    const seen = new Set((data.rows as { ProjectCode: string }[]).map((row) => row.ProjectCode));
    const foreign = rows.find((row) => !seen.has(row.code))?.code;
    await sql`update alarm set voided = true`.execute(server.db);
    await sql`insert into alarm (project_code, level, kind, content, raised_at) values
      (${mine}, '一般', '水系统', '补水量偏大', now() - interval '3 hours'), (${mine}, '紧急', '燃气', '燃气浓度超限', now() - interval '60 minutes 30 seconds'),
      (${foreign}, '紧急', '燃气', '别处的报警', now())`.execute(server.db);
    const found = await warnings({ state: '未处理' }, 'operator');
    expect(rowsOf(found).map((row) => row.Content)).toEqual(['燃气浓度超限', '补水量偏大']);
    expect(rowsOf(found)[0]?.Minutes).toBe(60);
    expect(found.data.open).toEqual({ 紧急: 1, 重要: 0, 一般: 1 });
    expect(rowsOf(await warnings({}, 'admin')).map((row) => row.Content)).toContain('别处的报警');
    expect((await warnings({}, 'hr')).status).toBe(403);
    // Who only looks.
    expect((await warnings({}, 'safetyOfficer')).status).toBe(1);
    expect(
      (await post('/webapi/NYDevice/WarningHandle', { Id: rowsOf(found)[0]?.Id, Note: '试' }, 'safetyOfficer')).status,
    ).toBe(403);

    const handle = (Id: unknown, account: string, Note = '已关阀复核') =>
      post('/webapi/NYDevice/WarningHandle', { Id, Note }, account);
    const other = rowsOf(await warnings({}, 'admin')).find((row) => row.Content === '别处的报警')?.Id;
    expect((await handle(other, 'operator')).message).toBe('报警不存在或已撤回');
    const urgent = rowsOf(found)[0]?.Id;
    expect((await handle(urgent, 'operator', ' ')).errors[0]?.message).toBe('请填写处理情况');
    expect((await handle(urgent, 'operator')).status).toBe(1);
    expect((await handle(urgent, 'admin')).message).toMatch(/^该报警已由.+处理$/);
    // Open pages of those who look after alarms are told once, those of others not at all.
    const told = await sql<{ safety: boolean; hr: boolean }>`select
        (select id from app_user where account = 'safetyOfficer') = any(user_ids) as safety,
        (select id from app_user where account = 'hr') = any(user_ids) as hr
      from live_event where topic = 'alarm'`.execute(server.db);
    expect(told.rows).toEqual([{ safety: true, hr: false }]);
    expect(rowsOf(await warnings({ state: '未处理' }, 'operator'))).toHaveLength(1);
    expect(rowsOf(await warnings({ state: '已处理' }, 'operator'))[0]).toMatchObject({ Note: '已关阀复核' });
  });
});

describe('jobs', () => {
  const job = (call: string, body: object, account = 'admin') => post(`/webapi/Job/${call}`, body, account);
  const boardRow = async (name: string) => rowsOf(await job('Board', {})).find((row) => row.Name === name);

  it('are named in words and shown before any process has begun them', async () => {
    expect((await job('Board', {}, 'hr')).status).toBe(403);
    const rows = rowsOf(await job('Board', {}));
    expect(rows.filter((row) => row.Title === row.Name)).toEqual([]);
    expect(rows.find((row) => row.Name === 'reminders')).toMatchObject({
      When: '每天 08:00',
      Enabled: true,
      LastAt: null,
    });
    expect(rowsOf(await job('Index', {}))).toEqual([]);
  });

  it('are run when asked for, stopped with a reason, tried again and cancelled', async () => {
    const runs: string[] = [];
    let fails = true;
    const jobs = await startJobs({
      url: server.databaseUrl,
      db: server.db,
      onError: () => undefined,
      reportEvery: 0,
      lookEvery: 0.5,
      jobs: [
        { name: 'reminders', cron: '0 8 * * *', run: async () => void runs.push('reminders') },
        {
          name: 'expiries',
          cron: '30 7 * * *',
          run: async (_payload, report) => {
            await report?.(3, 7);
            if (fails) throw new Error('没有这张表');
            runs.push('expiries');
          },
        },
      ],
    });
    try {
      expect((await job('Run', { Name: 'reminders' })).status).toBe(1);
      expect((await job('Run', { Name: 'reminders' })).message).toBe('任务正在运行');
      await expect.poll(() => runs, { timeout: 50_000, interval: 50 }).toEqual(['reminders']);
      await expect
        .poll(async () => (await boardRow('reminders'))?.Result, { timeout: 50_000, interval: 50 })
        .toBe('成功');
      const [run] = rowsOf(await job('Index', { name: 'reminders' }));
      expect(run).toMatchObject({ Title: '单据到期提醒', State: '成功', By: '周岚', Percent: 100, Asked: '' });

      await job('Run', { Name: 'expiries' });
      const failed = async () => rowsOf(await job('Index', { name: 'expiries' }))[0];
      await expect.poll(async () => (await failed())?.State, { timeout: 50_000, interval: 50 }).toBe('重试中');
      expect((await failed())?.Fault).toContain('没有这张表');
      // How far it came stays to be read, and who has the board open heard of it.
      expect((await failed())?.Percent).toBe(42);
      const { rows: told } = await sql<{ n: number }>`select count(*)::int as n from live_event where topic = 'job'
        and data ->> 'name' = 'expiries' and user_ids @> array(select id from app_user where account = 'admin')`.execute(
        server.db,
      );
      expect(told[0]?.n).toBeGreaterThan(1);
      const Id = (await failed())?.Id;
      const log = (await job('Log', { Name: 'expiries', Id })).data as unknown as {
        lines: { Text: string; Bad: boolean; Detail: string | null }[];
      };
      expect(log.lines[0]?.Text).toBe('周岚手工运行，进入队列');
      expect(log.lines[1]).toMatchObject({
        Text: '第 1 次失败：Error: 没有这张表',
        Bad: true,
        Detail: expect.stringContaining('pages.http.test'),
      });
      const plan = (Cron: string, Owner = '') => job('SetPlan', { Name: 'expiries', Cron, Owner });
      expect((await plan('30 25 * * *')).errors[0]).toEqual({ path: 'Cron', message: '计划不正确，请重新选择' });
      expect((await plan('15 9 * * 1', '999999')).errors[0]?.path).toBe('Owner');
      const { rows: hr } = await sql<{ id: string }>`select id::text from app_user where account = 'hr'`.execute(
        server.db,
      );
      expect((await plan('15 9 * * 1', hr[0]?.id)).status).toBe(1);
      expect(await boardRow('expiries')).toMatchObject({
        When: '每周一 09:15',
        OwnCron: expect.any(String),
        Owner: expect.any(String),
      });
      const seen = { Cron: '30 7 * * *', Owner: null };
      expect(await job('SetPlan', { Name: 'expiries', Cron: '0 6 * * *', Owner: '', seen })).toMatchObject({
        status: 409,
        message: '该任务的计划、负责人刚被他人修改，请重新打开核对后再保存',
      });
      expect((await sql`select cron from pgboss.schedule where name = 'expiries'`.execute(server.db)).rows).toEqual([
        { cron: '15 9 * * 1' },
      ]);
      await server.db.transaction().execute((tx) => tellGivenUp(tx, { name: 'expiries', message: '没有这张表' }));
      expect(
        (await sql`select 1 from message where kind = '任务失败' and user_id = ${hr[0]?.id}`.execute(server.db)).rows,
      ).toHaveLength(1);
      expect((await job('Retry', { Name: 'expiries', Id })).message).toBe('只能重试失败的任务，请刷新后再看');
      await sql`update pgboss.job set state = 'failed', completed_on = now() where id = ${Id}::uuid`.execute(server.db);
      expect((await boardRow('expiries'))?.FailedInARow).toBe(1);
      // What the database refused for what the data are is told apart from what may pass by itself.
      for (const [code, inData] of [
        ['23514', true],
        ['57014', false],
      ] as const) {
        await sql`update pgboss.job set output = ${JSON.stringify({ message: '没有这张表', code })}::jsonb where id = ${Id}::uuid`.execute(
          server.db,
        );
        expect(rowsOf(await job('Index', { name: 'expiries', state: '失败' }))[0]).toMatchObject({
          FaultInData: inData,
        });
      }
      fails = false;
      expect((await job('Retry', { Name: 'expiries', Id })).status).toBe(1);
      await expect.poll(() => runs, { timeout: 50_000, interval: 50 }).toEqual(['reminders', 'expiries']);
      expect((await job('Cancel', { Name: 'expiries', Id })).message).toBe('只能取消还在排队的任务，请刷新后再看');

      expect((await job('SetEnabled', { Name: 'reminders', Enabled: false })).errors[0]?.message).toBe(
        '请填写停用原因',
      );
      expect(
        (await job('SetEnabled', { Name: 'energy-facts', Enabled: false, Reason: '搬库' })).errors[0]?.message,
      ).toBe('停用该任务须填写恢复时间');
      expect((await job('SetEnabled', { Name: 'mail', Enabled: false, Reason: '停' })).status).not.toBe(1);
      await job('SetEnabled', { Name: 'reminders', Enabled: false, Reason: '年终盘点' });
      expect(await job('SetEnabled', { Name: 'reminders', Enabled: false, Reason: '也停' })).toMatchObject({
        status: 409,
        message: '任务已由周岚停用（年终盘点），请刷新后再看',
      });
      expect((await boardRow('reminders'))?.Stopped).toBe('周岚停用：年终盘点');
      expect((await job('Run', { Name: 'reminders' })).message).toBe('任务已停用，请先启用');
      // As the clock asks for it.
      await sql`insert into outbox (topic, payload) values ('reminders', 'null'::jsonb)`.execute(server.db);
      await expect
        .poll(async () => rowsOf(await job('Index', { name: 'reminders', state: '成功' })).length, {
          timeout: 50_000,
          interval: 50,
        })
        .toBe(2);
      expect(runs).toEqual(['reminders', 'expiries']);
      await sql`insert into outbox (topic, payload) values ('expiries', '{"month":"2026-11","phone":"13912345678"}')`.execute(
        server.db,
      );
      await expect
        .poll(async () => (await failed())?.Asked, { timeout: 50_000, interval: 50 })
        .toBe('月份 2026-11，phone （不显示）');
      await job('SetEnabled', { Name: 'reminders', Enabled: true });
      expect((await boardRow('reminders'))?.Enabled).toBe(true);
    } finally {
      await jobs.stop();
    }
  });
});

describe('health', () => {
  it('says of each part whether it is well, without anything that opens it', async () => {
    const health = (account: string) => post('/webapi/Health/Index', {}, account);
    expect((await health('hr')).status).toBe(403);
    // As if it were installed now: the tables that tests begin with may have been made days ago.
    await sql`update migration set applied_at = now()`.execute(server.db);
    const { data } = await health('admin');
    const cards = data.Cards as {
      Key: string;
      Level: string;
      Note: string | null;
      Facts: { Name: string; Value: string }[];
    }[];
    expect(cards.map((one) => one.Key)).toEqual([
      'service',
      'database',
      'disk',
      'collecting',
      'queues',
      'backup',
      'keys',
    ]);
    const service = new Map(cards.find((one) => one.Key === 'service')?.Facts.map(({ Name, Value }) => [Name, Value]));
    expect(service.get('版本')).toMatch(/^\d+\.\d+\.\d+/);
    expect(service.get('提交')).toMatch(/^([0-9a-f]{8,}|—)$/);
    // Somebody who has just installed it is reminded, not alarmed.
    expect(cards.find((one) => one.Key === 'backup')).toMatchObject({ Level: '警告' });
    const { rows: installed } = await sql<{ at: Date }>`select min(applied_at) as at from migration`.execute(server.db);
    await sql`update migration set applied_at = applied_at - interval '27 hours'`.execute(server.db);
    const old = (await health('admin')).data;
    expect((old.Cards as typeof cards).find((one) => one.Key === 'backup')).toMatchObject({ Level: '故障' });
    expect(old.Level).toBe('故障');
    await sql`update migration set applied_at = applied_at + interval '27 hours'`.execute(server.db);
    expect(installed).toHaveLength(1);
    const url = new URL(server.databaseUrl);
    const said = JSON.stringify(data);
    for (const secret of [url.password, url.host, server.databaseUrl].filter(Boolean))
      expect(said).not.toContain(secret);
    await sql`insert into backup_run (table_rows) values (12345)`.execute(server.db);
    const later = (await health('admin')).data.Cards as typeof cards;
    expect(later.find((one) => one.Key === 'backup')).toMatchObject({
      Level: '正常',
      Facts: [{ Name: '最近成功' }, { Name: '行数', Value: '12,345' }, { Name: '恢复演练', Value: '没有做过' }],
    });
  });

  it('is backed up and tried by those to whom it is entrusted, and mends nothing by itself', {
    timeout: 120_000,
  }, async () => {
    const past = async () =>
      (await post('/webapi/Health/Metrics', {}, 'admin')).data as unknown as {
        runs: { Kind: string; State: string; Rows: number | null; Summary: string }[];
        events: { Id: string; Part: string; EndedAt: string | null; HandledBy: string | null }[];
        points: unknown[];
      };
    // Not by every administrator.
    expect((await post('/webapi/Health/Backup', {}, 'admin')).status).toBe(403);
    await sql`update role_menu set buttons = array[2, 3, 7] where short_code = 'system.health'`.execute(server.db);
    await sql`update app_user set permission_version = permission_version + 1`.execute(server.db);
    const dataDir = await mkdtemp(join(tmpdir(), 'care-'));
    const place = {
      url: server.databaseUrl,
      dataDir,
      storedElsewhere: false,
      publicUrl: null,
      mailOn: false,
      smsOn: false,
      smsPrice: null,
      demo: true,
    };
    const clock = () => new Date();
    const [care] = careJobs(server.db, place, clock);
    const [watch] = watchJobs(server.db, place, clock);
    const due = async () => {
      const { rows } = await sql<{
        payload: unknown;
      }>`select payload from outbox where topic = 'care' order by id desc limit 1`.execute(server.db);
      await care?.run(rows[0]?.payload);
    };
    try {
      expect((await post('/webapi/Health/RestoreDrill', {}, 'admin')).message).toBe('还没有可以演练的备份，请先备份');
      expect((await post('/webapi/Health/Backup', {}, 'admin')).status).toBe(1);
      expect((await post('/webapi/Health/Backup', {}, 'admin')).message).toBe('已有备份或演练正在进行，请等它完成');
      await due();
      expect((await past()).runs[0]).toMatchObject({ Kind: '备份', State: '成功', Summary: '数据和附件' });
      expect((await post('/webapi/Health/RestoreDrill', {}, 'admin')).status).toBe(1);
      await due();
      const [drill, backup] = (await past()).runs;
      expect(drill).toMatchObject({
        Kind: '恢复演练',
        State: '成功',
        Summary: expect.stringMatching(/^行数一致/),
        Rows: backup?.Rows,
      });
      expect(
        (await sql`select 1 from pg_database where datname like 'hengneng_drill%'`.execute(server.db)).rows,
      ).toEqual([]);

      await sql`delete from backup_run`.execute(server.db);
      await watch?.run(null);
      const event = (await past()).events.find((one) => one.Part === '备份');
      expect(event).toMatchObject({ EndedAt: null, HandledBy: null });
      expect((await past()).points).toHaveLength(1);
      expect((await post('/webapi/Health/Event', { Id: event?.Id, Note: '' }, 'admin')).errors[0]?.message).toBe(
        '请填写处理情况',
      );
      expect((await post('/webapi/Health/Event', { Id: event?.Id, Note: '已安排' }, 'admin')).status).toBe(1);
      await sql`insert into backup_run (table_rows) values (1)`.execute(server.db);
      await watch?.run(null);
      expect((await past()).events.find((one) => one.Id === event?.Id)).toMatchObject({
        EndedAt: expect.any(String),
        HandledBy: '周岚',
      });
      const sheet = unzip(
        await server.client.bytes('/webapi/Health/Export', await server.client.signIn('admin'), { Range: '1小时' }),
      ).get('xl/worksheets/sheet1.xml');
      expect(sheet).toContain('已安排');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('gives who helps a bundle without anything that opens or names', () => {
    expect(masked('postgres://u:p@h/db 13812345678 a.b@c.com 110101199001011237 password=abc"')).toBe(
      '（地址） （手机号） （邮箱） （证件号） password=（不显示）"',
    );
  });
});
