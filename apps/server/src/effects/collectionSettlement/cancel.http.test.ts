/** 取消结算 through its whole chain: receivable, income, money, invoices and basis go back together, and come back together. */
import {
  assessmentItem,
  customerAccount,
  invoiceSettlement,
  outputInvoice,
  outputInvoiceLine,
  prepaidLedger,
  projectIncome,
  receivableLedger,
  receivableLine,
  settlementBasis,
  writeOff,
} from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';
import { standingIn } from '../../testing/standing.ts';
import {
  CONTRACT,
  CUSTOMER,
  receipt,
  received,
  settled,
  SETTLED,
  settlement,
  writeOffRow,
  claimed,
} from '../testing/settlements.ts';

type Given = Readonly<Record<string, unknown>>;

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const BOOKS = [
  receivableLedger,
  receivableLine,
  writeOff,
  customerAccount,
  prepaidLedger,
  projectIncome,
  settlementBasis,
  outputInvoice,
  outputInvoiceLine,
  invoiceSettlement,
  assessmentItem,
];
const books = () => standingIn(chains, BOOKS);
const one = async (text: string): Promise<Record<string, unknown>> => (await chains.rows(text))[0] ?? {};
const month = (): string => chains.day(0).slice(0, 7);
const bill = (settlementId: string) =>
  one(`select id::text, coalesce(cancel_pending, 0)::text as held, coalesce(cancelled, 0)::text as cancelled,
    coalesce(written, 0)::text as written, coalesce(invoiced, 0)::text as invoiced, state
    from b_receivable_ledger where settlement = ${settlementId} and not voided`);
const basis = (settlementId: string) =>
  one(`select coalesce(settled, 0) as settled, state from b_settlement_basis b
    where id = (select basis from f_user_settlement_lines where parent_id = ${settlementId})`);

/** A cancellation of so much of a settlement of 252 000.00, as the form shows it once the receivable is chosen. */
async function cancellation(settlementId: string, amount: string, more: Given = {}): Promise<Given> {
  const { id } = await bill(settlementId);
  const [line] = await chains.rows(
    `select id::text from b_receivable_line where receivable = ${String(id)} and not voided`,
  );
  return {
    project: 'EMC01001',
    contract: CONTRACT,
    receivable: id,
    sourceKind: '用户结算',
    settlement: settlementId,
    originalAmount: '252000.00',
    cancelScope: amount === '252000.00' ? '全部取消后重结' : '部分取消',
    cancelReason: '面积有误',
    errorDuty: '结算编制',
    cancelMonth: month(),
    invoiceHandle: '未开票',
    receivedHandle: '无需处理',
    cancelNote: '面积按实测更正',
    lines: [{ line: line?.id, lineName: '供冷费', lineOriginal: '252000.00', lineCancel: amount, taxRate: '9' }],
    ...more,
  };
}

describe('取消结算', () => {
  it('brings a choice of receivable its lines', async () => {
    const settlementId = await settled(chains, 3);
    const { id } = await bill(settlementId);
    const record = await chains.preview('cancelSettlement', 'projectManager', {
      project: 'EMC01001',
      contract: CONTRACT,
      receivable: id,
    });
    expect(record).toMatchObject({
      sourceKind: '用户结算',
      settlement: settlementId,
      customerName: CUSTOMER,
      originalAmount: '252000.00',
      lines: [{ lineName: '供冷费', lineOriginal: '252000.00', lineBefore: '0.00', taxRate: '9.0000' }],
    });
  });

  it('holds what it cancels against receipts and itself, takes income back, and frees the basis', async () => {
    const { settlement: of } = await one(`select settlement::text from b_receivable_ledger where not voided`);
    const settlementId = String(of);
    const before = await books();
    const walk = chains.walk('cancelSettlement');
    const id = await chains.submit('cancelSettlement', 'projectManager', await cancellation(settlementId, '2000.00'));
    expect(await bill(settlementId)).toMatchObject({ held: '2000.00', cancelled: '0' });

    const twice = await walk.draft(
      'projectManager',
      await chains.filled('cancelSettlement', 'projectManager', 0, await cancellation(settlementId, '1.00')),
    );
    expect((await walk.submit('projectManager', twice)).errors).toEqual([
      { path: 'receivable', message: '该应收单正在取消结算，请等取消办结或退回' },
    ]);
    const paying = await chains.submit('paymentReceived', 'finance', receipt(chains, '1000.00'));
    const stopped = await chains.walk('paymentReceived').agree('finance', paying, {
      业务认领核销: async (who) =>
        chains.filled(
          'paymentReceived',
          who,
          1,
          claimed([writeOffRow(settlementId, '1000.00')], '全部核销'),
          (await chains.walk('paymentReceived').info(who, paying)).record,
        ),
    });
    expect(stopped.errors).toEqual([
      { path: 'writeOffs[0].writeAmount', message: '该应收单正在取消结算，请等取消办结或退回' },
    ]);
    await chains.walk('paymentReceived').post('finance', 'Withdraw', { BusinessId: paying });

    await chains.agree('cancelSettlement', 'projectManager', id, {});
    expect(await bill(settlementId)).toMatchObject({ held: '0.00', cancelled: '2000.00', state: '未收清' });
    expect(await basis(settlementId)).toEqual({ settled: 0, state: '未结算' });
    const after = await books();
    expect(after.projectIncome?.at(-1)).toMatchObject({ month: month(), amount: -1834.86, tax: -165.14 });
    expect(after.assessmentItem).toMatchObject([{ kind: '结算差错', employee: Number(chains.user('projectManager')) }]);
    await chains.cancel('cancelSettlement', id);
    expect(await books()).toEqual(before);
  });

  it('gives received money to the customer’s account, asks for red invoices, and frees the basis once they are there', async () => {
    const { settlement: of } = await one(`select settlement::text from b_receivable_ledger where not voided`);
    const settlementId = String(of);
    const no = `QX${Date.now()}`;
    const line = {
      settlement: settlementId,
      taxName: '*供冷*供冷费',
      quantity: '1',
      unitName: '月',
      uninvoiced: '252000.00',
    };
    await chains.through(
      'preOpen',
      'projectManager',
      {
        project: 'EMC01001',
        contract: CONTRACT,
        preType: '已结算先票后款',
        openKind: '纸质普票',
        feeFrom: month(),
        feeTo: month(),
        promiseDate: chains.day(20),
        collector: chains.user('projectManager'),
        lines: [{ ...line, lineAmount: '252000.00', taxRate: '9' }],
      },
      {
        财务开票: {
          openDone: chains.day(0),
          issued: [{ issuedNo: no, issuedDate: chains.day(0), issuedNet: '231192.66', issuedTax: '20807.34' }],
        },
      },
    );
    await received(chains, settlementId, '252000.00');
    const before = await books();
    const whole = await cancellation(settlementId, '252000.00', {
      writtenOff: '252000.00',
      invoicedNet: '252000.00',
      invoiceHandle: '发票冲红',
      receivedHandle: '转重结单',
    });
    const { id } = await chains.through('cancelSettlement', 'projectManager', whole);
    expect(await bill(settlementId)).toMatchObject({ cancelled: '252000.00', written: '0.00', state: '已取消' });
    expect((await books()).prepaidLedger?.at(-1)).toMatchObject({ kind: '核销转入', amount: 252000 });
    // The invoice still bills it: nothing is billed again before it is reversed.
    expect(await basis(settlementId)).toEqual({ settled: 1, state: '已结算' });
    const [draft] = await chains.followUps('cancelSettlement', id);
    expect(draft).toMatchObject({ module: 'invoiceHedging', user: chains.user('projectManager') });
    const hedging = String(draft?.target);
    const { record } = await chains.walk('invoiceHedging').info('projectManager', hedging);
    expect(record).toMatchObject({
      redReason: '取消结算',
      redScope: '全额红冲',
      linkedCancel: id,
      redTotal: '252000.00',
    });

    const rows = (record.redLines as readonly Given[]).map((row) => ({
      ...row,
      taxName: '*供冷*供冷费',
      lineOriginal: '252000.00',
      taxRate: '9',
    }));
    const red = await chains.submit(
      'invoiceHedging',
      'projectManager',
      {
        project: 'EMC01001',
        contract: CONTRACT,
        original: record.original,
        originalKind: '纸质普票',
        originalAmount: '252000.00',
        linkedCancel: id,
        redReason: '取消结算',
        redScope: '全额红冲',
        initiator: '无需确认单',
        receivedHandle: '无已收款',
        reopen: false,
        redLines: rows,
      },
      hedging,
    );
    // From here on the cancellation stands.
    const stuck = await chains
      .walk('cancelSettlement')
      .post('generalManager', 'Cancel', { BusinessId: id, Opinion: '作废' });
    expect(stuck.message).toMatch(/^发票冲红或作废单FPCH-\d{6}-\d{4}已提交，不能作废取消结算/);
    await chains.agree('invoiceHedging', 'projectManager', red, {
      财务审核: { originalVerified: '正常且在台账', taxMonth: month() },
      财务开具红字发票: { redNo: `R${no}`, redDate: chains.day(0), redIssued: '252000.00' },
    });
    expect(await basis(settlementId)).toEqual({ settled: 0, state: '未结算' });
    expect(await bill(settlementId)).toMatchObject({ invoiced: '0.00' });

    // Billed anew, the money that lies with us is offered to be set off.
    const again = await chains.through('userSettlement', 'projectManager', await settlement(chains, 3), SETTLED);
    const offset = (await chains.followUps('userSettlement', again.id)).find(
      (each) => each.module === 'paymentReceived',
    );
    expect((await chains.walk('paymentReceived').info('finance', String(offset?.target))).record).toMatchObject({
      prepaidUse: '252000.00',
    });
    // And what was billed anew cannot be un-cancelled.
    const bound = await chains
      .walk('invoiceHedging')
      .post('generalManager', 'Cancel', { BusinessId: red, Opinion: '作废' });
    expect(bound.message).toBe('结算依据单已被其他结算单引用，不能重复结算');
    await chains.cancel('userSettlement', again.id);
    await chains.cancel('invoiceHedging', red);
    await chains.cancel('cancelSettlement', id);
    expect(await books()).toEqual(before);
  });
});

describe('有偿维修', () => {
  it('is collected on its own, or carried over by a settlement', async () => {
    const [own = ''] = await chains.server.db.transaction().execute(async (tx) => {
      const source = { module: 'maintenanceRecords', id: '900001', effect: 'maintenanceRecords.receivable' } as const;
      const of = { project: 'EMC01001', contract: CONTRACT, amount: '1200.00' };
      const ids = await enter(
        tx,
        receivableLedger,
        [{ ...of, receivableNo: 'WX-1', sourceKind: '有偿维修', customerName: CUSTOMER, state: '未收清' }],
        source,
      );
      await enter(
        tx,
        settlementBasis,
        [
          {
            ...of,
            basisNo: 'WX-1',
            kind: '维修应收',
            item: '阀门维修',
            month: month(),
            quantity: '1',
            unit: '项',
            receivable: ids[0] ?? '',
            state: '未结算',
          },
        ],
        source,
      );
      return ids;
    });
    const { id: carried } = await one(`select id::text from b_settlement_basis where basis_no = 'WX-1'`);
    const state = () =>
      one(`select coalesce(cancelled, 0)::text as gone, state from b_receivable_ledger where id = ${own}`);
    const { id } = await chains.through(
      'userSettlement',
      'projectManager',
      await settlement(chains, 2, {
        lines: [
          {
            feeItem: '末端维修费',
            basis: carried,
            basisQuantity: '1.000',
            quantity: '1',
            lineUnit: '项',
            unitPrice: '1200',
            coefficient: '1',
            taxRate: '9',
            lineNote: '按维修单',
          },
        ],
      }),
      { ...SETTLED, 客户签认登记: { signResult: '全额签认', signedAmount: '1200.00' } },
    );
    expect(await state()).toEqual({ gone: '1200.00', state: '已并入结算' });
    await chains.cancel('userSettlement', id);
    expect(await state()).toEqual({ gone: '0', state: '未收清' });
  });
});
