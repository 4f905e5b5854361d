/** 报销额度导入 and 拨款导入 over HTTP: who may, every check in its words, one batch, taken back while unused. */
import { appropriationImport, quotaImport } from '@hengneng/forms';
import type { ImportShape } from '@hengneng/form-kit';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { filledIn, sheetOf } from '../../testing/sheets.ts';

type Row = Readonly<Record<string, string>>;

const PROJECT = 'EMC01001';
const YEAR = 2031;
let chains: Chains;
let finance: Held;
/** A number for each test, so that no file is another's. */
let serial = 0;

beforeAll(async () => {
  chains = await Chains.start();
  finance = await chains.server.client.signIn('finance');
  await chains.rows(
    `update app_user set job_no = 'T-' || account where account in ('operator', 'projectManager', 'finance')`,
  );
});
afterAll(() => chains.close());
beforeEach(() => {
  serial += 1;
});

const run = quotaImport.calls.import;
const check = async (shape: ImportShape, rows: readonly Row[], who = finance): Promise<Reply> =>
  chains.server.client.upload(run, '导入.xlsx', await filledIn(shape, rows), who, { mode: 'check', kind: shape.kind });
const checkOf = (reply: Reply) => reply.data.check as { CheckId: string; ok: number; warned: number; faulty: number };
const post = (shape: ImportShape, input: object, who = finance): Promise<Reply> =>
  chains.server.client.post(run, { kind: shape.kind, ...input }, who);
const commit = (shape: ImportShape, reply: Reply): Promise<Reply> =>
  post(shape, { mode: 'commit', CheckId: checkOf(reply).CheckId });
const batchOf = (reply: Reply) =>
  reply.data.batch as { BatchId: string; batchNo: string; rows: number; amount: string };
const imported = async (shape: ImportShape, rows: readonly Row[]): Promise<string> => {
  const checked = await check(shape, rows);
  expect(checked.message).toBe('');
  expect(checkOf(checked).faulty).toBe(0);
  const done = await commit(shape, checked);
  expect(done.message).toBe('');
  return batchOf(done).BatchId;
};
const undo = (shape: ImportShape, BatchId: string): Promise<Reply> => post(shape, { mode: 'undo', BatchId });
const lines = async (shape: ImportShape, reply: Reply) => {
  const answer = await chains.server.client.post(
    shape.calls.rows,
    { kind: shape.kind, CheckId: checkOf(reply).CheckId },
    finance,
  );
  return answer.data.rows as { row: number; state: string; reasons: string[]; found: Record<string, string | null> }[];
};
const reasons = async (shape: ImportShape, rows: readonly Row[]): Promise<readonly string[]> =>
  (await lines(shape, await check(shape, rows))).flatMap((line) => line.reasons);

const personal = (more: Row = {}): Row => ({
  quotaOwner: '个人',
  ownerCode: 'T-operator',
  quotaKind: '误餐费',
  year: String(YEAR + serial),
  monthStandard: '400.00',
  ...more,
});
const ofProject = (more: Row = {}): Row => ({
  quotaOwner: '项目',
  ownerCode: PROJECT,
  quotaKind: '班组活动费',
  year: String(YEAR + serial),
  yearQuota: '3600.00',
  ...more,
});
const accounts = (year = YEAR + serial) =>
  chains.rows(`select quota_kind as kind, coalesce(carry_in, 0)::text as carry, granted::text, coalesce(appropriated, 0)::text as cash
    from b_quota_account where not voided and year = ${year} order by id`);

describe('quotas', () => {
  it('are for finance only, and each mode for its own button', async () => {
    for (const account of ['projectManager', 'cashier']) {
      const who = await chains.server.client.signIn(account);
      expect((await check(quotaImport, [personal()], who)).status).toBe(403);
      expect((await post(quotaImport, { mode: 'undo', BatchId: '1' }, who)).status).toBe(403);
    }
  });

  it('come with a template whose first sheet is empty and reads back', async () => {
    const answer = await fetch(`${chains.server.client.url}${quotaImport.calls.template}?kind=quota`, {
      headers: { UserIdValue: finance.userId, TokenValue: finance.token },
    });
    const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    expect(sheets.map((sheet) => sheet.sheet)).toEqual(['填写', '示例', '填写说明']);
    expect(sheets[0]?.data).toHaveLength(1);
    expect(sheets[1]?.data).toHaveLength(1 + quotaImport.example.length);
  });

  it('say what is wrong with each row in its own words', async () => {
    expect(await reasons(quotaImport, [personal({ ownerCode: 'NOBODY' })])).toEqual(['第2行：工号不存在或已离职']);
    expect(await reasons(quotaImport, [ofProject({ ownerCode: 'NONE' })])).toEqual([
      '第2行：项目代码不存在或项目已结束',
    ]);
    expect(await reasons(quotaImport, [personal({ monthStandard: '1.005' })])).toEqual(['第2行：月标准最多2位小数']);
    expect(await reasons(quotaImport, [personal({ monthStandard: '-1' })])).toEqual(['第2行：月标准不能为负数']);
    expect(await reasons(quotaImport, [personal({ quotaKind: '旅游费' })])).toEqual([
      '第2行：类别没有“旅游费”这个选项',
    ]);
    expect(await reasons(quotaImport, [personal({ monthStandard: '' })])).toEqual(['第2行：请填写月标准或年额度']);
    expect(await reasons(quotaImport, [ofProject({ carryIn: '4000.00' })])).toEqual(['第2行：年额度不能小于上年结转']);
    expect(await reasons(quotaImport, [personal({ fromMonth: '2020-01' })])).toEqual([
      `第2行：生效月应在${YEAR + serial}年内`,
    ]);
    expect(await reasons(quotaImport, [personal(), personal()])).toEqual(['第3行：同年度同归属同类别与第2行重复']);
    expect(await reasons(quotaImport, [personal({ yearQuota: '5000.00' })])).toEqual([
      '第2行：年额度填写5000.00元，按月标准计算为4800.00元，按填写的导入',
    ]);
  });

  it('refuse a file that is none, has other heads, nothing, or too much', async () => {
    const send = (bytes: Uint8Array<ArrayBuffer>) =>
      chains.server.client.upload(run, 'x.xlsx', bytes, finance, { mode: 'check', kind: 'quota' });
    expect((await send(new Uint8Array([1, 2, 3]))).message).toBe('文件不是有效的 xlsx 表格');
    expect((await send(new Uint8Array(10 * 1024 * 1024 + 1))).message).toBe('文件不能超过10MB');
    expect((await send(await sheetOf([['归属']]))).message).toContain('表头缺少：');
    expect((await send(await filledIn(quotaImport, []))).message).toBe('表格中没有数据');
    const many = Array.from({ length: 20_001 }, () => ({ quotaOwner: '个人' }));
    expect((await send(await filledIn(quotaImport, many))).message).toBe('一次最多导入20000行');
    expect((await post(quotaImport, { mode: 'check' })).message).toBe('请选择文件');
  });

  it('are written once, with their flow, and taken back', async () => {
    const checked = await check(quotaImport, [
      personal({ carryIn: '100.00', fromMonth: `${YEAR + serial}-07` }),
      ofProject(),
    ]);
    expect(await accounts()).toEqual([]);
    const [first, second] = await Promise.all([commit(quotaImport, checked), commit(quotaImport, checked)]);
    expect([first.message, second.message]).toEqual(['', '']);
    expect(batchOf(first)).toEqual(batchOf(second));
    expect(batchOf(first)).toMatchObject({ rows: 2, amount: '6100.00' });
    expect(await accounts()).toEqual([
      { kind: '误餐费', carry: '100.00', granted: '2400.00', cash: '0' },
      { kind: '班组活动费', carry: '0.00', granted: '3600.00', cash: '0' },
    ]);
    expect(
      await chains.rows(
        `select kind, amount::text from b_quota_ledger where batch_no = '${batchOf(first).batchNo}' order by id`,
      ),
    ).toEqual([
      { kind: '下达', amount: '2400.00' },
      { kind: '结转', amount: '100.00' },
      { kind: '下达', amount: '3600.00' },
    ]);
    const undone = await Promise.all([1, 2].map(() => undo(quotaImport, batchOf(first).BatchId)));
    expect(undone.map((answer) => answer.message)).toEqual(['', '']);
    expect(await accounts()).toEqual([]);
  });

  it('know a file again by its content, until its batch is taken back', async () => {
    const rows = [personal()];
    const both = [await check(quotaImport, rows), await check(quotaImport, rows)] as const;
    expect((await commit(quotaImport, both[0])).message).toBe('');
    const again = await check(quotaImport, rows);
    expect(again.message).toMatch(/^该文件已于\d{4}-\d\d-\d\d \d\d:\d\d由.+导入$/);
    expect((await commit(quotaImport, both[1])).message).toBe(again.message);
    const [batch] = await chains.rows('select max(id)::text as id from import_batch');
    expect((await undo(quotaImport, String(batch?.id))).message).toBe('');
    expect((await check(quotaImport, rows)).message).toBe('');
  });

  it('adjust what is there by the difference, never below what was used', async () => {
    await imported(quotaImport, [personal()]);
    const up = await check(quotaImport, [personal({ monthStandard: '500.00' })]);
    expect(await lines(quotaImport, up)).toMatchObject([
      {
        state: 'warned',
        reasons: ['第2行：已有额度4800.00元，本次按差额1200.00元调整'],
        found: { difference: '1200.00' },
      },
    ]);
    await commit(quotaImport, up);
    expect(await accounts()).toMatchObject([{ granted: '6000.00' }]);
    await chains.rows(`update b_quota_account set used_done = 5000 where year = ${YEAR + serial}`);
    expect(await reasons(quotaImport, [personal({ monthStandard: '410.00' })])).toEqual([
      '第2行：调整后额度小于已用5000.00元',
    ]);
    const [batch] = await chains.rows('select max(id)::text as id from import_batch');
    expect((await undo(quotaImport, String(batch?.id))).message).toBe('该批次额度已被使用，不能撤销');
    await chains.rows(`update b_quota_account set used_done = 0 where year = ${YEAR + serial}`);
    const [earlier] = await chains.rows(
      `select min(source_id)::text as id from b_quota_ledger where year = ${YEAR + serial}`,
    );
    expect((await undo(quotaImport, String(earlier?.id))).message).toContain('请先撤销后面的批次');
    expect((await undo(quotaImport, String(batch?.id))).message).toBe('');
    expect(await accounts()).toMatchObject([{ granted: '4800.00' }]);
  });

  it('are judged again when confirmed: what changed since is told', async () => {
    const checked = await check(quotaImport, [personal()]);
    await imported(quotaImport, [personal({ monthStandard: '300.00' })]);
    const late = await commit(quotaImport, checked);
    expect(late.status).toBe(409);
    expect(late.message).toContain('预检之后数据有变化');
    expect(await accounts()).toMatchObject([{ granted: '3600.00' }]);
  });

  it('must be confirmed within half an hour, by whoever checked', async () => {
    const checked = await check(quotaImport, [personal()]);
    const { CheckId } = checkOf(checked);
    const admin = await chains.server.client.signIn('admin');
    expect((await post(quotaImport, { mode: 'commit', CheckId }, admin)).status).toBe(404);
    await chains.rows(`update import_check set valid_until = now() - interval '1 second' where id = ${CheckId}`);
    expect((await commit(quotaImport, checked)).message).toBe('预检已超过30分钟，请重新上传预检');
  });

  it('stay within what the budget of the year has left', async () => {
    const year = YEAR + serial;
    await chains.rows(`insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved)
      values ('project', '${PROJECT}', '${year}-01', '工具劳保', 500), ('project', '${PROJECT}', '${year}-02', '工具劳保', 500)`);
    expect(await reasons(quotaImport, [ofProject({ quotaKind: '机房零星用品', yearQuota: '1000.01' })])).toEqual([
      `第2行：合计1000.01元超过${year}年度“工具劳保”预算科目余额1000.00元`,
    ]);
    expect(await reasons(quotaImport, [ofProject({ quotaKind: '机房零星用品', yearQuota: '1000.00' })])).toEqual([]);
  });

  it('leave faulty rows out, and answer them with the reason', async () => {
    const checked = await check(quotaImport, [personal(), personal({ ownerCode: 'NOBODY' })]);
    expect(checkOf(checked)).toMatchObject({ ok: 1, warned: 0, faulty: 1 });
    const file = await fetch(chains.server.client.url + quotaImport.calls.faults, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', UserIdValue: finance.userId, TokenValue: finance.token },
      body: JSON.stringify({ kind: 'quota', CheckId: checkOf(checked).CheckId }),
    });
    const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()));
    expect(sheet?.data).toHaveLength(2);
    expect(sheet?.data[1]?.at(-1)).toBe('第3行：工号不存在或已离职');
    expect(batchOf(await commit(quotaImport, checked))).toMatchObject({ rows: 1 });
  });
});

describe('appropriations', () => {
  const payment = (more: Row = {}): Row => ({
    projectCode: PROJECT,
    quotaKind: '机房零星用品',
    keeperNo: 'T-projectManager',
    payDate: chains.day(-40),
    amount: '300.00',
    voucherNo: '付-1',
    bankSerial: `BK${serial}-${Math.random()}`,
    ...more,
  });
  const account = async (more = '') => {
    const year = Number(chains.day(-40).slice(0, 4));
    await chains.rows(
      `update b_quota_account set voided = true where project = '${PROJECT}' and year = ${year} and quota_kind = '机房零星用品'`,
    );
    await chains.rows(`insert into b_quota_account (source_module, source_id, source_effect, account_name, year, quota_owner, quota_kind, project, keeper, granted)
      values ('setup', 0, 'setup', 'A${serial}-${Math.random()}', ${year}, '项目', '机房零星用品', '${PROJECT}', ${chains.user('projectManager')}, 1000) ${more}`);
    return async () =>
      (
        await chains.rows(
          `select coalesce(appropriated, 0)::numeric(18,2)::text as cash from b_quota_account where not voided and project = '${PROJECT}' and year = ${year} and quota_kind = '机房零星用品'`,
        )
      )[0]?.cash;
  };

  it('say what is wrong with each row', async () => {
    await account();
    const says = (more: Row) => reasons(appropriationImport, [payment(more)]);
    expect(await says({ quotaKind: '宿舍日用品' })).toEqual(['第2行：没有对应额度，请先导入额度']);
    expect(await says({ amount: '1000.01' })).toEqual(['第2行：拨款超过额度0.01元']);
    expect(await says({ keeperNo: 'NOBODY' })).toEqual(['第2行：保管人工号不存在或已离职']);
    expect((await says({ keeperNo: 'T-finance' }))[0]).toMatch(/^第2行：保管人.+不是该项目在岗人员$/);
    expect((await says({ payDate: chains.day(2) }))[0]).toBe('第2行：拨款日期不能晚于今天');
    expect(await says({ amount: '0' })).toEqual(['第2行：金额不能小于0.01']);
    const same = payment();
    expect(await reasons(appropriationImport, [same, same])).toEqual(['第3行：银行流水号与第2行重复']);
    expect(await reasons(appropriationImport, [payment({ amount: '600.00' }), payment({ amount: '500.00' })])).toEqual([
      '第3行：拨款超过额度100.00元',
    ]);
  });

  it('are paid from the quota and booked at the bank once; taken back only while nothing was cleared', async () => {
    const cash = await account();
    const row = payment();
    const batch = await imported(appropriationImport, [row]);
    expect(await cash()).toBe('300.00');
    expect(
      await chains.rows(`select direction, amount::text from bank_journal where bank_serial = '${row.bankSerial}'`),
    ).toEqual([{ direction: 'out', amount: '300.00' }]);
    expect(
      await reasons(appropriationImport, [payment({ bankSerial: row.bankSerial ?? '', voucherNo: '付-9' })]),
    ).toEqual(['第2行：银行流水号已登记过']);
    await chains.rows(
      `update b_quota_account set clear_pending = 0.01 where not voided and project = '${PROJECT}' and appropriated = 300`,
    );
    expect((await undo(appropriationImport, batch)).message).toBe('该批次拨款已核销，不能撤销');
    await chains.rows(
      `update b_quota_account set clear_pending = 0 where not voided and project = '${PROJECT}' and appropriated = 300`,
    );
    expect((await undo(appropriationImport, batch)).message).toBe('');
    expect(await cash()).toBe('0.00');
    expect(await imported(appropriationImport, [{ ...row, voucherNo: '付-2' }])).not.toBe(batch);
    expect(await cash()).toBe('300.00');
  });

  it('of two files at once stay within the quota', async () => {
    const cash = await account();
    const two = [
      await check(appropriationImport, [payment({ amount: '600.00' })]),
      await check(appropriationImport, [payment({ amount: '600.00' })]),
    ];
    const answers = await Promise.all(two.map((one) => commit(appropriationImport, one)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([1, 409]);
    expect(await cash()).toBe('600.00');
  });
});
