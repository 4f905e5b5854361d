/** 到账导入 over HTTP: whose account, which lines, what is suggested, drafts for what is confirmed, taken back while none went on. */
import { receiptImport } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { filledIn, sheetOf } from '../../testing/sheets.ts';
import { CONTRACT, CUSTOMER, settled } from '../testing/settlements.ts';

type Row = Readonly<Record<string, string>>;

let chains: Chains;
let finance: Held;
let account = { id: '', no: '' };
let serial = 0;

beforeAll(async () => {
  chains = await Chains.start();
  finance = await chains.server.client.signIn('finance');
  const [row] = await chains.rows(
    `select id::text, account_no as no from b_user_received_account where not voided order by id limit 1`,
  );
  account = { id: String(row?.id), no: String(row?.no) };
});
afterAll(() => chains.close());

const { calls } = receiptImport;
const sent = (bytes: Uint8Array<ArrayBuffer>, who = finance, of = account.id): Promise<Reply> =>
  chains.server.client.upload(calls.import, '流水.xlsx', bytes, who, { mode: 'check', account: of });
const check = async (rows: readonly Row[]): Promise<Reply> => sent(await filledIn(receiptImport, rows));
const checkOf = (reply: Reply) =>
  reply.data.check as { CheckId: string; ok: number; faulty: number; notes: string[]; facts: Record<string, string> };
const post = (input: object, who = finance): Promise<Reply> => chains.server.client.post(calls.import, input, who);
const commit = (reply: Reply): Promise<Reply> => post({ mode: 'commit', CheckId: checkOf(reply).CheckId });
const batchId = (reply: Reply): string => (reply.data.batch as { BatchId: string }).BatchId;
const lines = async (reply: Reply, found: Row = {}) =>
  (await chains.server.client.post(calls.rows, { CheckId: checkOf(reply).CheckId, found }, finance)).data.rows as {
    row: number;
    state: string;
    reasons: string[];
    found: Record<string, string | null>;
  }[];
const edit = (reply: Reply, row: number, values: object): Promise<Reply> =>
  post({ mode: 'edit', CheckId: checkOf(reply).CheckId, row, values });

const line = (more: Row = {}): Row => ({
  time: `${chains.day(-1)} 10:30`,
  payerName: CUSTOMER,
  payerAccount: '',
  credit: '1234.56',
  bankSerial: `IM${(serial += 1)}-${Math.random()}`,
  ...more,
});
const drafts = (batch: string) =>
  chains.rows(`select f.status, f.contract, f.payer_name as payer, f.receipt_amount::text as amount, f.claimer::text as claimer, f.bank_serial as serial
    from import_line i join f_payment_received f on f.id = i.record_id where i.batch_id = ${batch} order by i.row_no`);

describe('a bank statement', () => {
  it('is for finance, of an account of ours, in a form that is known', async () => {
    const cashier = await chains.server.client.signIn('cashier');
    expect((await sent(await filledIn(receiptImport, [line()]), cashier)).status).toBe(403);
    expect((await sent(await filledIn(receiptImport, [line()]), finance, '')).errors).toEqual([
      { path: 'account', message: '请选择收款账户' },
    ]);
    expect((await sent(await filledIn(receiptImport, [line()]), finance, '999999')).message).toBe(
      '收款账户不存在或已停用，请重新选择',
    );
    expect(
      (
        await sent(
          await sheetOf([
            ['日期', '金额'],
            ['2026-01-01', '5'],
          ]),
        )
      ).message,
    ).toBe('无法识别的银行格式，请使用通用模板');
    const heads = ['交易时间', '对方单位', '对方账号', '转入金额', '转出金额', '余额', '摘要', '交易流水号'];
    const other = await sheetOf([
      ['账号：6222000000000000'],
      heads,
      [`${chains.day(-1)} 10:00`, '甲', '1', '5', '', '5', '', 'X1'],
    ]);
    expect((await sent(other)).message).toBe('流水文件的账号6222000000000000与所选收款账户不一致');
    expect((await check([line({ credit: '', debit: '5.00' })])).message).toBe('流水中没有收入，没有可导入的内容');
  });

  it('only counts what came in, and says where lines are missing', async () => {
    const checked = await check([
      line({ credit: '100.00', balance: '1100.00', time: '2026-01-05 09:00' }),
      line({ credit: '', debit: '50.00', balance: '1050.00', time: '2026-01-05 10:00' }),
      line({ credit: '10.00', balance: '1070.00', time: '2026-01-06 10:00' }),
    ]);
    expect(checkOf(checked)).toMatchObject({
      notes: ['余额不连续，可能缺行'],
      facts: {
        bank: '通用模板',
        credits: '2',
        debits: '1',
        total: '110.00',
        opening: '1000.00',
        closing: '1070.00',
        continuous: '不连续',
      },
    });
  });

  it('suggests the contract and the settlement that is open to the fen; below 60 % somebody chooses', async () => {
    await settled(chains, 2);
    const [history] = await chains.rows(
      `select account_no as no from b_user_pay_account where contract = '${CONTRACT}' limit 1`,
    );
    const checked = await check([
      line({ credit: '252000.00', payerAccount: String(history?.no), memo: `付${CONTRACT}供冷费` }),
      line({ payerAccount: String(history?.no) }),
      line(),
      line({ payerName: '素不相识', credit: '7.77' }),
    ]);
    const rows = await lines(checked);
    expect(rows.map((row) => [row.found['match'], row.found['confidence'], row.state])).toEqual([
      ['已自动匹配', '100', 'ok'],
      ['已自动匹配', '70', 'ok'],
      ['待选择', '40', 'faulty'],
      ['无法识别', null, 'faulty'],
    ]);
    expect(rows[0]?.found).toMatchObject({
      contract: CONTRACT,
      customer: CUSTOMER,
      basis: '户名一致、账号历史、金额相等、附言含合同号',
    });
    expect(rows[0]?.found['settlement']).toContain('未收252000.00元');
    expect(rows[3]?.reasons).toEqual(['第5行：请选择客户或非货款类别']);
    expect(await lines(checked, { match: '待选择' })).toHaveLength(1);
  });

  it('becomes drafts once settled by hand; the claimer hears of it; money of others is only noted', async () => {
    const checked = await check([
      line({ credit: '500.00' }),
      line({ payerName: '', credit: '3.21', memo: '结息' }),
      line({ payerName: '素不相识' }),
    ]);
    expect(checkOf(checked)).toMatchObject({ ok: 0, faulty: 3 });
    expect((await edit(checked, 2, { contract: CONTRACT })).message).toBe('');
    const wrong = await edit(checked, 2, { settlement: '999999' });
    expect(checkOf(wrong)).toMatchObject({ ok: 0 });
    expect((await lines(checked))[0]?.reasons).toEqual(['第2行：所选结算单不属于该合同，或已收清']);
    await edit(checked, 2, { settlement: '' });
    expect((await edit(checked, 9, { contract: CONTRACT })).message).toBe('没有这一行，请刷新后重试');
    expect((await edit(checked, 3, { nonGoods: '彩票' })).errors).toEqual([
      { path: 'nonGoods', message: '非货款类别没有“彩票”这个选项' },
    ]);
    expect(checkOf(await edit(checked, 3, { nonGoods: '利息' }))).toMatchObject({ ok: 2, faulty: 1 });
    const [first, again] = await Promise.all([commit(checked), commit(checked)]);
    expect([first.message, again.message]).toEqual(['', '']);
    expect(batchId(first)).toBe(batchId(again));
    const batch = batchId(first);
    expect(await drafts(batch)).toMatchObject([
      {
        status: 'draft',
        contract: CONTRACT,
        payer: CUSTOMER,
        amount: '500.00',
        claimer: chains.user('projectManager'),
      },
    ]);
    const todo = () =>
      chains.rows(
        `select kind, title from follow_up where source_module = 'import' and source_id = ${batch} and cancelled_at is null`,
      );
    expect(await todo()).toMatchObject([{ kind: '到账认领', title: expect.stringContaining('共500.00元') }]);
    expect((await post({ mode: 'undo', BatchId: batch })).message).toBe('');
    expect(await drafts(batch)).toEqual([]);
    expect(await todo()).toEqual([]);
  });

  it('registers each reference of an account once', async () => {
    const one = line({ memo: CONTRACT, payerAccount: '' });
    const checked = await check([one, { ...one, credit: '2.00' }]);
    await edit(checked, 2, { contract: CONTRACT });
    expect((await lines(checked)).map((row) => row.reasons)).toEqual([[], ['第3行：流水号与第2行重复']]);
    expect((await commit(checked)).message).toBe('');
    const later = await check([{ ...one, credit: '9.00' }]);
    expect(await lines(later)).toMatchObject([{ found: { match: '重复' }, reasons: ['第2行：流水号已存在'] }]);
    expect((await commit(later)).message).toBe('没有可导入的行，请修改错误行后重新上传');
  });

  it('is not taken back from under a registration that went on', async () => {
    const checked = await check([line({ memo: CONTRACT })]);
    await edit(checked, 2, { contract: CONTRACT });
    const batch = batchId(await commit(checked));
    const undo = () => post({ mode: 'undo', BatchId: batch });
    const status = (to: string) =>
      chains.rows(
        `update f_payment_received set status = '${to}' where id in (select record_id from import_line where batch_id = ${batch})`,
      );
    await status('running');
    expect((await undo()).message).toBe('该批次有登记已提交审批，请先撤回并删除后再撤销');
    await status('approved');
    expect((await undo()).message).toBe('该批次已有登记通过，不能撤销');
    await status('draft');
    expect((await undo()).message).toBe('');
  });
});
