/** Houses that the demo company rents for those who work on site: a lease a project, half a year old, with its deposit at the landlord's. */
import { addDays } from '@hengneng/core';
import { depositReceivable, rentLease } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf } from './books/source.ts';

const LANDLORDS = ['陈国梁', '沈玉兰', '黄建新', '许文娟'] as const;

export async function seedHousing(tx: Tx, now: Date): Promise<void> {
  const today = dayOf(now);
  const { rows } = await sql<{
    code: string;
    name: string;
    manager: string;
  }>`select code, name, manager::text from project
    where manager is not null order by code`.execute(tx);
  const leases = rows.map(({ code, name, manager }, at) => {
    const monthRent = `${2200 + (at % 4) * 300}.00`;
    return {
      leaseNo: `ZL-${code}-01`,
      project: code,
      houseAddress: `${name}旁员工公寓${(at % 5) + 1}号楼${(at % 6) + 1}02室`,
      layout: '两室一厅',
      houseArea: `${72 + (at % 4) * 4}.00`,
      landlord: LANDLORDS[at % LANDLORDS.length] ?? '',
      landlordPhone: `1390000${String(1000 + at).padStart(4, '0')}`,
      payeeAccount: `工商银行 62220880${String(10_000_000 + at * 37)}`,
      leaseStart: addDays(today, -150),
      leaseEnd: addDays(today, 214),
      monthRent,
      payCycle: '押一付三',
      paidTo: addDays(today, 32),
      deposit: monthRent,
      depositLeft: monthRent,
      laterRecords: 0,
      state: '在租' as const,
      keeper: manager,
      document: `期初-${code}-01`,
    };
  });
  await enter(tx, rentLease, leases, SETUP);
  await enter(
    tx,
    depositReceivable,
    leases.map(({ project, landlord, document, deposit, leaseEnd, keeper }) => ({
      kind: '押金' as const,
      project,
      counterpart: landlord,
      contractNo: document,
      amount: deposit,
      dueOn: leaseEnd,
      returned: '0.00',
      keeper,
    })),
    SETUP,
  );
}
