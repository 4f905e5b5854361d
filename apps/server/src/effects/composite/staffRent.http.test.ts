/** 员工租房: let once, paid once, shared with those who live there, and its deposit back when it ends; a cancel leaves nothing of it. */
import { depositReceivable, dormitoryStay, rentLease, rentPayment } from '@hengneng/forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { Chains } from '../../testing/chains.ts';

const PROJECT = 'EMC01001';
const MAKER = 'projectManager';
const MODULE = 'staffRent';
type Values = Readonly<Record<string, unknown>>;
let chains: Chains;
let serial = 0;
let papers: readonly unknown[] = [];

beforeAll(async () => {
  chains = await Chains.start();
  papers = [await chains.file(MAKER)];
});
afterAll(() => chains.close());

const person = (account: string, selfShare: string, more: Values = {}) => ({
  occupant: chains.user(account),
  stayFrom: '2027-01-01',
  stayTo: null,
  selfShare,
  ...more,
});
const rent = (more: Values = {}) => ({
  project: PROJECT,
  applyType: '新租',
  lease: null,
  houseAddress: '示范路1号 302室',
  landlord: '王房东',
  landlordPhone: '13800138000',
  payeeAccount: '工商银行示范支行 6222001',
  leaseStart: '2027-01-01',
  leaseEnd: '2027-12-31',
  monthRent: '2000.00',
  payCycle: '押一付三',
  deposit: '2000.00',
  agentFee: '500.00',
  periodStart: '2027-01-01',
  periodEnd: '2027-03-31',
  payMonths: '3.0',
  perStandard: '1200.00',
  occupants: [person('operator', '100.01'), person('waterEngineer', '0.00')],
  utilities: [],
  contractFiles: papers,
  ...more,
});
/** Of a lease that stands; what it says is filled in. */
const later = (lease: string, applyType: string, more: Values = {}) =>
  rent({
    applyType,
    lease,
    deposit: '0.00',
    agentFee: '0.00',
    periodStart: '2027-04-01',
    periodEnd: '2027-06-30',
    ...more,
  });
const power = (thisReading: string) => [
  { feeName: '电费', lastReading: '100.00', thisReading, price: '0.6000', fixedAmount: '0.00' },
];
const steps = (paidAmount: string, more: Values = {}, leaseNo = 'ZL-1') => ({
  行政审核: { leaseNo },
  财务审核: { costSubject: '员工宿舍租金', noInvoiceTax: '0.00' },
  出纳付款: {
    payDate: '2027-02-03',
    paidAmount,
    bankSerial: Number(paidAmount) > 0 ? `ZF-${++serial}` : null,
    shortReason: null,
    ...more,
  },
});

const draft = async (values: Values) => chains.walk(MODULE).draft(MAKER, await chains.filled(MODULE, MAKER, 0, values));
const send = (id: string) => chains.walk(MODULE).submit(MAKER, id);
/** What is said of a record that is sent off as given; sampled fields around it do no harm. */
const refusal = async (base: Values, more: Values): Promise<readonly unknown[]> => {
  const walk = chains.walk(MODULE);
  const values = await chains.filled(MODULE, MAKER, 0, base);
  const { errors } = await walk.submit(MAKER, await walk.draft(MAKER, { ...values, ...more }));
  return errors.map((error) => [error.path, error.message]);
};
const leaseId = async (no = 'ZL-1') =>
  String((await chains.rows(`select id::text from b_rent_lease where lease_no = '${no}' and not voided`))[0]?.id);

const books = async () => ({
  leases:
    await chains.rows(`select lease_no as no, lease_end::text as ends, month_rent::text as rent, paid_to::text as paid,
    deposit::text, deposit_left::text as open, later_records as later, state, ended_on::text as ended
    from b_rent_lease where source_module = '${MODULE}' and not voided order by id`),
  payments:
    await chains.rows(`select fee_kind as kind, lower(daterange(period_start, period_end))::text as since, amount::text,
    self_amount::text as self, state, lease is not null as placed from b_rent_payment where not voided order by id`),
  stays: await chains.rows(`select u.account as who, s.stay_to::text as left, s.self_share::text as share
    from b_dormitory_stay s join app_user u on u.id = s.occupant where not voided order by s.id`),
  cost: await chains.rows(`select account, month, sum(amount)::text as amount from project_cost where source_module = '${MODULE}'
    group by 1, 2 having sum(amount) <> 0 order by 1, 2`),
  pay: await chains.rows(`select u.account as who, d.month, d.amount::text from payroll_deduction d join app_user u on u.id = d.user_id
    where source_module = '${MODULE}' and not voided order by d.id`),
  deposits: await chains.rows(`select amount::text, returned::text, withheld::text from b_deposit_receivable
    where source_module = '${MODULE}' and not voided order by id`),
  bank: await chains.rows(`select coalesce(sum(case direction when 'out' then amount else -amount end), 0)::numeric(18,2)::text as net
    from bank_journal where source_module = '${MODULE}'`),
  reminders: await chains.rows(`select source_effect as effect, on_day::text as day from reminder
    where source_module = '${MODULE}' and ended_at is null order by id`),
});

describe('员工租房', () => {
  it('is let, paid, shared and reminded of; a cancel leaves nothing', async () => {
    const empty = await books();
    const { id, took } = await chains.through(MODULE, MAKER, rent(), steps('8500.00'));
    // The project manager files it: the manager of the region stands in, and need not agree twice.
    expect(took).toEqual(['发起申请', '项目经理审核', '行政审核', '财务审核', '出纳付款']);
    expect(await books()).toEqual({
      leases: [
        {
          no: 'ZL-1',
          ends: '2027-12-31',
          rent: '2000.00',
          paid: '2027-03-31',
          deposit: '2000.00',
          open: '2000.00',
          later: 0,
          state: '在租',
          ended: null,
        },
      ],
      payments: [
        { kind: '房租', since: '2027-01-01', amount: '6000.00', self: '300.03', state: '已付', placed: true },
        { kind: '中介费', since: '2027-01-01', amount: '500.00', self: null, state: '已付', placed: true },
      ],
      stays: [
        { who: 'operator', left: null, share: '100.01' },
        { who: 'waterEngineer', left: null, share: '0.00' },
      ],
      // 8500 paid, of it 2000 deposit and 300.03 that the person bears.
      cost: [{ account: '员工宿舍租金', month: '2027-02', amount: '6199.97' }],
      // January was over when it was paid.
      pay: [
        { who: 'operator', month: '2027-02', amount: '200.02' },
        { who: 'operator', month: '2027-03', amount: '100.01' },
      ],
      deposits: [{ amount: '2000.00', returned: '0.00', withheld: null }],
      bank: [{ net: '8500.00' }],
      reminders: [
        { effect: 'staffRent.remindEnd', day: '2027-12-01' },
        { effect: 'staffRent.remindPay', day: '2027-03-25' },
      ],
    });
    await chains.cancel(MODULE, id);
    expect(await books()).toEqual(empty);
  });

  it('is not paid twice, nor let twice, nor lived in by one person in two places, also by two at once', async () => {
    const empty = await books();
    const both = [await draft(rent()), await draft(rent({ houseAddress: '示范路1号302室' }))];
    const answers = await Promise.all(both.map(send));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(answers.find((answer) => answer.status === 0)?.errors[0]?.message).toMatch(/^该期间已支付/);
    // Either may come first.
    const won = answers.findIndex((answer) => answer.status === 1);
    const id = both[won] ?? '';
    await chains.agree(MODULE, MAKER, id, steps('8500.00'));
    const lease = await leaseId();
    expect(await refusal(rent(), { periodStart: '2027-07-01', periodEnd: '2027-09-30' })).toEqual([
      ['houseAddress', '该房屋同期已有租约ZL-1，请办理续租或租金支付'],
    ]);
    expect(await refusal(rent({ houseAddress: '别处' }), {})).toEqual([
      [
        'occupants[0].occupant',
        `该员工同期已登记入住${['示范路1号 302室', '示范路1号302室'][won]}，请核对入住日期或先登记退宿日期`,
      ],
    ]);
    const two = [await draft(later(lease, '租金支付')), await draft(later(lease, '租金支付'))];
    const race = await Promise.all(two.map(send));
    expect(race.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(race.find((answer) => answer.status === 0)?.errors[0]?.message).toMatch(/^该期间已支付/);
    const held = two[race.findIndex((answer) => answer.status === 1)] ?? '';
    // On its way, it keeps the lease from ending and its beginning from being cancelled; sent back, it lets the period go.
    expect(
      await refusal(
        later(lease, '退租', { payMonths: '0.0', depositBack: '2000.00', damageFee: '0.00', leaveDate: '2027-06-30' }),
        {},
      ),
    ).toEqual([['lease', expect.stringMatching(/^该租约还有在途的YGZF-.+，请办结后再退租$/)]]);
    const refusedCancel = await chains.server.client.post(
      '/bpmapi/RentalBillPaying/Cancel',
      { BusinessId: id, Opinion: '重复填报' },
      await chains.server.client.signIn('generalManager'),
    );
    expect(refusedCancel.message).toBe('已有后续单据引用，请先作废后续单据');
    await chains.walk(MODULE).reject(MAKER, held);
    expect((await books()).payments.map((row) => row.since)).toEqual(['2027-01-01', '2027-01-01']);
    await chains.cancel(MODULE, id);
    expect(await books()).toEqual(empty);
  });

  it('keeps to the lease, and ends with its deposit back', async () => {
    const empty = await books();
    const { id } = await chains.through(MODULE, MAKER, rent(), steps('8500.00'));
    const lease = await leaseId();
    const pay = later(lease, '租金支付');
    expect(await refusal(pay, { monthRent: '2500.00' })).toEqual([
      ['monthRent', '月租金与租约的2000.00元不一致，变更请办理续租'],
    ]);
    expect(await refusal(pay, { payeeAccount: '别的银行 1', accountProof: [] })).toEqual([
      ['accountProof', '收款账户与租约登记的不一致，请上传账户变更证明'],
    ]);
    expect((await refusal(pay, { payMonths: '6.0' })).map((error) => (error as string[])[1])).toContain(
      '本次支付月数与费用期间不符，请核对',
    );
    expect(
      (await refusal(pay, { occupants: [person('operator', '2500.00')] })).map((error) => (error as string[])[1]),
    ).toContain('个人承担合计不能大于本次租金');
    const renewal = later(lease, '续租', { leaseStart: '2028-01-01', leaseEnd: '2028-12-31', payMonths: '0.0' });
    expect(await refusal(renewal, { leaseStart: '2028-02-01' })).toEqual([
      ['leaseStart', '续租应与原租期衔接，最晚自2028-01-01开始'],
    ]);
    const { id: paid } = await chains.through(MODULE, MAKER, pay, steps('6000.00'));
    const { id: used } = await chains.through(
      MODULE,
      MAKER,
      later(lease, '水电物业费支付', { payMonths: '0.0', utilities: power('200.00') }),
      steps('60.00'),
    );
    const { id: renewed } = await chains.through(MODULE, MAKER, { ...renewal, monthRent: '2100.00' }, steps('0.00'));
    const before = await books();
    expect(before.leases).toMatchObject([{ ends: '2028-12-31', rent: '2100.00', paid: '2027-06-30', later: 3 }]);
    expect(before.cost).toContainEqual({ account: '员工宿舍水电', month: '2027-02', amount: '60.00' });
    expect(before.reminders).toEqual([
      { effect: 'staffRent.remindPay', day: '2027-06-24' },
      { effect: 'staffRent.remindEnd', day: '2028-12-01' },
    ]);
    const end = later(lease, '退租', {
      leaseEnd: '2028-12-31',
      monthRent: '2100.00',
      payMonths: '0.0',
      leaveDate: '2027-06-30',
      depositBack: '2000.00',
      damageFee: '300.00',
      occupants: [],
    });
    expect(await refusal(end, { depositBack: '1500.00' })).toEqual([
      ['depositBack', '应退押金应为该租约未收回的押金2000.00元'],
    ]);
    const two = [await draft(end), await draft(end)];
    const race = await Promise.all(two.map(send));
    expect(race.map((answer) => answer.status).toSorted()).toEqual([0, 1]);
    expect(race.find((answer) => answer.status === 0)?.errors).toMatchObject([{ message: '该租约退租中，不能再退租' }]);
    const ended = two[race.findIndex((answer) => answer.status === 1)] ?? '';
    await chains.agree(MODULE, MAKER, ended, steps('0.00', { receivedAmount: '1700.00', receiptSerial: 'SK-1' }));
    const after = await books();
    expect(after.leases).toMatchObject([{ open: '0.00', state: '已退租', ended: '2027-06-30' }]);
    expect(after.deposits).toEqual([{ amount: '2000.00', returned: '1700.00', withheld: '300.00' }]);
    expect(after.stays.map((stay) => stay.left)).toEqual(['2027-06-30', '2027-06-30']);
    expect(after.cost).toContainEqual({ account: '员工宿舍损坏赔偿', month: '2027-02', amount: '300.00' });
    expect(after.bank).toEqual([{ net: '12860.00' }]);
    expect(after.reminders).toEqual([]);
    await chains.cancel(MODULE, ended);
    expect(await books()).toEqual(before);
    for (const each of [renewed, used, paid, id]) await chains.cancel(MODULE, each);
    expect(await books()).toEqual(empty);
  });

  it('has constraints that no check stands in for', async () => {
    const refusedBy = (write: Promise<unknown>) =>
      write.then(
        () => null,
        (error: unknown) => (error instanceof Error && 'constraint' in error ? error.constraint : error),
      );
    const { db } = chains.server;
    const house = { project: PROJECT, houseAddress: '示范路9号 1室', document: 'T' };
    const paid = { ...house, feeKind: '房租' as const, amount: '1.00', state: '已付' as const };
    const lease = {
      ...house,
      landlord: '王房东',
      leaseStart: '2030-01-01',
      leaseEnd: '2030-12-31',
      monthRent: '1.00',
      deposit: '0.00',
      depositLeft: '0.00',
      laterRecords: 0,
      state: '在租' as const,
      keeper: chains.user(MAKER),
    };
    const stay = { ...house, occupant: chains.user(MAKER), lease: '1', stayFrom: '2030-01-01' };
    const into = (work: (tx: Parameters<typeof enter>[0]) => Promise<unknown>) =>
      refusedBy(db.transaction().execute(work));
    expect(
      await into((tx) =>
        enter(
          tx,
          rentPayment,
          [
            { ...paid, periodStart: '2030-01-01', periodEnd: '2030-01-31' },
            { ...paid, houseAddress: '示范路9号1室', periodStart: '2030-01-31', periodEnd: '2030-02-28' },
          ],
          SETUP,
        ),
      ),
    ).toBe('b_rent_payment_once');
    expect(
      await into((tx) =>
        enter(
          tx,
          rentLease,
          [
            { ...lease, leaseNo: 'T-1' },
            { ...lease, leaseNo: 'T-2', leaseStart: '2030-12-31' },
          ],
          SETUP,
        ),
      ),
    ).toBe('b_rent_lease_house');
    expect(
      await into((tx) => enter(tx, dormitoryStay, [stay, { ...stay, lease: '2', stayFrom: '2031-01-01' }], SETUP)),
    ).toBe('b_dormitory_stay_person');
    const deposit = { kind: '押金' as const, counterpart: '王房东', keeper: chains.user(MAKER), amount: '100.00' };
    expect(
      await into((tx) => enter(tx, depositReceivable, [{ ...deposit, returned: '60.00', withheld: '40.01' }], SETUP)),
    ).toBe('b_deposit_receivable_limit_1');
  });
});
