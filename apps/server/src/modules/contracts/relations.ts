/** How contracts belong together: what was signed on top of one, what the same project buys, and the agreement that it is bought under. */
import { contractRelations } from '@hengneng/forms';
import type { ModuleId } from '@hengneng/core';
import type { Catalog } from '../../engine/index.ts';
import { type AnySource, viewSource } from '../../engine/views/source.ts';
import { contractLedgers } from '../ledgers/index.ts';
import { APPROVAL, hangingRecords, type Ledger, stateOf } from './hanging.ts';

/** The letter by which the ledger of all contracts names each of its sources. */
const LEDGERS: readonly (readonly [string, Ledger])[] = [
  ['c', 'contract'],
  ['b', 'buyerContract'],
  ['w', 'projectContract'],
];
/** What a record of a module is to the contract that it names. */
const RELATIONS: Partial<Record<ModuleId, string>> = {
  EMCOperateContract: '签订单据',
  operateMainContract: '签订单据',
  supplementaryAgreement: '补充',
  operationRenewal: '续签',
  renewalTracking: '续签跟踪',
};
const MODULES = Object.keys(RELATIONS) as ModuleId[];

/** What a contract `b` is to a contract `a`. */
const between = `case when a.source = '协议' then '框架下采购' when b.source = '协议' then '框架协议'
    when b.source = '客户合同' then case a.source when '客户合同' then '同项目合同' else '客户合同' end
    when b.source = '工程合同' then '工程' when b.kind like '外包%' or b.kind in ('水处理', '其他外包') then '外包' else '采购' end`;

/** Whether both belong to one project, or the one is bought under the other's agreement; purchases of one project are no relation of each other. */
const related = `(a.project = b.project and '客户合同' in (a.source, b.source))
    or (a.counterpart = b.counterpart and (a.source = '协议') <> (b.source = '协议') and '客户合同' not in (a.source, b.source))`;

export const relationsView = (catalog: Catalog): AnySource =>
  viewSource({
    view: contractRelations,
    order: `(m.module is null), array_position(array['签订单据', '补充', '续签', '续签跟踪', '客户合同', '同项目合同'], m.relation) nulls last, m."endDate" desc nulls last, m.id`,
    rows: ({ today, visible, session, bind }) => {
      const seen = `(select l.*, p.area from (${contractLedgers(today)}) l left join project p on p.code = l.project
        where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'coalesce(l.person, p.manager)' })})`;
      const records = LEDGERS.map(
        ([letter, ledger]) =>
          `select '${letter}' || h.contract as of, h.id, h.module from ${hangingRecords(catalog, ledger, { session, bind }, MODULES)} h`,
      ).join(' union all ');
      return `
    with seen as materialized ${seen}
    select a.id || ':' || b.id as id, a.id as of, ${between} as relation, b.no, b.name, b.counterpart, b.end_on as "endDate", b.state, b.source,
      b.id as target, null as module, null as record
    from seen a join seen b on a.id <> b.id and (${related})
    union all
    select x.of || ':' || x.module || x.id, x.of, case x.module ${Object.entries(RELATIONS)
      .map(([module, relation]) => `when '${module}' then '${relation}'`)
      .join(
        ' ',
      )} end, i.serial, i.title, a.counterpart, a.end_on, ${stateOf('i.status')}, null, null, x.module, x.id::text
    from (${records}) x join seen a on a.id = x.of ${APPROVAL}`;
    },
  });
