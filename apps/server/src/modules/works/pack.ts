/** 验收资料 taken together: the newest version of each paper that the list shows, in folders by project, sub-project and stage. */
import { worksPapers } from '@hengneng/forms';
import { today } from '@hengneng/form-kit';
import { raw } from '../../platform/db/raw.ts';
import { listFrom, type RowsAsk } from '../../engine/lists/list.ts';
import { listOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Records } from '../../platform/files/calls.ts';
import { packFiles } from '../../platform/files/pack.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { worksPapersView } from '../ledgers/index.ts';

interface Paper {
  readonly project: string;
  readonly sub: string;
  readonly stage: string;
  readonly name: string;
  readonly version: number | null;
  readonly files: readonly { readonly URL: string; readonly Name: string; readonly Size: number }[];
}

const LIST = listOf(worksPapersView);

export const packPapers = async (
  ctx: Ctx,
  deps: { readonly storage: Storage; readonly records: Records },
  ask: RowsAsk,
): Promise<FileAnswer> => {
  const { from, parameters } = listFrom(LIST, ctx, ask);
  const papers = await raw<Paper>(
    ctx.db,
    `select (select p.code || ' ' || p.name from project p where p.code = m.project) as project,
        (select s.name from b_sub_project s where s.id = m."subProject") as sub, m.stage, m.name, m.version, m.files
      ${from} and jsonb_array_length(m.files) > 0 order by ${worksPapersView.order}`,
    parameters.values,
  );
  const files = papers.flatMap(({ project, sub, stage, name, version, files: of }) =>
    of.map((file) => ({
      ...file,
      folders: [project, sub, stage, version === null ? name : `${name}_第${version}版`],
    })),
  );
  return packFiles(deps, ctx, `${worksPapers.title}_${today(ctx.now)}.zip`, files, (count) =>
    ctx.write((tx) =>
      trail(tx, ctx, {
        kind: '导出',
        action: '批量下载',
        object: worksPapers.title,
        summary: `${count}个文件`,
        after: { 文件: count, 项目: [...new Set(papers.map(({ project }) => project))].join('、') },
      }),
    ),
  );
};
