/** 大额审批: a large sum leaves the counter, or comes in, once somebody else agreed to exactly that. */
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Held, said } from '../../../testing/client.ts';
import type { TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';
import { type Counter, inCash as cash, startCounter, uuid } from '../testing/counter.ts';

let server: TestServer;
let cashier: Held;
let second: Held;
let manager: Held;
let community = '';
let roomId = '';
let send: Counter['send'];

const kept = async (): Promise<unknown> =>
  (await server.client.json('/pmsapi/Recharge/GetBalance', { roomId }, cashier)).data['balance'];

beforeAll(async () => {
  let rooms: readonly string[];
  ({ server, cashier, second, manager, community, rooms, send } = await startCounter('200.00'));
  roomId = rooms[0] ?? '';
}, 120_000);
afterAll(() => server.close());

it('go out once somebody else agreed to exactly that, and once only', async () => {
  await send('Recharge', { requestId: uuid(), roomId, amount: '2500.00', tenders: cash('2500.00') });
  const back = { roomId, kind: '预存', amount: '1000.00', way: '现金', reason: '搬走' };
  const refund = (more: object = {}, who: Held = cashier) =>
    send('Refund', { requestId: uuid(), ...back, ...more }, who);
  const ask = (more: object = {}) =>
    send('AskApproval', { roomId, act: '退预存', amount: '1000.00', reason: '搬走', ...more });
  const decide = (id: unknown, action: string, who: Held = manager, opinion = '') =>
    send('DecideApproval', { id, action, opinion }, who);
  expect(said(await refund())).toBe('amount 1000元以上的退款须物业经理审批，请先提交审批');
  expect(said(await ask({ amount: '999.99' }))).toBe('amount 该金额不须审批，请直接办理');
  expect(said(await ask({ amount: '2500.01' }))).toBe('amount 退款不能大于余额2500.00元');
  const asked = (await ask()).data['id'];
  expect(said(await ask())).toBe('该房间已有待办的退预存审批');
  expect(said(await refund())).toBe('该笔尚待物业经理审批');
  expect(said(await decide(asked, 'agree', cashier))).toBe('须由物业经理审批');
  expect(said(await decide(asked, 'reject'))).toBe('opinion 请填写驳回原因');
  const shown = (who: Held) => send('ShiftCurrent', { communityId: community }, who);
  expect((await shown(manager)).data).toMatchObject({
    approvals: [{ id: asked, act: '退预存', amount: '1000.00', state: '待审批', mine: false }],
  });
  expect((await shown(second)).data).toMatchObject({ approvals: [] });
  expect((await decide(asked, 'agree')).status).toBe(1);
  expect(said(await decide(asked, 'agree'))).toBe('该审批已同意，请刷新');
  expect((await shown(cashier)).data).toMatchObject({ approvals: [{ id: asked, state: '已同意', mine: true }] });
  // Neither another sum nor another person.
  expect(said(await refund({ amount: '1200.00' }))).toBe('amount 物业经理同意的是1000.00元');
  expect(said(await refund({}, second))).toBe('amount 1000元以上的退款须物业经理审批，请先提交审批');
  const both = await Promise.all([refund(), refund()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1]);
  expect(await kept()).toBe('1500.00');
  expect(said(await refund())).toBe('amount 1000元以上的退款须物业经理审批，请先提交审批');
  // One that is taken back, and one that is not agreed to, let nothing out.
  const again = (await ask()).data['id'];
  expect((await decide(again, 'withdraw', cashier)).status).toBe(1);
  expect(said(await decide(again, 'agree'))).toBe('该审批已撤回，请刷新');
  const third = (await ask()).data['id'];
  expect((await decide(third, 'reject', manager, '先核对门禁卡')).status).toBe(1);
  expect(said(await refund())).toBe('amount 1000元以上的退款须物业经理审批，请先提交审批');
  // Nor does anybody agree to what they asked for, whatever else they are.
  const admin = await server.client.signIn('admin');
  const own = await send('AskApproval', { roomId, act: '退预存', amount: '1000.00', reason: '搬走' }, admin);
  expect(said(await decide(own.data['id'], 'agree', admin))).toBe('不能审批自己提交的申请');
  expect(said(await decide(own.data['id'], 'withdraw', cashier))).toBe('只能撤回自己提交的审批');
  expect((await decide(own.data['id'], 'withdraw', admin)).status).toBe(1);
  // Large sums that come in are agreed to alike.
  const large = { roomId, amount: '50000.00', tenders: cash('50000.00') };
  expect(said(await ask({ act: '预存', amount: '1000000.00' }))).toBe('amount 单笔预存不能大于999999.99元');
  const ahead = (await ask({ act: '预存', amount: '50000.00' })).data['id'];
  expect((await decide(ahead, 'agree')).status).toBe(1);
  expect((await send('Recharge', { requestId: uuid(), ...large })).status).toBe(1);
  expect(await kept()).toBe('51500.00');
  // The newest first, each with what was kept after it.
  const { rows } = (await send('History', { roomId })).data as {
    readonly rows: readonly { readonly balance: string }[];
  };
  expect(rows.map(({ balance }) => balance)).toEqual(['51500.00', '1500.00', '2500.00']);
  // Nor does a large one come in beside a small bill, and a digit too many is no extra charge.
  const [billId] = await releaseBills(server.db, { roomId, fee: '物业费', by: cashier.userId }, [
    { amount: 1_000, dueDay: plusDays(today(new Date()), 10) },
  ]);
  const items = [{ billId, principal: '10.00', penalty: '0.00' }];
  const over = { requestId: uuid(), communityId: community, excessToPrepaid: true, tenders: cash('50010.00') };
  const refused = 'tenders 转入预存的50000.00元达到5万元，须物业经理确认：请只收应收款，多出的用“预存”提交审批';
  expect(said(await send('Charge', { ...over, roomId, items }))).toBe(refused);
  expect(said(await send('ChargeRooms', { ...over, rooms: [{ roomId, items }] }))).toBe(refused);
  const [extra] = (await send('ExtraFees', { roomId })).data as unknown as { id: string; price: string }[];
  const many = { ...over, roomId, feeId: extra?.id, quantity: '999999', unitPrice: extra?.price };
  expect(said(await send('AddCharge', many))).toBe('quantity 单笔临时收费不能大于999999.99元');
  expect(await brokenInvariants(server.db)).toEqual([]);
});

it('are taken back by finance, too, and paid by no transfer that is still to come', async () => {
  const finance = await server.client.signIn('finance');
  const tomorrow = plusDays(today(new Date()), 1);
  const pay = (refDay: string) =>
    send('Recharge', {
      requestId: uuid(),
      roomId,
      amount: '10.00',
      tenders: [{ type: '转账', amount: '10.00', refNo: uuid(), refDay }],
    });
  expect(said(await pay(tomorrow))).toBe('tenders[0].refDay 转账日期不能晚于今天');
  const before = await kept();
  const paid = await pay(plusDays(tomorrow, -1));
  const back = { requestId: uuid(), paymentId: paid.data['paymentId'], reason: '转错' };
  expect((await send('Reverse', back, finance)).status).toBe(1);
  expect(await kept()).toBe(before);
  // A deposit whose receipt was taken back is owed, and not with us.
  const fees = (await send('ExtraFees', { roomId })).data as unknown as { id: string; kind: string; price: string }[];
  const { id: feeId, price: unitPrice = '' } = fees.find(({ kind }) => kind === '押金') ?? {};
  const held = async () =>
    (await server.client.json('/pmsapi/Recharge/GetBalance', { roomId }, cashier)).data['deposit'];
  const extra = { communityId: community, roomId, feeId, quantity: '1', unitPrice, tenders: cash(unitPrice) };
  const { paymentId } = (await send('AddCharge', { requestId: uuid(), ...extra })).data;
  expect(await held()).toBe(unitPrice);
  expect((await send('Reverse', { requestId: uuid(), paymentId, reason: '收错' }, manager)).status).toBe(1);
  expect(await held()).toBe('0.00');
  expect(said(await send('Recharge', { ...back, roomId, amount: '1.00', tenders: cash('1.00') }, finance))).toBe(
    '您没有此操作的权限',
  );
});
