/** A community whose money a test takes: who works there, households with bills, the calls of the counter and of the report. */
import type { IncomeSummary } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer } from '../../../testing/server.ts';
import { releaseBills, type TestBill } from './bills.ts';

const FEE = '物业费';
export const TODAY = today(new Date());
/** Its first day. */
export const MONTH = `${TODAY.slice(0, 7)}-01`;

export const fen = (text: string | null): number => Math.round(Number(text ?? 'NaN') * 100);

const NUMBERS = [
  'opening',
  'receivable',
  'reduced',
  'reversed',
  'received',
  'recovered',
  'penalty',
  'prepaid',
  'deducted',
  'closing',
] as const;
/** What changed between two reports, in fen. */
export const changes = (
  before: IncomeSummary['total'],
  after: IncomeSummary['total'],
): Readonly<Record<string, number>> =>
  Object.fromEntries(NUMBERS.map((figure) => [figure, fen(after[figure]) - fen(before[figure])]));

/** Starts a server with a shift open in 科创中心; close it with `server.close`. */
export async function incomeDesk() {
  const server = await startTestServer();
  const [cashier, second, finance, manager] = [
    await server.client.signIn('cashier'),
    await server.client.signIn('cashier2'),
    await server.client.signIn('finance'),
    await server.client.signIn('propertyManager'),
  ] as const;
  const one = async (query: ReturnType<typeof sql>): Promise<string> =>
    String(Object.values((await query.execute(server.db)).rows[0] ?? {})[0] ?? '');
  const community = await one(sql`select id::text from community where code = 'KC'`);
  // From the end, where nothing else of the demo company takes money.
  const { rows: rooms } = await sql<{
    id: string;
  }>`select r.id::text from room r where r.community_id = ${community}::bigint
    and not exists (select from bill b where b.room_id = r.id and b.state = '已发布' and b.amount > b.settled + b.reduced)
    order by r.id desc limit 20`.execute(server.db);
  const report = (path: string, body: object, who: Held = finance): Promise<Reply> =>
    server.client.json(`/pmsapi/Report/${path}`, { communityIds: [community], from: MONTH, to: TODAY, ...body }, who);
  const cashCall = (path: string, body: object, who: Held = cashier): Promise<Reply> =>
    server.client.json(`/pmsapi/Cashier/${path}`, body, who);
  const summary = async (more: object = {}): Promise<IncomeSummary> => {
    const answer = await report('GetIncomeSummary', more);
    expect(answer.message).not.toContain('失败');
    return answer.data as unknown as IncomeSummary;
  };
  let used = 0;
  const household = async (bills: readonly TestBill[]): Promise<string> => {
    const roomId = rooms[used++]?.id ?? '';
    if (bills.length > 0) await releaseBills(server.db, { roomId, fee: FEE, by: cashier.userId }, bills);
    return roomId;
  };
  const charge = async (roomId: string, tenders: readonly object[]): Promise<Reply> => {
    const { data } = await cashCall('Household', { roomId });
    const bills = (data as { bills: { id: string; principal: string; penalty: string }[] }).bills;
    const items = bills.map(({ id, principal, penalty }) => ({ billId: id, principal, penalty }));
    const requestId = crypto.randomUUID();
    return cashCall('Charge', { requestId, communityId: community, roomId, items, tenders });
  };
  expect((await cashCall('ShiftOpen', { communityId: community, floatAmount: '0.00' })).message).not.toContain('失败');
  return { server, cashier, second, finance, manager, one, community, report, cashCall, summary, household, charge };
}
