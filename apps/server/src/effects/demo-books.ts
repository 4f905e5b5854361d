/** Opening entries of the books for the demo company, as the functions that approvals use would write them. Figures follow from position, so that every run makes the same. */
import { trainingCategory } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import { seedEngineering } from './demo-engineering.ts';
import { seedSuppliers } from './demo-suppliers.ts';
import { seedInspection } from './demo-inspection.ts';
import { seedSafety } from './demo-safety.ts';
import { seedHousing } from './demo-housing.ts';
import { seedUpkeep } from './demo-upkeep.ts';
import { seedOperations } from './demo-operations.ts';
import { fullPinyin } from './people/accounts.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf, type Source } from './books/source.ts';

const OPENING: Source = { module: 'fundBudget', id: '0' };

/** Name, specification, price a kilogram, what it is for, how it is packed. */
const CHEMICALS = [
  ['缓蚀阻垢剂', 'HS-201 25kg/桶', '18.5000', '缓蚀阻垢剂', '25kg/桶'],
  ['氧化性杀菌灭藻剂', 'SJ-301 25kg/桶', '22.8000', '氧化性杀菌剂', '25kg/桶'],
  ['非氧化性杀菌剂', 'SJ-310 25kg/桶', '26.4000', '非氧化性杀菌剂', '25kg/桶'],
  ['粘泥剥离剂', 'BL-401 25kg/桶', '24.6000', '清洗剂', '25kg/桶'],
  ['预膜剂', 'YM-501 25kg/桶', '31.2000', '预膜剂', '25kg/桶'],
  ['中性清洗剂', 'QX-601 25kg/桶', '19.8000', '清洗剂', '25kg/桶'],
  ['亚硝酸盐缓蚀剂', 'HS-220 25kg/桶', '28.9000', '缓蚀阻垢剂', '25kg/桶'],
  ['工业盐', '大颗粒软水盐 25kg/袋', '1.3500', '软水盐', '25kg/袋'],
] as const;

const PARTS = [
  ['BJ-001', '燃烧器点火电极', '威索 WM-G20', '380.00'],
  ['BJ-002', '火焰探测器', 'QRA2 紫外', '960.00'],
  ['BJ-003', '燃气电磁阀', 'DMV-D 5080/11', '3280.00'],
  ['BJ-004', '风门伺服电机', 'SQM45', '2150.00'],
  ['BJ-005', '屏蔽泵轴承组件', '溶液泵 11kW', '1860.00'],
  ['BJ-006', '真空泵油', 'Edwards 19 1L', '165.00'],
  ['BJ-007', '冷却水泵机械密封', 'M7N-55', '420.00'],
  ['BJ-008', '靶式流量开关', 'FS4-3', '215.00'],
  ['BJ-009', '铂热电阻', 'PT100 A级', '138.00'],
  ['BJ-010', '冷却塔填料', 'S波 1.2m²', '96.00'],
] as const;

const PAYEES = [
  ['华东燃气有限公司', '91310000A0001001XA', '工商银行浦东支行', '6222000100010001', ['天然气']],
  ['华东市电力公司', '91310000A0001002XA', '建设银行黄浦支行', '6227000200020002', ['电']],
  [
    '城市自来水有限公司',
    '91310000A0001003XA',
    '中国银行静安支行',
    '6216000300030003',
    ['自来水', '中水', '污水处理费'],
  ],
  ['集中供热有限公司', '91110000A0001004XA', '工商银行朝阳支行', '6222000400040004', ['外购蒸汽', '市政热水']],
  ['华南燃气有限公司', '91440000A0001005XA', '招商银行天河支行', '6225000500050005', ['天然气', '液化石油气']],
  ['华南电网有限公司', '91440000A0001006XA', '农业银行越秀支行', '6228000600060006', ['电']],
] as const;

/** Training categories, and whether they are about safety. */
const TRAINING = [
  ['主机原理与操作', false],
  ['真空与溶液', false],
  ['燃烧系统', true],
  ['水质管理', false],
  ['电气与自控', false],
  ['能效分析', false],
  ['安全与应急', true],
  ['客户沟通', false],
] as const;

/** Monthly budget of a project by subject, yuan at 10,000 m². */
const PROJECT_BUDGET = [
  ['燃气费', 96000],
  ['电费', 72000],
  ['水费', 9000],
  ['水处理药剂', 4800],
  ['维修费', 12000],
  ['备件采购', 8000],
  ['差旅费', 3000],
  ['车辆交通', 2600],
  ['业务招待', 2000],
  ['办公通讯', 1200],
  ['工具劳保', 1600],
  ['检测检验', 2400],
  ['房租宿舍', 3600],
  ['培训费', 800],
  ['工程设备款', 60000],
  ['质保金', 6000],
] as const;
const DEPT_BUDGET = [
  ['个人借款', 60000],
  ['差旅费', 18000],
  ['业务招待', 12000],
  ['车辆交通', 8000],
  ['办公通讯', 5000],
  ['培训费', 6000],
  ['其他', 4000],
] as const;

const money = (yuan: number): string => `${Math.round(yuan)}.00`;
const monthAt = (now: Date, by: number): string => {
  const [year = 0, month = 1] = dayOf(now).split('-').map(Number);
  const index = year * 12 + month - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};

async function seedCatalogues(tx: Tx): Promise<void> {
  const chemicals = CHEMICALS.map(([name, spec, price, category, pack], ord) => ({
    ord,
    name,
    spec,
    price,
    category,
    pack,
    pinyin: fullPinyin(name),
  }));
  await sql`insert into water_chemical (name, spec, unit_price, category, pack_spec, pinyin) select name, spec, price, category, pack, pinyin
    from jsonb_to_recordset(${JSON.stringify(chemicals)}::jsonb) as c(ord int, name text, spec text, price numeric, category text, pack text, pinyin text)
    order by ord`.execute(tx);
  const parts = PARTS.map(([code, name, spec, price], ord) => ({
    ord,
    code,
    name,
    spec,
    price,
    pinyin: fullPinyin(name),
  }));
  await sql`insert into spare_part (code, name, spec, unit_price, pinyin, unit) select code, name, spec, price, pinyin, case when name like '%油' then '桶' else '个' end
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as c(ord int, code text, name text, spec text, price numeric, pinyin text)
    order by ord`.execute(tx);
  const payees = PAYEES.map(([name, tax, bank, account, kinds], ord) => ({
    ord,
    name,
    tax,
    bank,
    account,
    kinds,
    pinyin: fullPinyin(name),
  }));
  await sql`insert into energy_payee_account (payee_name, tax_no, bank_name, bank_account, energy_types, pinyin)
    select name, tax, bank, account, kinds, pinyin
    from jsonb_to_recordset(${JSON.stringify(payees)}::jsonb) as c(ord int, name text, tax text, bank text, account text, kinds text[], pinyin text)
    order by ord`.execute(tx);
  await enter(
    tx,
    trainingCategory,
    TRAINING.map(([name, safety]) => ({ name, safety })),
    SETUP,
  );
  await sql`insert into company_account (name, bank_name, bank_account) values
    ('基本户', '工商银行总部支行', '6222009900990099'), ('能源费专户', '建设银行总部支行', '6227008800880088')`.execute(
    tx,
  );
}

/** What `moveStock` writes one by one, in one statement: balances with the movements that made them. */
async function seedStock(tx: Tx, projects: readonly { code: string }[]): Promise<void> {
  const chemicals = await sql<{ id: string }>`select id from water_chemical order by id`.execute(tx);
  const parts = await sql<{ id: string }>`select id from spare_part order by id`.execute(tx);
  const rows = projects.flatMap((project, p) => [
    ...chemicals.rows.map((item, i) => ({
      kind: 'chemical',
      project: project.code,
      item: item.id,
      quantity: 100 + ((p * 37 + i * 53) % 8) * 25,
    })),
    ...parts.rows.map((item, i) => ({
      kind: 'part',
      project: project.code,
      item: item.id,
      quantity: 1 + ((p * 7 + i * 3) % 5),
    })),
  ]);
  await sql`with opened as (
      insert into stock (kind, project_code, item_id, quantity)
      select kind, project, item, quantity
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(kind text, project text, item bigint, quantity numeric)
      returning id, quantity)
    insert into stock_movement (stock_id, quantity, reason, source_module, source_id)
    select id, quantity, '期初库存', ${OPENING.module}, ${OPENING.id} from opened`.execute(tx);
}

/** Budgets of the months in which records were filed, and the next: what `postBudget` writes one by one, in one statement. */
async function seedBudgets(
  tx: Tx,
  now: Date,
  projects: readonly { code: string; area: string }[],
  depts: readonly { id: string }[],
): Promise<void> {
  const rows = [-2, -1, 0, 1]
    .map((by) => monthAt(now, by))
    .flatMap((month) => [
      ...projects.flatMap((project) =>
        PROJECT_BUDGET.map(([subject, yuan]) => ({
          kind: 'project',
          owner: project.code,
          month,
          subject,
          amount: money((yuan * Number(project.area)) / 10000),
        })),
      ),
      ...depts.flatMap((dept) =>
        DEPT_BUDGET.map(([subject, yuan]) => ({ kind: 'dept', owner: dept.id, month, subject, amount: money(yuan) })),
      ),
    ]);
  await sql`with opened as (
      insert into fund_budget_ledger (owner_kind, owner_code, month, subject, approved)
      select kind, owner, month, subject, amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b(kind text, owner text, month text, subject text, amount numeric)
      where amount > 0
      returning id, approved)
    insert into fund_budget_entry (ledger_id, column_name, amount, source_module, source_id, reason)
    select id, 'approved', approved, ${OPENING.module}, ${OPENING.id}, '期初预算' from opened`.execute(tx);
  const year = Number(dayOf(now).slice(0, 4));
  const funds = projects.map((project) => ({
    owner: project.code,
    amount: money((2_600_000 * Number(project.area)) / 10000),
  }));
  await sql`insert into year_fund_budget (owner_kind, owner_code, year, amount)
    select 'project', owner, ${year}::integer, amount
    from jsonb_to_recordset(${JSON.stringify(funds)}::jsonb) as y(owner text, amount numeric)`.execute(tx);
}

/** Bills of the two months before, so that quantities have something to be compared with. */
async function seedEnergyHistory(
  tx: Tx,
  now: Date,
  projects: readonly { code: string; area: string }[],
): Promise<void> {
  const payees = await sql<{
    id: string;
    kind: string;
  }>`select id, energy_types[1] as kind from energy_payee_account where energy_types[1] in ('天然气', '电', '自来水') order by id limit 3`.execute(
    tx,
  );
  const rows = projects.flatMap((project, p) =>
    [-2, -13].flatMap((back) =>
      payees.rows.map((payee) => {
        const perM2 = payee.kind === '天然气' ? 1.6 : payee.kind === '电' ? 6.2 : 0.12;
        const quantity = (Number(project.area) * perM2 * (100 + ((p * 13) % 17))) / 100;
        const price = payee.kind === '天然气' ? 3.68 : payee.kind === '电' ? 0.82 : 5.1;
        return {
          payee: payee.id,
          account: `HH${project.code}${payee.kind === '电' ? 'D' : payee.kind === '天然气' ? 'Q' : 'S'}`,
          first: `${monthAt(now, back)}-01`,
          kind: payee.kind,
          project: project.code,
          quantity: quantity.toFixed(2),
          amount: (quantity * price).toFixed(2),
        };
      }),
    ),
  );
  await sql`insert into energy_payment_ledger (payment_id, payee_account_id, account_no, period, energy_type, project_code, quantity, amount)
    select 0, payee, account, daterange(first, (first + interval '1 month')::date), kind, project, quantity, amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(payee bigint, account text, first date, kind text, project text,
      quantity numeric, amount numeric)`.execute(tx);
}

/** Seeds the books. Projects, departments and people must be there. */
export async function seedBooks(tx: Tx, now: Date): Promise<void> {
  await seedCatalogues(tx);
  const projects = (
    await sql<{
      code: string;
      area: string;
    }>`select code, coalesce(area_m2, 10000)::text as area from project order by code`.execute(tx)
  ).rows;
  const depts = (
    await sql<{ id: string }>`select distinct dept_id as id from app_user where dept_id is not null order by 1`.execute(
      tx,
    )
  ).rows;
  await seedStock(tx, projects);
  await seedBudgets(tx, now, projects, depts);
  await seedEnergyHistory(tx, now, projects);
  await seedEngineering(tx, now);
  await seedSuppliers(tx);
  await seedSafety(tx, now);
  await seedUpkeep(tx, now);
  await seedInspection(tx, now);
  await seedOperations(tx, now);
  await seedHousing(tx, now);
  await seedProfiles(tx, now);
}

/** Weights of the digits of an identity number, and the check digit by what remains. */
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECKS = '10X98765432';

/** Files of the people: schooling, how they are employed, since when. Numbers of identity are of nobody. */
async function seedProfiles(tx: Tx, now: Date): Promise<void> {
  await sql`insert into employee_profile (user_id, education, salary, bank_account_name, bank_name, bank_account, entry_date, employ_type, grade, id_no)
    select p.id, p.education, 6500 + (p.id % 9) * 800, p.user_name, '工商银行', '62220212' || lpad(p.id::text, 8, '0'),
      ${dayOf(now)}::date - ((p.id % 7) * 200 + 300)::int, p.employ_type, p.grade,
      p.digits || substr(${ID_CHECKS}, 1 + (select (sum(w.weight * substr(p.digits, w.at::int, 1)::int) % 11)::int
        from unnest(${ID_WEIGHTS}::int[]) with ordinality w(weight, at)), 1)
    from (
      select u.id, u.user_name, case when u.position ~ '运行|物业' then (array['中专/技校', '大专', '高中'])[1 + u.id % 3]
          when u.position ~ '总监|研发|顾问' then '硕士及以上' else (array['本科', '大专', '本科'])[1 + u.id % 3] end as education,
        case when u.position = '运行工' and u.id % 3 = 0 then '劳务派遣' else '劳动合同工' end as employ_type,
        case when u.position = '运行工' then (array['初级技师', '中级技师', '高级技师'])[1 + u.id % 3] end as grade,
        '000000' || to_char(date '1966-03-01' + (u.id * 397 % 12000)::int, 'YYYYMMDD') || lpad((u.id % 1000)::text, 3, '0') as digits
      from app_user u) p on conflict do nothing`.execute(tx);
}
