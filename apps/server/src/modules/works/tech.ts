/** 技术资料: uploaded, passed by somebody else, and replaced by the next version, after which the old one is void. */
import type {
  dataTechnicalDetail,
  dataTechnicalFavorite,
  dataTechnicalFiles,
  techDocumentAdd,
  techDocumentAudit,
  techDocumentRevise,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { techDocuments } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import { holds } from '../identity/index.ts';
import { techDocumentsView } from '../ledgers/index.ts';
import { seenProject } from '../projects/index.ts';

/** Under which the file of a version is bound. */
export const TECH_FILES = 'techDocument';

export const seesTechDocument: SeesPaper = async (db, session, id) =>
  holds(session, shortCodeOf(techDocuments.screen), 'download') &&
  (await rowOf(db, techDocumentsView, { session, now: new Date() }, id)) !== undefined;

interface Version {
  readonly id: string;
  readonly root: string;
  readonly version: number;
  readonly state: string;
  readonly project: string;
  readonly name: string;
  readonly uploadedBy: string;
}

const versionSql = sql`select k.id::text, k.root::text, k.version, k.state, k.project, k.name, k.uploaded_by::text as "uploadedBy" from tech_document k`;

/** The next version of a document; two at once are two versions. @throws refused while one waits to be passed */
async function nextVersion(
  tx: Tx,
  ctx: Ctx,
  of: Version,
  input: { readonly madeOn: string; readonly note: string; readonly file: z.output<typeof techDocumentAdd>['file'] },
): Promise<string> {
  await sql`select 1 from tech_document where id = ${of.root} for update`.execute(tx);
  const { rows: last } = await sql<{ version: number; state: string }>`select version, state from tech_document
    where root = ${of.root} order by version desc limit 1`.execute(tx);
  if (last[0]?.state === '待审') throw refused('上一版还在待审，审核后再升版');
  const { rows } = await sql<{ id: string }>`
    insert into tech_document (root, project, specialty, doc_kind, name, drawing_no, version, note, made_on, secrecy, file, uploaded_by)
    select root, project, specialty, doc_kind, name, drawing_no, ${(last[0]?.version ?? 1) + 1}, ${input.note}, ${input.madeOn}, secrecy,
      ${JSON.stringify(input.file)}::jsonb, ${ctx.session.userId} from tech_document where id = ${of.root} returning id::text`.execute(
    tx,
  );
  return rows[0]?.id ?? '';
}

const bound = async (
  tx: Tx,
  ctx: Ctx,
  id: string,
  file: z.output<typeof techDocumentAdd>['file'],
  words: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string }> => {
  const errors = await bindFiles(tx, TECH_FILES, id, [{ path: 'file', URL: file.URL }], ctx.session.userId);
  if (errors.length > 0) throw invalid([...errors]);
  await trail(tx, ctx, {
    kind: '业务',
    action: '上传技术资料',
    object: `技术资料 ${id}`,
    after: { ...words, 文件: file.Name },
  });
  return { id };
};

export const addDocument = (ctx: Ctx, input: z.output<typeof techDocumentAdd>): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const project = await seenProject(ctx, tx, input.project);
    const { drawingNo = null, note = null } = input;
    if (drawingNo !== null) {
      await sql`select pg_advisory_xact_lock(hashtext(${`tech ${project.code} ${drawingNo}`}))`.execute(tx);
      const { rows } =
        await sql<Version>`${versionSql} where k.project = ${project.code} and k.drawing_no = ${drawingNo} and k.version = 1`.execute(
          tx,
        );
      const [known] = rows;
      if (known !== undefined) {
        // The same number is the same drawing: what comes is its next version.
        if (note === null)
          throw invalid([{ path: 'note', message: `图号${drawingNo}已有资料，将作为新版替换，请填写修改说明` }]);
        const id = await nextVersion(tx, ctx, known, { madeOn: input.madeOn, note, file: input.file });
        return bound(tx, ctx, id, input.file, { 名称: known.name, 图号: drawingNo, 修改说明: note });
      }
    }
    const { rows } = await sql<{ id: string }>`
      insert into tech_document (project, specialty, doc_kind, name, drawing_no, version, note, made_on, secrecy, file, uploaded_by)
      values (${project.code}, ${input.specialty}, ${input.docKind}, ${input.name}, ${drawingNo}, 1, ${note}, ${input.madeOn}, ${input.secrecy},
        ${JSON.stringify(input.file)}::jsonb, ${ctx.session.userId}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`update tech_document set root = id where id = ${id}`.execute(tx);
    return bound(tx, ctx, id, input.file, {
      项目: project.code,
      名称: input.name,
      图号: drawingNo,
      密级: input.secrecy,
    });
  });

/** A version that the person may see, its row locked. @throws notFound where there is none */
async function lockedVersion(tx: Tx, ctx: Ctx, id: string): Promise<Version> {
  const seen = await rowOf(tx, techDocumentsView, ctx, id);
  const { rows } = await sql<Version>`${versionSql} where k.id = ${id} for update`.execute(tx);
  if (seen === undefined || rows[0] === undefined) throw notFound('资料不存在，或您没有查看它的权限');
  return rows[0];
}

export const reviseDocument = (
  ctx: Ctx,
  input: z.output<typeof techDocumentRevise>,
): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const of = await lockedVersion(tx, ctx, input.id);
    const id = await nextVersion(tx, ctx, of, input);
    return bound(tx, ctx, id, input.file, { 名称: of.name, 修改说明: input.note });
  });

export const auditDocument = (ctx: Ctx, input: z.output<typeof techDocumentAudit>): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const of = await lockedVersion(tx, ctx, input.id);
    if (of.state !== '待审') throw refused(`该资料${of.state}，不能再审核`);
    if (of.uploadedBy === ctx.session.userId) throw refused('审核人不能是上传人，请由他人审核');
    if (!input.pass && !input.opinion) throw invalid([{ path: 'opinion', message: '退回请写明原因' }]);
    await sql`update tech_document set state = ${input.pass ? '已审核' : '退回'}, audited_by = ${ctx.session.userId}, audited_at = ${ctx.now},
      opinion = ${input.opinion ?? null} where id = ${input.id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: input.pass ? '审核技术资料' : '退回技术资料',
      object: `技术资料 ${of.project} ${of.name}`,
      after: { 版本: of.version, 意见: input.opinion ?? null },
    });
    return { id: input.id };
  });

type Detail = z.input<typeof dataTechnicalDetail.output>;

/** A document with those of its versions that the person may see, the newest first. */
export const documentDetail = async (ctx: Ctx, id: string): Promise<Detail> => {
  const seen = await rowOf(ctx.db, techDocumentsView, ctx, id);
  if (seen === undefined) throw notFound('资料不存在，或您没有查看它的权限');
  const { rows } = await sql<Detail['versions'][number]>`
    select k.id::text, k.version, k.state, k.made_on::text as "madeOn", u.user_name as "uploadedBy", to_json(k.uploaded_at) #>> '{}' as "uploadedAt",
      a.user_name as "auditedBy", coalesce(k.opinion, k.note) as opinion, null as "archiveNo", json_build_array(k.file) as files
    from tech_document w join tech_document k on k.root = w.root join app_user u on u.id = k.uploaded_by left join app_user a on a.id = k.audited_by
    where w.id = ${id} order by k.version desc`.execute(ctx.db);
  const shown = await Promise.all(
    rows.map(async (row) => ((await rowOf(ctx.db, techDocumentsView, ctx, row.id)) === undefined ? [] : [row])),
  );
  return { title: String(seen['name']), versions: shown.flat() };
};

/** 收藏: a document stays on the person's shelf in whatever version is the newest. Said twice it is kept once. */
export const keepDocument = (
  ctx: Ctx,
  { id, keep }: z.output<typeof dataTechnicalFavorite.input>,
): Promise<z.input<typeof dataTechnicalFavorite.output>> =>
  ctx.write(async (tx) => {
    // What is not to be seen any more may be put away all the same.
    if (keep && (await rowOf(tx, techDocumentsView, ctx, id)) === undefined)
      throw notFound('资料不存在，或您没有查看它的权限');
    const { rows } = id.startsWith('d')
      ? { rows: [{ document: id }] }
      : await sql<{ document: string }>`select root::text as document from tech_document where id = ${id}`.execute(tx);
    const [of] = rows;
    if (of !== undefined)
      await (keep
        ? sql`insert into tech_favorite (user_id, document) values (${ctx.session.userId}, ${of.document}) on conflict do nothing`
        : sql`delete from tech_favorite where user_id = ${ctx.session.userId} and document = ${of.document}`
      ).execute(tx);
    return { id, kept: keep };
  });

const SECRET: ReadonlySet<string> = new Set(['秘密', '机密']);

/** The file of a version, or what was archived from a site's daily papers; each look counts, of secret ones it is kept who looked. */
export const documentFiles = async (
  ctx: Ctx,
  { BusinessId }: { readonly BusinessId: string },
): Promise<z.input<typeof dataTechnicalFiles.output>> => {
  const seen = await rowOf(ctx.db, techDocumentsView, ctx, BusinessId);
  if (seen === undefined) throw notFound('资料不存在，或您没有查看它的权限');
  const daily = BusinessId.startsWith('d');
  const { rows } = await sql<{ files: z.output<typeof techDocumentAdd>['file'][] }>`select ${
    daily
      ? sql`coalesce(d.files, '[]') as files from b_project_document d`
      : sql`json_build_array(d.file) as files from tech_document d`
  } where d.id = ${daily ? BusinessId.slice(1) : BusinessId}`.execute(ctx.db);
  const marked = SECRET.has(String(seen['secrecy']));
  await ctx.write(async (tx) => {
    if (!daily) await sql`update tech_document set looks = looks + 1 where id = ${BusinessId}`.execute(tx);
    if (marked)
      await trail(tx, ctx, {
        kind: '敏感查看',
        action: '预览技术资料',
        object: `技术资料 ${String(seen['name'])}`,
        after: { 密级: seen['secrecy'] },
      });
  });
  const state = String(seen['state']);
  return {
    title: String(seen['name']),
    marked,
    groups: [
      { label: `第${String(seen['version'])}版`, note: state === '已审核' ? '' : state, files: rows[0]?.files ?? [] },
    ],
  };
};
