/** What is on file about one supplier. What belongs to a project is there for those who see the project; the rest for whoever holds the library. */
import {
  supplierAccounts,
  supplierComments,
  supplierEvaluations,
  supplierFines,
  supplierPapers,
} from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** A line `e` of no project, or of one within the person's scope; the project comes in as `p`. */
const ofSeen = (visible: string): string => `(e.project is null or ${visible})`;
const project = { project: 'p.code', dept: 'p.area', applicant: 'p.manager' } as const;

export const supplierEvaluationsView = viewSource({
  view: supplierEvaluations,
  order: 'm."evaluatedOn" desc, m.id desc',
  charts: { scores: { score: `avg(m.score) filter (where m.kind = '过程评价')` } },
  rows: ({ visible }) => `
    select e.id, e.supplier, e.evaluated_on as "evaluatedOn", e.kind, e.project, c.document as contract, e.node, e.score, e.result,
      case when e.to_grade is null then null when e.from_grade is not distinct from e.to_grade then e.to_grade
        else coalesce(e.from_grade, '未评级') || ' → ' || e.to_grade end as grades,
      (select i.starter from wf_instance i where i.module_id = e.source_module and i.biz_id = e.source_id order by i.id desc limit 1) as evaluator,
      e.source_module as module, e.source_id::text as record
    from b_supplier_evaluation e left join project p on p.code = e.project
      left join b_project_contract c on c.id = e.contract
    where not e.voided and ${ofSeen(visible(project))}`,
});

export const supplierPapersView = viewSource({
  view: supplierPapers,
  order: `array_position(array['已过期', '30天内到期', '90天内到期', '有效', '长期', '已换证'], m.state), m."expiresOn", m.id`,
  rows: ({ today }) => `
    select e.id, e.supplier, e.kind, e.cert_no as "certNo", e.level, e.expires_on as "expiresOn",
      case when e.replaced then '已换证' when e.expires_on is null then '长期' when e.expires_on < ${today} then '已过期'
        when e.expires_on <= ${today} + 30 then '30天内到期' when e.expires_on <= ${today} + 90 then '90天内到期' else '有效' end as state
    from b_supplier_certificate e where not e.voided`,
});

export const supplierAccountsView = viewSource({
  view: supplierAccounts,
  order: 'm.current desc, m."verifiedOn" desc, m.id desc',
  rows: () => `
    select e.id, e.supplier, e.bank_name as "bankName", right(e.bank_account, 4) as tail, e.verified_on as "verifiedOn",
      coalesce(s.bank_account = e.bank_account, false) as current
    from b_supplier_account e join supplier s on s.id = e.supplier where not e.voided`,
});

export const supplierFinesView = viewSource({
  view: supplierFines,
  order: 'm."happenedOn" desc, m.id desc',
  rows: ({ visible }) => `
    select e.id, e.supplier, e.happened_on as "happenedOn", e.kind, e.project, c.document as contract, e.amount, e.reason, e.state
    from b_supplier_fine e left join project p on p.code = e.project left join b_project_contract c on c.id = e.contract
    where not e.voided and ${ofSeen(visible(project))}`,
});

export const supplierCommentsView = viewSource({
  view: supplierComments,
  order: 'm.id desc',
  rows: ({ asks, bind }) => `
    select k.id, k.written_by as author, k.written_at as "writtenAt", k.content, k.files
    from supplier_comment k where k.supplier = ${bind(asks.objectId)}::bigint and ${bind(asks.objectType)}::text = '服务商'`,
});
