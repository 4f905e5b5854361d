/** Files looked at beside a list: papers of those who join, letters. What is sensitive is marked with whoever looks, and that they looked is audited. */
import type { previewed } from '@hengneng/contracts';
import { ENTRY_MATERIALS } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { entryMaterialView, letterView } from '../ledgers/index.ts';

type Previewed = z.input<typeof previewed>;
type Files = Previewed['groups'][number]['files'];

/** Letters of these are nobody's to pass on unseen. */
const SECRET: ReadonlySet<string> = new Set(['秘密', '机密']);

/** Papers of an entry: what came with the form, what came later, and the proof of a check. */
export const entryFilesOf = async (ctx: Ctx, { BusinessId }: { BusinessId: string }): Promise<Previewed> => {
  const row = await rowOf(ctx.db, entryMaterialView, ctx, BusinessId);
  if (row === undefined) throw notFound('入职材料不存在');
  const { session } = ctx;
  const { rows: own } = await sql`select 1 from f_user_entry r join app_user u on u.job_no = r.job_no
    where r.id = ${BusinessId} and u.id = ${session.userId}`.execute(ctx.db);
  if (own.length === 0 && !session.roles.includes('hr') && !session.roles.includes('admin'))
    throw forbidden('证件影像只有人事与本人可以查看');
  const { rows } = await sql<{ material: string; files: Files }>`
    select material, coalesce(jsonb_agg(one order by place) filter (where one is not null), '[]') as files from (
      select m.material, one, m.row_no as place from f_user_entry_materials m, jsonb_array_elements(coalesce(m.file, '[]')) one
        where m.parent_id = ${BusinessId}
      union all
      select '作业证书', one, 1000 + c.row_no from f_user_entry_certs c, jsonb_array_elements(coalesce(c.scan, '[]')) one
        where c.parent_id = ${BusinessId}
      union all
      select k.material, one, 2000 from entry_material_check k, jsonb_array_elements(k.files || k.proof) one
        where k.record_id = ${BusinessId}) x
    group by material`.execute(ctx.db);
  const groups = ENTRY_MATERIALS.map(({ key, material, label }) => ({
    label,
    note: String(row[key] ?? ''),
    files: rows.find((one) => one.material === material)?.files ?? [],
  })).filter(({ note, files }) => files.length > 0 || note !== '不需要');
  await ctx.write((tx) =>
    trail(tx, ctx, { kind: '敏感查看', action: '预览入职材料', object: `入职材料 ${String(row['name'])}` }),
  );
  return { title: `${String(row['name'])}的入职材料`, marked: true, groups };
};

/** What came with a letter, and its answer. */
export const letterFilesOf = async (ctx: Ctx, { BusinessId }: { BusinessId: string }): Promise<Previewed> => {
  const row = await rowOf(ctx.db, letterView, ctx, BusinessId);
  if (row === undefined) throw notFound('函件不存在');
  const { rows } = await sql<{ letter: { name: string; file: Files[number] }[]; answer: Files }>`
    select coalesce((select jsonb_agg(jsonb_build_object('name', a.file_name || ' ' || a.version, 'file', a.attachment) order by a.row_no)
        from f_daily_information_attachments a where a.parent_id = r.id and a.attachment is not null), '[]') as letter,
      coalesce(r.reply_file, '[]') as answer
    from f_daily_information r where r.id = ${BusinessId}`.execute(ctx.db);
  const { letter = [], answer = [] } = rows[0] ?? {};
  const secrecy = String(row['secrecy']);
  const marked = SECRET.has(secrecy);
  const title = `${String(row['docNo'])} ${String(row['docName'])}`;
  if (marked)
    await ctx.write((tx) =>
      trail(tx, ctx, {
        kind: '敏感查看',
        action: '预览函件',
        object: `函件 ${String(row['docNo'])}`,
        after: { 密级: secrecy },
      }),
    );
  return {
    title,
    marked,
    groups: [
      ...letter.map(({ name, file }) => ({ label: name, note: '', files: [file] })),
      ...(answer.length === 0 ? [] : [{ label: '回函', note: String(row['replyNo'] ?? ''), files: answer }]),
    ],
  };
};
