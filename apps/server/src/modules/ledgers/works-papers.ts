/** Papers of building works: the list of what is due against what was handed in. */
import { PAPER_STAGES, WORKS_PAPERS } from '@hengneng/core';
import { worksPapers } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** The list as rows; its words are ours. */
const DUE = `(values ${WORKS_PAPERS.map(({ stage, name, required }, at) => `(${at + 1}, '${stage}', '${name}', ${required})`).join(', ')})
  as t(no, stage, name, required)`;

/** Works that have begun: from then on papers are due. */
const BEGUN = `s.state in ('施工中', '已竣工', '已移交')`;

/** The newest version of a paper. */
const newest = (stage: string, name: string): string => `left join lateral (select k.* from works_paper k
    where k.sub_project = s.id and k.stage = ${stage} and k.name = ${name} order by k.version desc limit 1) k on true`;

/**
 * What is due of each sub-project whose works have begun, with its newest version; and what was handed in besides. What logs and completion checks found
 * complete counts as kept until somebody uploads it here.
 */
export const PAPERS = `(
  select s.id || '-' || t.no as id, s.project, s.id as sub_project, s.contractor, t.no, t.stage, t.name, t.required,
    coalesce(k.state, case when e.id is not null then '已归档' else '缺' end) as state, k.id as paper, k.version,
    coalesce(k.copies, e.copies) as copies, coalesce(k.made_on, e.made_on) as made_on, k.uploaded_by, k.audited_by, k.opinion,
    coalesce(k.archive_no, case when k.id is null then e.document end) as archive_no, coalesce(k.files, e.files) as files,
    case when k.id is not null then '上传' when e.kind = '隐蔽验收' then '施工日志' when e.id is not null then '竣工验收' end as source
  from b_sub_project s cross join ${DUE}
    ${newest('t.stage', 't.name')}
    left join lateral (select a.* from b_acceptance_document a where a.sub_project = s.id and not a.voided and a.state = '齐全'
      and (a.name = t.name or a.kind = '隐蔽验收' and t.name = '隐蔽验收记录') order by a.made_on desc, a.id desc limit 1) e on true
  where not s.voided and (${BEGUN} or exists (select from works_paper w where w.sub_project = s.id))
  union all
  select s.id || '-p' || k.id, s.project, s.id, s.contractor, 1000, k.stage, k.name, false, k.state, k.id, k.version, k.copies, k.made_on,
    k.uploaded_by, k.audited_by, k.opinion, k.archive_no, k.files, '上传'
  from b_sub_project s join (select distinct on (w.sub_project, w.stage, w.name) w.* from works_paper w
      order by w.sub_project, w.stage, w.name, w.version desc) k on k.sub_project = s.id
  where not s.voided and not exists (select from ${DUE} where t.stage = k.stage and t.name = k.name))`;

const KEPT = `m.required and m.state = '已归档'`;

export const worksPapersView = viewSource({
  view: worksPapers,
  order: `m.project, m."subProject", m.no`,
  figures: {
    rate: `count(*) filter (where ${KEPT}) * 100.0 / nullif(count(*) filter (where m.required), 0)`,
    kept: `count(*) filter (where m.state = '已归档')`,
    missing: 'count(*) filter (where m.lack)',
    waiting: `count(*) filter (where m.state = '待审')`,
    back: `count(*) filter (where m.state = '退回')`,
  },
  rows: ({ visible }) => `
    select d.id, d.no + 100 * array_position(array[${PAPER_STAGES.map((stage) => `'${stage}'`).join(', ')}], d.stage) as no, d.project,
      d.sub_project as "subProject", d.contractor, d.stage, d.name, d.required, d.state, d.paper::text as paper, d.version, d.copies,
      d.made_on as "madeOn", d.uploaded_by as uploader, d.audited_by as auditor, d.opinion, d.archive_no as "archiveNo", d.files, d.source,
      d.required and d.state <> '已归档' as lack
    from ${PAPERS} d join project p on p.code = d.project
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`,
});
