/** Papers of those who join: handed in later, checked one by one, archived when all that have to be there are. */
import { ENTRY_FILE_BYTES, type entryMaterialSave } from '@hengneng/contracts';
import { ENTRY_MATERIALS } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../engine/index.ts';
import { rowOf } from '../../engine/views/source.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { forbidden, invalid, notFound, refused, wrong } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { entryMaterialView, uncheckedPapers } from '../ledgers/index.ts';
import { remindOnce } from './remind.ts';

type Save = z.output<typeof entryMaterialSave.input>;

interface Entry {
  readonly serial: string;
  readonly name: string;
  readonly project: string | null;
  readonly applicant: string;
  readonly employee: string | null;
  readonly unchecked: number;
  readonly archiveNo: string | null;
}

const locked = async (tx: Tx, ctx: Ctx, id: string): Promise<Entry> => {
  const seen = await rowOf(tx, entryMaterialView, ctx, id);
  const { rows } = await sql<Entry>`
    select r.serial, r.name, r.project, r.applicant::text, (select u.id::text from app_user u where u.job_no = r.job_no and u.state = 'active') as employee,
      ${sql.raw(uncheckedPapers)} as unchecked, (select a.archive_no from entry_archive a where a.record_id = r.id) as "archiveNo"
    from f_user_entry r where r.id = ${id} for update of r`.execute(tx);
  const row = rows[0];
  if (seen === undefined || row === undefined) throw notFound('入职材料不存在');
  return row;
};

const checker = ({ session }: Ctx): boolean => session.roles.includes('hr') || session.roles.includes('admin');
/** Scans only: pictures and PDF, as the server knows the files, whatever was said of them. @throws AppError naming each that is not */
const refuseOthers = async (
  tx: Tx,
  named: readonly { readonly path: string; readonly URL: string }[],
): Promise<void> => {
  const { rows } = await sql<{ url: string; mime: string; size: number }>`
    select u.url, f.mime, f.size::int as size from unnest(${named.map((file) => file.URL)}::text[]) u(url)
      join file f on u.url like '/files/' || f.id || '-%'`.execute(tx);
  const errors = named.flatMap(({ path, URL }) => {
    const file = rows.find((row) => row.url === URL);
    if (file === undefined) return [];
    if (!file.mime.startsWith('image/') && file.mime !== 'application/pdf')
      return [{ path, message: '只能上传图片或PDF' }];
    return file.size > ENTRY_FILE_BYTES ? [{ path, message: '单个文件不能超过20MB' }] : [];
  });
  if (errors.length > 0) throw invalid(errors);
};

export const saveMaterial = (ctx: Ctx, engine: Engine, input: Save): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const entry = await locked(tx, ctx, input.BusinessId);
    if (!ENTRY_MATERIALS.some(({ material }) => material === input.material))
      throw wrong('material', `没有“${input.material}”这项材料`);
    if (entry.archiveNo !== null) throw refused('材料已归档，不能再修改');
    if (input.check && !checker(ctx)) throw forbidden('只有人事可以核验入职材料');
    const operating = input.material === '作业证书';
    if (input.check && operating && input.validTo === undefined) throw wrong('validTo', '请填写作业证书的有效期');
    if (input.check && operating && input.proof.length === 0) throw wrong('proof', '请上传作业证书的查询截图');
    if (!input.check && input.files.length === 0) throw wrong('files', '请上传补交的材料');
    const named = [
      ...input.files.map((file, index) => ({ path: `files[${index}]`, URL: file.URL })),
      ...input.proof.map((file, index) => ({ path: `proof[${index}]`, URL: file.URL })),
    ];
    const errors = await engine.deps.files.bind(tx, 'userEntry', input.BusinessId, named, ctx.session.userId);
    if (errors.length > 0) throw invalid([...errors]);
    await refuseOthers(tx, named);
    await sql`insert into entry_material_check as k (record_id, material, files, handed_by, handed_at, valid_to, proof, checked_by, checked_at)
      values (${input.BusinessId}, ${input.material}, ${JSON.stringify(input.files)}::jsonb, ${ctx.session.userId}, ${ctx.now},
        ${input.validTo ?? null}, ${JSON.stringify(input.proof)}::jsonb, ${input.check ? ctx.session.userId : null}, ${input.check ? ctx.now : null})
      on conflict (record_id, material) do update set files = k.files || excluded.files, proof = k.proof || excluded.proof,
        valid_to = coalesce(excluded.valid_to, k.valid_to), handed_by = coalesce(k.handed_by, excluded.handed_by),
        handed_at = coalesce(k.handed_at, excluded.handed_at),
        -- What comes in anew has to be checked anew.
        checked_by = excluded.checked_by, checked_at = excluded.checked_at`.execute(tx);
    await sql`update entry_material set submitted = true where source_id = ${input.BusinessId} and material = ${input.material} and not voided`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '业务',
      action: input.check ? '核验入职材料' : '补交入职材料',
      object: `入职 ${entry.serial}`,
      after: {
        姓名: entry.name,
        材料: input.material,
        ...(input.validTo === undefined ? {} : { 有效期至: input.validTo }),
      },
    });
    return { ok: true };
  });

export const archiveEntry = (ctx: Ctx, input: { BusinessId: string; archiveNo: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const entry = await locked(tx, ctx, input.BusinessId);
    if (!checker(ctx)) throw forbidden('只有人事可以归档入职材料');
    if (entry.archiveNo === input.archiveNo) return { ok: true };
    if (entry.archiveNo !== null) throw refused(`已归档，归档号${entry.archiveNo}`);
    if (entry.unchecked > 0) throw refused(`还有${entry.unchecked}项必需材料未核验`);
    const { rows } = await sql`insert into entry_archive (record_id, archive_no, archived_by, archived_at)
      values (${input.BusinessId}, ${input.archiveNo}, ${ctx.session.userId}, ${ctx.now}) on conflict (archive_no) do nothing returning 1`.execute(
      tx,
    );
    if (rows.length === 0) throw wrong('archiveNo', '归档号已被使用');
    await trail(tx, ctx, {
      kind: '业务',
      action: '归档入职材料',
      object: `入职 ${entry.serial}`,
      after: { 姓名: entry.name, 归档号: input.archiveNo },
    });
    return { ok: true };
  });

/** Takes archived papers out again: what was archived, by whom and why it had to be opened stays on record. */
export const reopenEntry = (ctx: Ctx, input: { BusinessId: string; reason: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const entry = await locked(tx, ctx, input.BusinessId);
    if (!checker(ctx)) throw forbidden('只有人事可以重新打开入职材料');
    if (entry.archiveNo === null) throw refused('材料未归档，可直接补交');
    await sql`with gone as (delete from entry_archive where record_id = ${input.BusinessId} returning *)
      insert into entry_archive_reopened (record_id, archive_no, archived_by, archived_at, reason, reopened_by, reopened_at)
      select record_id, archive_no, archived_by, archived_at, ${input.reason}, ${ctx.session.userId}, ${ctx.now} from gone`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '业务',
      action: '重新打开入职材料',
      object: `入职 ${entry.serial}`,
      before: { 归档号: entry.archiveNo },
      after: { 姓名: entry.name, 原因: input.reason },
    });
    return { ok: true };
  });

export const remindEntry = (ctx: Ctx, engine: Engine, input: { BusinessId: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const entry = await locked(tx, ctx, input.BusinessId);
    const row = await rowOf(tx, entryMaterialView, ctx, input.BusinessId);
    const lacking = ENTRY_MATERIALS.filter(({ key }) => row?.[key] === '未交').map(({ label }) => label);
    if (lacking.length === 0) throw refused('材料已交齐，不必催补');
    await remindOnce(tx, ctx, engine, {
      module: 'userEntry',
      id: input.BusinessId,
      project: entry.project,
      kind: '入职材料',
      title: `${entry.name}的入职材料还缺：${lacking.join('、')}，请尽快补交`,
      to: [entry.employee, entry.applicant],
    });
    return { ok: true };
  });
