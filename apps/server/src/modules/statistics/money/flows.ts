/** What projects earn and spend, document by document and month by month: what the money statistics sum up and lead back to. */
import { RECEIVABLES } from '../../ledgers/index.ts';
import { overMonths } from './over-months.ts';

/** 支出项 of an account of 项目成本台账; what a record says of itself counts before the account's name. */
const itemOf = (c: string, energyKind: string): string => `case
  when ${c}.source_module = 'outService' or ${c}.account = '外协服务' then '外协'
  when ${c}.account = '主能源' then case when ${energyKind} in ('管道天然气', '液化天然气') then '燃气费' when ${energyKind} in ('柴油', '轻柴油') then '其他' else '外购热' end
  when ${c}.account in ('电费', '燃气费', '水费') then ${c}.account
  when ${c}.account = '蒸汽热力费' then '外购热'
  when ${c}.account like '人工%' or ${c}.account in ('工资', '奖金', '班组活动费', '误餐费', '驻外生活补贴') then '人工'
  when ${c}.account in ('维修费', '保养费', '设备保养', '系统维护', '照明维修', '备件采购', '检测检验', '工具', '工具劳保') then '维修'
  when ${c}.account in ('水处理', '水处理药剂') then '水处理'
  when ${c}.account in ('房租宿舍') or ${c}.account like '员工宿舍%' then '租房'
  when ${c}.account in ('差旅费', '业务招待', '车辆交通', '办公通讯', '培训费') then '办公差旅'
  when ${c}.account in ('税费', '无票税费', '可抵扣进项税') then '税费'
  else '其他' end`;

/** Costs that stand: what was taken back is left out with what took it back. Energy and rents are of the days that they were paid for. */
const BOOKED = `(
  select 'c' || c.id as key, c.project_code as project, ${itemOf('c', 's.energy_kind')} as item, c.account, c.amount, c.source_module as module, c.source_id as record,
    coalesce(e.period_start, r.period_start, (c.month || '-01')::date) as first,
    coalesce(e.period_end, r.period_end, (c.month || '-01')::date) as last
  from project_cost c
    left join f_payment e on c.source_module = 'payment' and e.id = c.source_id and e.period_end >= e.period_start
    left join f_staff_rent r on c.source_module = 'staffRent' and r.id = c.source_id and r.period_end >= r.period_start
    left join f_main_energy_source s on c.source_module = 'mainEnergySource' and s.id = c.source_id
  where c.reverses_id is null and not exists (select from project_cost b where b.reverses_id = c.id))`;

const PARTS = overMonths(BOOKED);

/** Wages are in no book but the accounts of the month: what those have beyond what was booked as labour already. */
const WAGES = `(
  select 'w' || a.id, a.project, '人工', '工资（核算）', a.account_month, a.wage - coalesce(b.amount, 0), 'projectStaticsInfo', a.id
  from (
    select i.id, i.project, i.account_month, coalesce(i.wage_cost, 0) + coalesce(i.bonus_cost, 0) as wage
    from f_project_statics_info i where i.status = 'approved') a
    left join (
      select x.project, x.month, sum(x.part) as amount from ${PARTS} x where x.item = '人工' group by x.project, x.month
    ) b on b.project = a.project and b.month = a.account_month
  where a.wage > coalesce(b.amount, 0))`;

/** 支出: `key, project, item, account, month, amount, module, record`. */
export const SPENT = `(
  select x.key || ' ' || x.month as key, x.project, x.item, x.account, x.month, x.part as amount, x.module, x.record from ${PARTS} x where x.part <> 0
  union all select * from ${WAGES})`;

/** 收入 as it is owed, net of what was cancelled, of the days that it is for; what was paid for the customer and comes back is none. */
export const EARNED = `(
  select 'r' || x.id || ' ' || x.month as key, x.project, x.source_kind as item, x.month, x.part as amount, x.module, x.record, x.receivable_no as document
  from ${overMonths(`(
    select r.id, r.project, r.source_kind, r.receivable_no, l.source_module as module, l.source_id as record, r.amount - r.cancelled as amount,
      coalesce(case when r.period_end >= r.period_start then r.period_start end, (b.month || '-01')::date) as first,
      coalesce(case when r.period_end >= r.period_start then r.period_end end, (b.month || '-01')::date) as last
    from ${RECEIVABLES} r join b_receivable_ledger l on l.id = r.id cross join lateral (
      select coalesce(r.book_month, to_char(r.due_date, 'YYYY-MM'), to_char(r.entered_at at time zone 'Asia/Shanghai', 'YYYY-MM')) as month) b
    where r.amount <> r.cancelled and r.source_kind not in ('代缴费用', '代垫费用'))`)} x where x.part <> 0)`;

/** 到账: money that customers paid into our accounts and that was claimed for a project. */
export const RECEIVED = `(
  select 'i' || r.id as key, r.project, '到账' as item, to_char(r.receipt_date, 'YYYY-MM') as month, r.amount, 'paymentReceived' as module,
    r.receipt as record, r.bank_serial as document
  from b_receipt_ledger r where not r.voided and r.project is not null and r.state = '已入账')`;

/** Forms that are paid for a project by the bank, with the account that they are paid as. */
const PAYING = [
  `select 'payment', e.id, e.project, e.budget_subject from f_payment e`,
  `select 'paymentNotEnergy', e.id, e.project, e.budget_subject from f_payment_not_energy e`,
  `select 'expenseReimbursement', e.id, e.project, '差旅费' from f_expense_reimbursement e where e.bearer = '项目'`,
  `select 'staffRent', e.id, e.project, '房租宿舍' from f_staff_rent e`,
].join(' union all ');

/** 付款: what left our accounts for a project, on the day that it did. What came back is left out with what it takes back. */
export const PAID = `(
  select 'b' || j.id as key, c.project, ${itemOf('c', 'null::text')} as item, c.account, to_char(j.paid_on, 'YYYY-MM') as month,
    case j.direction when 'out' then j.amount else -j.amount end as amount, j.source_module as module, j.source_id as record
  from bank_journal j
    join (${PAYING}) c (source_module, source_id, project, account) on c.source_module = j.source_module and c.source_id = j.source_id
  where c.project is not null and j.reverses_id is null and not exists (select from bank_journal b where b.reverses_id = j.id))`;

/** Days of a document: those that it says it is for, else those of its month. */
const days = (
  month: string,
): string => `case when e.period_end >= e.period_start then e.period_start else (${month} || '-01')::date end as first,
  case when e.period_end >= e.period_start then e.period_end else (${month} || '-01')::date end as last`;
const firstOf = (month: string): string => `(${month} || '-01')::date, (${month} || '-01')::date`;
const SUBMITTED = `to_char(e.submitted_at at time zone 'Asia/Shanghai', 'YYYY-MM')`;

/** Documents under way that will be spent for a project, as they stand. */
const UNDER_WAY = [
  `select 'payment' as source_module, e.id as source_id, e.serial, e.project, e.budget_subject as account, coalesce(e.approved_amount, e.pay_total) as amount,
    ${days('e.cost_month')} from f_payment e where e.status = 'running'`,
  `select 'paymentNotEnergy', e.id, e.serial, e.project, e.budget_subject, coalesce(e.approved_amount, e.pay_total), ${firstOf('e.cost_month')}
    from f_payment_not_energy e where e.status = 'running'`,
  `select 'expenseReimbursement', e.id, e.serial, e.project, '差旅费', coalesce(e.approved_total, e.claim_total), ${firstOf('e.cost_month')}
    from f_expense_reimbursement e where e.status = 'running' and e.bearer = '项目'`,
  `select 'staffRent', e.id, e.serial, e.project, '房租宿舍', e.company_cost, ${days(SUBMITTED)} from f_staff_rent e where e.status = 'running'`,
  `select 'outService', e.id, e.serial, e.project, '外协服务', coalesce(e.final_amount, e.deal_amount, e.company_amount), ${firstOf(SUBMITTED)}
    from f_out_service e where e.status = 'running'`,
].join(' union all ');

/** 审批中的支出, with the document's own number. */
export const SPENDING = `(
  select 'a' || x.source_module || x.source_id || ' ' || x.month as key, x.project, ${itemOf('x', 'null::text')} as item, x.account, x.month, x.part as amount,
    x.source_module as module, x.source_id as record, x.serial as document
  from ${overMonths(`(select c.* from (${UNDER_WAY}) c where c.project is not null and c.amount <> 0)`)} x where x.part <> 0)`;

/** 审批中的收入. */
export const EARNING = `(
  select 'e' || x.module || x.id || ' ' || x.month as key, x.project, x.item, x.item as account, x.month, x.part as amount, x.module, x.id as record, x.serial as document
  from ${overMonths(`(
    select 'userSettlement' as module, e.id, e.serial, e.project, '用户结算' as item, e.settle_total as amount, ${days('e.settle_month')}
      from f_user_settlement e where e.status = 'running' and e.project is not null and e.settle_total <> 0
    union all
    select 'measurementCharge', e.id, e.serial, e.project, '计量收费', e.charge_total, ${days('e.charge_month')}
      from f_measurement_charge e where e.status = 'running' and e.project is not null and e.charge_total <> 0)`)} x where x.part <> 0)`;
