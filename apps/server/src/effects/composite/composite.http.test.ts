/** 综合管理: what others do for us is owed once it was accepted, what we pay for others is paid once and asked back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const MAKER = 'projectManager';
let chains: Chains;
let supplier = '';
let device = '';
let contract = '';

beforeAll(async () => {
  chains = await Chains.start();
  supplier = String(
    (await chains.rows(`select id::text from supplier where state = '合格' order by id limit 1`))[0]?.id,
  );
  device = String(
    (await chains.rows(`select id::text from device where project_code = '${PROJECT}' order by id limit 1`))[0]?.id,
  );
  contract = String(
    (await chains.rows(`select code from contract where project_code = '${PROJECT}' order by code limit 1`))[0]?.code,
  );
});
afterAll(() => chains.close());

const books = async (module: string) => {
  const of = `source_module = '${module}' and not voided`;
  return {
    payables: await chains.rows(`select amount::text, cost_booked as booked from b_supplier_payable where ${of}`),
    history: await chains.rows(`select kind, cost::text from device_history where ${of}`),
    inspect: await chains.rows(`select next_inspection::text as on from device where id = ${device}`),
    cost: await chains.rows(`select account, sum(amount)::text as amount from project_cost where source_module = '${module}'
      group by 1 having sum(amount) <> 0`),
    receivables: await chains.rows(`select source_kind as kind, amount::text from b_receivable_ledger where ${of}`),
    basis: await chains.rows(`select kind, amount::text from b_settlement_basis where ${of}`),
    marks: await chains.rows(`select kind, score::text from b_supplier_evaluation where ${of}`),
    bills: await chains.rows(`select account_no as no, month from b_behalf_bill where ${of} order by id`),
    bank: await chains.rows(`select coalesce(sum(case direction when 'out' then amount else -amount end), 0)::numeric(18,2)::text as net
      from bank_journal where source_module = '${module}'`),
  };
};

describe('外协服务', () => {
  const service = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    device,
    serviceType: '安全阀与压力表校验',
    inWarranty: false,
    costBearer: '公司与客户分摊',
    clientShare: '33.33',
    selectMode: '应急直接委托',
    supplier,
    outContract: null,
    planStart: chains.at(-30),
    planEnd: chains.at(-20),
    needStop: false,
    quotes: [],
    items: [{ itemName: '校验', itemUnit: '只', quantity: '2.00', unitPrice: '500.0000', taxRate: '6' }],
    ...more,
  });
  const steps = (acceptResult: string) => ({
    采购核价: { dealAmount: '1000.00' },
    完工验收: {
      actualStart: chains.at(-29),
      actualEnd: chains.at(-21),
      acceptResult,
      serviceScore: 92,
      finalAmount: '999.99',
      nextInspect: chains.day(365),
    },
  });

  it('is owed and costs what was settled, shared to the fen; a cancel leaves nothing', async () => {
    const empty = await books('outService');
    const walk = chains.walk('outService');
    const values = await chains.filled('outService', MAKER, 0, service());
    const quoted = await walk.draft(MAKER, { ...values, selectMode: '三家比价' });
    expect((await walk.submit(MAKER, quoted)).errors.map((error) => error.message)).toEqual([
      '三家比价须录入至少三家报价',
    ]);
    const { id } = await chains.through('outService', MAKER, service(), steps('合格'));
    expect(await books('outService')).toEqual({
      ...empty,
      payables: [{ amount: '999.99', booked: true }],
      history: [{ kind: '维修', cost: '999.99' }],
      inspect: [{ on: chains.day(365) }],
      cost: [{ account: '维修费', amount: '666.70' }],
      receivables: [{ kind: '代垫费用', amount: '333.29' }],
      basis: [{ kind: '维修应收', amount: '333.29' }],
      marks: [{ kind: '外协服务', score: '92.0' }],
    });
    const [follow] = await chains.followUps('outService', id);
    expect(follow).toMatchObject({ module: 'paymentNotEnergy', user: chains.user(MAKER) });
    const { record } = await chains.walk('paymentNotEnergy').info(MAKER, String(follow?.target));
    expect(record).toMatchObject({ supplier, payNature: '结算款', budgetSubject: '外协服务' });
    expect(record.payable).not.toBeNull();
    await chains.cancel('outService', id);
    expect(await books('outService')).toEqual(empty);
    expect(await chains.followUps('outService', id)).toEqual([]);
  });

  it('that was not accepted is owed nothing', async () => {
    const { id } = await chains.through('outService', MAKER, service(), steps('不合格'));
    expect(await books('outService')).toMatchObject({
      payables: [],
      cost: [],
      receivables: [],
      marks: [{ score: '92.0' }],
    });
    await chains.cancel('outService', id);
  });
});

describe('费用代缴', () => {
  const bill = (accountNo: string, more: Readonly<Record<string, unknown>> = {}) => ({
    accountNo,
    billMonth: '2026-09',
    billUnit: 'kWh',
    unitPrice: '0.8000',
    lateFee: '0.00',
    billAmount: '1000.00',
    ...more,
  });
  const behalf = (more: Readonly<Record<string, unknown>> = {}) => ({
    project: PROJECT,
    contract,
    feeType: '电费',
    behalfName: '示范物业',
    behalfReason: '避免停供',
    payeeUnit: '供电公司',
    lastPayDate: chains.day(5),
    recoverDate: chains.day(30),
    serviceRate: '2',
    recoverMode: '并入当期结算',
    bills: [bill('H-1', { lateFee: '10.00' })],
    ...more,
  });
  const draft = async (more: Readonly<Record<string, unknown>> = {}) =>
    chains.walk('feePaymentBehalf').draft(MAKER, await chains.filled('feePaymentBehalf', MAKER, 0, behalf(more)));
  const send = (id: string) => chains.walk('feePaymentBehalf').submit(MAKER, id);
  const steps = (serial: string, amount: string) => ({
    财务审核: { recoverCertain: '确定' },
    出纳付款: { payDate: chains.day(0), paidAmount: amount, bankSerial: serial },
  });

  it('is paid once, also by two at once, asked back with its fee, and what was late is our loss', async () => {
    const empty = await books('feePaymentBehalf');
    expect(
      (await send(await draft({ bills: [bill('H-1'), bill('H-1')] }))).errors.map((error) => error.message),
    ).toEqual(['户号与账期重复，请合并为一行']);
    const two = [await draft(), await draft()];
    const answers = await Promise.all(two.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    const id = two[answers.findIndex((answer) => answer.status === 1)] ?? '';
    await chains.agree('feePaymentBehalf', MAKER, id, steps('DJ-1', '1000.00'));
    expect(await books('feePaymentBehalf')).toEqual({
      ...empty,
      cost: [{ account: '营业外支出-违约金', amount: '10.00' }],
      receivables: [{ kind: '代缴费用', amount: '1020.00' }],
      basis: [{ kind: '代缴费用', amount: '1020.00' }],
      bills: [{ no: 'H-1', month: '2026-09' }],
      bank: [{ net: '1000.00' }],
    });
    expect((await chains.reminders('feePaymentBehalf', id)).map(({ day, every }) => [day, every])).toEqual([
      [chains.day(30), 7],
    ]);
    expect((await chains.preview('feePaymentBehalf', MAKER, behalf())).unrecovered).toBe('1020.00');
    expect((await send(await draft())).errors[0]?.message).toMatch(/^该户号2026-09账期已由FYDJ-.+支付，不能重复支付$/);
    await chains.cancel('feePaymentBehalf', id);
    expect(await books('feePaymentBehalf')).toEqual(empty);
  });

  it('that the customer transfers is no basis of a settlement', async () => {
    const { id } = await chains.through(
      'feePaymentBehalf',
      MAKER,
      behalf({ recoverMode: '客户单独转账', bills: [bill('H-2')] }),
      steps('DJ-2', '1000.00'),
    );
    expect(await books('feePaymentBehalf')).toMatchObject({ receivables: [{ amount: '1020.00' }], basis: [] });
    await chains.cancel('feePaymentBehalf', id);
  });
});
