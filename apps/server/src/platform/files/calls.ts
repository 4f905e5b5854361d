/** Uploading and attaching. Who may see a record is the form engine's word, asked through `Records`. */
import * as contracts from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Ctx, Session } from '../context.ts';
import { ask, type Asked } from '../db/asked.ts';
import type { Db, Tx } from '../db/schema.ts';
import { AppError, forbidden, invalid, notFound } from '../http/errors.ts';
import type { CallRegistry, UploadedFile } from '../http/registry.ts';
import { audit } from '../audit/audit.ts';
import { addressOf, bindFiles, findFile, fileUrl, INLINE, storeFile, type StoredFile } from './files.ts';
import { filePass } from './pass.ts';
import type { Storage } from './storage.ts';

/** What files need to know of records. Types are procedure ids on the wire, module ids in links. */
export interface Records {
  /** Module id of a procedure id; undefined where there is none. */
  moduleOf(procedureId: string): string | undefined;
  canSee(db: Db, session: Session, moduleId: string, businessId: string): Promise<boolean>;
  /** Whether the person may attach to the record now: its maker while it is in their hands, or who handles it. */
  canAttach(db: Db, session: Session, moduleId: string, businessId: string): Promise<boolean>;
  /** Step at which the person would attach: `start`, `s1`, … */
  nodeOf(db: Db, session: Session, moduleId: string, businessId: string): Promise<string | null>;
}

interface AttachmentRow {
  readonly id: string;
  readonly file_id: string;
  readonly secret: string;
  readonly name: string;
  readonly size: number;
  readonly node: string | null;
  readonly added_by: string;
  readonly user_name: string;
  readonly added_at: string;
}

const shown = (row: AttachmentRow) => ({
  Id: row.id,
  URL: fileUrl(row.file_id, row.secret, row.name),
  Size: row.size,
  Name: row.name,
  BusinessNode: row.node,
  UserId: row.added_by,
  UserName: row.user_name,
  at: new Date(row.added_at).toISOString(),
});

/** Attachments of a record, oldest first. */
export const askAttachments = (moduleId: string, businessId: string): Asked<readonly ReturnType<typeof shown>[]> => ({
  read: (found) => ((found ?? []) as readonly AttachmentRow[]).map(shown),
  sql: sql`
    (select json_agg(x) from (
      select a.id::text, a.file_id::text, f.secret, a.name, f.size, a.node, a.added_by::text, u.user_name, a.added_at
        from attachment a join file f on f.id = a.file_id join app_user u on u.id = a.added_by
       where a.business_type = ${moduleId} and a.business_id = ${businessId} and a.removed_at is null order by a.id) x)`,
});

const attachmentsOf = async (db: Db | Tx, moduleId: string, businessId: string) => [
  ...(await ask(db, askAttachments(moduleId, businessId))),
];

interface Resource {
  readonly BusinessType: string;
  readonly BusinessId: string;
  readonly URL: string;
  readonly BusinessChildId?: string | null | undefined;
  readonly BusinessChildType?: string | null | undefined;
  readonly BusinessNode?: string | null | undefined;
  readonly Name?: string | undefined;
}

const SUBMITTED = '该附件已随审批提交，不能删除';

export function registerFiles(
  registry: CallRegistry,
  deps: { readonly storage: Storage; readonly records: Records },
): void {
  const { storage, records } = deps;
  const take = (ctx: Ctx, file: UploadedFile): Promise<StoredFile> =>
    storeFile(ctx.db, storage, ctx.session.userId, file);
  registry.upload(contracts.uploadResource, { access: 'signedIn' }, (ctx, _input, file) => take(ctx, file));
  registry.upload(contracts.uploadPhoto, { access: 'signedIn' }, (ctx, _input, file) => take(ctx, file));

  registry.handle(contracts.linkResource, { access: 'signedIn' }, async ({ db, session, now }, { URL, Mark }) => {
    const address = addressOf(URL);
    if (address === null) throw notFound('文件不存在或已被删除');
    const file = await openFile(deps, db, session, address.id, address.secret, false);
    const pass = await filePass(db, session, { fileId: address.id, mark: Mark }, now);
    return {
      URL: `${fileUrl(address.id, address.secret, file.name)}?pass=${pass}${Mark ? '&mark=1' : ''}`,
    };
  });

  const moduleFor = (procedureId: string): string => {
    const moduleId = records.moduleOf(procedureId);
    if (!moduleId) throw notFound('没有这个业务模块');
    return moduleId;
  };

  const attach = async (ctx: Ctx, tx: Tx, list: readonly Resource[]): Promise<void> => {
    const { session } = ctx;
    for (const [index, of] of list.entries()) {
      const moduleId = moduleFor(of.BusinessType);
      if (!(await records.canAttach(tx, session, moduleId, of.BusinessId)))
        throw forbidden('您现在不能给该单据添加附件');
      const path = `ServiceResourceList[${index}].URL`;
      const errors = await bindFiles(tx, moduleId, of.BusinessId, [{ path, URL: of.URL }], session.userId);
      if (errors.length > 0) throw invalid(errors);
      const address = addressOf(of.URL);
      const node = await records.nodeOf(tx, session, moduleId, of.BusinessId);
      await sql`insert into attachment (file_id, business_type, business_id, child_id, child_type, node, name, added_by)
        select id, ${moduleId}, ${of.BusinessId}, ${of.BusinessChildId ?? null}, ${of.BusinessChildType ?? null}, ${node}, coalesce(${of.Name ?? null}, name), ${session.userId}
        from file where id = ${address?.id ?? '0'}`.execute(tx);
      await told(ctx, tx, '添加附件', of.Name ?? '', { moduleId, businessId: of.BusinessId });
    }
  };

  const told = (
    ctx: Ctx,
    tx: Tx,
    action: '添加附件' | '删除附件',
    name: string,
    of: { readonly moduleId: string; readonly businessId: string },
  ): Promise<void> =>
    audit(tx, {
      userId: ctx.session.userId,
      userName: ctx.session.userName,
      deptId: ctx.session.deptId,
      ip: ctx.ip,
      device: ctx.device,
      requestId: ctx.requestId,
      kind: '单据',
      action,
      object: name,
      objectType: of.moduleId,
      objectId: of.businessId,
    });

  const removeOne = async (
    ctx: Ctx,
    tx: Tx,
    id: string,
  ): Promise<{ readonly moduleId: string; readonly businessId: string }> => {
    const { session } = ctx;
    const { rows } = await sql<{
      business_type: string;
      business_id: string;
      node: string | null;
      added_by: string;
      name: string;
    }>`
      select business_type, business_id, node, added_by, name from attachment where id = ${id} and removed_at is null for update`.execute(
      tx,
    );
    const row = rows[0];
    if (!row || !(await records.canSee(tx, session, row.business_type, row.business_id)))
      throw notFound('附件不存在或已被删除');
    if (row.added_by !== session.userId) throw forbidden('只能删除自己上传的附件');
    const inHand = await records.canAttach(tx, session, row.business_type, row.business_id);
    if (!inHand || (await records.nodeOf(tx, session, row.business_type, row.business_id)) !== row.node)
      throw new AppError('invalid', SUBMITTED);
    await sql`update attachment set removed_at = now() where id = ${id}`.execute(tx);
    const about = { moduleId: row.business_type, businessId: row.business_id };
    await told(ctx, tx, '删除附件', row.name, about);
    return about;
  };

  registry.handle(contracts.editResource, { access: 'signedIn', okStatus: 0 }, (ctx, input) =>
    ctx.write(async (tx) => {
      if (input.Id !== undefined) {
        const { moduleId, businessId } = await removeOne(ctx, tx, input.Id);
        return attachmentsOf(tx, moduleId, businessId);
      }
      const list = input.ServiceResourceList ?? [];
      const first = list[0];
      if (!first) throw invalid([{ path: 'ServiceResourceList', message: '请选择附件' }]);
      await attach(ctx, tx, list);
      return attachmentsOf(tx, moduleFor(first.BusinessType), first.BusinessId);
    }),
  );

  registry.handle(contracts.editResourceBatch, { access: 'signedIn', okStatus: 0 }, (ctx, input) =>
    ctx.write(async (tx) => {
      const [first] = input.ServiceResourceList;
      if (!first) throw invalid([{ path: 'ServiceResourceList', message: '请选择附件' }]);
      const moduleId = moduleFor(first.BusinessType);
      if (
        input.ServiceResourceList.some(
          (of) => of.BusinessType !== first.BusinessType || of.BusinessId !== first.BusinessId,
        )
      )
        throw invalid([{ path: 'ServiceResourceList', message: '一次只能覆盖同一张单据的附件' }]);
      if (!(await records.canAttach(tx, ctx.session, moduleId, first.BusinessId)))
        throw forbidden('您现在不能给该单据添加附件');
      const node = await records.nodeOf(tx, ctx.session, moduleId, first.BusinessId);
      const keep = input.ServiceResourceList.flatMap((of) => addressOf(of.URL)?.id ?? []);
      const { rows } = await sql<{
        file_id: string;
        name: string;
        removed: boolean;
      }>`update attachment set removed_at = case when file_id = any(${keep}::bigint[]) then null else now() end
        where business_type = ${moduleId} and business_id = ${first.BusinessId} and node is not distinct from ${node} and added_by = ${ctx.session.userId} and removed_at is null
        returning file_id, name, removed_at is not null as removed`.execute(tx);
      const about = { moduleId, businessId: first.BusinessId };
      for (const { name } of rows.filter((row) => row.removed)) await told(ctx, tx, '删除附件', name, about);
      const kept = new Set(rows.flatMap((row) => (row.removed ? [] : [row.file_id])));
      await attach(
        ctx,
        tx,
        input.ServiceResourceList.filter((of) => !kept.has(addressOf(of.URL)?.id ?? '')),
      );
      return attachmentsOf(tx, moduleId, first.BusinessId);
    }),
  );
}

/** A stored file for one person: their own upload, an avatar, or a file of a record they may see. @throws notFound, forbidden */
export async function openFile(
  deps: { readonly storage: Storage; readonly records: Records },
  db: Db,
  session: Session,
  id: string,
  secret: string,
  small: boolean,
) {
  const file = await findFile(db, id, secret);
  if (!file) throw notFound('文件不存在或已被删除');
  if (!(await mayRead(deps.records, db, session, file.id, file.uploaded_by, file.links)))
    throw forbidden('您无权查看该文件');
  const thumbnail = small && file.has_thumbnail;
  return {
    row: file,
    name: file.name,
    mime: thumbnail ? 'image/webp' : file.mime,
    size: thumbnail ? null : Number(file.size),
    inline: INLINE.has(file.mime),
    read: (range?: { readonly start: number; readonly end: number }) =>
      deps.storage.read(thumbnail ? `${file.secret}.small` : file.secret, range),
  };
}

async function mayRead(
  records: Records,
  db: Db,
  session: Session,
  fileId: string,
  uploadedBy: string | null,
  links: readonly { readonly type: string; readonly id: string }[],
): Promise<boolean> {
  if (uploadedBy === session.userId) return true;
  for (const link of links) if (await records.canSee(db, session, link.type, link.id)) return true;
  // A colleague's picture is for everybody who is signed in.
  const { rows } =
    await sql`select 1 from app_user where avatar ->> 'URL' like ${`/files/${fileId}-%`} limit 1`.execute(db);
  return rows.length > 0;
}
