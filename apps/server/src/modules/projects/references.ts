/** Projects, contracts, devices and suppliers as forms point at them. */
import { type RawBuilder, sql } from 'kysely';
import { propColumns } from '../../engine/references/columns.ts';
import type { Prop, ReferenceQuery, ReferenceRow, ReferenceSource } from '../../engine/references/types.ts';
import type { Db } from '../../platform/db/schema.ts';
import { likeText } from '../identity/index.ts';
import { attributeColumns } from './attributes.ts';
import { projectsVisible } from './visible.ts';

type Found = ReferenceRow & { readonly total: number };

const page = async (
  db: Db,
  query: ReferenceQuery,
  select: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<{ rows: readonly ReferenceRow[]; total: number }> => {
  const { rows } = await sql<Found>`select found.*, (count(*) over ())::int as total from (${select}) found
    order by ${order} limit ${query.limit} offset ${query.offset}`.execute(db);
  return {
    rows: rows.map(({ total: _, ...row }) => row as ReferenceRow),
    total: rows[0]?.total ?? 0,
  };
};

const named = async (db: Db, query: RawBuilder<unknown>): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ value: string; label: string }>`${query}`.execute(db);
  return new Map(rows.map((row) => [row.value, row.label]));
};

/** Values of a query's rows. */
const valuesOf = async (db: Db, query: RawBuilder<unknown>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ value: string }>`${query}`.execute(db);
  return new Set(rows.map((row) => row.value));
};

const matches = (alias: string, keyword: string): RawBuilder<unknown> => {
  const like = likeText(keyword);
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('name')} ilike ${like} or ${column('code')} ilike ${like} or ${column('pinyin')} ilike ${like})`;
};

export const projectReferences: ReferenceSource = {
  entity: 'project',
  search: (ctx, query) =>
    page(
      ctx.db,
      query,
      sql`select p.code as value, p.name as label, p.area, d.name as "areaName", p.state, p.customer_name as "customerName",
          u.user_name as "managerName"
        from project p join dept d on d.id = p.area left join app_user u on u.id = p.manager
        where ${projectsVisible(ctx.session)} and p.state in (0, 1, 2) and ${matches('p', query.keyword)}`,
      sql`value`,
    ),
  labels: (db, values) =>
    named(db, sql`select code as value, name as label from project where code = any(${[...values]})`),
  allowed: (db, session, values) =>
    valuesOf(
      db,
      sql`select p.code as value from project p where p.code = any(${[...values]}) and ${projectsVisible(session)}`,
    ),
  plain: propColumns('project', 'code', {
    name: 'name',
    customerName: 'customer_name',
    customerContact: 'customer_contact',
    customerPhone: 'customer_phone',
    machineRoom: 'machine_room',
    address: 'address',
    area: 'area_m2',
    manager: 'manager',
    chargeModel: 'charge_model',
    buildArea: 'area_m2',
    ...attributeColumns('project'),
  }),
};

/** The price of a kind that holds on the record's day; null where there is none. */
const priceOf =
  (kind: string): Prop =>
  async (db, value, env) => {
    if (value === null) return null;
    const { rows } = await sql<{ price: string }>`select price::text from contract_price
      where contract_code = ${value} and kind = ${kind} and deleted_at is null
        and daterange(valid_from, valid_to, '[]') @> (${env.now}::timestamptz at time zone 'Asia/Shanghai')::date`.execute(
      db,
    );
    return rows[0]?.price ?? null;
  };

/** A length of time of a contract, as SQL of its row `c` and the record's day `n.day`. */
const contractTime =
  (expression: string): Prop =>
  async (db, value, env) => {
    if (value === null) return null;
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value from contract c,
      lateral (select (${env.now}::timestamptz at time zone 'Asia/Shanghai')::date as day) n where c.code = ${value}`.execute(
      db,
    );
    return rows[0]?.value ?? null;
  };

export const contractReferences: ReferenceSource = {
  entity: 'contract',
  search: (ctx, query) =>
    page(
      ctx.db,
      query,
      sql`select c.code as value, c.name as label, c.project_code as project, p.name as "projectName", c.kind,
          c.start_on::text as "startOn", c.end_on::text as "endOn", c.charge_model as "chargeModel"
        from contract c join project p on p.code = c.project_code
        where ${projectsVisible(ctx.session)} and c.state = 'active' and ${matches('c', query.keyword)}
          ${query.projectCode === null ? sql`` : sql`and c.project_code = ${query.projectCode}`}`,
      sql`value`,
    ),
  labels: (db, values) =>
    named(db, sql`select code as value, name as label from contract where code = any(${[...values]})`),
  allowed: (db, session, values) =>
    valuesOf(
      db,
      sql`select c.code as value from contract c join project p on p.code = c.project_code where c.code = any(${[...values]}) and ${projectsVisible(session)}`,
    ),
  within: propColumns('contract', 'code', { project: 'project_code' }),
  plain: propColumns('contract', 'code', {
    name: 'name',
    amount: 'amount',
    startOn: 'start_on',
    endOn: 'end_on',
    partyA: 'party_a',
    partyB: 'party_b',
    customerName: 'party_a',
    totalAmount: 'amount',
    startDate: 'start_on',
    endDate: 'end_on',
    chargeModel: 'charge_model',
    ...attributeColumns('contract'),
  }),
  props: {
    electricPrice: priceOf('electric'),
    gasPrice: priceOf('gas'),
    waterPrice: priceOf('water'),
    coldPrice: priceOf('cold'),
    coolPrice: priceOf('cold'),
    heatPrice: priceOf('heat'),
    hotWaterPrice: priceOf('hotWater'),
    years: contractTime('round((c.end_on - c.start_on + 1) / 365.25, 1)::text'),
    leftMonths: contractTime(
      'greatest(0, extract(year from age(c.end_on, n.day)) * 12 + extract(month from age(c.end_on, n.day)))::integer',
    ),
  },
};

const category = (query: ReferenceQuery): string | null =>
  typeof query.extra.Category === 'string' && query.extra.Category !== '' ? query.extra.Category : null;

/** Kinds that the field is about: they come first, and what is catalogued as something else is still found. */
const kinds = (query: ReferenceQuery): readonly string[] =>
  typeof query.extra.Kinds === 'string' ? query.extra.Kinds.split(',').filter((kind) => kind !== '') : [];

export const deviceReferences: ReferenceSource = {
  entity: 'device',
  search: (ctx, query) =>
    page(
      ctx.db,
      query,
      sql`select d.id::text as value, d.name as label, d.code, d.category, d.model, d.factory_no as "factoryNo", d.project_code as project,
          p.name as "projectName", d.location
        from device d join project p on p.code = d.project_code
        where ${projectsVisible(ctx.session)} and d.state <> 'retired'
          and (${matches('d', query.keyword)} or d.model ilike ${likeText(query.keyword)} or d.factory_no ilike ${likeText(query.keyword)})
          ${query.projectCode === null ? sql`` : sql`and d.project_code = ${query.projectCode}`}
          ${category(query) === null ? sql`` : sql`and d.category = ${category(query)}`}`,
      sql`(category = any(${[...kinds(query)]}::text[])) desc, project, code`,
    ),
  labels: (db, values) =>
    named(db, sql`select id::text as value, name as label from device where id = any(${[...values]}::bigint[])`),
  allowed: (db, session, values) =>
    valuesOf(
      db,
      sql`select d.id::text as value from device d join project p on p.code = d.project_code where d.id = any(${[...values]}::bigint[])
        and ${projectsVisible(session)}`,
    ),
  within: propColumns('device', 'id', { project: 'project_code' }),
  plain: propColumns('device', 'id', {
    name: 'name',
    model: 'model',
    factoryNo: 'factory_no',
    warrantyEnd: 'warranty_end',
    useKind: 'use_kind',
    lastReading: 'last_reading',
    multiple: 'multiple',
    lastEfficiency: 'last_efficiency',
    nextTestDate: 'next_test_date',
    faultCount: 'fault_count',
    category: 'category',
    position: 'location',
    ratedPower: 'rated_kw',
    ...attributeColumns('device'),
  }),
};

export const supplierReferences: ReferenceSource = {
  entity: 'supplier',
  search: (ctx, query) =>
    page(
      ctx.db,
      query,
      // Those that are suspended are not offered, but whoever settles old debts finds them by name.
      sql`select s.id::text as value, s.name as label, s.code, s.kind, s.state, s.grade, s.tax_no as "taxNo", s.contact, s.phone
        from supplier s where s.state <> '已撤销' and (s.state <> '停用' or ${query.keyword.trim() !== ''}) and ${matches('s', query.keyword)}`,
      sql`array_position(array['合格', '试用', '待准入评价', '限制', '停用'], state), code`,
    ),
  labels: (db, values) =>
    named(db, sql`select id::text as value, name as label from supplier where id = any(${[...values]}::bigint[])`),
  plain: propColumns('supplier', 'id', {
    name: 'name',
    taxNo: 'tax_no',
    state: 'state',
    bankName: 'bank_name',
    bankAccount: 'bank_account',
    contact: 'contact',
    phone: 'phone',
    grade: 'grade',
    ...attributeColumns('supplier'),
  }),
};
