/** 报销余额 against hand-made accounts: what is left, oldest cash first, whose it is, how it came about, pressing once a day. */
import { appropriationBalances, appropriationFlows, loanBalances, quotaBalances, quotaFlows } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';

const YEAR = 2041;
const PROJECT = 'EMC01001';
let chains: Chains;
let finance: Held;
let mine = '';
let cash = '';

const rowsOf = (answer: Reply) => answer.data.rows as Record<string, unknown>[];
const ask = async (view: ViewShape, body: object, account = 'finance'): Promise<Reply> =>
  chains.server.client.json(view.calls.index, body, await chains.server.client.signIn(account));

beforeAll(async () => {
  chains = await Chains.start();
  finance = await chains.server.client.signIn('finance');
  const open = async (values: string): Promise<string> =>
    String(
      (
        await chains.rows(`insert into b_quota_account (source_module, source_id, source_effect, account_name, year, quota_owner, quota_kind, employee,
          project, keeper, month_standard, carry_in, granted, use_pending, used_done, appropriated, clear_pending, cleared, return_pending, returned)
          values ('setup', 0, 'setup', ${values}) returning id::text`)
      )[0]?.id,
    );
  mine = await open(
    `'T1', ${YEAR}, '个人', '误餐费', ${chains.user('operator')}, null, null, 400, 100, 4800, 200, 4500, 0, 0, 0, 0, 0`,
  );
  cash = await open(
    `'T2', ${YEAR}, '项目', '应急备用金', null, '${PROJECT}', ${chains.user('engineer')}, null, 0, 5000, 0, 0, 3000, 50, 1100, 100, 0`,
  );
  await chains.rows(`insert into b_appropriation_ledger (source_module, source_id, source_effect, account, project, quota_kind, keeper, paid_on, amount,
      voucher_no, bank_serial, batch_no)
    values ('setup', 0, 'setup', ${cash}, '${PROJECT}', '应急备用金', ${chains.user('engineer')}, '${chains.day(-50)}', 1000, '1', 'T-1', 'T'),
      ('setup', 0, 'setup', ${cash}, '${PROJECT}', '应急备用金', ${chains.user('engineer')}, '${chains.day(-40)}', 2000, '2', 'T-2', 'T')`);
});
afterAll(() => chains.close());

describe('balances', () => {
  it('of quotas: 上年结转 + 下达 − 已用 − 在途', async () => {
    const answer = await ask(quotaBalances, { year: YEAR });
    expect(rowsOf(answer).find((row) => row['id'] === mine)).toMatchObject({
      carryIn: '100.00',
      granted: '4800.00',
      used: '4500.00',
      pending: '200.00',
      available: '200.00',
      usage: '95.9',
      abnormal: '余额不足',
    });
    expect(answer.data.figures).toMatchObject({ quota: '9900.00', drawn: '4700.00', left: '5200.00', short: '1' });
  });

  it('of petty cash: the oldest is accounted for first', async () => {
    expect(rowsOf(await ask(appropriationBalances, { year: YEAR }))).toMatchObject([
      {
        id: cash,
        appropriated: '3000.00',
        cleared: '1100.00',
        pending: '150.00',
        returned: '0.00',
        balance: '1750.00',
        oldestDays: 40,
        abnormal: '逾期未核销',
      },
    ]);
    const flows = rowsOf(
      await ask(appropriationFlows, {
        year: Number(chains.day(-40).slice(0, 4)),
        keeper: chains.user('engineer'),
        PageSize: 100,
      }),
    ).filter((row) => row['batch'] === 'T');
    expect(flows).toMatchObject([
      { amount: '2000.00', cleared: '150.00', returned: '100.00', balance: '1750.00' },
      { amount: '1000.00', cleared: '1000.00', returned: '0.00', balance: '0.00' },
    ]);
  });

  it('are one’s own, and what one keeps; a project manager’s are the projects’; finance has all', async () => {
    const seen = async (account: string) => ({
      quotas: rowsOf(await ask(quotaBalances, { year: YEAR }, account)).map((row) => row['id']),
      cash: rowsOf(await ask(appropriationBalances, { year: YEAR }, account)).map((row) => row['id']),
    });
    expect(await seen('finance')).toEqual({ quotas: expect.arrayContaining([mine, cash]), cash: [cash] });
    expect((await seen('operator')).quotas).toContain(mine);
    expect((await seen('projectManager')).cash).toEqual([cash]);
    expect(await seen('purchaser')).toMatchObject({ cash: expect.anything() });
    const other = await seen('projectManager5');
    expect(other).toEqual({ quotas: [], cash: [] });
    const flows = await ask(quotaFlows, { book: '额度', account: mine }, 'projectManager5');
    expect(rowsOf(flows)).toEqual([]);
  });

  it('say how they came about', async () => {
    expect(rowsOf(await ask(quotaFlows, { book: '拨款', account: cash }))).toMatchObject([
      { no: '1', up: '1000.00', balance: '1000.00' },
      { no: '2', up: '2000.00', balance: '3000.00' },
    ]);
    expect(rowsOf(await ask(quotaFlows, { book: '额度', account: mine }))).toMatchObject([
      { words: '期初额度', up: '4900.00', balance: '4900.00' },
    ]);
    expect((await ask(quotaFlows, { book: '额度', account: "1' or 1=1" })).status).toBe(1);
  });

  it('of loans are those of the loans’ ledger', async () => {
    const [sums] =
      await chains.rows(`select coalesce(sum(paid - claimed - returned - claim_pending - return_pending), 0)::numeric(18,2)::text as left
      from borrowing_ledger where voided_at is null`);
    const answer = await ask(loanBalances, { PageSize: 500 });
    expect((answer.data.sums as Record<string, string>)['balance'] ?? '0.00').toBe(String(sums?.left));
  });

  it('are pressed for once a day, by finance', async () => {
    const urge = (who: Held) =>
      chains.server.client.json('/bpmapi/QuotaReimburse/UrgeBalance', { of: 'appropriation', id: cash }, who);
    expect((await urge(await chains.server.client.signIn('projectManager'))).status).toBe(403);
    const [first, second] = await Promise.all([urge(finance), urge(finance)]);
    expect([first.message, second.message].toSorted()).toEqual(['', '今天已催过，请明天再催']);
    expect(
      await chains.rows(
        `select user_id::text as who from follow_up where source_module = 'quotaAccount' and source_id = ${cash}`,
      ),
    ).toEqual([{ who: chains.user('engineer') }]);
    expect(
      (
        await chains.server.client.json(
          '/bpmapi/QuotaReimburse/UrgeBalance',
          { of: 'appropriation', id: mine },
          finance,
        )
      ).message,
    ).toBe('没有未清的余额，无需催清');
  });

  it('go out as one workbook of three sheets, each within what the person may see', async () => {
    const take = async (account: string) => {
      const file = await fetch(`${chains.server.client.url}/bpmapi/QuotaReimburse/ExportBalances`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(await chains.server.client.signIn(account)) },
        body: JSON.stringify({ year: YEAR }),
      });
      return readXlsx(Buffer.from(await file.arrayBuffer()));
    };
    const sheets = await take('finance');
    expect(sheets.map((sheet) => sheet.sheet)).toEqual(['额度余额', '拨款余额', '个人借款', '筛选条件']);
    for (const [at, view] of [quotaBalances, appropriationBalances, loanBalances].entries()) {
      const shown = await ask(view, { ...(view === loanBalances ? {} : { year: YEAR }), PageSize: 500 });
      const summed = Object.keys(shown.data.sums as object).length > 0 ? 1 : 0;
      expect(sheets[at]?.data.length, view.id).toBe(1 + Number(shown.data.total) + summed);
    }
    const [own] = await take('sales');
    expect(own?.data.length).toBeLessThan(sheets[0]?.data.length ?? 0);
  });
});
