/** Papers of building works: the list of what is due against what was handed in. */
import { PAPER_STAGES, WORKS_PAPERS } from '@hengneng/core';
import { techDocuments, worksPapers } from '@hengneng/forms';
import { shortCodeOf } from '@hengneng/core';
import { holds } from '../identity/index.ts';
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

const TECH = shortCodeOf(techDocuments.screen);
/** What of a site's daily papers is technical, by what it is called there. */
const DAILY = `(values ('竣工图纸', '竣工图'), ('设备说明书', '设备说明书'), ('检测检验报告', '试验报告'), ('会议纪要', '会议纪要')) as c(category, kind)`;

/** Who reads secret papers of others. */
const READERS = ['technicalDirector', 'generalManager', 'operationDirector', 'admin'] as const;

/** Technical documents, version by version. What nobody passed yet is seen by whoever uploaded it and by those who pass papers. */
export const techDocumentsView = viewSource({
  view: techDocuments,
  order: `(m.state = '已作废'), m.project, m.specialty, m."docKind", m.name, m.version desc`,
  figures: {
    current: `count(*) filter (where m.state = '已审核')`,
    waiting: `count(*) filter (where m.state = '待审')`,
    old: `count(*) filter (where m.state = '已作废')`,
  },
  rows: ({ session, bind, visible }) => {
    const me = `${bind(session.userId)}::bigint`;
    const reads = READERS.some((role) => session.roles.includes(role)) ? 'true' : 'false';
    return `
      select x.*, v.document is not null as favorite from (
        select k.id::text as id, k.root::text as root, k.name, k.project, k.specialty, k.doc_kind as "docKind", k.drawing_no as "drawingNo", k.version,
          n.newest = k.version as latest, k.made_on as "madeOn", k.note, k.uploaded_by as uploader, k.audited_by as auditor,
          (k.file ->> 'Size')::numeric / 1024 as size, k.looks, k.secrecy,
          case when k.state = '已审核' and n.newest > k.version then '已作废' else k.state end as state, '技术资料' as source
        from tech_document k join lateral (select max(o.version) as newest from tech_document o where o.root = k.root and o.state = '已审核') n on true
        where k.state = '已审核' or k.uploaded_by = ${me} or ${holds(session, TECH, 'edit') ? 'true' : 'false'}
        union all
        select 'd' || d.id, 'd' || d.id, d.doc_name, d.project, '综合', c.kind, d.doc_no, 1, true, d.doc_date, null, r.applicant, null, null, 0, d.secrecy, '已审核', '日常资料'
        from b_project_document d join ${DAILY} on c.category = d.category
          left join f_daily_information r on d.source_module = 'dailyInformation' and r.id = d.source_id
        where not d.voided) x join project p on p.code = x.project left join tech_favorite v on v.user_id = ${me} and v.document = x.root
      where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}
        and (x.secrecy in ('公开', '内部') or ${reads} or ${me} in (x.uploader, p.manager))`;
  },
});
