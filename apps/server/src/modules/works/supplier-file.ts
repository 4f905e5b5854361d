/** One supplier's file beside its lists: who it is, what it may be connected with, and what people note of it. */
import type { providerFile, srmCommentAdd, srmCommentDetail } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { suppliers } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { holds } from '../identity/index.ts';

export const SUPPLIERS = shortCodeOf(suppliers.screen);

/** Under which the files of a comment are bound. */
export const COMMENT_FILES = 'supplierComment';

/** Suppliers are the company's: whoever holds the library reads what is noted there. */
export const seesComment: SeesPaper = async (db, session, id) => {
  if (!holds(session, SUPPLIERS, 'search')) return false;
  const { rows } = await sql`select 1 from supplier_comment where id = ${id}`.execute(db);
  return rows.length > 0;
};

type File = z.input<typeof providerFile.output>;

export const readProviderFile = async (ctx: Ctx, id: string): Promise<File> => {
  const { rows } = await sql<File>`
    select s.id::text, s.code, s.name, s.tax_no as "taxNo", s.nature, s.legal_person as "legalPerson", s.controller, s.taxpayer, s.address,
      s.contact, s.phone, s.email, s.single_limit::text as "singleLimit", s.trial_orders as "trialOrders", s.cooperate_since::text as since,
      s.invite_from::text as "inviteFrom", s.banned_until::text as "bannedUntil", s.strategic_until::text as "strategicUntil", s.warning,
      (select coalesce(json_agg(n.name order by n.last), '[]') from (
        select r.provider_name as name, max(r.finished_at) as last from f_service_provider r
        where r.credit_code = s.tax_no and r.status = 'approved' and r.provider_name <> s.name group by r.provider_name) n) as "formerNames",
      (select coalesce(json_agg(json_build_object('id', x.id::text, 'name', x.name, 'shares', x.shares) order by x.name), '[]') from (
        select o.id, o.name, array(select split_part(tie, ' ', 1) from unnest(supplier_ties(o)) tie where tie = any(supplier_ties(s))) as shares
        from supplier o where o.id <> s.id) x
        where cardinality(x.shares) > 0) as related
    from supplier s where s.id = ${id}`.execute(ctx.db);
  return rows[0] ?? Promise.reject(notFound('服务商库里没有这家单位'));
};

export const addComment = (ctx: Ctx, input: z.output<typeof srmCommentAdd.input>): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const { rows: found } = await sql<{
      name: string;
    }>`select name from supplier where id = ${input.objectId} for key share`.execute(tx);
    const [supplier] = found;
    if (supplier === undefined) throw notFound('服务商库里没有这家单位');
    const { rows } = await sql<{ id: string }>`insert into supplier_comment (supplier, content, files, written_by)
      values (${input.objectId}, ${input.content}, ${JSON.stringify(input.files)}::jsonb, ${ctx.session.userId}) returning id::text`.execute(
      tx,
    );
    const id = rows[0]?.id ?? '';
    const named = input.files.map(({ URL }, at) => ({ path: `files[${at}]`, URL }));
    const errors = await bindFiles(tx, COMMENT_FILES, id, named, ctx.session.userId);
    if (errors.length > 0) throw invalid([...errors]);
    await trail(tx, ctx, {
      kind: '业务',
      action: '评论服务商',
      object: `服务商 ${supplier.name}`,
      after: { 内容: input.content, 附件: input.files.length },
    });
    return { id };
  });

export const readComment = async (ctx: Ctx, id: string): Promise<z.input<typeof srmCommentDetail.output>> => {
  const { rows } = await sql<z.input<typeof srmCommentDetail.output>>`
    select k.id::text, '服务商' as "objectType", k.supplier::text as "objectId", u.user_name as author, to_json(k.written_at) #>> '{}' as "writtenAt",
      k.content, k.files
    from supplier_comment k join app_user u on u.id = k.written_by where k.id = ${id}`.execute(ctx.db);
  return rows[0] ?? Promise.reject(notFound('没有这条评论'));
};
