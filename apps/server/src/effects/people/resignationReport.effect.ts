/** 离职报告: what is agreed on for the last day of work, and what the day after brings. */
import { dutyShift, resignation, type resignationReport } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { postBalance, undoBalance } from '../books/balances.ts';
import { undoBudget } from '../books/budget.ts';
import { clearLoan, giveBackLoanBudget } from '../books/loans.ts';
import { least, minus, positive } from '../books/money.ts';
import { effect, undoing } from '../kit/effect.ts';
import { bumpPermissions } from './accounts.ts';

type Resignation = Recorded<typeof resignationReport>;

const source = (record: Resignation) => ({ module: 'resignationReport', id: record.id }) as const;

const nameOf = async (tx: Tx, user: string): Promise<string> =>
  (await sql<{ name: string }>`select user_name as name from app_user where id = ${user}`.execute(tx)).rows[0]?.name ??
  '';

/** Loans of a person that are not cleared, the oldest due first, with what is left of each. */
const openLoans = async (tx: Tx, user: string): Promise<readonly { readonly loan: string; readonly left: string }[]> =>
  (
    await sql<{ loan: string; left: string }>`select borrowing_id::text as loan,
        (paid - claim_pending - claimed - return_pending - returned)::text as left from borrowing_ledger
      where borrower = ${user} and cleared_at is null and voided_at is null order by due_date, borrowing_id for update`.execute(
      tx,
    )
  ).rows;

const loansOf = async (tx: Tx, record: Resignation): Promise<readonly string[]> =>
  (
    await sql<{ loan: string }>`select distinct account_id::text as loan from balance_entry
      where book = 'borrowing' and source_module = 'resignationReport' and source_id = ${record.id}`.execute(tx)
  ).rows.map((row) => row.loan);

export const resignationReportEffects: EffectsOf<'resignationReport', Resignation> = {
  'resignationReport.leave': undoing(
    effect(async ({ record, book }) => {
      await book(resignation, {
        employee: record.employee,
        project: record.project,
        position: record.position,
        resignType: record.resignType,
        reasons: record.reasons.join('、'),
        lastWorkDay: record.lastWorkDay,
        handoverTo: record.handoverTo,
        netSettle: record.netSettle,
        postPlan: record.postPlan,
        state: '待离职',
        document: record.serial,
      });
    }),
    async (tx, { record }) => {
      const { rows } =
        await sql`select 1 from b_resignation where source_module = 'resignationReport' and source_id = ${record.id}
        and state = '已离职' and not voided`.execute(tx);
      if (rows.length === 0) return;
      await sql`update app_user set state = 'active' where id = ${record.employee}`.execute(tx);
      await sql`update user_project set to_date = null where user_id = ${record.employee} and to_date = ${record.lastWorkDay}::date`.execute(
        tx,
      );
      await bumpPermissions(tx, record.employee);
    },
  ),
  'resignationReport.handOver': effect(async ({ tx, record, find, setEntry, services }) => {
    for (const shift of await find(dutyShift, { state: '有效', mainWatcher: record.employee }))
      if ((shift.day ?? '') > record.lastWorkDay)
        await setEntry(dutyShift, shift.id, { mainWatcher: record.handoverTo });
    const [leaver, taker] = [await nameOf(tx, record.employee), await nameOf(tx, record.handoverTo)];
    await services.todo({
      kind: '离职交接',
      title: `${leaver}${record.lastWorkDay}离职，请在人员管理办理离职交接：角色、部门、项目和授权移交${taker}`,
      project: record.project,
      to: [],
      role: 'admin',
      due: record.lastWorkDay,
    });
  }),
  'resignationReport.settleLoans': undoing(
    effect(async ({ tx, record }) => {
      let rest = record.borrowLeft ?? '0';
      for (const { loan, left } of await openLoans(tx, record.employee)) {
        const amount = least(rest, left);
        if (!positive(amount)) continue;
        await postBalance(tx, 'borrowing', loan, { returned: amount }, source(record), '离职结算扣回');
        await giveBackLoanBudget(tx, loan, amount, source(record));
        await clearLoan(tx, loan);
        rest = minus(rest, amount);
      }
    }),
    async (tx, { record }) => {
      const loans = await loansOf(tx, record);
      await undoBalance(tx, 'borrowing', source(record), '离职报告作废');
      await undoBudget(tx, source(record), '离职报告作废');
      for (const loan of loans) await clearLoan(tx, loan);
    },
  ),
  'resignationReport.pay': effect(async ({ tx, record, services }) => {
    if (record.netSettle === null || Big(record.netSettle).lte(0)) return;
    const name = await nameOf(tx, record.employee);
    await services.draft({
      module: 'paymentNotEnergy',
      applicant: record.applicant,
      title: `${name}离职结算净额${record.netSettle}元（${record.serial}），请办理付款`,
      values: {
        project: record.project,
        payCategory: '离职结算',
        payNature: '一次性付款',
        payeeKind: '个人',
        payeeName: name,
        acceptState: '不需验收',
        invoiceMode: '无需发票',
        budgetMode: '本单占用',
        payReason: `离职结算${record.serial}`,
        items:
          record.project === null
            ? []
            : [
                {
                  itemName: `${name}离职结算`,
                  costProject: record.project,
                  quantity: '1.00',
                  itemUnit: '项',
                  unitPrice: record.netSettle,
                },
              ],
      },
    });
  }),
  'resignationReport.dorm': effect(async ({ tx, record, services }) => {
    if (record.liveInDorm === true)
      await services.todo({
        kind: '退宿',
        title: `${await nameOf(tx, record.employee)}离职退宿（${record.serial}），请核对宿舍物品、退还钥匙`,
        project: record.project,
        to: [],
        role: 'admin',
        due: record.moveOutDate ?? record.lastWorkDay,
      });
  }),
};
