/** 验收资料: handed in version after version, passed by somebody else, archived under a number. */
import type { dataManagementDetail, worksPaperAudit, worksPaperUpload } from '@hengneng/contracts';
import { WORKS_PAPERS } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { takeSerial } from '../../engine/forms/numbering.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import { projectsVisible } from '../projects/index.ts';

/** Under which the files of a version are bound. */
export const PAPER_FILES = 'worksPaper';

interface Sub {
  readonly id: string;
  readonly name: string;
  readonly project: string;
}

/** @throws notFound where there is none that the person may see */
const seenSubProject = async (ctx: Ctx, db: Db | Tx, id: string): Promise<Sub> => {
  const { rows } =
    await sql<Sub>`select s.id::text, s.name, s.project from b_sub_project s join project p on p.code = s.project
    where s.id = ${id} and not s.voided and ${projectsVisible(ctx.session, 'p')}`.execute(db);
  return rows[0] ?? Promise.reject(notFound('子项目不存在，或您没有查看它的权限'));
};

export const seesWorksPaper: SeesPaper = async (db, session, id) => {
  const { rows } =
    await sql`select 1 from works_paper k join b_sub_project s on s.id = k.sub_project join project p on p.code = s.project
    where k.id = ${id} and ${projectsVisible(session, 'p')}`.execute(db);
  return rows.length > 0;
};

type Upload = z.output<typeof worksPaperUpload>;

/** Drawings are known by their names: programs of many makers write them. */
const DRAWING = /\.(dwg|dxf|dwf)$/i;

/** Pictures, PDF and drawings, as the server knows the files. @throws invalid at each that is something else */
const demandPapers = async (
  tx: Tx,
  files: readonly { readonly URL: string; readonly Name: string }[],
  pictured: boolean,
): Promise<void> => {
  if (files.length === 0) throw invalid([{ path: 'files', message: '请上传文件' }]);
  const { rows } = await sql<{
    url: string;
    mime: string;
  }>`select u.url, f.mime from unnest(${files.map((file) => file.URL)}::text[]) u(url)
    join file f on u.url like '/files/' || f.id || '-%'`.execute(tx);
  const mimes = files.map(({ URL }) => rows.find((row) => row.url === URL)?.mime ?? '');
  const errors = files.flatMap(({ Name }, at) => {
    const mime = mimes[at] ?? '';
    return mime.startsWith('image/') || mime === 'application/pdf' || DRAWING.test(Name)
      ? []
      : [{ path: `files[${at}]`, message: '只能上传PDF、图纸（dwg、dxf）或图片' }];
  });
  if (errors.length > 0) throw invalid(errors);
  if (pictured && !mimes.some((mime) => mime.startsWith('image/')))
    throw invalid([{ path: 'files', message: '隐蔽工程须有影像，请至少上传一张照片' }]);
};

export const uploadPaper = (ctx: Ctx, input: Upload): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const sub = await seenSubProject(ctx, tx, input.subProject);
    // Two versions at once are two versions.
    await sql`select 1 from b_sub_project where id = ${sub.id} for update`.execute(tx);
    const due = WORKS_PAPERS.find((one) => one.stage === input.stage && one.name === input.name);
    const { rows: before } = await sql<{ version: number; state: string }>`select version, state from works_paper
      where sub_project = ${sub.id} and stage = ${input.stage} and name = ${input.name} order by version desc limit 1`.execute(
      tx,
    );
    if (before[0]?.state === '待审') throw refused('上一版还在待审，审核后再上传新版');
    const { rows } = await sql<{ id: string }>`
      insert into works_paper (sub_project, stage, name, version, copies, made_on, files, uploaded_by)
      values (${sub.id}, ${input.stage}, ${input.name}, ${(before[0]?.version ?? 0) + 1}, ${input.copies}, ${input.madeOn},
        ${JSON.stringify(input.files)}::jsonb, ${ctx.session.userId}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    const named = input.files.map(({ URL }, at) => ({ path: `files[${at}]`, URL }));
    const errors = await bindFiles(tx, PAPER_FILES, id, named, ctx.session.userId);
    if (errors.length > 0) throw invalid([...errors]);
    await demandPapers(tx, input.files, due?.pictured === true);
    await trail(tx, ctx, {
      kind: '业务',
      action: '上传验收资料',
      object: `子项目 ${sub.project} ${sub.name}`,
      after: { 目录: input.stage, 资料: input.name, 版本: (before[0]?.version ?? 0) + 1, 份数: input.copies },
    });
    return { id };
  });

interface Waiting extends Sub {
  readonly paper: string;
  readonly state: string;
  readonly uploadedBy: string;
}

export const auditPaper = (ctx: Ctx, input: z.output<typeof worksPaperAudit>): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const { rows } =
      await sql<Waiting>`select s.id::text, s.project, k.name as paper, s.name, k.state, k.uploaded_by::text as "uploadedBy"
      from works_paper k join b_sub_project s on s.id = k.sub_project join project p on p.code = s.project
      where k.id = ${input.id} and ${projectsVisible(ctx.session, 'p')} for update of k`.execute(tx);
    const [paper] = rows;
    if (paper === undefined) throw notFound('资料不存在，或您没有查看它的权限');
    if (paper.state !== '待审') throw refused(`该资料${paper.state}，不能再审核`);
    if (paper.uploadedBy === ctx.session.userId) throw refused('审核人不能是上传人，请由他人审核');
    if (!input.pass && !input.opinion) throw invalid([{ path: 'opinion', message: '退回请写明原因' }]);
    const archiveNo = input.pass
      ? await takeSerial(tx, PAPER_FILES, `YS-${paper.project}-{yyyy}-{seq4}`, ctx.now)
      : null;
    await sql`update works_paper set state = ${input.pass ? '已归档' : '退回'}, audited_by = ${ctx.session.userId}, audited_at = ${ctx.now},
      opinion = ${input.opinion ?? null}, archive_no = ${archiveNo} where id = ${input.id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: input.pass ? '归档验收资料' : '退回验收资料',
      object: `子项目 ${paper.project} ${paper.name}`,
      after: { 资料: paper.paper, 归档号: archiveNo, 意见: input.opinion ?? null },
    });
    return { id: input.id };
  });

type Detail = z.input<typeof dataManagementDetail.output>;

/** A paper with all its versions, the newest first. */
export const paperDetail = async (ctx: Ctx, id: string): Promise<Detail> => {
  const { rows } = await sql<Detail['versions'][number] & { name: string }>`
    select k.name, k.id::text, k.version, k.state, k.made_on::text as "madeOn", u.user_name as "uploadedBy", to_json(k.uploaded_at) #>> '{}' as "uploadedAt",
      a.user_name as "auditedBy", k.opinion, k.archive_no as "archiveNo", k.files
    from works_paper w join works_paper k on k.sub_project = w.sub_project and k.stage = w.stage and k.name = w.name
      join b_sub_project s on s.id = w.sub_project join project p on p.code = s.project
      join app_user u on u.id = k.uploaded_by left join app_user a on a.id = k.audited_by
    where w.id = ${id} and ${projectsVisible(ctx.session, 'p')} order by k.version desc`.execute(ctx.db);
  const [newest] = rows;
  if (newest === undefined) throw notFound('资料不存在，或您没有查看它的权限');
  return { title: newest.name, versions: rows.map(({ name: _, ...version }) => version) };
};
