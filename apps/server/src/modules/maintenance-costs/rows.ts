/** The costs that a call names, as they stand, where the person may see them. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { COSTS } from '../ledgers/index.ts';
import { projectsVisible } from '../projects/index.ts';

/** Under which vouchers of costs that were entered by hand are kept. */
export const COST_PAPER = 'maintenanceCost';

export interface Cost {
  readonly key: string;
  readonly source: string;
  readonly sourceId: string;
  readonly documentNo: string;
  readonly project: string;
  readonly month: string;
  readonly device: string | null;
  readonly faultPart: string | null;
  readonly cause: string | null;
  readonly material: string;
  readonly labour: string;
  readonly outsourced: string;
  readonly transport: string;
  readonly bearer: string;
  readonly ours: string;
  readonly customer: string;
  readonly supplier: string;
  readonly invoiceNo: string | null;
  readonly entry: string | null;
  readonly enteredBy: string | null;
  readonly quality: string | null;
  readonly state: '待录' | '已录' | '已核' | '已锁定';
}

/** Everything that happens to costs of a project and month happens one after another. */
export const lockMonth = async (tx: Tx, project: string, month: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext(${`maintenanceCost ${project} ${month}`}))`.execute(tx));

export const costsWhere = async (ctx: Ctx, tx: Tx, which: RawBuilder<unknown>): Promise<readonly Cost[]> => {
  const { rows } = await sql<Cost>`
    select k.key, k.source, k.source_id::text as "sourceId", k.document_no as "documentNo", k.project, k.month, k.device::text as device,
      k.fault_part as "faultPart", k.cause, k.material::text, k.labour::text, k.outsourced::text, k.transport::text, k.bearer, k.ours::text,
      k.customer::text, k.supplier::text, k.invoice_no as "invoiceNo", k.entry::text as entry, k.entered_by::text as "enteredBy",
      k.quality::text as quality, k.state
    from ${sql.raw(COSTS)} k join project p on p.code = k.project where ${which} and ${projectsVisible(ctx.session, 'p')}
    order by k.key`.execute(tx);
  return rows;
};
