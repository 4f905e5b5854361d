/** What the books of contracts say to forms: what is left to pay, prices agreed on, repairs under warranty. */
import { textOrNull } from '@hengneng/core';
import { buyerContract } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { heldByOthers } from './held.ts';
import { discountFactor, internalRate } from './invest-model.ts';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';
import { dayOf } from './source.ts';

type Column = 'totalAmount' | 'reserved' | 'paid' | 'ticketed';

/** An amount of a contract in the ledger, without what the asking record has added itself. */
const contractAmount =
  (plus: readonly Column[], less: readonly Column[] = []): Lookup =>
  async (tx, contract, env) =>
    contract === null
      ? null
      : heldByOthers(
          tx,
          buyerContract,
          { module: env.moduleId, id: env.businessId ?? '0' },
          { plus, minus: less, where: 'm.id = $3::bigint', values: [contract] },
        );

/** What may be invested in a project at most, by the approvals that stand for it; unlimited where none was asked for. */
const approvedInvest: Lookup = async (tx, project) => {
  const { rows } = await sql<{
    sum: string | null;
  }>`select sum(approved_invest)::numeric(18,2)::text as sum from b_invest_project
    where project = ${project} and state = '已签约' and not voided`.execute(tx);
  return rows[0]?.sum ?? null;
};

/** Price of a chemical for the asking record's project today: as its water contract says, else as the catalogue does. */
async function chemicalPrice(tx: Tx, chemical: string | null, env: LookupEnv): Promise<string | null> {
  if (chemical === null) return null;
  const { rows } = await sql<{ price: string }>`
    select coalesce((select p.unit_price from b_chemical_price p where not p.voided and p.project = ${textOrNull(env.record.project)}
        and (p.chemical is null or p.chemical = c.id) and ${dayOf(env.now)}::date between p.valid_from and p.valid_to
        order by p.chemical nulls first, p.id desc limit 1), c.unit_price)::numeric(18,4)::text as price
    from water_chemical c where c.id = ${chemical}`.execute(tx);
  return rows[0]?.price ?? null;
}

/** The contracts under whose warranty a device was repaired, for people to read. */
const repairWarranty: Lookup = async (tx, device, env) => {
  if (device === null) return null;
  const { rows } = await sql<{ words: string | null }>`
    select string_agg(w.contract_no || ' ' || s.name || '（' || w.parts || '，质保至' || w.valid_to || '）', '；' order by w.valid_to desc) as words
    from b_repair_warranty w join supplier s on s.id = w.supplier
    where w.device = ${device} and not w.voided and ${dayOf(env.now)}::date between w.valid_from and w.valid_to`.execute(
    tx,
  );
  return rows[0]?.words ?? null;
};

const rowsOf = (record: LookupEnv['record'], detail: string): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(record[detail]) ? (record[detail] as readonly Readonly<Record<string, unknown>>[]) : [];

const factor: Lookup = async (_tx, _value, { record, row }) => {
  const rate = textOrNull(record.discountRate);
  return rate !== null && typeof row?.yearNo === 'number' ? discountFactor(rate, row.yearNo) : null;
};

const irr: Lookup = async (_tx, _value, { record }) => {
  const invest = textOrNull(record.totalInvest);
  const flows = rowsOf(record, 'cashflows').flatMap(({ yearNo, netFlow }) =>
    typeof yearNo === 'number' && typeof netFlow === 'string' ? [[yearNo, netFlow] as const] : [],
  );
  return invest === null || flows.length === 0 ? null : internalRate(invest, flows);
};

/** Whether an approval to invest still stands. */
const reviewState: Lookup = async (tx, review) => {
  if (review === null) return null;
  const { rows } = await sql<{ state: string }>`select state from b_invest_project
    where review = ${review} and not voided`.execute(tx);
  return rows[0]?.state ?? '未同意';
};

/** The score of the project's latest visit that counts. */
const satisfyScore: Lookup = async (tx, project) => {
  const { rows } = await sql<{ score: string }>`select round(score, 1)::text as score from satisfaction_archive
    where project_code = ${project} and not superseded and not voided and score is not null order by year desc, id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.score ?? null;
};

export const BUYER_LOOKUPS: Lookups = {
  purchaseContract: {
    paidAmount: contractAmount(['paid', 'reserved']),
    unpaidAmount: contractAmount(['totalAmount'], ['paid', 'reserved']),
    ticketedAmount: contractAmount(['ticketed']),
  },
  investModel: { factor, irr },
  project: { satisfyScore, approvedInvest },
  projectInvestReview: { reviewState },
  waterChemical: { unitPrice: chemicalPrice },
  device: { repairWarranty },
};
