/** One contract from all sides. Each list is of all contracts that the person may see; the page asks for one of them. */
import {
  contractApprovals,
  contractBases,
  contractChanges,
  contractFiles,
  contractLetters,
  contractPeriods,
  contractPlans,
  contractRecords,
} from '@hengneng/forms';
import type { ModuleId } from '@hengneng/core';
import { ACTION_LABEL, type Catalog } from '../../engine/index.ts';
import { type AnySource, viewSource } from '../../engine/views/source.ts';
import { LETTER_ROWS, RECEIVABLES } from '../ledgers/index.ts';
import { IN_SCOPE } from './emc.ts';
import { APPROVAL, hangingRecords, moduleTitle, stateOf } from './hanging.ts';

/** Forms that make a contract or change it. */
const SIGNING: readonly ModuleId[] = [
  'EMCOperateContract',
  'operateMainContract',
  'operationRenewal',
  'supplementaryAgreement',
];

const contractPeriodsView = viewSource({
  view: contractPeriods,
  order: 'm."dueOn" desc nulls last, m.id desc',
  figures: {
    due: 'coalesce(sum(m.due), 0)',
    received: 'coalesce(sum(m.received), 0)',
    unpaid: 'coalesce(sum(m.unpaid), 0)',
    overdue: 'coalesce(sum(m.unpaid) filter (where m."lateDays" > 0), 0)',
    rate: 'sum(m.received) * 100 / nullif(sum(m.due), 0)',
  },
  charts: { months: { due: 'sum(m.due)', received: 'sum(m.received)', unpaid: 'sum(m.unpaid)' } },
  rows: ({ today, visible }) => `
    select r.id, r.contract, c.project_code as project,
      case when r.period_start is null then r.book_month else concat_ws(' 至 ', r.period_start, r.period_end) end as period,
      coalesce(r.book_month, to_char(coalesce(r.period_end, r.due_date), 'YYYY-MM')) as month, r.receivable_no as receivable, r.source_kind as source,
      s.serial as settlement, r.due_date as "dueOn", r.amount - r.cancelled as due, r.invoiced, r.written as received, r.unpaid,
      case when r.unpaid > 0 then nullif(greatest(${today} - r.due_date, 0), 0) end as "lateDays", r.settlement::text as record
    from ${RECEIVABLES} r join contract c on c.code = r.contract join project p on p.code = c.project_code
      left join f_user_settlement s on s.id = r.settlement
    where ${visible(IN_SCOPE)}`,
});

const contractPlansView = viewSource({
  view: contractPlans,
  order: `m.state desc, m."dueOn", m.id`,
  rows: ({ visible }) => `
    select l.id, l.contract, c.project_code as project, l.item, l.period_from as "periodFrom", l.period_to as "periodTo", l.due_on as "dueOn", l.amount,
      l.state
    from b_contract_plan l join contract c on c.code = l.contract join project p on p.code = c.project_code
    where l.direction = '收' and not l.voided and ${visible(IN_SCOPE)}`,
});

/** What two versions of a contract differ in, in words. */
const TERMS = (v: string): string =>
  `concat_ws('，', ${v}.party, '合同额' || ${v}.amount || '元', '年' || ${v}.year_amount || '元', '至' || ${v}.end_date)`;

const contractChangesView = viewSource({
  view: contractChanges,
  order: `(m.approval <> '审批中'), m."effectOn" desc nulls last, m.id desc`,
  // Versions are what came into force; a change on its way is known by its record, a price by the version that it replaced.
  rows: ({ visible }) => `
    select x.*, c.project_code as project from (
      select 'v' || v.id as id, v.contract, case v.kind when '补充协议' then '补充' else v.kind end as kind, v.document_no as document,
        (select ${TERMS('b')} from b_contract_version b where b.contract = v.contract and not b.voided and b.version_no < v.version_no
          order by b.version_no desc limit 1) as before,
        concat_ws('：', ${TERMS('v')}, v.summary) as after, v.effect_date as "effectOn", '已通过' as approval,
        case v.kind when '补充协议' then 'supplementaryAgreement' when '续签' then 'operationRenewal' end as module,
        case v.kind when '补充协议' then (select s.id::text from f_supplementary_agreement s where s.serial = v.document_no)
          when '续签' then (select s.id::text from f_operation_renewal s where s.serial = v.document_no) end as record
      from b_contract_version v where not v.voided
      union all
      select 's' || s.id, s.contract, '补充', s.serial, (select string_agg(l.clause_item || ' ' || l.before, '；' order by l.row_no) from f_supplementary_agreement_clauses l where l.parent_id = s.id),
        (select string_agg(l.clause_item || ' ' || l.after, '；' order by l.row_no) from f_supplementary_agreement_clauses l where l.parent_id = s.id),
        s.effect_date, ${stateOf('s.status')}, 'supplementaryAgreement', s.id::text
      from f_supplementary_agreement s where s.status in ('running', 'returned') and s.contract is not null
      union all
      select 'r' || s.id, s.contract, '续签', s.serial, concat_ws('，', '年' || s.old_year_amount || '元', '至' || s.old_end_date),
        concat_ws('，', s.renew_kind, '年' || s.new_year_income || '元', '至' || s.new_end), s.new_start, ${stateOf('s.status')}, 'operationRenewal', s.id::text
      from f_operation_renewal s where s.status in ('running', 'returned')
      union all
      select 'p' || n.id, n.contract_code, '单价', coalesce(n.remark, n.paper ->> 'Name'), b.price || b.unit, n.price || n.unit, n.valid_from, '已通过',
        n.source_module, n.source_id::text
      from contract_price n cross join lateral (select b.price, b.unit from contract_price b where b.contract_code = n.contract_code and b.kind = n.kind
        and b.deleted_at is null and b.valid_from < n.valid_from order by b.valid_from desc limit 1) b
      where n.deleted_at is null) x
      join contract c on c.code = x.contract join project p on p.code = c.project_code
    where ${visible(IN_SCOPE)}`,
});

const contractBasesView = viewSource({
  view: contractBases,
  order: 'm.month desc nulls last, m.kind, m.id',
  rows: ({ visible }) => `
    select b.id, b.contract, c.project_code as project, b.kind, b.item, b.month, b.period_start as "periodFrom", b.period_end as "periodTo", b.quantity,
      b.unit, b.basis_no as document, b.state
    from b_settlement_basis b join contract c on c.code = b.contract join project p on p.code = c.project_code
    where not b.voided and ${visible(IN_SCOPE)}`,
});

const contractLettersView = viewSource({
  view: contractLetters,
  order: 'm."docDate" desc, m.id desc',
  rows: (asked) => `
    select l.*, d.contract from (${LETTER_ROWS(asked)}) l join f_daily_information d on d.id = l.id where d.contract is not null`,
});

const ofContract = (visible: string): string =>
  `join contract c on c.code = x.contract join project p on p.code = c.project_code and ${visible}`;

const actName = (column: string): string =>
  `case ${column} ${Object.entries(ACTION_LABEL)
    .map(([kind, name]) => `when '${kind}' then '${name}'`)
    .join(' ')} else ${column} end`;

/** What the engine's modules hold. @param catalog says what of their records a person sees */
const recordViews = (catalog: Catalog): readonly AnySource[] => [
  viewSource({
    view: contractRecords,
    order: `(m.state <> '审批中'), m."submittedOn" desc nulls last, m.id desc`,
    charts: { kinds: { count: 'count(*)' } },
    rows: (asked) => `
      select x.module || ':' || x.id as id, x.contract, c.project_code as project, ${moduleTitle('x.module')} as kind, i.serial, i.title, i.amount,
        i.starter as applicant, (i.submitted_at at time zone 'Asia/Shanghai')::date as "submittedOn", ${stateOf('i.status')} as state,
        x.module, x.id::text as record
      from ${hangingRecords(catalog, 'contract', asked)} x ${ofContract(asked.visible(IN_SCOPE))} ${APPROVAL}`,
  }),
  viewSource({
    view: contractFiles,
    order: `(m.module is not null), m."uploadedAt" desc, m.id`,
    // Drawn signatures belong to the approval, not to the contract's papers.
    rows: (asked) => `
      select f.id::text || ':' || x.module || ':' || x.id as id, x.contract, c.project_code as project,
        f.name as paper, '/files/' || f.id || '-' || f.secret || '/file' as "paperUrl", f.size as "paperSize",
        ${moduleTitle('x.module')} as kind, null::integer as version, i.serial as document, f.uploaded_by as uploader, f.uploaded_at as "uploadedAt",
        x.module, x.id::text as record
      from ${hangingRecords(catalog, 'contract', asked)} x ${ofContract(asked.visible(IN_SCOPE))} ${APPROVAL}
        join file_link l on l.business_type = x.module and l.business_id = x.id join file f on f.id = l.file_id and f.name <> '签名.png'
      union all
      select 'c' || x.id, x.contract, c.project_code, x.paper ->> 'Name', x.paper ->> 'URL', (x.paper ->> 'Size')::bigint, x.kind, x.version, x.note, x.added_by, x.added_at, null, null
      from contract_file x ${ofContract(asked.visible(IN_SCOPE))}`,
  }),
  viewSource({
    view: contractApprovals,
    order: 'm.at desc, m.id desc',
    rows: (asked) => `
      select a.id, x.contract, c.project_code as project, ${moduleTitle('x.module')} as kind, i.serial, coalesce(a.node_name, '提交') as step,
        ${actName('a.kind')} as act, a.actor, a.opinion, a.at, x.module, x.id::text as record
      from ${hangingRecords(catalog, 'contract', asked, SIGNING)} x ${ofContract(asked.visible(IN_SCOPE))}
        join wf_instance i on i.module_id = x.module and i.biz_id = x.id join wf_action a on a.instance_id = i.id`,
  }),
];

export const infoViews = (catalog: Catalog): readonly AnySource[] => [
  contractPeriodsView,
  contractPlansView,
  contractChangesView,
  contractBasesView,
  contractLettersView,
  ...recordViews(catalog),
];
