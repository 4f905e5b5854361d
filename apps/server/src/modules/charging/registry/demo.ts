/** Who is charged for what in the demo company, made up: three communities with 600 rooms, their people, areas, fees and prices. */
import { parseFormula } from '@hengneng/charging';
import { creditSign } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { DEMO_COMMUNITIES, DEMO_FEES, demoRooms } from './demo-data.ts';
import { COMMON_BASES } from './common-fees.ts';

const TAX_NO = '91310000MA1FL0000';
const SELLER = `${TAX_NO}${creditSign(TAX_NO)}`;

const json = (rows: unknown): string => JSON.stringify(rows);

/** Years whose seasons are known: two that went by, this one and, because it is billed ahead, the next. */
const yearsOf = (day: string): readonly number[] => [-2, -1, 0, 1].map((back) => Number(day.slice(0, 4)) + back);

async function seedCommunities(tx: Tx, day: string): Promise<void> {
  const start = `${Number(day.slice(0, 4)) - 3}-01-01`;
  await sql`insert into community (code, name, project_code, address, company, phone, seller_name, seller_tax_no)
    select x.code, x.name, x.project, x.address, '衡能能源管理有限公司', x.phone, '衡能能源管理有限公司', ${SELLER}
    from jsonb_to_recordset(${json(DEMO_COMMUNITIES)}::jsonb) as x(code text, name text, project text, address text, phone text)
    join project p on p.code = x.project`.execute(tx);
  await sql`insert into community_terms (community_id, from_day, bill_day, due_days, grace_days, penalty_rate, auto_deduct)
    select id, ${start}::date, 1, 30, 0, 0.5, code = 'YQ' from community`.execute(tx);
  const seasons = yearsOf(day).flatMap((year) => [
    { kind: '供冷季', year, from: `${year}-06-01`, to: `${year}-10-01` },
    { kind: '供暖季', year, from: `${year}-11-15`, to: `${year + 1}-03-16` },
  ]);
  await sql`insert into community_season (community_id, kind, year, span)
    select c.id, s.kind, s.year, daterange(s."from", s."to") from community c
    cross join jsonb_to_recordset(${json(seasons)}::jsonb) as s(kind text, year int, "from" date, "to" date)`.execute(
    tx,
  );
  const taking = DEMO_COMMUNITIES.flatMap(({ code, cashiers }) => cashiers.map((account) => ({ code, account })));
  await sql`insert into community_cashier (community_id, user_id, span)
    select c.id, u.id, daterange(${start}::date, null) from jsonb_to_recordset(${json(taking)}::jsonb) as x(code text, account text)
    join community c on c.code = x.code join app_user u on u.account = x.account`.execute(tx);
  // Each cashier has a book of receipts and one for deposits in each community.
  await sql`insert into receipt_book (community_id, kind, no, prefix, first_no, last_no, next_no, holder_id)
    select c.id, k.kind, ${day.slice(0, 4)} || '-' || k.mark || lpad(n.at::text, 2, '0'), c.code || k.mark, (n.at - 1) * 5000 + 1, n.at * 5000,
      (n.at - 1) * 5000 + 1, n.user_id
    from (select *, row_number() over (partition by community_id order by user_id) as at from community_cashier) n
    join community c on c.id = n.community_id cross join (values ('收据', 'S'), ('押金单', 'Y')) as k(kind, mark)`.execute(
    tx,
  );
  // Who looks after a community on the spot belongs to its project.
  const managers = DEMO_COMMUNITIES.map(({ project, manager }) => ({ project, account: manager }));
  await sql`insert into user_project (user_id, project_code, project_role)
    select u.id, x.project, '物业经理' from jsonb_to_recordset(${json(managers)}::jsonb) as x(project text, account text)
    join app_user u on u.account = x.account join project p on p.code = x.project on conflict do nothing`.execute(tx);
}

async function seedRooms(tx: Tx, day: string): Promise<void> {
  const rooms = demoRooms(Number(day.slice(0, 4)));
  const source = sql`jsonb_to_recordset(${json(rooms)}::jsonb) as x(community text, building text, building_kind text, unit text, code text, full_code text,
    floor int, usage text, layout text, state text, deliver_day date, build_area numeric, inner_area numeric, energy_area numeric, owner text,
    phone text, id_no text, tenant text, tenant_phone text, tenant_pays boolean, flags text[], ord int)`;
  await sql`insert into building (community_id, code, name, floors, kind)
    select c.id, x.building, case when x.building ~ '^[0-9]+$' then x.building || '栋' else x.building end, max(x.floor), max(x.building_kind)
    from ${source} join community c on c.code = x.community group by c.id, x.building order by c.id, min(x.ord)`.execute(
    tx,
  );
  await sql`insert into building_unit (building_id, code, name)
    select b.id, x.unit, x.unit || '单元' from ${source} join community c on c.code = x.community
    join building b on b.community_id = c.id and b.code = x.building where x.unit is not null group by b.id, x.unit order by b.id, x.unit`.execute(
    tx,
  );
  await sql`insert into room (community_id, building_id, unit_id, code, full_code, floor, usage, layout, state, deliver_day, flags)
    select c.id, b.id, u.id, x.code, x.full_code, x.floor, x.usage, x.layout, x.state, x.deliver_day, x.flags
    from ${source} join community c on c.code = x.community join building b on b.community_id = c.id and b.code = x.building
    left join building_unit u on u.building_id = b.id and u.code = x.unit order by x.ord`.execute(tx);
  await sql`insert into room_area (room_id, span, build_area, inner_area, energy_area)
    select r.id, daterange(x.deliver_day, null), x.build_area, x.inner_area, x.energy_area
    from ${source} join community c on c.code = x.community join room r on r.community_id = c.id and r.full_code = x.full_code
    order by x.ord`.execute(tx);
  // People are known by the room until they are kept, so that one statement keeps both them and where they live.
  for (const [role, name, phone, idNo] of [
    ['业主', sql`x.owner`, sql`x.phone`, sql`x.id_no`],
    ['租户', sql`x.tenant`, sql`x.tenant_phone`, sql`''`],
  ] as const)
    await sql`with people as (select r.id as room_id, ${name} as name, ${phone} as phone, ${idNo} as id_no, x.deliver_day, x.tenant_pays = ${role === '租户'} as payer, x.ord
        from ${source} join community c on c.code = x.community join room r on r.community_id = c.id and r.full_code = x.full_code
        where ${name} is not null),
      kept as (insert into party (name, phone, id_no) select name, phone, id_no from (select distinct on (phone) * from people order by phone, ord) p order by ord
        returning id, phone)
      insert into occupancy (room_id, party_id, role, span, payer)
      select p.room_id, k.id, ${role}, daterange(p.deliver_day, null), p.payer
      from people p join kept k on k.phone = p.phone order by p.ord`.execute(tx);
}

async function seedFees(tx: Tx, day: string): Promise<void> {
  const year = Number(day.slice(0, 4));
  await sql`insert into fee_basis (name, source, unit, digits)
    select name, source, unit, digits from jsonb_to_recordset(${json(COMMON_BASES)}::jsonb) as x(name text, source text, unit text, digits int)`.execute(
    tx,
  );
  // Half of what is charged by follows the area, and each household has its share beside it.
  const expr = '供能面积 × 0.5 + 户数 × 20';
  const read = parseFormula(expr);
  if ('tree' in read)
    await sql`insert into fee_basis (name, source, unit, digits, expr, tree) values ('两部折算面积', '公式', 'm²', 2, ${expr}, ${json(read.tree)}::jsonb)`.execute(
      tx,
    );
  await sql`insert into fee (code, name, kind, category, basis_id, cycle, tax_name, tax_rate, subject, price_editable, undelivered_rate)
    select x.code, x.name, x.kind, x.category, b.id, x.cycle, x.tax_name, x.tax, x.subject, x.kind in ('临时', '押金'), x.undelivered
    from jsonb_to_recordset(${json(DEMO_FEES.map((fee, ord) => ({ ...fee, ord })))}::jsonb) as x(code text, name text, kind text, category text,
      basis text, cycle text, tax_name text, tax int, subject text, undelivered numeric, ord int) join fee_basis b on b.name = x.basis order by x.ord`.execute(
    tx,
  );
  const prices = DEMO_FEES.flatMap(({ code, price, before }) => [
    ...(before === null
      ? []
      : [
          {
            code,
            no: 1,
            from: `${year - 3}-01-01`,
            to: `${year - 1}-01-01`,
            price: before,
            usage: null,
            community: null,
          },
        ]),
    {
      code,
      no: before === null ? 1 : 2,
      from: before === null ? `${year - 3}-01-01` : `${year - 1}-01-01`,
      to: null,
      price,
      usage: null,
      community: null,
    },
    ...(code === 'WY'
      ? [{ code, no: 3, from: `${year - 1}-01-01`, to: null, price: '5.5', usage: '非居民', community: 'KC' }]
      : []),
  ]);
  await sql`insert into fee_price (fee_id, no, community_id, usage, span, unit_price, state, made_by, made_at, checked_by, checked_at)
    select f.id, x.no, c.id, x.usage, daterange(x."from", x."to"), x.price, '生效', maker.id, x."from" - interval '20 days', checker.id,
      x."from" - interval '18 days'
    from jsonb_to_recordset(${json(prices)}::jsonb) as x(code text, no int, "from" date, "to" date, price numeric, usage text, community text)
    join fee f on f.code = x.code left join community c on c.code = x.community
    join app_user maker on maker.account = 'finance' join app_user checker on checker.account = 'finance2'
    order by f.id, x.no`.execute(tx);
  const charged = DEMO_FEES.flatMap(({ code, communities }) => communities.map((community) => ({ code, community })));
  // A fixed fee is charged once for a room; what is by a meter has its use below.
  await sql`insert into room_fee (room_id, fee_id, span)
    select r.id, f.id, daterange(r.deliver_day, null)
    from jsonb_to_recordset(${json(charged)}::jsonb) as x(code text, community text)
    join fee f on f.code = x.code join community c on c.code = x.community join room r on r.community_id = c.id
    where r.state <> '停用' order by r.id, f.id`.execute(tx);
  // Use of the months that are over, from 120 to 300 a month by the room and the month.
  await sql`insert into room_usage (room_fee_id, cycle, quantity, source)
    select rf.id, to_char(m, 'YYYY-MM'), case f.code when 'RS' then 2 + (rf.id * 7 + extract(month from m)::int * 3) % 9
        else 120 + (rf.id * 37 + extract(month from m)::int * 53) % 181 end, '导入'
    from room_fee rf join fee f on f.id = rf.fee_id
    cross join generate_series(date_trunc('month', ${day}::date) - interval '13 months', date_trunc('month', ${day}::date) - interval '1 month',
      interval '1 month') m
    where f.kind = '计量'`.execute(tx);
}

/** Seeds after people and projects, in their transaction. */
export async function seedRegistry(tx: Tx, now: Date): Promise<void> {
  const day = today(now);
  await seedCommunities(tx, day);
  await seedRooms(tx, day);
  await seedFees(tx, day);
}
