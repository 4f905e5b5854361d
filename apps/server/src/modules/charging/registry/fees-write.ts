/** Keeping fees: what was billed stands, prices are versions that another person puts in force. */
import type { feeAuditPrice, feeDelete, feeSave } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { COMMON_BASES, COMMON_FEES } from './common-fees.ts';
import { FEE_OBJECT, feeWords } from './fee-history.ts';
import { visibleCommunity } from './scope.ts';

/** Under which the papers that a price rests on are kept. */
export const FEE_PRICE_PAPER = 'chargeFeePrice';

type Input = z.output<typeof feeSave.input>;
type Saved = z.input<typeof feeSave.output>;
type Basic = Extract<Input, { action: 'save' }>;
type Price = Extract<Input, { action: 'price' }>;

const KIND = '收费';

async function saveFee(ctx: Ctx, tx: Tx, of: Basic): Promise<Saved> {
  const { rows: same } = await sql<{
    code: boolean;
    name: boolean;
  }>`select coalesce(bool_or(code = ${of.code}), false) as code,
      coalesce(bool_or(name = ${of.name}), false) as name from fee where (code = ${of.code} or name = ${of.name}) and id <> ${of.id ?? '0'}::bigint`.execute(
    tx,
  );
  const errors: FieldError[] = [
    ...(same[0]?.code ? [{ path: 'code', message: '编码已存在' }] : []),
    ...(same[0]?.name ? [{ path: 'name', message: '名称已存在' }] : []),
  ];
  const { rows: bases } = await sql`select 1 from fee_basis where id = ${of.basisId}::bigint`.execute(tx);
  if (bases.length === 0) errors.push({ path: 'basisId', message: '请选择计费依据' });
  if ((of.kind === '周期性' || of.kind === '计量') && of.cycle === '次')
    errors.push({ path: 'cycle', message: `${of.kind}费项不能按次` });
  if (of.id !== null) {
    const { rows } = await sql<{
      kind: string;
      basis: string;
      cycle: string;
    }>`select f.kind, f.basis_id::text as basis, f.cycle from fee f
      where f.id = ${of.id}::bigint and exists (select from bill b where b.fee_id = f.id)`.execute(tx);
    const [billed] = rows;
    if (billed !== undefined) {
      const message = '已有账单，请新建费项';
      if (billed.kind !== of.kind) errors.push({ path: 'kind', message });
      if (billed.basis !== of.basisId) errors.push({ path: 'basisId', message });
      if (billed.cycle !== of.cycle) errors.push({ path: 'cycle', message });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  const names = sql`code, name, kind, category, basis_id, cycle, due_days, keep_rate, penalty_rate, penalty_cap, undelivered_rate, tax_name, tax_rate,
    subject, price_editable, state`;
  const values = sql`(${of.code}, ${of.name}, ${of.kind}, ${of.category}, ${of.basisId}::bigint, ${of.cycle}, ${of.dueDays}::int, ${of.keepRate}::numeric,
    ${of.penaltyRate}::numeric, ${of.penaltyCap}::numeric, ${of.undeliveredRate}::numeric, ${of.taxName}, ${of.taxRate}::int, ${of.subject},
    ${of.priceEditable}::boolean, ${of.state})`;
  const before = of.id === null ? null : await feeWords(tx, of.id);
  const { rows } =
    of.id === null
      ? await sql<{ id: string }>`insert into fee (${names}) values ${values} returning id::text`.execute(tx)
      : await sql<{ id: string }>`update fee set (${names}) = ${values}, version = version + 1
          where id = ${of.id}::bigint and version = ${of.version} returning id::text`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw conflict('费项已被他人修改，请刷新后重试');
  await trail(tx, ctx, {
    kind: KIND,
    action: of.id === null ? '新增费项' : '修改费项',
    object: `费项 ${of.name}`,
    objectType: FEE_OBJECT,
    objectId: row.id,
    before,
    after: await feeWords(tx, row.id),
  });
  return { id: row.id, priceVersionId: null, made: 1 };
}

/** Tiers follow one another without a gap and without lying over each other, from nought on. */
export function tierFaults(tiers: Price['tiers']): FieldError[] {
  const errors: FieldError[] = [];
  for (const [at, tier] of tiers.entries()) {
    const before = tiers[at - 1];
    if (at === 0 && Number(tier.from) !== 0) errors.push({ path: 'tiers[0].from', message: '第1档起点应为0' });
    if (before !== undefined && Number(before.to ?? Number.NaN) !== Number(tier.from))
      errors.push({ path: `tiers[${at}].from`, message: `第${at + 1}档起点应等于第${at}档终点` });
    if (tier.to !== null && Number(tier.to) <= Number(tier.from))
      errors.push({ path: `tiers[${at}].to`, message: `第${at + 1}档终点应大于起点` });
    if (at === tiers.length - 1 && tier.to !== null)
      errors.push({ path: `tiers[${at}].to`, message: '最后一档不填终点' });
  }
  return errors;
}

interface Scope {
  readonly fee: string;
  readonly community: string | null;
  readonly usage: string | null;
  readonly from: string;
}

/** A version begins after the one before it in its scope, and never in what was billed. Who was invoiced ahead of the others keeps the price of the invoice. */
async function demandStart(tx: Tx, { fee, community, usage, from }: Scope): Promise<void> {
  const { rows } = await sql<{ last: string | null; billed: boolean }>`select
      (select max(lower(v.span))::text from fee_price v where v.fee_id = ${fee}::bigint and v.state = '生效'
        and v.community_id is not distinct from ${community}::bigint and v.usage is not distinct from ${usage}) as last,
      exists (select from bill b join room r on r.id = b.room_id where b.fee_id = ${fee}::bigint and b.kind = '周期' and b.state not in ('已作废', '已红冲')
        and b.to_day > ${from}::date and (${community}::bigint is null or b.community_id = ${community}::bigint)
        and (${usage}::text is null or r.usage = ${usage})
        and not (b.invoiced > 0 and exists (select from billing_run n where n.id = b.run_id and n.room_ids is not null))) as billed`.execute(
    tx,
  );
  const { last = null, billed = false } = rows[0] ?? {};
  if (last !== null && from <= last) throw invalid([{ path: 'from', message: `起日应晚于上一版起日 ${last}` }]);
  if (billed) throw invalid([{ path: 'from', message: '该日期已出账，只能从下一账期起' }]);
}

const lockFee = (tx: Tx, fee: string): Promise<unknown> =>
  sql`select 1 from fee where id = ${fee}::bigint for update`.execute(tx);

async function addPrice(ctx: Ctx, tx: Tx, of: Price): Promise<Saved> {
  await lockFee(tx, of.feeId);
  const { rows: fees } = await sql<{
    name: string;
    source: string;
  }>`select f.name, q.source from fee f join fee_basis q on q.id = f.basis_id
    where f.id = ${of.feeId}::bigint`.execute(tx);
  const [fee] = fees;
  if (fee === undefined) throw notFound('费项不存在，请刷新');
  if (of.communityId !== null) await visibleCommunity(ctx, tx, of.communityId);
  const errors = tierFaults(of.tiers);
  if (of.to !== null && of.to <= of.from) errors.push({ path: 'to', message: '止日不能早于起日' });
  if (of.tiers.length > 0 && fee.source !== '用量' && fee.source !== '阶梯')
    errors.push({ path: 'tiers', message: '只有按用量的费项可设阶梯' });
  if (of.tiers.length === 0 && fee.source === '阶梯') errors.push({ path: 'tiers', message: '请填写阶梯' });
  if (errors.length > 0) throw invalid(errors);
  await demandStart(tx, { fee: of.feeId, community: of.communityId, usage: of.usage, from: of.from });
  const tiers = of.tiers.map(({ from, price }) => ({ from, price }));
  const { rows } = await sql<{
    id: string;
    no: number;
  }>`insert into fee_price (fee_id, no, community_id, usage, span, unit_price, tiers, files, made_by)
    select ${of.feeId}::bigint, coalesce(max(no), 0) + 1, ${of.communityId}::bigint, ${of.usage}, daterange(${of.from}::date, ${of.to}::date),
      ${tiers[0]?.price ?? of.unitPrice}::numeric, ${tiers.length === 0 ? null : JSON.stringify(tiers)}::jsonb, ${JSON.stringify(of.files)}::jsonb,
      ${ctx.session.userId}::bigint from fee_price where fee_id = ${of.feeId}::bigint returning id::text, no`.execute(
    tx,
  );
  const id = rows[0]?.id ?? '';
  const faults = await bindFiles(
    tx,
    FEE_PRICE_PAPER,
    id,
    of.files.map(({ URL }, at) => ({ path: `files[${at}]`, URL })),
    ctx.session.userId,
  );
  if (faults.length > 0) throw invalid(faults);
  await trail(tx, ctx, {
    kind: '价格',
    action: '新价格版本',
    object: `费项 ${fee.name} 第${rows[0]?.no ?? ''}版`,
    after: { 起: of.from, 止: of.to, 小区: of.communityId, 用途: of.usage, 单价: of.unitPrice, 阶梯: tiers },
  });
  return { id: of.feeId, priceVersionId: id, made: 1 };
}

/** The usual fees, those that are not there yet, with what they are counted by; prices are entered and checked afterwards. */
async function addCommon(ctx: Ctx, tx: Tx): Promise<Saved> {
  await sql`insert into fee_basis (name, source, unit, digits)
    select name, source, unit, digits from jsonb_to_recordset(${JSON.stringify(COMMON_BASES)}::jsonb) as x(name text, source text, unit text, digits int)
    on conflict (name) do nothing`.execute(tx);
  const { rows } = await sql<{
    name: string;
  }>`insert into fee (code, name, kind, category, basis_id, cycle, tax_name, tax_rate, subject, price_editable)
    select x.code, x.name, x.kind, x.category, b.id, x.cycle, x."taxName", x.tax, x.subject, x.kind in ('临时', '押金')
    from jsonb_to_recordset(${JSON.stringify(COMMON_FEES)}::jsonb) as x(code text, name text, kind text, category text, basis text, cycle text,
      "taxName" text, tax int, subject text) join fee_basis b on b.name = x.basis
    where not exists (select from fee f where f.code = x.code or f.name = x.name) returning name`.execute(tx);
  await trail(tx, ctx, {
    kind: KIND,
    action: '建立常用费项',
    object: '费项',
    after: { 费项: rows.map(({ name }) => name).join('、') },
  });
  return { id: null, priceVersionId: null, made: rows.length };
}

export const saveFeeOrPrice = (ctx: Ctx, input: Input): Promise<Saved> =>
  ctx.write((tx) => {
    switch (input.action) {
      case 'save':
        return saveFee(ctx, tx, input);
      case 'price':
        return addPrice(ctx, tx, input);
      case 'templates':
        return addCommon(ctx, tx);
    }
  });

/** Puts a version in force: the one before it in its scope ends where it begins. Never by who made it. */
export const auditPrice = (
  ctx: Ctx,
  { id, agree, opinion }: z.output<typeof feeAuditPrice.input>,
): Promise<z.input<typeof feeAuditPrice.output>> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<
      Scope & { name: string; no: number; state: string; maker: string; to: string | null }
    >`select v.fee_id::text as fee,
        v.community_id::text as community, v.usage, lower(v.span)::text as "from", upper(v.span)::text as "to", f.name, v.no, v.state, v.made_by::text as maker
      from fee_price v join fee f on f.id = v.fee_id where v.id = ${id}::bigint for update of v, f`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw notFound('价格版本不存在，请刷新');
    if (row.community !== null) await visibleCommunity(ctx, tx, row.community);
    if (row.state !== '待审核') throw refused(`该版本${row.state}，请刷新`);
    if (row.maker === ctx.session.userId) throw refused('制单人不能审核自己的价格版本');
    if (!agree && opinion === '') throw invalid([{ path: 'opinion', message: '请填写退回原因' }]);
    const state = agree ? ('生效' as const) : ('已退回' as const);
    if (agree) {
      await demandStart(tx, row);
      await sql`update fee_price v set span = daterange(lower(v.span), ${row.from}::date) where v.fee_id = ${row.fee}::bigint and v.state = '生效'
        and v.community_id is not distinct from ${row.community}::bigint and v.usage is not distinct from ${row.usage} and v.span @> ${row.from}::date`.execute(
        tx,
      );
    }
    await sql`update fee_price set state = ${state}, checked_by = ${ctx.session.userId}::bigint, checked_at = app_now(), opinion = ${opinion}
      where id = ${id}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '价格',
      action: agree ? '审核价格版本' : '退回价格版本',
      object: `费项 ${row.name} 第${row.no}版`,
      summary: opinion,
      after: { 起: row.from, 状态: state },
    });
    return { state };
  });

export const deleteFees = (
  ctx: Ctx,
  { ids }: z.output<typeof feeDelete.input>,
): Promise<z.input<typeof feeDelete.output>> =>
  ctx.write(async (tx) => {
    const done: { id: string; ok: boolean; reason: string }[] = [];
    for (const id of ids) {
      const { rows } = await sql<{ name: string; rooms: number; billed: boolean }>`select f.name,
          (select count(distinct x.room_id)::int from room_fee x where x.fee_id = f.id) as rooms,
          exists (select from bill b where b.fee_id = f.id) or exists (select from suspension s where s.fee_id = f.id)
            or exists (select from suspend_wish w where w.fee_id = f.id) or exists (select from ledger_account l where l.fee_id = f.id) as billed
        from fee f where f.id = ${id}::bigint for update of f`.execute(tx);
      const [fee] = rows;
      if (fee === undefined) throw notFound('费项不存在，请刷新');
      const reason = fee.rooms > 0 ? `已被${fee.rooms}个房间使用，请停用` : fee.billed ? '已有账单，请停用' : '';
      if (reason === '') {
        await sql`delete from fee_price where fee_id = ${id}::bigint`.execute(tx);
        await sql`delete from fee where id = ${id}::bigint`.execute(tx);
        await trail(tx, ctx, { kind: KIND, action: '删除费项', object: `费项 ${fee.name}` });
      }
      done.push({ id, ok: reason === '', reason });
    }
    return done;
  });
