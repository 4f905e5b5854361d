/** What became of a fee: changes of its terms as the log has them, and its prices from their making to their being checked. */
import type { feeHistory } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { communitiesVisible } from './scope.ts';

/** What the log calls a fee. */
export const FEE_OBJECT = 'chargeFee';

type Words = Readonly<Record<string, string | null>>;

/** The terms of a fee by what people call them, so that two moments are compared word by word. */
export async function feeWords(db: Db | Tx, id: string): Promise<Words | null> {
  const { rows } = await sql<{
    words: Words;
  }>`select jsonb_build_object('编码', f.code, '名称', f.name, '类别', f.kind, '业务类别', f.category,
      '计费依据', b.name, '周期', f.cycle, '到期天数', f.due_days::text, '停用保留比例（%）', trim_scale(f.keep_rate)::text,
      '违约金日率（‰）', trim_scale(f.penalty_rate)::text, '违约金上限（%）', trim_scale(f.penalty_cap)::text,
      '未交付收取比例（%）', trim_scale(f.undelivered_rate)::text, '税目', f.tax_name, '税率（%）', f.tax_rate::text, '收入科目', f.subject,
      '可改价', case when f.price_editable then '是' else '否' end, '状态', f.state) as words
    from fee f join fee_basis b on b.id = f.basis_id where f.id = ${id}::bigint`.execute(db);
  return rows[0]?.words ?? null;
}

const shown = (value: string | null | undefined): string =>
  value === undefined || value === null || value === '' ? '空' : value;

const changed = (before: Words | null, after: Words | null): string =>
  before === null || after === null
    ? ''
    : Object.keys(after)
        .filter((name) => shown(before[name]) !== shown(after[name]))
        .map((name) => `${name} ${shown(before[name])} → ${shown(after[name])}`)
        .join('；');

export async function readFeeHistory(
  ctx: Ctx,
  { feeId }: z.output<typeof feeHistory.input>,
): Promise<z.input<typeof feeHistory.output>> {
  const { rows: known } = await sql`select 1 from fee where id = ${feeId}::bigint`.execute(ctx.db);
  if (known.length === 0) throw notFound('费项不存在，请刷新');
  const prices = ctx.session.permissions.classified.has('price');
  const price = sql`'第' || v.no || '版，' || coalesce(c.name, '各小区') || coalesce(' ' || v.usage, '') || '，' || lower(v.span) || ' 起'
    || case when ${prices} then case when v.tiers is null then '，' || trim_scale(v.unit_price) || ' 元' else '，阶梯第1档 ' || trim_scale(v.unit_price) || ' 元' end else '' end`;
  const seen = sql`fee_price v left join community c on c.id = v.community_id
    where v.fee_id = ${feeId}::bigint and (v.community_id is null or ${communitiesVisible(ctx.session)})`;
  const { rows } = await sql<{
    at: string;
    by: string;
    what: string;
    text: string;
    before: Words | null;
    after: Words | null;
  }>`select to_jsonb(x.at) #>> '{}' as at, x.by, x.what, x.text, x.before, x.after from (
      select a.at, a.user_name as by, a.action as what, a.summary as text, a.before, a.after from audit_log a
        where a.object_type = ${FEE_OBJECT} and a.object_id = ${feeId} and a.result = '成功'
      union all select v.made_at, u.user_name, '新价格版本', ${price}, null, null from app_user u, ${seen} and u.id = v.made_by
      union all select v.checked_at, u.user_name, case v.state when '生效' then '价格版本审核通过' else '价格版本退回' end,
        ${price} || case when v.opinion = '' then '' else '：' || v.opinion end, null, null
        from app_user u, ${seen} and u.id = v.checked_by and v.checked_at is not null) x
    order by x.at desc limit 300`.execute(ctx.db);
  return rows.map(({ before, after, text, ...row }) => ({ ...row, text: text === '' ? changed(before, after) : text }));
}
