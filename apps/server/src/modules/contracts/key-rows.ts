/** Which contracts the rules pick, and what is shown of those that are watched. */
import { KEY_RULES } from '@hengneng/contracts';
import { keyContractFollows, keyContractRules, keyContracts } from '@hengneng/forms';
import { type AnySource, viewSource } from '../../engine/views/source.ts';
import { RECEIVABLES } from '../ledgers/index.ts';
import { IN_SCOPE } from './emc.ts';

/** What customers owe by contract that is past its day. */
const overdueOf = (today: string): string =>
  `(select coalesce(sum(r.unpaid), 0) from ${RECEIVABLES} r where r.contract = c.code and r.due_date < ${today})`;

/** Months in a row, up to the last one accounted for, in which the project lost money. */
const LOSSES = `(select coalesce(min(x.back) filter (where not x.lost) - 1, count(*)) from (
    select row_number() over (order by b.month desc) as back, b.confirmed_profit < 0 as lost from b_project_profit b
    where b.project = c.project_code and not b.voided) x)`;

/** SQL condition of each rule over a contract `c` and the rule's threshold `k.threshold`. */
const CONDITIONS: Readonly<Record<keyof typeof KEY_RULES, (today: string) => string>> = {
  合同额大: () => 'c.amount >= k.threshold',
  年收入大: () => 'c.year_amount >= k.threshold',
  战略客户: (
    today,
  ) => `(select count(*) from b_agreement a where a.kind = '战略协议' and a.state = '履行中' and not a.voided
    and coalesce(a.end_date, ${today}) >= ${today} and a.counterpart = c.party_a) >= greatest(k.threshold, 1)`,
  到期临近: (today) => `c.end_on - ${today} between 0 and k.threshold`,
  欠费: (today) => `${overdueOf(today)} >= greatest(k.threshold, 0.01)`,
  亏损: () => `${LOSSES} >= greatest(k.threshold, 1)`,
  投诉多: (
    today,
  ) => `(select count(*) from f_user_complaint u where u.project = c.project_code and u.status in ('running', 'returned', 'approved')
    and (u.created_at at time zone 'Asia/Shanghai')::date > ${today} - 365) >= greatest(k.threshold, 1)`,
};

/** Rows `kind`, `contract`: which rules that are on a customer's contract in force meets. */
export const keyHits = (
  today: string,
): string => `(select k.kind, c.code as contract from key_contract_rule k cross join contract c
    where k.enabled and c.state = 'active' and c.kind <> '外包合同' and case k.kind ${Object.entries(CONDITIONS)
      .map(([kind, condition]) => `when '${kind}' then coalesce(${condition(today)}, false)`)
      .join(' ')} end)`;

const words = `case k.kind ${Object.entries(KEY_RULES)
  .map(([kind, counts]) => `when '${kind}' then '${counts}'`)
  .join(' ')} end`;

const keyContractsView = viewSource({
  view: keyContracts,
  order: `(m.state = '已移出'), m.late desc, m.overdue desc nulls last, m."contractNo"`,
  figures: {
    watched: `count(*) filter (where m.state = '关注中')`,
    amount: `coalesce(sum(m.amount) filter (where m.state = '关注中'), 0)`,
    overdue: `coalesce(sum(m.overdue) filter (where m.state = '关注中'), 0)`,
    late: 'count(*) filter (where m.late)',
  },
  rows: ({ today, visible }) => `
    select x.*, x.state = '关注中' and x."silentDays" > x."everyDays" as late from (
      select k.contract as id, k.contract as "contractNo", p.area, c.project_code as project, c.party_a as customer, k.reasons as reason, k.note, c.amount,
        c.year_amount as "yearAmount", c.end_on - ${today} as "leftDays", ${overdueOf(today)} as overdue, g.margin, s.score as satisfaction, k.owner,
        k.every_days as "everyDays", k.last_follow as "lastFollow", ${today} - coalesce(k.last_follow, k.added_on) as "silentDays", k.state,
        k.left_why as "leftWhy"
      from key_contract k join contract c on c.code = k.contract join project p on p.code = c.project_code
        left join lateral (select sum(b.gross_profit) * 100 / nullif(sum(b.income), 0) as margin from (select * from b_project_profit b
          where b.project = c.project_code and not b.voided order by b.month desc limit 12) b) g on true
        left join lateral (select a.score from satisfaction_archive a where a.project_code = c.project_code and not a.superseded and not a.voided
          and a.score is not null order by a.year desc, a.id desc limit 1) s on true
      where ${visible(IN_SCOPE)}) x`,
});

const keyRulesView = viewSource({
  view: keyContractRules,
  order: `array_position(array[${Object.keys(KEY_RULES)
    .map((kind) => `'${kind}'`)
    .join(', ')}], m.kind)`,
  rows: ({ today }) => `
    select k.kind as id, k.kind, k.threshold, ${words} as counts, coalesce(h.n, 0) as hits, k.enabled, k.saved_by as "savedBy", k.saved_at as "savedAt"
    from key_contract_rule k left join (select h.kind, count(*) as n from ${keyHits(today)} h group by h.kind) h on h.kind = k.kind`,
});

const keyFollowsView = viewSource({
  view: keyContractFollows,
  order: 'm."followedOn" desc, m.id desc',
  rows: ({ visible }) => `
    select n.id, n.contract, c.project_code as project, n.followed_on as "followedOn", n.content, n.followed_by as "followedBy"
    from key_contract_follow n join contract c on c.code = n.contract join project p on p.code = c.project_code where ${visible(IN_SCOPE)}`,
});

export const keyViews: readonly AnySource[] = [keyContractsView, keyRulesView, keyFollowsView];
