/** Records that hang under a contract: of every module that points at one, found from the definitions, so that a new form is among them. */
import { isModuleId, type ModuleId, MODULES } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import {
  detailTableName,
  entityOf,
  type Field,
  type Fields,
  type FormShape,
  snakeCase,
  sqlName,
  tableName,
  type ViewShape,
} from '@hengneng/form-kit';
import { type Catalog, visibleRecords } from '../../engine/index.ts';
import type { Asked } from '../../engine/views/source.ts';

type Asking = Pick<Asked<ViewShape>, 'session' | 'bind'>;

/** Ledgers of contracts that forms point into, by the entity they name. */
export type Ledger = 'contract' | 'buyerContract' | 'projectContract';
const ENTITIES: Readonly<Record<string, Ledger>> = {
  contract: 'contract',
  buyerContract: 'buyerContract',
  // Forms name the ledger of purchases by the form that fills most of it.
  purchaseContract: 'buyerContract',
  projectContract: 'projectContract',
};

/** The forms that made a contract carry its number themselves. */
const MAKERS: Readonly<Record<string, string>> = {
  EMCOperateContract: 'contractNo',
  operateMainContract: 'mainNo',
};

/** Where a module's records keep the contracts that they belong to: pairs of record and contract. */
interface Hold {
  readonly module: ModuleId;
  /** SQL of the pairs `id`, `contract`. */
  readonly pairs: string;
}

const pointsAt = (ledger: Ledger, field: Field): boolean => ENTITIES[entityOf(field) ?? ''] === ledger;

const keysOf = (fields: Fields | undefined, ledger: Ledger): readonly string[] =>
  Object.entries(fields ?? {}).flatMap(([key, field]) => (pointsAt(ledger, field) ? [key] : []));

function holdOf(definition: FormShape, ledger: Ledger): Hold | null {
  const table = tableName(definition.id);
  const own = [definition.links, definition.fields, ...definition.steps.map((step) => step.fields)].flatMap((fields) =>
    keysOf(fields, ledger),
  );
  const maker = ledger === 'contract' ? MAKERS[definition.id] : undefined;
  const pairs = [
    ...(maker === undefined ? own : [...own, maker]).map(
      (key) => `select h.id, h.${sqlName(snakeCase(key))} as contract from ${table} h`,
    ),
    ...Object.entries(definition.details ?? {}).flatMap(([detail, { fields }]) =>
      keysOf(fields, ledger).map(
        (key) =>
          `select h.parent_id as id, h.${sqlName(snakeCase(key))} as contract from ${detailTableName(definition.id, detail)} h`,
      ),
    ),
  ];
  return pairs.length === 0 ? null : { module: definition.id, pairs: pairs.join(' union ') };
}

/** Modules whose records point at a ledger's contracts. */
const holdsOf = (ledger: Ledger): readonly Hold[] =>
  Object.values<FormShape>(FORMS).flatMap((definition) => holdOf(definition, ledger) ?? []);

const HOLDS: Readonly<Record<Ledger, readonly Hold[]>> = {
  contract: holdsOf('contract'),
  buyerContract: holdsOf('buyerContract'),
  projectContract: holdsOf('projectContract'),
};

/** Letters that are not for everybody have a page of their own, which knows who reads them. */
const ASIDE: Partial<Record<ModuleId, string>> = {
  dailyInformation: `coalesce(r.secrecy, '内部') in ('公开', '内部')`,
};

/**
 * Rows `id` (of the record), `module`, `contract`: of the modules that the person may search, the records that the person may see there.
 * @param only of these modules
 */
export function hangingRecords(
  catalog: Catalog,
  ledger: Ledger,
  { session, bind }: Asking,
  only?: readonly ModuleId[],
): string {
  const parts = HOLDS[ledger].flatMap(({ module: id, pairs }) => {
    const module = catalog.get(id);
    if (module === undefined || (only !== undefined && !only.includes(id))) return [];
    const visible = visibleRecords(module, session, 'r', bind);
    return visible === null
      ? []
      : [
          `select r.id, '${id}' as module, h.contract from ${tableName(id)} r join (${pairs}) h on h.id = r.id
            where r.status <> 'draft' and h.contract is not null and ${ASIDE[id] ?? 'true'} and ${visible}`,
        ];
  });
  const none = `select null::bigint as id, null::text as module, ${ledger === 'contract' ? 'null::text' : 'null::bigint'} as contract where false`;
  return `(${[none, ...parts].join(' union all ')})`;
}

/** SQL of the name that people know a module by. */
export const moduleTitle = (column: string): string =>
  `case ${column} ${[...new Set(Object.values(HOLDS).flatMap((holds) => holds.map(({ module }) => module)))]
    .map((id) => `when '${id}' then '${isModuleId(id) ? MODULES[id].title : id}'`)
    .join(' ')} end`;

/** What people call the state of a record that is no draft. */
export const stateOf = (column: string): string =>
  `case ${column} when 'running' then '审批中' when 'returned' then '已退回' when 'approved' then '已通过' when 'rejected' then '未同意'
    when 'withdrawn' then '已撤回' when 'cancelled' then '已作废' end`;

/** The approval of a record `x`, its last round. */
export const APPROVAL = `join lateral (select i.* from wf_instance i where i.module_id = x.module and i.biz_id = x.id order by i.id desc limit 1) i on true`;
