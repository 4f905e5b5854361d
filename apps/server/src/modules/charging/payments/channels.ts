/**
 * 配支付渠道: the merchant of a community. What is entered takes no money until one fen was taken by it and given back; the one before goes on until then.
 */
import type { communityPayChannels, communitySavePayChannel, PayChannelRow } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { localTime } from '../local-time.ts';
import { type SeenCommunity, visibleCommunity } from '../registry/index.ts';
import { aboutOf, merchantOf, type Sealed } from './merchants.ts';
import { demandProvider, type PayDesk } from './provider.ts';
import { seal } from './secret.ts';
import { sendTest, goOnWith } from './trials.ts';

type Act = z.output<typeof communitySavePayChannel.input>;
type Of<A extends Act['action']> = Extract<Act, { action: A }>;

interface Row extends Sealed {
  readonly id: string;
  readonly channel: PayChannelRow['channel'];
  readonly merchant: string;
  readonly tail: string;
  readonly state: PayChannelRow['state'];
  readonly maker: string;
  readonly made: Date;
  readonly enabled: Date | null;
  readonly ended: Date | null;
  readonly test: {
    readonly id: string;
    readonly state: NonNullable<PayChannelRow['test']>['state'];
    readonly reason: string;
    readonly madeAt: string;
  } | null;
}

const CHANNELS = sql`select h.id::text, h.community_id::text as community, h.channel, h.merchant, h.key_sealed as sealed, h.key_tail as tail, h.state,
    u.user_name as maker, h.made_at as made, h.enabled_at as enabled, h.ended_at as ended,
    (select jsonb_build_object('id', t.id::text, 'state', t.state, 'reason', t.reason, 'madeAt', t.made_at)
      from pay_test t where t.pay_channel_id = h.id order by t.id desc limit 1) as test
  from pay_channel h join app_user u on u.id = h.made_by`;

const shown = (desk: PayDesk, of: Row): PayChannelRow => ({
  id: of.id,
  channel: of.channel,
  merchant: of.merchant,
  keyTail: of.tail,
  state: of.state,
  unreadable: desk.sealKey !== null && of.state !== '停用' && merchantOf(desk, of)?.key === null,
  maker: of.maker,
  madeAt: localTime(of.made),
  enabledAt: of.enabled === null ? null : localTime(of.enabled),
  endedAt: of.ended === null ? null : localTime(of.ended),
  test: of.test === null ? null : { ...of.test, madeAt: localTime(new Date(of.test.madeAt)) },
});

export async function readChannels(
  ctx: Ctx,
  desk: PayDesk,
  { communityId }: z.output<typeof communityPayChannels.input>,
): Promise<z.input<typeof communityPayChannels.output>> {
  await visibleCommunity(ctx, ctx.db, communityId);
  const { rows } = await sql<Row>`${CHANNELS} where h.community_id = ${communityId}::bigint
    order by array_position(array['启用', '待测试', '停用'], h.state), h.channel desc, h.id desc limit 50`.execute(
    ctx.db,
  );
  return {
    unset: desk.unset,
    simulated: desk.provider?.simulated ?? false,
    rows: rows.map((row) => shown(desk, row)),
  };
}

async function channelOf(db: Db | Tx, community: SeenCommunity, id: string): Promise<Row> {
  const { rows } =
    await sql<Row>`${CHANNELS} where h.id = ${id}::bigint and h.community_id = ${community.id}::bigint`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('支付渠道不存在，或您没有查看它的权限');
  return row;
}

/** One act at a time on the channels of a community. */
const held = async (tx: Tx, { id }: SeenCommunity): Promise<void> =>
  void (await sql`select 1 from community where id = ${id}::bigint for no key update`.execute(tx));

const note = (
  tx: Tx,
  ctx: Ctx,
  action: string,
  community: SeenCommunity,
  of: Pick<Row, 'channel' | 'merchant' | 'tail'>,
) =>
  trail(tx, ctx, {
    kind: '收费',
    action,
    object: `小区 ${community.name}`,
    after: { 渠道: of.channel, 商户号: of.merchant, 密钥末四位: of.tail },
  });

const save = (ctx: Ctx, desk: PayDesk, input: Of<'save'>): Promise<PayChannelRow> =>
  ctx.write(async (tx) => {
    const { sealKey } = desk;
    demandProvider(desk);
    if (sealKey === null) throw refused(desk.unset);
    const community = await visibleCommunity(ctx, tx, input.communityId);
    await held(tx, community);
    const { rows: waits } = await sql`select 1 from pay_channel h join pay_test t on t.pay_channel_id = h.id
      where h.community_id = ${community.id}::bigint and h.channel = ${input.channel} and t.state in ('待发送', '支付中', '已付款')`.execute(
      tx,
    );
    if (waits.length > 0) throw conflict('有一笔测试收款待确认，请先查询结果');
    await sql`update pay_channel set state = '停用', ended_at = app_now()
      where community_id = ${community.id}::bigint and channel = ${input.channel} and state = '待测试'`.execute(tx);
    const { rows } = await sql<{
      id: string;
    }>`insert into pay_channel (community_id, channel, merchant, key_sealed, key_tail, made_by)
      values (${community.id}::bigint, ${input.channel}, ${input.merchant},
        ${seal(input.key, sealKey, aboutOf(community.id, input.channel, input.merchant))}, ${input.key.slice(-4)}, ${ctx.session.userId}::bigint)
      returning id::text`.execute(tx);
    const made = await channelOf(tx, community, rows[0]?.id ?? '0');
    await note(tx, ctx, '配支付渠道', community, made);
    return shown(desk, made);
  });

async function test(ctx: Ctx, desk: PayDesk, input: Of<'test'>): Promise<Row> {
  demandProvider(desk);
  const id = await ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, input.communityId);
    await held(tx, community);
    const of = await channelOf(tx, community, input.id);
    if (of.state !== '待测试')
      throw refused(of.state === '启用' ? '该渠道已启用，不用再测试' : '该渠道已停用，请重新配置');
    if (merchantOf(desk, of)?.key === null) throw refused('密钥无法读取，请重新填写');
    if (input.authCode.startsWith('1') !== (of.channel === '微信'))
      throw invalid([{ path: 'authCode', message: `请扫${of.channel}付款码` }]);
    const { rows } = await sql<{
      id: string;
    }>`insert into pay_test (pay_channel_id, request_id, code_tail, made_by, made_at)
      values (${of.id}::bigint, ${input.requestId}, ${input.authCode.slice(-4)}, ${ctx.session.userId}::bigint, ${ctx.now})
      on conflict do nothing returning id::text`.execute(tx);
    const [made] = rows;
    if (made === undefined) throw conflict('有一笔测试收款待确认，请先查询结果');
    await note(tx, ctx, '支付渠道测试收款', community, of);
    return made.id;
  });
  await sendTest(ctx.db, desk, id, input.authCode, ctx.now);
  return channelOf(ctx.db, await visibleCommunity(ctx, ctx.db, input.communityId), input.id);
}

async function query(ctx: Ctx, desk: PayDesk, input: Of<'query'>): Promise<Row> {
  demandProvider(desk);
  const community = await visibleCommunity(ctx, ctx.db, input.communityId);
  const of = await channelOf(ctx.db, community, input.id);
  if (of.test === null) throw refused('该渠道还没有测试收款');
  await goOnWith(ctx.db, desk, of.test.id, ctx.now);
  return channelOf(ctx.db, community, input.id);
}

const stop = (ctx: Ctx, desk: PayDesk, input: Of<'stop'>): Promise<PayChannelRow> =>
  ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, input.communityId);
    await held(tx, community);
    const of = await channelOf(tx, community, input.id);
    if (of.state === '停用') throw refused('该渠道已停用');
    if (of.test !== null && ['待发送', '支付中', '已付款'].includes(of.test.state))
      throw refused('有一笔测试收款待确认，请先查询结果');
    await sql`update pay_channel set state = '停用', ended_at = app_now() where id = ${of.id}::bigint`.execute(tx);
    await note(tx, ctx, '停用支付渠道', community, of);
    return shown(desk, await channelOf(tx, community, of.id));
  });

export async function saveChannel(ctx: Ctx, desk: PayDesk, input: Act): Promise<PayChannelRow> {
  switch (input.action) {
    case 'save':
      return save(ctx, desk, input);
    case 'test':
      return shown(desk, await test(ctx, desk, input));
    case 'query':
      return shown(desk, await query(ctx, desk, input));
    case 'stop':
      return stop(ctx, desk, input);
  }
}
