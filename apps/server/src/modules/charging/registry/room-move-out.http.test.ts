/** 迁出核对: what is still open of a household that leaves. */
import type { OutputOf, roomMoveOut } from '@hengneng/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { post } from '../ledger/index.ts';
import { releaseBills } from '../testing/bills.ts';

let server: TestServer;
let manager: Held;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date('2026-07-01T02:00:00Z') });
  manager = await server.client.signIn('propertyManager');
}, 120_000);
afterAll(() => server.close());

const call = (path: string, body: object, who: Held): Promise<Reply> =>
  server.client.json(`/pmsapi/${path}`, body, who);

it('tells each point that is open, which goes as it is seen to', async () => {
  const { rows } = await sql<{
    id: string;
    communityId: string;
    owner: string;
  }>`select r.id::text, r.community_id::text as "communityId", p.name as owner
    from room r join community c on c.id = r.community_id join occupancy o on o.room_id = r.id and o.role = '业主' join party p on p.id = o.party_id
    where c.name = '滨江花园' and r.full_code = '1栋-106'`.execute(server.db);
  const [of] = rows;
  if (of === undefined) throw new Error('the demo company has no such room');
  const { communityId } = of;
  const list = async (day = '2026-07-01', who: Held = manager) =>
    (await call('Room/MoveOut', { roomId: of.id, day }, who)).data as OutputOf<typeof roomMoveOut>;
  const open = async (day?: string) =>
    new Map((await list(day)).items.filter(({ done }) => !done).map(({ label, text }) => [label, text]));
  const before = await open();
  expect(before.get('人员')).toContain(of.owner);
  expect(before.get('欠费')).toBeUndefined();
  expect(before.get('账单出到迁出日')).toContain('物业费（未出账）');
  const [billId = ''] = await releaseBills(server.db, { roomId: of.id, fee: '物业费', by: manager.userId }, [
    { amount: 12345, dueDay: '2026-06-05' },
  ]);
  await server.db.transaction().execute((tx) =>
    post(tx, { communityId, kind: '预存', day: '2026-06-05', source: 'room', sourceId: of.id, by: null }, [
      { debit: { kind: '银行' }, credit: { kind: '预存', ref: of.id }, fen: 5000n },
      { debit: { kind: '银行' }, credit: { kind: '押金', ref: of.id }, fen: 20000n },
    ]),
  );
  const owing = await open();
  expect(owing.get('欠费')).toBe('1张账单未缴清，本金 123.45 元');
  expect(owing.get('预存')).toContain('50.00 元');
  expect(owing.get('押金')).toBe('押金 200.00 元未退');
  // The bill of 30 days from the fifth of June is of the days to the fourth of July.
  expect(owing.get('账单出到迁出日')).not.toContain('物业费');
  expect((await open('2026-08-01')).get('账单出到迁出日')).toContain('物业费（已出至 2026-07-04）');
  await sql`update bill set frozen = '', state = '待审核' where id = ${billId}`.execute(server.db);
  expect((await open()).get('账单已发布')).toBe('1张待审核或待发布');
  await sql`update bill set state = '已发布' where id = ${billId}`.execute(server.db);
  // Nobody's business whose community it is not.
  expect(
    (await call('Room/MoveOut', { roomId: of.id, day: '2026-07-01' }, await server.client.signIn('operator'))).status,
  ).not.toBe(1);
  expect((await call('Room/MoveOut', { roomId: of.id, day: '' }, manager)).errors).toMatchObject([
    { path: 'day', message: '请选择迁出日' },
  ]);
});
