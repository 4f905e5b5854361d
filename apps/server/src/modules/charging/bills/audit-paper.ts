/** 审核表: what a checker of a run signs, with the hash of the lines that they saw. */
import type { chargeBillAuditPaper } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { demandAmounts } from '../amounts.ts';
import { localTime } from '../local-time.ts';
import { largestDiffs } from './paper.ts';
import { billRows, listRuns } from './read.ts';
import { summarizeFees } from './summary.ts';

/** Rows of paper that anybody reads. */
const MOST_DIFFS = 20;
const MOST_SAMPLES = 200;

export async function readAuditPaper(
  ctx: Ctx,
  { batch }: z.output<typeof chargeBillAuditPaper.input>,
): Promise<z.input<typeof chargeBillAuditPaper.output>> {
  demandAmounts(ctx);
  const { rows: runs } = await listRuns(ctx, { id: batch, PageIndex: 1, PageSize: 1 });
  const [run] = runs;
  if (run === undefined) throw notFound('批次不存在，或您没有查看它的权限');
  const [bills, { rows: checks }, { rows: companies }, fees, diffs] = await Promise.all([
    billRows(
      ctx.db,
      sql`b.id in (select bill_id from bill_check where run_id = ${batch}::bigint)`,
      sql`r.full_code, b.fee_id, b.part`,
      today(ctx.now),
      { limit: MOST_SAMPLES, offset: 0 },
    ),
    sql<{
      bill: string;
      checker: string;
    }>`select k.bill_id::text as bill, u.user_name as checker from bill_check k join app_user u on u.id = k.user_id where k.run_id = ${batch}::bigint`.execute(
      ctx.db,
    ),
    sql<{ company: string }>`select company from community where id = ${run.communityId}::bigint`.execute(ctx.db),
    summarizeFees(ctx, { batch, compare: 'last,yoy' }),
    largestDiffs(ctx, { batch }),
  ]);
  const checker = new Map(checks.map((one) => [one.bill, one.checker]));
  return {
    company: companies[0]?.company ?? '',
    run,
    fees: fees.rows,
    diffs: diffs.rows.slice(0, MOST_DIFFS),
    samples: bills.map((bill) => ({
      id: bill.id,
      room: bill.room,
      fee: bill.fee,
      quantity: bill.quantity,
      unit: bill.unit,
      unitPrice: bill.unitPrice,
      factor: bill.factor,
      amount: bill.amount,
      recounted: bill.recounted,
      agrees: bill.checked === true,
      checker: checker.get(bill.id) ?? '',
    })),
    by: ctx.session.userName,
    at: localTime(ctx.now),
  };
}
