/** Settlements and receipts through their whole chains: what each holds, becomes and gives back, to the fen. */
import {
  acceptanceDraft,
  customerAccount,
  prepaidLedger,
  projectIncome,
  receiptLedger,
  receivableLedger,
  receivableLine,
  settlementBasis,
  writeOff,
} from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chains } from '../../testing/chains.ts';
import { standingIn } from '../../testing/standing.ts';
import { nextMonth } from '../books/source.ts';
import {
  basisOf,
  claimed,
  claiming,
  CONTRACT,
  receipt,
  SETTLED,
  settled,
  settlement,
  writeOffRow,
} from '../testing/settlements.ts';
import { nextSettleDate } from './userSettlement.ts';

const BOOKS = [
  receivableLedger,
  receivableLine,
  receiptLedger,
  writeOff,
  customerAccount,
  prepaidLedger,
  projectIncome,
  settlementBasis,
  acceptanceDraft,
];

let chains: Chains;
beforeAll(async () => {
  chains = await Chains.start();
});
afterAll(() => chains.close());

const books = () => standingIn(chains, BOOKS);
const one = async (text: string): Promise<Record<string, unknown>> => (await chains.rows(text))[0] ?? {};
const receivable = (bill: string) =>
  one(`select id::text, amount::text, coalesce(write_pending, 0)::text as held, coalesce(written, 0)::text as written,
    coalesce(cancelled, 0)::text as cancelled, state from b_receivable_ledger where settlement = ${bill} and not voided`);
const prepaid = () =>
  one(`select coalesce(prepaid_in, 0)::text as paid, coalesce(use_pending, 0)::text as held, coalesce(used, 0)::text as used
    from b_customer_account where contract = '${CONTRACT}'`);

/** Agrees to the claim, and answers what came of it. @param filled waits between filling it in and sending it */
const tryClaim = (id: string, claim: Readonly<Record<string, unknown>>, filled?: () => Promise<void>) =>
  chains.walk('paymentReceived').agree('finance', id, {
    业务认领核销: async (who) => {
      const { record } = await chains.walk('paymentReceived').info(who, id);
      const section = await chains.filled('paymentReceived', who, 1, claim, record);
      await filled?.();
      return section;
    },
  });

describe('用户结算', () => {
  it('holds its basis, becomes a receivable, and leaves nothing behind when it is cancelled', async () => {
    const before = await books();
    const id = await chains.submit('userSettlement', 'projectManager', await settlement(chains, 3));
    const { id: basis } = await basisOf(chains, 3);
    expect(await one(`select settling, state from b_settlement_basis where id = ${basis}`)).toEqual({
      settling: 1,
      state: '未结算',
    });

    // The same basis and period cannot be billed a second time while this is under way.
    const walk = chains.walk('userSettlement');
    const twice = await walk.draft(
      'projectManager',
      await chains.filled('userSettlement', 'projectManager', 0, await settlement(chains, 3)),
    );
    const refused = await walk.submit('projectManager', twice);
    expect(refused.errors.map((error) => error.message)).toEqual([
      '该合同此期间已有结算单，不能重复结算',
      '有结算依据单已被结算，不能重复引用',
    ]);

    expect((await walk.reject('projectManager', id)).message).toBe('');
    expect(await books()).toEqual(before);
    expect((await walk.submit('projectManager', id)).message).toBe('');
    await chains.agree('userSettlement', 'projectManager', id, SETTLED);

    const after = await books();
    expect(after.receivableLedger?.at(-1)).toMatchObject({
      source_kind: '用户结算',
      settlement: Number(id),
      amount: 252000,
      due_date: chains.day(30),
      state: '未收清',
    });
    expect(after.receivableLine?.at(-1)).toMatchObject({
      line_name: '供冷费',
      amount: 252000,
      subject: '供冷供热收入',
    });
    expect(after.projectIncome?.at(-1)).toMatchObject({ amount: 231192.66, tax: 20807.34, subject: '供冷供热收入' });
    expect(await one(`select settling, settled, state from b_settlement_basis where id = ${basis}`)).toEqual({
      settling: 0,
      settled: 1,
      state: '已结算',
    });
    expect(await chains.reminders('userSettlement', id)).toMatchObject([
      { day: chains.day(25), users: [chains.user('projectManager'), chains.user('areaManager')], every: null },
      { day: chains.day(31), every: 7 },
    ]);
    const { next_settle_date: next } = await one(
      `select next_settle_date::text from contract where code = '${CONTRACT}'`,
    );
    expect(next).toBe(nextSettleDate('月度结算', String((await basisOf(chains, 3)).to)));

    await chains.cancel('userSettlement', id);
    expect(await books()).toEqual(before);
    expect(await chains.reminders('userSettlement', id)).toEqual([]);
  });

  it('takes off what complaints let the customer off, once', async () => {
    const before = await books();
    const due = nextMonth(chains.now);
    await chains.rows(`insert into b_bill_relief (source_module, source_id, source_effect, project, contract, customer_name, month, amount, reason, state, source_no)
      values ('setup', 0, 'setup', 'EMC01001', '${CONTRACT}', '测试', '${due}', 2000, '室内偏热', '待抵减', 'T-YHTS')`);
    const relief = () =>
      one(`select coalesce(pending, 0)::numeric(18,2)::text as pending, coalesce(deducted, 0)::numeric(18,2)::text as deducted, state
        from b_bill_relief where source_no = 'T-YHTS'`);
    const off = (amount: string) => ({
      adjusts: [{ adjustKind: '投诉减免', adjustAmount: amount, adjustTaxRate: '9', adjustBasis: 'T-YHTS' }],
    });
    const said = async (more: Readonly<Record<string, unknown>>) => {
      const walk = chains.walk('userSettlement');
      const values = await settlement(chains, 3, { settleMonth: due, ...more });
      const id = await walk.draft('projectManager', await chains.filled('userSettlement', 'projectManager', 0, values));
      return (await walk.submit('projectManager', id)).errors.map((error) => error.message);
    };
    // Choosing the contract brings the row along; without it, or with more, nothing is sent off.
    const { contract, ...rest } = await settlement(chains, 3, { settleMonth: due });
    const walk = chains.walk('userSettlement');
    const drafted = await walk.draft('projectManager', { ...rest, contract: null });
    const { FormVersion } = await walk.info('projectManager', drafted);
    const chosen = await walk.post('projectManager', 'Preview', {
      ...rest,
      contract,
      BusinessId: drafted,
      FormVersion,
    });
    expect((chosen.data.record as { adjusts: unknown }).adjusts).toMatchObject([
      { adjustKind: '投诉减免', adjustAmount: '-2000.00', adjustBasis: 'T-YHTS' },
    ]);
    expect(await said({})).toEqual(['该客户有批准的投诉减免2000.00元未抵减（T-YHTS），请在调整项增加投诉减免']);
    expect(await said(off('-2000.01'))).toEqual([
      '投诉减免2000.01元超过投诉处理批准、尚未抵减的2000.00元，其他减收请选相应的调整类别',
    ]);
    const id = await chains.submit(
      'userSettlement',
      'projectManager',
      await settlement(chains, 3, { settleMonth: due, ...off('-2000.00') }),
    );
    expect(await relief()).toEqual({ pending: '2000.00', deducted: '0.00', state: '待抵减' });
    await chains.agree('userSettlement', 'projectManager', id, {
      ...SETTLED,
      客户签认登记: { signResult: '全额签认', signedAmount: '250000.00' },
    });
    expect(await relief()).toEqual({ pending: '0.00', deducted: '2000.00', state: '已抵减' });
    expect(await receivable(id)).toMatchObject({ amount: '250000.00' });
    await chains.cancel('userSettlement', id);
    expect(await relief()).toEqual({ pending: '0.00', deducted: '0.00', state: '待抵减' });
    expect(await books()).toEqual(before);
    await chains.rows(`delete from b_bill_relief where source_no = 'T-YHTS'`);
  });

  it('gives the customer credit where a correction is in their favour', async () => {
    const before = await books();
    const { id } = await chains
      .through(
        'userSettlement',
        'projectManager',
        await settlement(chains, 3, {
          settleKind: '差额补结',
          lines: [],
          adjusts: [{ adjustKind: '服务考核扣款', adjustAmount: '-5000', adjustTaxRate: '9', adjustBasis: '第12条' }],
        }),
        { ...SETTLED, 客户签认登记: { signResult: '全额签认', signedAmount: '-5000.00' } },
      )
      .catch(async (error: unknown) => {
        throw error;
      });
    expect(await prepaid()).toMatchObject({ paid: '5000.00' });
    await chains.cancel('userSettlement', id);
    expect(await books()).toEqual(before);
  });

  it('works out when a contract is settled next', () => {
    expect(nextSettleDate('月度结算', '2026-01-31')).toBe('2026-02-28');
    expect(nextSettleDate('月度结算', '2026-02-28')).toBe('2026-03-31');
    expect(nextSettleDate('季度结算', '2026-11-20')).toBe('2027-02-20');
    expect(nextSettleDate('制冷季结算', '2026-10-15')).toBe('2027-10-15');
    expect(nextSettleDate('差额补结', '2026-10-15')).toBeNull();
  });
});

describe('到账登记', () => {
  it('writes settlements off, keeps the rest for the customer, and gives both back when it is cancelled', async () => {
    const bill = await settled(chains, 3);
    const before = await books();
    const id = await chains.submit('paymentReceived', 'finance', receipt(chains, '252500.00', { bankFee: '12.50' }));
    expect((await books()).receiptLedger).toMatchObject([{ state: '待认领', amount: 252500, bank_fee: 12.5 }]);
    const claim = claiming(chains, claimed([writeOffRow(bill, '252000.00')], '部分核销余款转预收'));
    await chains.agree('paymentReceived', 'finance', id, claim, '财务复核入账');
    expect(await receivable(bill)).toMatchObject({ held: '252000.00', written: '0', state: '未收清' });
    await chains.agree('paymentReceived', 'finance', id, claim);

    expect(await receivable(bill)).toMatchObject({ held: '0.00', written: '252000.00', state: '已收清' });
    expect(await chains.reminders('userSettlement', bill)).toEqual([]);
    const after = await books();
    expect(after.writeOff).toMatchObject([{ amount: 252000, state: '已核销', settlement: Number(bill) }]);
    expect(after.prepaidLedger).toMatchObject([{ kind: '到账余款转入', amount: 512.5 }]);
    expect(after.receiptLedger).toMatchObject([{ state: '已入账', written: 252000, to_prepaid: 512.5 }]);
    expect(
      await one(
        `select account, amount::text from project_cost where source_module = 'paymentReceived' and source_id = ${id}`,
      ),
    ).toEqual({ account: '财务费用', amount: '12.50' });

    await chains.cancel('paymentReceived', id);
    expect(await books()).toEqual(before);
    expect((await chains.reminders('userSettlement', bill)).length).toBe(2);
    expect(
      await one(
        `select sum(amount)::text as net from project_cost where source_module = 'paymentReceived' and source_id = ${id}`,
      ),
    ).toEqual({ net: '0.00' });
    await chains.cancel('userSettlement', bill);
  });

  it('tells whoever claims what is still open of a settlement, and nobody else', async () => {
    const bill = await settled(chains, 3);
    const id = await chains.submit('paymentReceived', 'finance', receipt(chains, '40000.00', { payerNote: null }));
    const walk = chains.walk('paymentReceived');
    const { NodeRecordId } = await walk.info('projectManager', id);
    const asked = {
      BusinessId: id,
      NodeRecordId,
      claimResult: '全部核销',
      writeOffs: [{ settlement: bill, writeAmount: '40000.00' }],
    };
    const found = await walk.post('projectManager', 'Preview', asked);
    expect(found.data.record).toMatchObject({
      receiptAmount: '40000.00',
      claimResult: '全部核销',
      remainder: '0.00',
      writeOffs: [{ settleAmount: '252000.00', outstanding: '252000.00', afterOutstanding: '212000.00', overWrite: 0 }],
    });
    expect(found.data['labels']).toMatchObject({ 'writeOffs.settlement': { [bill]: expect.stringMatching(/^YHJS-/) } });
    // Nothing of it is kept, and others do not hear it.
    expect((await walk.info('projectManager', id)).record['writeOffs']).toEqual([]);
    expect((await walk.post('finance', 'Preview', asked)).status).toBe(0);
    expect((await walk.reject('projectManager', id)).message).toBe('');
    await chains.cancel('userSettlement', bill);
  });

  it('lets two who claim at once write off only what is open, and refuses one bank reference twice', async () => {
    const bill = await settled(chains, 3);
    const [first, second] = await Promise.all(
      ['150000.00', '160000.00'].map((amount) => chains.submit('paymentReceived', 'finance', receipt(chains, amount))),
    );
    // Who fills theirs in once the other's is held is told of what is left before they send it.
    const { promise: both, resolve } = Promise.withResolvers<void>();
    let count = 0;
    const filled = (): Promise<void> => {
      count += 1;
      if (count === 2) resolve();
      return both;
    };
    const answers = await Promise.all([
      tryClaim(first ?? '', claimed([writeOffRow(bill, '150000.00')], '全部核销'), filled),
      tryClaim(second ?? '', claimed([writeOffRow(bill, '160000.00')], '全部核销'), filled),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.errors[0]).toMatchObject({
      path: 'writeOffs[0].writeAmount',
      message: expect.stringMatching(/未收余额/),
    });
    expect(Number((await receivable(bill)).held)).toBeLessThanOrEqual(252000);

    const walk = chains.walk('paymentReceived');
    const { record } = await walk.info('finance', first ?? '');
    const again = await walk.draft(
      'finance',
      await chains.filled('paymentReceived', 'finance', 0, {
        ...receipt(chains, '150000.00'),
        ourAccount: record.ourAccount,
        bankSerial: record.bankSerial,
      }),
    );
    expect((await walk.submit('finance', again)).message).toContain('已有相同的单据');
    for (const id of [first ?? '', second ?? '']) {
      await walk.reject('finance', id);
      await walk.post('finance', 'Withdraw', { BusinessId: id });
    }
    expect(await receivable(bill)).toMatchObject({ held: '0' });
    await chains.cancel('userSettlement', bill);
  });

  it('uses what was paid ahead up to what there is, and then it cannot be taken back', async () => {
    const ahead = await chains.through(
      'paymentReceived',
      'finance',
      receipt(chains, '100000.00'),
      claiming(chains, claimed([], '全部转预收')),
    );
    const bill = await settled(chains, 3);
    // Whoever settles with money ahead leaves a draft for finance.
    const drafts = (await chains.followUps('userSettlement', bill)).filter((each) => each.module === 'paymentReceived');
    expect(drafts).toMatchObject([{ user: chains.user('finance') }]);
    const draft = String(drafts[0]?.target);
    const { record } = await chains.walk('paymentReceived').info('finance', draft);
    expect(record).toMatchObject({ receiptKind: '预收冲抵', prepaidUse: '100000.00', contract: CONTRACT });

    const values = receipt(chains, '0', { receiptKind: '预收冲抵', bankSerial: null, receiptAmount: null });
    const use = await chains.submit(
      'paymentReceived',
      'finance',
      { ...values, prepaidUse: '100000.00', prepaidBalance: '100000.00' },
      draft,
    );
    expect(await prepaid()).toMatchObject({ held: '100000.00' });
    // What is under way counts: the same money is not used twice.
    const walk = chains.walk('paymentReceived');
    const twice = await walk.draft(
      'finance',
      await chains.filled('paymentReceived', 'finance', 0, { ...values, prepaidUse: '0.01', prepaidBalance: '1.00' }),
    );
    expect((await walk.submit('finance', twice)).errors).toContainEqual({
      path: 'prepaidUse',
      message: '冲抵金额超过客户预收余额',
    });
    await chains.agree(
      'paymentReceived',
      'finance',
      use,
      claiming(chains, claimed([writeOffRow(bill, '100000.00')], '全部核销')),
    );
    expect(await prepaid()).toEqual({ paid: '100000.00', held: '0.00', used: '100000.00' });
    expect(await receivable(bill)).toMatchObject({ written: '100000.00', state: '未收清' });

    const stuck = await walk.post('generalManager', 'Cancel', { BusinessId: ahead.id, Opinion: '作废' });
    expect(stuck.message).toBe('客户预收余额不足，余额不得为负');
    const open = await chains
      .walk('userSettlement')
      .post('generalManager', 'Cancel', { BusinessId: bill, Opinion: '作废' });
    expect(open.message).toBe('该结算已有核销、开票或取消结算，不能作废，请走取消结算');
    await chains.cancel('paymentReceived', use);
    await chains.cancel('paymentReceived', ahead.id);
    await chains.cancel('userSettlement', bill);
  });

  it('keeps money of one project’s contract from another project', async () => {
    const before = await books();
    const walk = chains.walk('paymentReceived');
    const named = await walk.draft(
      'finance',
      await chains.filled('paymentReceived', 'finance', 0, receipt(chains, '5.00', { project: 'EMC01002' })),
    );
    expect((await walk.submit('finance', named)).errors).toMatchObject([
      { path: 'contract', message: '合同属于浦江国际大厦项目，与所选项目不一致，请核对' },
    ]);
    const id = await chains.submit('paymentReceived', 'finance', receipt(chains, '5.00', { project: null }));
    const answer = await tryClaim(id, claimed([], '全部转预收', { claimProject: 'EMC01002' }));
    expect(answer.errors).toMatchObject([{ path: 'claimProject' }]);
    expect((await walk.reject('projectManager', id)).message).toBe('');
    expect(await books()).toEqual(before);
  });

  it('books an acceptance draft, and a claim for money of unknown origin', async () => {
    const before = await books();
    const { id } = await chains.through(
      'paymentReceived',
      'finance',
      receipt(chains, '8000.00', {
        project: null,
        contract: null,
        receiptKind: '承兑汇票',
        draftNo: 'CD-1',
        draftBank: '招商银行',
        draftDue: chains.day(90),
      }),
      claiming(chains, claimed([], '全部转预收', { claimProject: 'EMC01001', claimContract: CONTRACT })),
    );
    const after = await books();
    expect(after.acceptanceDraft).toMatchObject([
      { draft_no: 'CD-1', due_date: chains.day(90), amount: 8000, contract: CONTRACT, state: '在库' },
    ]);
    expect(after.receiptLedger).toMatchObject([{ contract: CONTRACT, project: 'EMC01001', state: '已入账' }]);
    expect(await chains.reminders('paymentReceived', id)).toMatchObject([{ day: chains.day(85), role: 'cashier' }]);
    expect(await prepaid()).toMatchObject({ paid: '8000.00' });
    await chains.cancel('paymentReceived', id);
    expect(await books()).toEqual(before);
  });
});
