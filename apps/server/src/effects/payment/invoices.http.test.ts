/** Invoices that we issue: held, issued, received on, reversed, made void and reissued; each way back, and what stops it. */
import {
  assessmentItem,
  customerAccount,
  invoiceSettlement,
  outputInvoice,
  outputInvoiceLine,
  outputTax,
  prepaidLedger,
  receivableLedger,
  settlementBasis,
  writeOff,
} from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { standingIn } from '../../testing/standing.ts';
import { basisOf, CONTRACT, CUSTOMER, received, settled, SETTLED, settlement } from '../testing/settlements.ts';

type Given = Readonly<Record<string, unknown>>;

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const BOOKS = [
  outputInvoice,
  outputInvoiceLine,
  invoiceSettlement,
  outputTax,
  receivableLedger,
  settlementBasis,
  writeOff,
  customerAccount,
  prepaidLedger,
  assessmentItem,
];
const books = () => standingIn(chains, BOOKS);
const one = async (text: string): Promise<Record<string, unknown>> => (await chains.rows(text))[0] ?? {};
const month = (): string => chains.day(0).slice(0, 7);
const bill = (id: string) =>
  one(`select amount::text, coalesce(invoice_pending, 0)::text as held, coalesce(invoiced, 0)::text as invoiced,
    coalesce(written, 0)::text as written, coalesce(cancelled, 0)::text as cancelled, state
    from b_receivable_ledger where settlement = ${id} and not voided`);
const invoice = (no: string) =>
  one(`select id::text, amount::text, coalesce(red_pending, 0)::text as "redHeld", coalesce(red_done, 0)::text as red,
    coalesce(matched, 0)::text as matched, coalesce(written, 0)::text as written, state from b_output_invoice
    where invoice_no = '${no}' and not voided`);

let serial = 0;
const number = (): string => `FP${String(Date.now()).slice(-8)}${serial++}`;

/** An application for a month's fee. */
const application = (amount: string, more: Given = {}, line: Given = {}): Given => ({
  project: 'EMC01001',
  contract: CONTRACT,
  preType: '已结算先票后款',
  openKind: '纸质普票',
  customerName: CUSTOMER,
  buyerTitle: CUSTOMER,
  buyerTaxNo: '91310000C20000000X',
  feeFrom: month(),
  feeTo: month(),
  promiseDate: chains.day(20),
  collector: chains.user('projectManager'),
  contractTotal: '22800000.00',
  lines: [
    {
      taxName: '*供冷*供冷费',
      settlement: null,
      quantity: '1',
      unitName: '月',
      lineAmount: amount,
      taxRate: '9',
      uninvoiced: amount,
      ...line,
    },
  ],
  ...more,
});
const issued = (no: string, net: string, tax: string, more: Given = {}): Given => ({
  issuedCode: '0310',
  issuedNo: no,
  issuedDate: chains.day(0),
  issuedNet: net,
  issuedTax: tax,
  ...more,
});
const issuing = (...rows: readonly Given[]): Readonly<Record<string, Given>> => ({
  财务开票: { openDone: chains.day(0), issued: rows },
});
/** An invoice over a whole settlement of 252 000.00. @returns its number */
async function invoiced(settlementId: string): Promise<string> {
  const no = number();
  await chains.through(
    'preOpen',
    'projectManager',
    application('252000.00', {}, { settlement: settlementId }),
    issuing(issued(no, '231192.66', '20807.34')),
  );
  return no;
}

describe('预开票', () => {
  it('holds what is still to be invoiced, and turns it into invoices line by line', async () => {
    const settlementId = await settled(chains, 3);
    const before = await books();
    const [a, b] = [number(), number()];
    const values = application('252000.00', {}, { settlement: settlementId });
    const id = await chains.submit('preOpen', 'projectManager', values);
    expect(await bill(settlementId)).toMatchObject({ held: '252000.00', invoiced: '0' });

    const walk = chains.walk('preOpen');
    const again = await walk.draft(
      'projectManager',
      await chains.filled('preOpen', 'projectManager', 0, application('0.01', {}, { settlement: settlementId })),
    );
    expect((await walk.submit('projectManager', again)).message).toBe('开票金额超过该结算单未开票余额，不能重复开票');
    expect((await walk.reject('projectManager', id)).message).toBe('');
    expect(await books()).toEqual(before);
    expect((await walk.submit('projectManager', id)).message).toBe('');

    // Two papers: the second takes the rest of the line.
    const papers = issuing(issued(a, '183486.24', '16513.76'), issued(b, '47706.42', '4293.58'));
    await chains.agree('preOpen', 'projectManager', id, papers, '客户签收登记');
    expect(await bill(settlementId)).toMatchObject({ held: '0.00', invoiced: '252000.00' });
    expect(await invoice(a)).toMatchObject({ amount: '200000.00', matched: '200000.00', state: '正常' });
    expect(await invoice(b)).toMatchObject({ amount: '52000.00', matched: '52000.00' });
    const after = await books();
    expect(after.outputTax).toMatchObject([
      { month: month(), kind: '开票', tax: 16513.76 },
      { month: month(), kind: '开票', tax: 4293.58 },
    ]);
    expect(after.outputInvoiceLine?.map((line) => line.amount)).toEqual([200000, 52000]);
    await chains.agree('preOpen', 'projectManager', id, papers);
    expect(await chains.reminders('preOpen', id)).toMatchObject([{ day: chains.day(20), every: 1 }]);

    const refused = await walk.post('generalManager', 'Cancel', { BusinessId: id, Opinion: '作废' });
    expect(refused.message).toBe('发票已开具，请走发票冲红或发票作废');

    // A number is used once, whoever uses it.
    const other = await chains.submit('preOpen', 'projectManager', application('1090.00', { preType: '代缴费用开票' }));
    await chains.agree('preOpen', 'projectManager', other, {}, '财务开票');
    const taken = await walk.agree('projectManager', other, {
      财务开票: async (who) =>
        chains.filled(
          'preOpen',
          who,
          4,
          issuing(issued(a, '1000.00', '90.00')).财务开票 ?? {},
          (await walk.info(who, other)).record,
        ),
    });
    expect(taken.errors).toEqual([{ path: 'issued[0].issuedNo', message: '该发票代码和号码已登记过，请核对' }]);
    await walk.reject('projectManager', other);
    await walk.post('projectManager', 'Withdraw', { BusinessId: other });

    // Once it is paid nobody is asked for the money any more.
    await received(chains, settlementId, '252000.00');
    expect(await invoice(a)).toMatchObject({ written: '200000.00' });
    expect(await invoice(b)).toMatchObject({ written: '52000.00' });
    expect(await chains.reminders('preOpen', id)).toEqual([]);
  });

  it('keeps a contract within its amount, whoever applies at the same time', async () => {
    const { amount } = await one(`select amount::text from contract where code = '${CONTRACT}'`);
    const { net } = await one(
      `select coalesce(sum(amount), 0)::text as net from b_output_invoice where contract = '${CONTRACT}' and not voided`,
    );
    const left = (Number(amount) - Number(net)).toFixed(2);
    const ahead = { preType: '季前预收开票', preReason: '整季预收' };
    const drafts = await Promise.all(
      [1, 2].map(async () =>
        chains
          .walk('preOpen')
          .draft('projectManager', await chains.filled('preOpen', 'projectManager', 0, application(left, ahead))),
      ),
    );
    const answers = await Promise.all(drafts.map((id) => chains.walk('preOpen').submit('projectManager', id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.message).toBe('累计开票超过合同总额，请先签补充协议');
    for (const id of drafts) await chains.walk('preOpen').post('projectManager', 'Withdraw', { BusinessId: id });
    expect(
      await one(`select invoice_pending::text as held from b_customer_account where contract = '${CONTRACT}'`),
    ).toEqual({
      held: '0.00',
    });
  });
});

describe('发票冲红', () => {
  /** A settlement whose invoice was paid in full. */
  let paid = { settlementId: '', no: '' };
  const red = async (no: string, amount: string, more: Given = {}): Promise<Given> => {
    const { id } = await invoice(no);
    const [line] = await chains.rows(`select id::text from b_output_invoice_line where invoice = ${String(id)}`);
    return {
      project: 'EMC01001',
      contract: CONTRACT,
      original: id,
      originalKind: '纸质普票',
      originalAmount: '252000.00',
      redReason: '结算折让',
      redScope: '部分红冲',
      initiator: '无需确认单',
      receivedHandle: '无已收款',
      redLines: [
        { line: line?.id, taxName: '*供冷*供冷费', lineOriginal: '252000.00', redAmount: amount, taxRate: '9' },
      ],
      ...more,
    };
  };
  const redSteps = (no: string, amount: string, more: Given = {}): Readonly<Record<string, Given>> => ({
    财务审核: { originalVerified: '正常且在台账', taxMonth: month() },
    财务开具红字发票: { redCode: '0310', redNo: no, redDate: chains.day(0), redIssued: amount, ...more },
  });

  it('reverses a part, frees as much to be invoiced again, and is undone by a cancel', async () => {
    const settlementId = await settled(chains, 2);
    const no = await invoiced(settlementId);
    const before = await books();
    const redNo = number();
    const id = await chains.submit('invoiceHedging', 'projectManager', await red(no, '10900.00'));
    expect(await invoice(no)).toMatchObject({ redHeld: '10900.00' });
    // What is under way counts: more than the rest is refused.
    const walk = chains.walk('invoiceHedging');
    const more = await walk.draft(
      'projectManager',
      await chains.filled('invoiceHedging', 'projectManager', 0, await red(no, '241100.01')),
    );
    expect((await walk.submit('projectManager', more)).errors.map((error) => error.message)).toContain(
      '红冲金额超过原发票可冲余额',
    );
    await chains.agree('invoiceHedging', 'projectManager', id, redSteps(redNo, '10900.00'));
    expect(await invoice(no)).toMatchObject({ redHeld: '0.00', red: '10900.00', matched: '241100.00', state: '正常' });
    expect(await invoice(redNo)).toMatchObject({ amount: '-10900.00' });
    expect(await bill(settlementId)).toMatchObject({ invoiced: '241100.00' });
    expect((await books()).outputTax?.at(-1)).toMatchObject({ kind: '红冲', net: -10000, tax: -900 });
    await chains.cancel('invoiceHedging', id);
    expect(await books()).toEqual(before);

    // Paid in full, then wholly reversed: the money belongs to the invoice that takes its place.
    await received(chains, settlementId, '252000.00');
    paid = { settlementId, no };
    const reopenNo = number();
    const whole = await red(no, '252000.00', {
      redReason: '抬头税号有误',
      redScope: '全额红冲',
      originalReceived: '252000.00',
      receivedHandle: '转核销重开发票',
      reopen: true,
      reopenTitle: '更正后抬头',
      reopenTaxNo: '91310000C20000001X',
      reopenAmount: '252000.00',
    });
    const paidBefore = await books();
    const { id: second } = await chains.through(
      'invoiceHedging',
      'projectManager',
      whole,
      redSteps(number(), '252000.00', { reopenNo, reopenDate: chains.day(0) }),
    );
    expect(await invoice(no)).toMatchObject({
      red: '252000.00',
      matched: '0.00',
      written: '0.00',
      state: '已全额红冲',
    });
    expect(await invoice(reopenNo)).toMatchObject({ amount: '252000.00', matched: '252000.00', written: '252000.00' });
    expect(await bill(settlementId)).toMatchObject({ invoiced: '252000.00', written: '252000.00', state: '已收清' });
    const { net } =
      await one(`select sum(w.amount)::text as net from b_write_off w join b_receivable_ledger r on r.id = w.receivable
      where r.settlement = ${settlementId} and not w.voided`);
    expect(net).toBe('252000.00');
    await chains.cancel('invoiceHedging', second);
    expect(await books()).toEqual(paidBefore);
  });

  it('gives what was received back to the customer’s account where nothing takes its place', async () => {
    const { settlementId, no } = paid;
    const before = await books();
    const { id } = await chains.through(
      'invoiceHedging',
      'projectManager',
      await red(no, '2000.00', { originalReceived: '252000.00', receivedHandle: '退回客户' }),
      redSteps(number(), '2000.00'),
    );
    expect(await bill(settlementId)).toMatchObject({ written: '250000.00', state: '未收清' });
    expect((await books()).prepaidLedger?.at(-1)).toMatchObject({ kind: '核销转入', amount: 2000 });
    expect(await chains.followUps('invoiceHedging', id)).toMatchObject([
      { title: expect.stringContaining(`请办理退回${CUSTOMER}2000.00元`) },
    ]);
    await chains.cancel('invoiceHedging', id);
    expect(await books()).toEqual(before);
  });
});

describe('发票作废', () => {
  it('makes a paper void, frees the settlement, and keeps what was received', async () => {
    const settlementId = await settled(chains, 1);
    const no = await invoiced(settlementId);
    await received(chains, settlementId, '52000.00');
    const before = await books();
    const { id: original } = await invoice(no);
    const values = {
      project: 'EMC01001',
      contract: CONTRACT,
      original,
      originalKind: '纸质普票',
      originalCode: '0310',
      issueMonth: month(),
      cancelMonth: month(),
      redBefore: '0.00',
      originalReceived: '52000.00',
      cancelReason: '打印错位或污损',
      errorSource: '开票操作有误',
      copyCount: 2,
      copyBackCount: 2,
      buyerBooked: false,
      reopenPlan: '重新预开票',
    };
    const walk = chains.walk('invoiceCancel');
    const id = await chains.submit('invoiceCancel', 'projectManager', values);
    expect(await invoice(no)).toMatchObject({ state: '作废在途' });
    const twice = await walk.draft('projectManager', await chains.filled('invoiceCancel', 'projectManager', 0, values));
    expect((await walk.submit('projectManager', twice)).errors.map((error) => error.message)).toEqual([
      '只能选本合同当月开具、未红冲、未作废的纸质发票',
    ]);
    await chains.agree('invoiceCancel', 'projectManager', id, {
      财务审核: { taxReported: false, copiesVerified: '联次齐全' },
    });
    expect(await invoice(no)).toMatchObject({ state: '已作废', matched: '0.00', written: '0.00' });
    expect(await bill(settlementId)).toMatchObject({ invoiced: '0.00', written: '52000.00' });
    const after = await books();
    expect(after.outputTax?.at(-1)).toMatchObject({ kind: '作废', tax: -20807.34 });
    expect(after.assessmentItem).toMatchObject([{ kind: '发票差错', employee: Number(chains.user('finance')) }]);
    const [draft] = await chains.followUps('invoiceCancel', id);
    expect(draft).toMatchObject({ module: 'preOpen', user: chains.user('projectManager') });
    expect((await chains.walk('preOpen').info('projectManager', String(draft?.target))).record).toMatchObject({
      openKind: '纸质普票',
      openTotal: '252000.00',
      lines: [{ settlement: settlementId, taxName: '*供冷*供冷费', lineAmount: '252000.00' }],
    });
    await chains.cancel('invoiceCancel', id);
    expect(await books()).toEqual(before);
  });
});

describe('季前预收开票', () => {
  it('is matched by the settlement of its months', async () => {
    const { from } = await basisOf(chains, 2);
    const fee = String(from).slice(0, 7);
    const no = number();
    await chains.through(
      'preOpen',
      'projectManager',
      application('109000.00', { preType: '季前预收开票', feeFrom: fee, feeTo: fee }),
      issuing(issued(no, '100000.00', '9000.00')),
    );
    expect(await invoice(no)).toMatchObject({ matched: '0' });
    const id = await chains.submit(
      'userSettlement',
      'projectManager',
      await settlement(chains, 2, {
        settleKind: '差额补结',
        invoicePlan: '已预开票',
        preOpened: '109000.00',
        lines: [],
        adjusts: [{ adjustKind: '上期补差', adjustAmount: '252000', adjustTaxRate: '9', adjustBasis: '第8条' }],
      }),
    );
    expect((await chains.walk('userSettlement').info('projectManager', id)).record).toMatchObject({
      preOpened: '109000.00',
      uninvoiced: '143000.00',
    });
    await chains.agree('userSettlement', 'projectManager', id, SETTLED);
    expect(await invoice(no)).toMatchObject({ matched: '109000.00' });
    expect(await bill(id)).toMatchObject({ invoiced: '109000.00' });
    await chains.cancel('userSettlement', id);
    expect(await invoice(no)).toMatchObject({ matched: '0' });
  });
});
