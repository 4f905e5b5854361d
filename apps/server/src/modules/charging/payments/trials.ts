/**
 * 测试收款: one fen is taken by a community's new merchant and given back; then it takes the place of the one before. Each step is written down before
 * the next is asked for, and gone on with by whoever looks, or by the job, so that no fen stays with anybody.
 */
import { sql } from 'kysely';
import { audit } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { yuanOf } from '../yuan.ts';
import { merchantOf, type Sealed } from './merchants.ts';
import { type Asked, demandProvider, LATE_MS, type PayDesk, SLOW_MS, type Told, type ToldBack } from './provider.ts';
import { within } from './within.ts';

interface Trial extends Sealed {
  readonly id: string;
  readonly no: string;
  readonly refund_no: string;
  readonly code_tail: string;
  readonly state: string;
  readonly reason: string;
  readonly made_by: string;
  readonly made_at: Date;
  readonly merchant: string;
  readonly tail: string;
  readonly row: string;
  readonly name: string;
}

const FEN = 1n;
/** For how long the job goes on by itself; afterwards whoever looks does. */
const GIVEN_UP_MS = 86_400_000;

const TRIAL = sql`select t.id::text, t.request_id::text as no, t.refund_no::text, t.code_tail, t.state, t.reason, t.made_by::text, t.made_at,
    h.id::text as row, h.community_id::text as community, h.channel, h.merchant, h.key_sealed as sealed, h.key_tail as tail, c.name
  from pay_test t join pay_channel h on h.id = t.pay_channel_id join community c on c.id = h.community_id`;

async function trialOf(db: Db | Tx, id: string): Promise<Trial> {
  const { rows } = await sql<Trial>`${TRIAL} where t.id = ${id}::bigint`.execute(db);
  const [trial] = rows;
  if (trial === undefined) throw new Error(`test ${id} of a pay channel is gone`);
  return trial;
}

const askedOf = (desk: PayDesk, of: Trial): Asked => ({
  merchant: merchantOf(desk, of),
  orderNo: of.no,
  channel: of.channel,
  fen: FEN,
  subject: `${of.name} 支付渠道测试`,
  codeTail: of.code_tail,
  madeAt: of.made_at,
});

const change = (db: Db, id: string, now: Date, from: readonly string[], work: (tx: Tx, of: Trial) => Promise<void>) =>
  within(db, now, async (tx) => {
    await sql`select 1 from pay_test where id = ${id}::bigint for update`.execute(tx);
    const of = await trialOf(tx, id);
    if (from.includes(of.state)) await work(tx, of);
    return trialOf(tx, id);
  });

const tell = (tx: Tx, of: Trial, what: string) =>
  sendMessage(tx, [of.made_by], 'payment.trial', {
    小区: of.name,
    渠道: of.channel,
    结果: what,
    商户号: of.merchant,
    单号: of.no,
  });

const notePaid = (db: Db, id: string, told: Told, now: Date): Promise<Trial> =>
  change(db, id, now, ['待发送', '支付中', '已失败', '已关闭'], async (tx, of) => {
    const over = of.state === '已失败' || of.state === '已关闭';
    // What was paid after all is given back all the same.
    if (over && told.state !== 'paid') return;
    if (told.state === 'paid' && told.fen !== FEN) {
      const reason = `渠道金额${yuanOf(told.fen)}元与0.01元不符，请在商户平台退回`;
      await sql`update pay_test set state = '待处理', provider_ref = ${told.ref}, reason = ${reason}, ended_at = app_now() where id = ${id}::bigint`.execute(
        tx,
      );
      await tell(tx, of, `待处理：${reason}`);
      return;
    }
    const state = { paid: '已付款', pending: '支付中', closed: '已关闭', failed: '已失败' }[told.state];
    const ended = state === '已关闭' || state === '已失败';
    await sql`update pay_test set state = ${state}, provider_ref = ${told.ref}, reason = ${told.reason}, ended_at = ${ended ? now : null}
      where id = ${id}::bigint`.execute(tx);
  });

/** It takes the place of the one before, unless somebody has entered another, or stopped it, meanwhile. */
const noteBack = (db: Db, id: string, told: ToldBack, now: Date): Promise<Trial> =>
  change(db, id, now, ['已付款'], async (tx, of) => {
    if (told.state !== 'refunded') {
      const reason =
        told.state === 'failed'
          ? `0.01元退回失败：${told.reason}`
          : `等待0.01元退回${told.reason === '' ? '' : `：${told.reason}`}`;
      await sql`update pay_test set reason = ${reason} where id = ${id}::bigint`.execute(tx);
      return;
    }
    await sql`update pay_test set state = '已退回', refund_ref = ${told.ref}, reason = '', ended_at = app_now() where id = ${id}::bigint`.execute(
      tx,
    );
    await sql`select 1 from community where id = ${of.community}::bigint for no key update`.execute(tx);
    const { rows } = await sql`select 1 from pay_channel where id = ${of.row}::bigint and state = '待测试'`.execute(tx);
    if (rows.length === 0) return;
    await sql`update pay_channel set state = '停用', ended_at = app_now()
      where community_id = ${of.community}::bigint and channel = ${of.channel} and state = '启用'`.execute(tx);
    await sql`update pay_channel set state = '启用', enabled_at = app_now() where id = ${of.row}::bigint`.execute(tx);
    await audit(tx, {
      userId: of.made_by,
      kind: '收费',
      action: '启用支付渠道',
      object: `小区 ${of.name}`,
      after: { 渠道: of.channel, 商户号: of.merchant, 密钥末四位: of.tail, 测试: '0.01元已收并退回' },
    });
  });

/** Gives back what was paid. */
const givenBack = async (db: Db, desk: PayDesk, of: Trial, now: Date): Promise<Trial> =>
  of.state === '已付款'
    ? noteBack(db, of.id, await demandProvider(desk).refund(askedOf(desk, of), of.refund_no), now)
    : of;

/** What a provider told of it, by whichever way. */
export const hearTrial = async (db: Db, desk: PayDesk, id: string, told: Told, now: Date): Promise<Trial> =>
  givenBack(db, desk, await notePaid(db, id, told, now), now);

/** Asks how it stands. @param late nobody is to pay it any more */
export async function goOnWith(db: Db, desk: PayDesk, id: string, now: Date, late = false): Promise<Trial> {
  const of = await trialOf(db, id);
  if (of.state === '已付款') return givenBack(db, desk, of, now);
  if (of.state !== '待发送' && of.state !== '支付中') return of;
  const provider = demandProvider(desk);
  const asked = askedOf(desk, of);
  return hearTrial(db, desk, id, await (late ? provider.close(asked) : provider.query(asked)), now);
}

/** The code is sent once; the same again only asks how it stands. */
export async function sendTest(db: Db, desk: PayDesk, id: string, authCode: string, now: Date): Promise<Trial> {
  const { rows } =
    await sql`update pay_test set state = '支付中' where id = ${id}::bigint and state = '待发送' returning 1`.execute(
      db,
    );
  if (rows.length === 0) return goOnWith(db, desk, id, now);
  const of = await trialOf(db, id);
  return hearTrial(db, desk, id, await demandProvider(desk).pay(askedOf(desk, of), authCode), now);
}

/** By the number that the provider has. */
export async function trialByNo(db: Db, no: string): Promise<Trial | null> {
  const { rows } = await sql<Trial>`${TRIAL} where t.request_id = ${no}`.execute(db);
  return rows[0] ?? null;
}

/** @returns how many came to an end */
export async function goOnTrying(db: Db, desk: PayDesk, now: Date): Promise<number> {
  if (desk.provider === null) return 0;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql<{ id: string; made_at: Date }>`select id::text, made_at from pay_test
    where state in ('待发送', '支付中', '已付款') and made_at < ${before(SLOW_MS)} and made_at > ${before(GIVEN_UP_MS)} order by id limit 100`.execute(
    db,
  );
  let ended = 0;
  for (const { id, made_at } of rows) {
    const { state } = await goOnWith(db, desk, id, now, made_at < before(LATE_MS));
    if (state !== '支付中' && state !== '已付款') ended++;
  }
  return ended;
}
