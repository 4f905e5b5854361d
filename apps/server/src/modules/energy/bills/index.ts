/** Bills of suppliers against the meters. */
import { billAdd, billEdit, billExport, billList, shareList, shareSave } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { exportBills } from './export.ts';
import { listBills } from './read.ts';
import { readShares, saveShares } from './shares.ts';
import { addBill, editBill } from './write.ts';

export { seedBills } from './demo.ts';
export { oddBills, unexplainedBills } from './read.ts';
export { BILL_PAPER } from './write.ts';

const PAGE = shortCodeOf('/operationContent/DataInputIn');

export const registerBills = (calls: CallRegistry): void => {
  calls.handle(billList, { access: { screen: PAGE, button: 'search' } }, (ctx, input) => listBills(ctx, input));
  calls.handle(billAdd, { access: { screen: PAGE, button: 'add' } }, (ctx, input) => addBill(ctx, input));
  calls.handle(billEdit, { access: { screen: PAGE, button: 'edit' } }, (ctx, input) => editBill(ctx, input));
  calls.handle(shareList, { access: { screen: PAGE, button: 'search' } }, (ctx, input) => readShares(ctx, input));
  calls.handle(shareSave, { access: { screen: PAGE, button: 'edit' } }, (ctx, input) => saveShares(ctx, input));
  calls.stream(billExport, { access: { screen: PAGE, button: 'export' } }, (ctx, input) => exportBills(ctx, input));
};

/** An original is seen with its bill. */
export const seesBill: SeesPaper = async (db, session, id) => {
  if (!holds(session, PAGE, 'search')) return false;
  const { rows } = await sql`select 1 from energy_bill b join project p on p.code = b.project_code
    where b.id = ${id} and ${projectsVisible(session, 'p')}`.execute(db);
  return rows.length > 0;
};
