/** 渠道对账 where one transfer pays for several rooms, and several transfers for one. */
import type { IncomeMatched, MatchLine, OutputOf, incomeMatchOptions } from '@hengneng/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { incomeDesk, TODAY } from '../testing/income.ts';
import { said } from '../../../testing/client.ts';

type Desk = Awaited<ReturnType<typeof incomeDesk>>;
let desk: Desk;
beforeAll(async () => {
  desk = await incomeDesk();
}, 120_000);
afterAll(() => desk.server.close());

const uuid = () => crypto.randomUUID();
const PAYER = '林一川';

/** A bank's line, as a file would bring it. */
const line = (refNo: string, fen: number, payer = PAYER): Promise<string> =>
  desk.one(sql`insert into statement_line (community_id, channel, ref_no, day, amount, payer, imported_by)
    values (${desk.community}::bigint, '银行', ${refNo}, ${TODAY}::date, ${fen}, ${payer}, ${desk.finance.userId}::bigint) returning id::text`);
/** A room's charge, paid by transfer. @returns the receipt */
async function transfer(fen: number, refNo: string, payer = PAYER): Promise<string> {
  const roomId = await desk.household([{ amount: fen, dueDay: TODAY }]);
  const amount = (fen / 100).toFixed(2);
  const { data } = await desk.cashCall('Household', { roomId });
  const items = (data as { bills: { id: string; principal: string }[] }).bills.map(({ id, principal }) => ({
    billId: id,
    principal,
    penalty: '0',
  }));
  const tenders = [{ type: '转账', amount, refNo, refDay: TODAY }];
  const taken = await desk.cashCall('Charge', {
    requestId: uuid(),
    communityId: desk.community,
    roomId,
    items,
    tenders,
    payer,
  });
  expect(taken.status).toBe(1);
  return String(taken.data['receiptNo']);
}
const options = async (side: '渠道' | '系统', id: string | undefined) =>
  (await desk.report('MatchOptions', { side, id })).data as OutputOf<typeof incomeMatchOptions>;
const act = (of: object) => desk.report('Match', { note: '一笔转账付两间房', ...of });
const openOf = async (refNo: string) =>
  ((await desk.report('Match', {})).data as unknown as IncomeMatched).open.find((one) => one.refNo === refNo);
const lineOf = async (refNo: string) =>
  (
    (await desk.report('MatchLines', { communityId: desk.community, day: TODAY, channel: '银行' })).data[
      'rows'
    ] as MatchLine[]
  ).find((one) => one.refNo === refNo);

it('a line goes over the rooms that it pays for, where they add up, and is taken apart again', async () => {
  const refNo = `TR${uuid()}`;
  const receipts = [await transfer(10_000, `${refNo}-1`), await transfer(25_050, `${refNo}-2`)];
  const other = await transfer(25_000, `X${uuid()}`, '别人');
  const id = await line(refNo, 35_050);
  expect(await openOf(refNo)).toMatchObject({ candidates: [], together: 2 });
  const offered = await options('渠道', id);
  const ofReceipt = (no: string | undefined) => offered.rows.find(({ receiptNo }) => receiptNo === no);
  const parts = receipts.map((no) => ofReceipt(no)?.id ?? '');
  expect(offered.suggested.toSorted()).toEqual(parts.toSorted());
  expect(ofReceipt(receipts[0])).toMatchObject({ amount: '100.00', related: true });
  expect(ofReceipt(other)).toMatchObject({ amount: '250.00', related: false });
  const put = { action: 'match', side: '渠道', id };
  const [first = '', second = ''] = parts;
  const otherId = ofReceipt(other)?.id ?? '';
  expect(said(await act({ ...put, otherIds: [first, otherId] }))).toBe('otherIds 所选2笔合计350.00元，与350.50元不等');
  expect(said(await act({ ...put, otherIds: [first, first] }))).toBe('otherIds 所选重复，请刷新后重试');
  expect((await act({ ...put, otherIds: parts, note: '' })).message).not.toBe('');
  expect((await act({ ...put, otherIds: parts })).status).toBe(1);
  expect(await lineOf(refNo)).toMatchObject({ state: '已处理', note: '一笔转账付两间房' });
  for (const no of receipts) expect((await lineOf(refNo))?.other).toContain(no);
  expect((await lineOf(refNo))?.other).toContain('250.50元');
  expect(await openOf(`${refNo}-1`)).toBeUndefined();
  // What is matched is nobody else's.
  const late = await line(`L${uuid()}`, 10_000);
  expect((await act({ ...put, id: late, otherIds: [first] })).status).toBe(409);
  expect((await options('渠道', late)).rows.map((row) => row.id)).not.toContain(first);
  expect((await act({ ...put, action: 'undo', note: '拆错' })).status).toBe(1);
  expect(await openOf(`${refNo}-1`)).toMatchObject({ side: '系统' });
  expect(await openOf(refNo)).toMatchObject({ side: '渠道', together: 2 });
  expect((await options('渠道', id)).suggested.toSorted()).toEqual([first, second].toSorted());
});

it('several lines are one charge, and wait again together', async () => {
  const refNo = `ONE${uuid()}`;
  await transfer(60_000, refNo);
  const [a, b] = [`${refNo}A`, `${refNo}B`];
  const lines = [await line(a, 20_000), await line(b, 40_000)];
  const tender = (await openOf(refNo))?.id;
  expect((await options('系统', tender)).suggested.toSorted()).toEqual(lines.toSorted());
  const put = { action: 'match', side: '系统', id: tender, note: '分两次转来' };
  expect(said(await act({ ...put, otherIds: [lines[0]] }))).toBe('otherIds 两边金额不同，不能匹配');
  expect((await act({ ...put, otherIds: lines })).status).toBe(1);
  expect([await openOf(a), await openOf(b), await openOf(refNo)]).toEqual([undefined, undefined, undefined]);
  expect((await act({ action: 'undo', side: '渠道', id: lines[0], note: '对错了' })).status).toBe(1);
  expect([(await openOf(a))?.side, (await openOf(b))?.side, (await openOf(refNo))?.side]).toEqual([
    '渠道',
    '渠道',
    '系统',
  ]);
});

it('two who match the same money at once: one of them', async () => {
  const refNo = `RACE${uuid()}`;
  await transfer(7_700, refNo);
  const [a, b] = [await line(`${refNo}1`, 7_700), await line(`${refNo}2`, 7_700)];
  const tender = (await openOf(refNo))?.id;
  const answers = await Promise.all([a, b].map((id) => act({ action: 'match', side: '渠道', id, otherIds: [tender] })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([1, 409]);
});

it('the database keeps both sides even, whoever writes', async () => {
  const refNo = `DB${uuid()}`;
  await transfer(5_000, refNo);
  const [whole, part] = [await line(`${refNo}1`, 5_000), await line(`${refNo}2`, 3_000)];
  const tender = (await openOf(refNo))?.id;
  const put = (lineId: string, fen: number) =>
    sql`insert into statement_match (line_id, tender_id, amount) values (${lineId}::bigint, ${tender}::bigint, ${fen})`.execute(
      desk.server.db,
    );
  const uneven = { constraint: 'statement_match_adds_up' };
  await expect(put(part, 3_000)).rejects.toMatchObject(uneven);
  await put(whole, 5_000);
  await expect(put(part, 3_000)).rejects.toMatchObject(uneven);
  await expect(
    sql`update statement_match set amount = 1 where line_id = ${whole}::bigint`.execute(desk.server.db),
  ).rejects.toThrow('append-only');
});
