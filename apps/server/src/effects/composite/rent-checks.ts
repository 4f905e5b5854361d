/** What a record of 员工租房 may say at submit, given the lease, what was paid, and who lives where. */
import { rentLease, type staffRent } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { plus } from '../books/money.ts';
import type { Writing } from '../kit/effect.ts';
import { dayAfter, dueLines, type Lease } from './rents.ts';

type Rent = Recorded<typeof staffRent>;

const differs = (a: string | null, b: string | null): boolean => Number(a ?? 0) !== Number(b ?? 0);

/** As people write it, with blanks or without. */
const bare = (text: string): string => text.replaceAll(/\s/g, '');

async function checkNew(tx: Tx, record: Rent): Promise<void> {
  const { rows } = await sql<{ no: string }>`select lease_no as no from b_rent_lease
    where not voided and state <> '已退租' and regexp_replace(house_address, '\\s', '', 'g') = ${bare(record.houseAddress)}
      and daterange(lease_start, lease_end, '[]') && daterange(${record.leaseStart}, ${record.leaseEnd}, '[]') limit 1`.execute(
    tx,
  );
  if (rows[0]) throw wrong('houseAddress', `该房屋同期已有租约${rows[0].no}，请办理续租或租金支付`);
}

function checkTerms(lease: Lease, record: Rent): void {
  if (record.applyType === '续租') {
    const end = lease.leaseEnd ?? '';
    if (record.leaseEnd <= end) throw wrong('leaseEnd', `续租的租期结束应晚于原租期结束${end}`);
    if (record.leaseStart > dayAfter(end)) throw wrong('leaseStart', `续租应与原租期衔接，最晚自${dayAfter(end)}开始`);
    return;
  }
  if (record.leaseStart !== lease.leaseStart) throw wrong('leaseStart', '租期开始与租约不一致，变更请办理续租');
  if (record.leaseEnd !== lease.leaseEnd) throw wrong('leaseEnd', '租期结束与租约不一致，变更请办理续租');
  if (differs(record.monthRent, lease.monthRent))
    throw wrong('monthRent', `月租金与租约的${lease.monthRent ?? ''}元不一致，变更请办理续租`);
}

/** @throws invalid where others of the lease must be through first; whoever asks holds the lease. */
async function checkOthers(tx: Tx, record: Rent): Promise<void> {
  const types = record.applyType === '退租' ? ['续租', '租金支付', '水电物业费支付'] : ['续租'];
  if (record.applyType !== '退租' && record.applyType !== '续租') return;
  const { rows } = await sql<{
    serial: string;
  }>`select serial from f_staff_rent where lease = ${record.lease} and id <> ${record.id}
    and status = 'running' and apply_type = any(${types}::text[]) order by id limit 1`.execute(tx);
  if (rows[0]) throw wrong('lease', `该租约还有在途的${rows[0].serial}，请办结后再${record.applyType}`);
}

export async function checkLease({ tx, find }: Pick<Writing, 'tx' | 'find'>, record: Rent): Promise<void> {
  if (record.lease === null) return checkNew(tx, record);
  const [lease] = await find(rentLease, { id: record.lease });
  if (lease === undefined) throw wrong('lease', '租约已不存在，请重新选择');
  if (lease.state !== '在租') throw wrong('lease', `该租约${lease.state ?? ''}，不能再${record.applyType}`);
  await checkOthers(tx, record);
  checkTerms(lease, record);
  if (bare(record.payeeAccount) !== bare(lease.payeeAccount ?? '') && (record.accountProof ?? []).length === 0)
    throw wrong('accountProof', '收款账户与租约登记的不一致，请上传账户变更证明');
  if (record.applyType === '退租' && differs(record.depositBack, lease.depositLeft))
    throw wrong('depositBack', `应退押金应为该租约未收回的押金${plus(lease.depositLeft ?? '0', '0')}元`);
}

export async function checkPeriods(tx: Tx, record: Rent): Promise<void> {
  const kinds = dueLines(record).map((line) => line.feeKind);
  const { rows } = await sql<{ kind: string; from: string; to: string; document: string }>`
    select fee_kind as kind, period_start::text as from, period_end::text as to, document from b_rent_payment
    where not voided and fee_kind = any(${kinds}::text[])
      and regexp_replace(house_address, '\\s', '', 'g') = ${bare(record.houseAddress)}
      and daterange(period_start, period_end, '[]') && daterange(${record.periodStart}, ${record.periodEnd}, '[]')
    order by id limit 1`.execute(tx);
  const [paid] = rows;
  if (paid)
    throw wrong('periodStart', `该期间已支付：${paid.kind}${paid.from}至${paid.to}见${paid.document}，不能重复支付`);
}

export async function checkStays(tx: Tx, record: Rent): Promise<void> {
  for (const [index, row] of record.occupants.entries()) {
    const path = `occupants[${index}].occupant`;
    if (record.occupants.findIndex((other) => other.occupant === row.occupant) < index)
      throw wrong(path, '入住人员重复，请合并为一行');
    const { rows } = await sql<{ house: string }>`select house_address as house from b_dormitory_stay where not voided
      and occupant = ${row.occupant} and (lease is distinct from ${record.lease} or stay_from <> ${row.stayFrom})
      and daterange(stay_from, stay_to, '[]') && daterange(${row.stayFrom}, ${row.stayTo}, '[]') limit 1`.execute(tx);
    if (rows[0]) throw wrong(path, `该员工同期已登记入住${rows[0].house}，请核对入住日期或先登记退宿日期`);
  }
}
