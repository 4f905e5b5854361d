/** 数据字典: words that forms offer and figures that are reckoned with, changed, stopped, dated, and handed in as a sheet. */
import { DICTIONARY_COLUMNS, seenVersions } from '@hengneng/contracts';
import { businessProjects } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../testing/client.ts';
import { sheetOf } from '../../testing/sheets.ts';
import { Statistics } from '../statistics/money/testing/statistics.ts';
import { figureAt } from '../../engine/dictionaries/dictionaries.ts';

type Row = Readonly<Record<string, unknown>>;

let at: Statistics;
let admin: Held;
const day = (ahead: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10);

const call = (path: string, body: object, as: Held = admin): Promise<Reply> => at.server.client.json(path, body, as);
const save = (body: object, as: Held = admin) => call('/webapi/Dictionary/Save', body, as);
const said = async (body: object): Promise<unknown> => {
  const answer = await save(body);
  return answer.errors[0] ?? (answer.status === 1 ? 'done' : answer.message);
};
const rows = async (dict: string, more: object = {}): Promise<readonly Row[]> =>
  (await call('/webapi/Dictionary/Index', { dict, ...more })).data['rows'] as readonly Row[];
const offered = async (type: string): Promise<readonly unknown[]> => {
  const anybody = await at.server.client.signIn('operator');
  const answer = await at.server.client.get('/emcapi/ConstData/GetEnumValueList', { EnumType: type }, anybody);
  return (answer.data as unknown as readonly Row[]).filter((row) => row['Enabled']).map((row) => row['Value']);
};

beforeAll(async () => {
  at = await Statistics.start();
  admin = await at.server.client.signIn('admin');
}, 240_000);
afterAll(() => at.close());

describe('words', () => {
  it('are offered from the day they begin until they are stopped', async () => {
    expect(await said({ action: 'add', dict: 'tankCleanReason', code: 'A1', name: '台风过境' })).toBe('done');
    expect(await said({ action: 'add', dict: 'tankCleanReason', code: 'A2', name: '明年才有', from: day(30) })).toBe(
      'done',
    );
    expect(await offered('tankCleanReason')).toContain('台风过境');
    expect(await offered('tankCleanReason')).not.toContain('明年才有');
    expect((await rows('tankCleanReason')).find((row) => row['Code'] === 'A2')).toMatchObject({ State: '未生效' });
    expect(await said({ action: 'stop', dict: 'tankCleanReason', code: '03' })).toBe('done');
    expect(await offered('tankCleanReason')).not.toContain('停机后清洗');
    expect((await rows('tankCleanReason', { state: '停用' })).map((row) => row['Name'])).toEqual(['停机后清洗']);
    expect(await said({ action: 'resume', dict: 'tankCleanReason', code: '03' })).toBe('done');
    expect(await offered('tankCleanReason')).toContain('停机后清洗');
  });

  it('keep their codes and names apart from each other, and those of the program keep theirs', async () => {
    const add = (more: object) => said({ action: 'add', dict: 'detectReason', code: 'B1', name: '抽检', ...more });
    expect(await add({ code: '01' })).toEqual({ path: 'code', message: '编码已存在' });
    expect(await add({ name: '客户要求' })).toEqual({ path: 'name', message: '名称已存在' });
    expect(await add({ from: day(-1) })).toEqual({ path: 'from', message: '启用日期不能早于今天' });
    expect(await add({ to: day(-1) })).toEqual({ path: 'to', message: '截止日期不能早于启用日期' });
    expect(await add({ dict: 'urge' })).toMatch('参数由程序使用，不能新增');
    expect(await add({ dict: 'nothing' })).toBe('没有这个字典');
    expect(await add({})).toBe('done');
    expect(await said({ action: 'edit', dict: 'detectReason', code: 'B1', name: '飞行抽检' })).toBe('done');
    expect(await offered('detectReason')).toContain('飞行抽检');
    expect(await said({ action: 'edit', dict: 'detectReason', code: '01', name: '别的' })).toMatchObject({
      path: 'name',
    });
    expect(await said({ action: 'delete', dict: 'detectReason', code: '01' })).toEqual({
      path: 'code',
      message: '内置条目不能删除，可以停用',
    });
  });

  it('that records hold are stopped, not taken away, and the form refuses what is not offered', async () => {
    await said({ action: 'add', dict: 'contractChange', code: 'C1', name: '汇率变动' });
    await at.run(`insert into f_supplementary_agreement (status, applicant, applicant_dept, serial, reason)
      select 'approved', id, 'A63', 'T-BC1', '汇率变动' from app_user where account = 'operator'`);
    expect((await rows('contractChange')).find((row) => row['Code'] === 'C1')).toMatchObject({
      Used: 1,
      Builtin: false,
    });
    expect(await said({ action: 'delete', dict: 'contractChange', code: 'C1' })).toEqual({
      path: 'code',
      message: '已被1条记录引用，只能停用',
    });
    expect(await said({ action: 'edit', dict: 'contractChange', code: 'C1', name: '改名' })).toMatchObject({
      path: 'name',
    });
    const { data } = await call('/webapi/Dictionary/Index', { dict: 'contractChange' });
    expect(data['uses']).toContainEqual({ Module: '补充协议', Field: '变更原因', Records: expect.any(Number) });

    const operator = await at.server.client.signIn('operator');
    const submit = async (cleanReason: string) => {
      const path = '/bpmapi/CoolTowerWaterTankRecord';
      const draft = await call(`${path}/Draft`, { project: 'EMC01001', cleanReason }, operator);
      expect(draft.message).toBe('');
      const { errors } = await call(`${path}/Submit`, draft.data, operator);
      expect(errors).not.toEqual([]);
      return errors.find((one) => one.path === 'cleanReason')?.message ?? null;
    };
    expect(await submit('没有这种原因')).toBe('清洗原因没有“没有这种原因”这个选项，或已停用，请重新选择');
    expect(await submit('台风过境')).toBeNull();
    await said({ action: 'stop', dict: 'tankCleanReason', code: 'A1' });
    expect(await submit('台风过境')).toMatch('已停用');
  });
});

describe('figures', () => {
  it('hold from their day on, within their limits, and what held stays known', async () => {
    const set = (more: object) => said({ action: 'set', dict: 'urge', code: '01', value: '6', ...more });
    expect(await set({ value: '0' })).toEqual({ path: 'value', message: '同一单据两次催办的间隔应在1至72小时之间' });
    expect(await set({ value: '1.5' })).toEqual({ path: 'value', message: '值必须是整数' });
    expect(await set({ value: '六' })).toEqual({ path: 'value', message: '值必须是数字' });
    expect(await set({ from: day(-1) })).toEqual({ path: 'from', message: '生效日不能早于今天' });
    expect(await set({})).toBe('done');
    expect(await set({ value: '8', from: day(10) })).toBe('done');
    const [row] = await rows('urge');
    expect(row).toMatchObject({ Value: '6', From: day(0), To: day(9), Used: null });
    expect(((row?.['Versions'] ?? []) as readonly Row[]).map((one) => [one['Value'], one['From'], one['To']])).toEqual([
      ['8', day(10), null],
      ['6', day(0), day(9)],
      ['4', null, day(-1)],
    ]);
    expect(await said({ action: 'unset', dict: 'urge', code: '01', from: day(0) })).toMatchObject({ path: 'from' });
    expect(await said({ action: 'unset', dict: 'urge', code: '01', from: day(10) })).toBe('done');
    expect((await rows('urge'))[0]).toMatchObject({ To: null });
    const held = await at.run(
      `select ${figureAt('urge', 'hours', `'${day(-1)}'::date`)}::int as was, ${figureAt('urge', 'hours', `'${day(0)}'::date`)}::int as now`,
    );
    expect(held).toEqual([{ was: 4, now: 6 }]);
  });

  it('weigh the ranking of projects anew, and leave that of months that were over', async () => {
    const account = (project: string, month: string, gross: number, received: number) =>
      at.run(`insert into b_project_profit (source_module, source_id, source_effect, project, month, income, energy_cost, labor_cost, other_cost, overhead, cost,
          gross_profit, profit, confirmed_profit, budget_income, budget_profit, received)
        values ('projectStaticsInfo', 0, 'setup', '${project}', '${month}', 100, 1, 0, 0, 0, 1, ${gross}, 1, 1, 1, 1, ${received})`);
    const past = '2021-03';
    const now = day(0).slice(0, 7);
    const [where] = await at.run(`select area from project where code = 'EMC01001'`);
    await at.run(
      `update project set area = '${String(where?.['area'])}', area_m2 = 1 where code in ('EMC01001', 'EMC01002')`,
    );
    for (const month of [past, now]) {
      await at.run(`delete from b_project_profit where month = '${month}'`);
      await account('EMC01001', month, 50, 10);
      await account('EMC01002', month, 10, 90);
    }
    const scores = async (month: string) =>
      (await at.ask(businessProjects, { month }, 'generalManager')).rows
        .toSorted((a, b) => String(a['project']).localeCompare(String(b['project'])))
        .map((row) => Number(row['score']));
    // The margin weighs 30 of 85, what was received 25; energy and safety are the same for both.
    const usual = [(100 * (30 + 20 + 10)) / 85, (100 * (25 + 20 + 10)) / 85].map(
      (score) => Math.round(score * 10) / 10,
    );
    expect(await scores(past)).toEqual(usual);
    expect(await scores(now)).toEqual(usual);
    await said({ action: 'set', dict: 'businessScore', code: '01', value: '0' });
    expect(await scores(past)).toEqual(usual);
    expect(await scores(now)).toEqual([(100 * 30) / 55, 100].map((score) => Math.round(score * 10) / 10));
  });
});

describe('a sheet', () => {
  const hand = async (...lines: readonly (readonly string[])[]) =>
    (
      await at.server.client.upload(
        '/webapi/Dictionary/Import',
        '字典.xlsx',
        await sheetOf([DICTIONARY_COLUMNS.map((head) => ({ head })), ...lines]),
        admin,
      )
    ).data;

  it('is written as a whole, or not at all', async () => {
    const good = ['故障部位', 'D1', '膨胀阀', '', '', '50', '', ''];
    expect(
      await hand(good, ['故障部位', 'D2', '屏蔽泵', '', '', '51', '', ''], ['催办', '01', '', '100', '', '', '', '']),
    ).toEqual({
      rows: 3,
      created: 0,
      errors: [
        { row: 3, column: '名称', message: '名称已存在' },
        { row: 4, column: '值', message: '同一单据两次催办的间隔应在1至72小时之间' },
      ],
    });
    expect(await offered('faultPart')).not.toContain('膨胀阀');
    expect(await hand(good, ['催办', '01', '', '12', '', '', '', ''])).toMatchObject({ created: 2, errors: [] });
    expect(await offered('faultPart')).toContain('膨胀阀');
    expect((await rows('urge'))[0]).toMatchObject({ Value: '12' });
    // Handed in again it changes nothing.
    expect(await hand(good, ['催办', '01', '', '12', '', '', '', ''])).toMatchObject({ created: 0, errors: [] });
  });
});

describe('who may', () => {
  it('is the administrator; everybody reads the words, and every change is in the audit log', async () => {
    const operator = await at.server.client.signIn('operator');
    expect((await call('/webapi/Dictionary/Index', {}, operator)).status).toBe(403);
    expect((await save({ action: 'stop', dict: 'tankCleanReason', code: '01' }, operator)).status).toBe(403);
    const trail = await at.run(`select action from audit_log where object = '数据字典 塔箱清洗原因' order by id`);
    expect(trail.map((row) => row['action'])).toEqual([
      '新增字典条目',
      '新增字典条目',
      '停用字典条目',
      '启用字典条目',
      '停用字典条目',
    ]);
  });
});

// Last: what is told of changes above is counted there.
describe('two administrators', () => {
  it('of a word: what the other has done since it was opened stays', async () => {
    const word = { dict: 'tankCleanReason', code: 'C1' };
    expect(await said({ action: 'add', ...word, name: '两人同改', sort: 50 })).toBe('done');
    const seen = { name: '两人同改', sort: 50, to: null };
    const edit = (more: object) => save({ action: 'edit', ...word, seen, ...more });
    expect((await edit({ sort: 60, to: day(30) })).status).toBe(1);
    expect(await edit({ sort: 70, to: '' })).toMatchObject({
      status: 409,
      message: '「两人同改」的排序、截止刚被他人修改，请重新打开核对后再保存',
    });
    // An end that somebody has set is not taken away by who still sees it stopped, nor a stop dated anew.
    expect(await said({ action: 'resume', ...word })).toMatchObject({ message: '「两人同改」已启用，请刷新后再看' });
    expect(await said({ action: 'stop', ...word })).toBe('done');
    expect(await said({ action: 'stop', ...word })).toMatchObject({ message: '「两人同改」已停用，请刷新后再看' });
    expect((await rows('tankCleanReason')).find((row) => row['Code'] === 'C1')).toMatchObject({
      Sort: 60,
      To: day(-1),
    });
    expect(await said({ action: 'delete', ...word })).toBe('done');
  });

  it('of a figure: the version that the other has set since it was opened stays', async () => {
    const word = { dict: 'urge', code: '01' };
    const versions = async () =>
      seenVersions((await rows('urge'))[0]?.['Versions'] as readonly { From: string | null; Value: string }[]);
    const seen = await versions();
    const from = day(20);
    expect((await save({ action: 'set', ...word, value: '9', from, seen })).status).toBe(1);
    const refusal = {
      status: 409,
      message: `「同一单据两次催办的间隔」刚被他人修改（最新一版：9小时，${from}起），请重新打开核对后再保存`,
    };
    expect(await save({ action: 'set', ...word, value: '10', from, seen })).toMatchObject(refusal);
    expect(await save({ action: 'unset', ...word, from, seen })).toMatchObject(refusal);
    expect((await save({ action: 'unset', ...word, from, seen: await versions() })).status).toBe(1);
    expect(await versions()).toBe(seen);
  });
});
