/** 强制交接: the till of a cashier who is not there is counted by another, agreed to by a third, and takes no more money. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { brokenInvariants } from '../ledger/index.ts';
import { triedCommunity } from '../testing/community.ts';

const NOW = new Date('2026-02-10T04:00:00Z');
let server: TestServer;
let communityId = '';
const send = async (who: string, path: string, input: object) =>
  server.client.post(`/pmsapi/Cashier/${path}`, input, await server.client.signIn(who));
const said = ({ message, errors }: Awaited<ReturnType<typeof send>>) => errors[0]?.message ?? message;
const shiftSeenBy = async (who: string, where: 'others' | 'waiting') =>
  (
    (await send(who, 'ShiftCurrent', { communityId })).data[where] as { id: string; version: number; reason: string }[]
  )[0];

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  ({ community: communityId } = await triedCommunity(server.db, 'EMC01001'));
  await send('cashier', 'ShiftOpen', { communityId, floatAmount: '100' });
}, 180_000);
afterAll(() => server.close());

it('is counted by who looks after the counters, with a reason, and agreed to by a third', async () => {
  expect(await shiftSeenBy('cashier2', 'others')).toBeUndefined();
  const open = await shiftSeenBy('propertyManager', 'others');
  const force = {
    step: 'force',
    shiftId: open?.id,
    version: open?.version,
    pieces: [{ face: '50', count: 1 }],
    reason: '',
  };
  expect(said(await send('propertyManager', 'ShiftClose', force))).toBe('请填写强制交接的原因');
  expect(said(await send('cashier2', 'ShiftClose', { ...force, reason: '代交' }))).toBe(
    '强制交接须由物业经理或财务办理',
  );
  expect((await send('propertyManager', 'ShiftClose', { ...force, reason: '突发疾病' })).data).toMatchObject({
    state: '待复核',
    counted: '50.00',
    system: '100.00',
    difference: '-50.00',
    reason: expect.stringMatching(/强制交接：突发疾病$/),
  });
  const own = { shiftId: open?.id, version: (open?.version ?? 0) + 1 };
  const why = await send('cashier', 'ShiftClose', { ...own, step: 'hand', reason: '去就医' });
  expect(why.data['reason']).toMatch(/强制交接：突发疾病；收费员说明：去就医$/);
  const waiting = await shiftSeenBy('propertyManager', 'waiting');
  const check = { step: 'check', shiftId: waiting?.id, version: waiting?.version };
  expect(said(await send('propertyManager', 'ShiftClose', check))).toBe('不能复核自己盘点的班次，请由另一人复核');
  expect(said(await send('finance', 'ShiftClose', { ...check, step: 'hand', reason: '' }))).toBe('您没有此操作的权限');
  expect((await send('finance', 'ShiftClose', check)).data).toMatchObject({ state: '已交班' });
  const { rows: told } = await sql<{
    body: string;
  }>`select m.title as body from message m join app_user u on u.id = m.user_id
    where u.account = 'cashier' and m.template = 'shift.forced'`.execute(server.db);
  expect(told).toHaveLength(1);
  expect(await brokenInvariants(server.db)).toEqual([]);
});
