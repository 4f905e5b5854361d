/**
 * The demo company in the database. Deterministic: the same tables and the same day make the same company. Written once, into a database that
 * has no projects yet.
 */
import { today as todayIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { creditSign } from '@hengneng/core';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { tellTime } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { pinyinOf } from '../identity/index.ts';
import { DEMO_PASSWORD } from './calls.ts';
import { COORDINATES, DEPTS, CITY_CLUSTERS, DISTRICTS, PEOPLE, PROJECTS, SUPPLIERS } from './company.ts';
import { devicesOf } from './devices.ts';

/** What other parts add once organisation and projects are there, in the same transaction, in order. */
export interface DemoPart {
  readonly name: string;
  seed(tx: Tx, now: Date): Promise<void>;
}

/** How long before the installation the company's own data was entered. */
const FOUNDED_DAYS = 90;

/** `phone` numbers of the range that no operator gives out. */
const phoneAt = (at: number): string => `1990000${String(at + 1).padStart(4, '0')}`;

const seedDepts = async (tx: Tx): Promise<void> => {
  const rows = DEPTS.map((dept, sort) => ({
    id: dept.id,
    parent_id: dept.id.length > 3 ? dept.id.slice(0, -2) : null,
    name: dept.name,
    sort,
    pinyin: pinyinOf(dept.name),
  }));
  await sql`insert into dept (id, parent_id, name, sort, pinyin, is_demo)
    select id, parent_id, name, sort, pinyin, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(id text, parent_id text, name text, sort int, pinyin text)
    order by length(id)
    on conflict (id) do update set name = excluded.name, sort = excluded.sort, pinyin = excluded.pinyin, is_demo = true`.execute(
    tx,
  );
};

const seedPeople = async (tx: Tx): Promise<void> => {
  // One hash for all: the password is the same and public, and forty hashes would take a second.
  const password = await hashPassword(DEMO_PASSWORD);
  const rows = PEOPLE.map((person, at) => ({
    ord: at,
    account: person.account,
    user_name: person.name,
    phone: phoneAt(at),
    dept_id: person.dept,
    job_no: `HN${String(at + 1).padStart(4, '0')}`,
    position: person.position,
    email: `${person.account.toLowerCase()}@example.com`,
    pinyin: pinyinOf(person.name),
    role: person.role,
  }));
  await sql`insert into app_user (account, user_name, password_hash, phone, dept_id, state, must_change_password, password_changed_at,
      job_no, position, email, pinyin, is_demo)
    select account, user_name, ${password}, phone, dept_id, 'active', false, now(), job_no, position, email, pinyin, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u(account text, user_name text, phone text, dept_id text,
      job_no text, position text, email text, pinyin text, ord int)
    order by ord
    on conflict (account) do update set user_name = excluded.user_name, password_hash = excluded.password_hash, phone = excluded.phone,
      dept_id = excluded.dept_id, must_change_password = false, password_changed_at = now(), job_no = excluded.job_no,
      position = excluded.position, email = excluded.email, pinyin = excluded.pinyin, is_demo = true`.execute(tx);
  await sql`insert into role_member (user_id, role_id)
    select u.id, r.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(account text, role text)
    join app_user u on u.account = p.account join role r on r.code = p.role on conflict do nothing`.execute(tx);
  const managers = DEPTS.map((dept) => ({ id: dept.id, account: dept.manager }));
  await sql`update dept set manager = u.id
    from jsonb_to_recordset(${JSON.stringify(managers)}::jsonb) as m(id text, account text) join app_user u on u.account = m.account
    where dept.id = m.id`.execute(tx);
};

const seedProjects = async (tx: Tx, today: string): Promise<void> => {
  // Parents come before their children in the table.
  await sql`insert into district (id, parent_id, name)
    select d->>0, d->>1, d->>2 from jsonb_array_elements(${JSON.stringify(DISTRICTS)}::jsonb) with ordinality as t(d, ord) order by ord
    on conflict do nothing`.execute(tx);
  const clusters = Object.entries(CITY_CLUSTERS).flatMap(([name, ids]) => ids.map((id) => ({ id, name })));
  await sql`insert into city_cluster (district_id, name)
    select c.id, c.name from jsonb_to_recordset(${JSON.stringify(clusters)}::jsonb) as c(id text, name text) on conflict do nothing`.execute(
    tx,
  );
  const contacts = '刘敏 陈刚 杨洁 赵磊 黄静 吴涛 徐丽 孙浩 马琳 朱峰 胡兵 郭颖 何勇'.split(' ');
  const rows = PROJECTS.map((project, at) => ({
    code: project.code,
    name: project.name,
    short_name: project.name.replace(/项目$/, ''),
    area: project.area,
    customer_name: project.customer,
    customer_contact: contacts[at % contacts.length],
    customer_phone: `1980000${String(at + 1).padStart(4, '0')}`,
    address: project.address,
    district: project.district,
    area_m2: project.size.toFixed(2),
    building_type: project.building,
    state: project.state,
    model: project.model,
    charge_model: project.chargeModel,
    machine_room: `${project.name.replace(/项目$/, '')}制冷机房`,
    manager: project.manager,
    start_years: 2 + (at % 4),
    lng: COORDINATES[project.code]?.[0] ?? null,
    lat: COORDINATES[project.code]?.[1] ?? null,
    floors: 6 + ((at * 7) % 30),
    built_years: 6 + (at % 9),
    duty_phone: `1960000${String(at + 1).padStart(4, '0')}`,
    cooling: Math.round(project.size * 0.095).toFixed(2),
    heating: Math.round(project.size * 0.07).toFixed(2),
    pinyin: pinyinOf(project.name),
  }));
  await sql`insert into project (code, name, short_name, area, customer_name, customer_contact, customer_phone, address, district, area_m2,
      building_type, state, model, charge_model, machine_room, manager, start_on, end_on, design_cooling_kw, design_heating_kw, longitude, latitude,
      floors, built_year, duty_phone, pinyin, is_demo)
    select p.code, p.name, p.short_name, p.area, p.customer_name, p.customer_contact, p.customer_phone, p.address, p.district, p.area_m2,
      p.building_type, p.state, p.model, p.charge_model, p.machine_room, u.id,
      date_trunc('year', ${today}::date)::date - make_interval(years => p.start_years),
      (date_trunc('year', ${today}::date) - make_interval(years => p.start_years) + interval '10 years' - interval '1 day')::date,
      p.cooling, p.heating, p.lng, p.lat, p.floors, extract(year from ${today}::date)::int - p.built_years, p.duty_phone, p.pinyin, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(code text, name text, short_name text, area text, customer_name text,
      customer_contact text, customer_phone text, address text, district text, area_m2 numeric, building_type text, state int, model text,
      charge_model text, machine_room text, manager text, start_years int, cooling numeric, heating numeric, lng numeric, lat numeric, floors int,
      built_years int, duty_phone text, pinyin text)
    join app_user u on u.account = p.manager`.execute(tx);
  const assigned = PROJECTS.flatMap((project) => [
    { code: project.code, account: project.manager, role: '项目经理' },
    ...project.operators.map((account) => ({ code: project.code, account, role: '运行工' })),
    { code: project.code, account: project.sales, role: '销售' },
  ]);
  await sql`insert into user_project (user_id, project_code, project_role)
    select u.id, a.code, a.role from jsonb_to_recordset(${JSON.stringify(assigned)}::jsonb) as a(code text, account text, role text)
    join app_user u on u.account = a.account`.execute(tx);
};

/** What contracts bill besides what is measured: an area by the season, the whole by the year, the running by the month. */
const chargedBy = ({ chargeModel, size }: (typeof PROJECTS)[number], contract: string) => {
  if (chargeModel === '按面积收费')
    return [
      { contract, kind: 'coldArea', unit: '元/m²·季', price: '58.0000' },
      { contract, kind: 'heatArea', unit: '元/m²·季', price: '42.0000' },
    ];
  if (chargeModel === '运营托管') return [{ contract, kind: 'custody', unit: '元/年', price: (size * 72).toFixed(4) }];
  return chargeModel === '运维服务' ? [{ contract, kind: 'operation', unit: '元/月', price: '36000.0000' }] : [];
};

const seedContracts = async (tx: Tx, today: string): Promise<void> => {
  const rows = PROJECTS.flatMap((project, at) => {
    const base = { project: project.code, customer: project.customer, years: 2 + (at % 4) };
    const kind = project.model === 'EMC' ? 'EMC合同' : project.model === 'OM' ? '运营托管合同' : '维保合同';
    return [
      {
        ...base,
        code: `HT-${project.code}-01`,
        name: `${project.name.replace(/项目$/, '')}${kind}`,
        kind,
        // Sites that are run for their owners are contracted anew every five years: some renewals are due.
        span: project.model === 'OM' ? 5 : 10,
        amount: (project.size * 380).toFixed(2),
      },
      {
        ...base,
        code: `HT-${project.code}-02`,
        name: `${project.name.replace(/项目$/, '')}水处理服务合同`,
        kind: '外包合同',
        span: 5,
        amount: (project.size * 6).toFixed(2),
      },
    ];
  }).map((row) => ({ ...row, pinyin: pinyinOf(row.name) }));
  await sql`insert into contract (code, name, project_code, kind, party_a, party_b, amount, sign_on, start_on, end_on, charge_model, pinyin, is_demo)
    select c.code, c.name, c.project, c.kind, c.customer, '衡能示范公司', c.amount, s.day - 30, s.day,
      (s.day + make_interval(years => c.span) - interval '1 day')::date, p.charge_model, c.pinyin, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(code text, name text, project text, kind text, customer text, amount numeric,
      years int, span int, pinyin text)
    join project p on p.code = c.project
    cross join lateral (select (date_trunc('year', ${today}::date) - make_interval(years => c.years))::date as day) s`.execute(
    tx,
  );
  const prices = PROJECTS.flatMap((project, at) => {
    const contract = `HT-${project.code}-01`;
    const step = (at % 4) * 0.02;
    return [
      { contract, kind: 'electric', unit: '元/kWh', price: (0.78 + step).toFixed(4) },
      { contract, kind: 'water', unit: '元/m³', price: (4.9 + step * 5).toFixed(4) },
      ...(project.host === 'absorption'
        ? [{ contract, kind: 'gas', unit: '元/m³', price: (3.52 + step * 4).toFixed(4) }]
        : []),
      { contract, kind: 'cold', unit: '元/kWh', price: (0.46 + step).toFixed(4) },
      { contract, kind: 'heat', unit: '元/kWh', price: (0.39 + step).toFixed(4) },
      ...chargedBy(project, contract),
    ];
  });
  await sql`insert into contract_price (contract_code, kind, unit, price, tax_rate, valid_from)
    select x.contract, x.kind, x.unit, x.price, case when x.kind = 'electric' then 13 when x.kind in ('operation', 'custody') then 6 else 9 end, c.start_on
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as x(contract text, kind text, unit text, price numeric)
    join contract c on c.code = x.contract`.execute(tx);
};

const seedDevices = async (tx: Tx, today: string): Promise<void> => {
  const rows = PROJECTS.flatMap((project, at) =>
    devicesOf(project, at).map((device) => ({ ...device, project: project.code, pinyin: pinyinOf(device.name) })),
  ).map((row, ord) => ({ ...row, ord }));
  await sql`insert into device (project_code, code, name, category, model, factory_no, maker, use_kind, last_reading, multiple, unit,
      verify_due, rated_kw, location, installed_on, warranty_end, state, pinyin, is_demo)
    select project, code, name, category, model, factory_no, maker, use_kind, last_reading, multiple, unit,
      case when last_reading is not null then (${today}::date + interval '14 months')::date end, rated_kw, location,
      (${today}::date - make_interval(years => installed_years))::date,
      (${today}::date - make_interval(years => installed_years) + interval '5 years')::date, state, pinyin, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(project text, code text, name text, category text, model text,
      factory_no text, maker text, use_kind text, last_reading numeric, multiple numeric, unit text, rated_kw numeric, location text,
      installed_years int, state text, pinyin text, ord int)
    order by ord`.execute(tx);
};

/** A domain that nobody can have (RFC 2606). */
const TENDER_MAIL = 'supplier.example';

const taxNo = (at: number): string => {
  const first = `91310000B000${String(1000 + at)}${at % 10}`;
  return `${first}${creditSign(first)}`;
};

const seedSuppliers = async (tx: Tx, today: string): Promise<void> => {
  const rows = SUPPLIERS.map(([name, kind, grade, providerKind, nature, controller], at) => ({
    ord: at,
    code: `GYS${String(at + 1).padStart(4, '0')}`,
    name,
    kind,
    grade,
    tax_no: taxNo(at),
    provider_kind: providerKind,
    nature,
    controller,
    email: `bid${at + 1}@${TENDER_MAIL}`,
    cert_months: 8 + ((at * 5) % 20),
    years: 2 + (at % 5),
    contact: ['顾先生', '林女士', '许先生'][at % 3],
    phone: `1970000${String(at + 1).padStart(4, '0')}`,
    bank_name: ['工商银行', '建设银行', '招商银行'][at % 3],
    bank_account: `6222${String(880000000000 + at * 7919)}`,
    pinyin: pinyinOf(name),
  }));
  await sql`insert into supplier (code, name, kind, engineering_grade, tax_no, contact, phone, bank_name, bank_account, state, provider_kind,
      nature, controller, legal_person, taxpayer, invoice_rate, email, supply_region, cert_expire, cooperate_since, pinyin, is_demo)
    select code, name, kind, grade, tax_no, contact, phone, bank_name, bank_account, '合格', provider_kind, nature, controller, controller,
      '一般纳税人', 13, email, '全国', ${today}::date + make_interval(months => cert_months), ${today}::date - make_interval(years => years),
      pinyin, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(code text, name text, kind text, grade text, tax_no text,
      contact text, phone text, bank_name text, bank_account text, provider_kind text, nature text, controller text, email text,
      cert_months int, years int, pinyin text, ord int) order by ord`.execute(tx);
};

/**
 * Seeds organisation, projects and what `parts` add, in one transaction. Call it after `prepareIdentity`.
 * @returns false where the database has projects already, so that nothing was written
 */
export const seedDemo = (db: Db, now: Date, parts: readonly DemoPart[] = []): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(735002)`.execute(tx);
    const { rows } = await sql`select 1 from project limit 1`.execute(tx);
    if (rows.length > 0) return false;
    // The company was there before its people filed anything.
    await tellTime(tx, new Date(now.getTime() - FOUNDED_DAYS * 86_400_000));
    const day = todayIn(now);
    await seedDepts(tx);
    await seedPeople(tx);
    await seedProjects(tx, day);
    await seedContracts(tx, day);
    await seedDevices(tx, day);
    await seedSuppliers(tx, day);
    for (const part of parts) await part.seed(tx, now);
    return true;
  });
