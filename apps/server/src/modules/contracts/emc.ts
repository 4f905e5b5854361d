/** Contracts by which sites are run, and the versions of their prices. */
import { contractPriceVersions, emcContractPrices, emcContracts } from '@hengneng/forms';
import { PRICE_KINDS } from '@hengneng/contracts';
import type { ViewShape } from '@hengneng/form-kit';
import { type Asked, viewSource } from '../../engine/views/source.ts';
import { OPERATING } from '../ledgers/index.ts';
import { priceSettled } from '../projects/index.ts';

/** A contract that ends within these days is said to end soon. */
const SOON_DAYS = 90;
export const IN_SCOPE = { project: 'p.code', dept: 'p.area', applicant: 'p.manager' } as const;

const kindName = (column: string): string =>
  `case ${column} ${Object.entries(PRICE_KINDS)
    .map(([kind, name]) => `when '${kind}' then '${name}'`)
    .join(' ')} else ${column} end`;

/** Where a contract `c` stands today. */
export const contractState = (today: string): string =>
  `case when c.state = 'cancelled' then '已终止' when c.state = 'ended' then '已完结' when c.start_on > ${today} then '未生效'
    when c.end_on < ${today} then '已到期' else '履行中' end`;

/** The form that a contract `c` was signed by, where one was. */
export const SIGNED = `left join lateral (select f.id, f.emc_mode, f.our_share, f.charge_total, f.settle_cycle, f.pay_days from f_emc_operate_contract f
    where f.contract_no = c.code and f.status = 'approved' order by f.id desc limit 1) e on true`;

export const emcContractsView = viewSource({
  view: emcContracts,
  order: `(m.state in ('已完结', '已终止')), m.gap desc, m."leftDays" nulls last, m."contractNo"`,
  figures: {
    active: `count(*) filter (where m.state = '履行中')`,
    amount: `coalesce(sum(m.amount) filter (where m.state = '履行中'), 0)`,
    gap: 'count(*) filter (where m.gap)',
    soon: `count(*) filter (where m.state = '履行中' and m."leftDays" <= ${SOON_DAYS})`,
  },
  rows: ({ today, visible }) => `
    select x.*, x.state = '履行中' and x.prices is null as gap from (
      select c.code as id, c.code as "contractNo", c.name, p.area, c.project_code as project, c.party_a as customer, coalesce(e.emc_mode, c.kind) as mode,
        c.sign_on as "signOn", c.start_on as "startOn", c.end_on as "endOn", c.end_on - ${today} as "leftDays",
        coalesce(c.settle_area, e.charge_total) as "settleArea", v.prices, c.charge_model as "chargeModel", c.amount, e.our_share as share,
        coalesce(c.settle_cycle, e.settle_cycle) as "settleCycle", ${contractState(today)} as state
      from contract c join project p on p.code = c.project_code ${SIGNED}
        left join lateral (select string_agg(${kindName('v.kind')} || ' ' || v.price || v.unit, '；' order by v.kind) as prices from contract_price v
          where v.contract_code = c.code and v.deleted_at is null and daterange(v.valid_from, v.valid_to, '[]') @> ${today}) v on true
      where c.kind in ${OPERATING} and ${visible(IN_SCOPE)}) x`,
});

const priceRows = ({ today, visible }: Pick<Asked<ViewShape>, 'today' | 'visible'>, which: string): string => `
  select v.id, v.contract_code as contract, c.project_code as project, ${kindName('v.kind')} as item, v.kind, v.price, v.unit, v.tax_rate as "taxRate",
    v.valid_from as "validFrom", v.valid_to as "validTo", v.remark as basis, v.paper ->> 'Name' as paper, v.paper ->> 'URL' as "paperUrl",
    (v.paper ->> 'Size')::integer as "paperSize", v.created_by as keeper, v.created_at as "enteredAt",
    ${priceSettled('v')} as settled,
    case when v.valid_from > ${today} then '未生效' when v.valid_to < ${today} then '已失效' else '现行' end as state
  from contract_price v join contract c on c.code = v.contract_code join project p on p.code = c.project_code
  where v.deleted_at is null and ${which} and ${visible(IN_SCOPE)}`;
const PRICE_ORDER = `m.contract, m.item, m."validFrom" desc`;

export const emcPricesView = viewSource({
  view: emcContractPrices,
  order: PRICE_ORDER,
  rows: (asked) => priceRows(asked, `c.kind in ${OPERATING}`),
});

export const priceVersionsView = viewSource({
  view: contractPriceVersions,
  order: PRICE_ORDER,
  rows: (asked) => priceRows(asked, 'true'),
});
