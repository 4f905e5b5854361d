/** Petty cash and loans that nobody settles: finance presses, and the clock reminds. */
import { urgeClear } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { quotaBalances } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Engine } from '../../engine/index.ts';
import { leaveFollowUp } from '../../engine/forms/follow-up.ts';
import { OLDEST, UNCLEARED_DAYS } from '../../modules/ledgers/index.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';

interface Held {
  readonly id: string;
  readonly person: string | null;
  readonly project: string | null;
  readonly title: string;
}

/** Where follow-ups of an account are noted; a loan's open the loan. */
const OF = {
  appropriation: { module: 'quotaAccount', kind: '拨款催清' },
  loan: { module: 'borrowing', kind: '借款催清' },
} as const;
const URGE = 'urgeClear';
const REMIND = 'remindUncleared';

const CASH = sql`(coalesce(a.appropriated, 0) - coalesce(a.clear_pending, 0) - coalesce(a.cleared, 0) - coalesce(a.return_pending, 0) - coalesce(a.returned, 0))`;

/** What is held of an account or a loan, locked; undefined where nothing is. */
async function held(tx: Tx, of: keyof typeof OF, id: string): Promise<Held | undefined> {
  const { rows } =
    of === 'loan'
      ? await sql<Held>`select l.borrowing_id::text as id, l.borrower::text as person, f.project,
          '借款' || coalesce(f.serial, '') || '尚有' || (l.paid - l.claimed - l.returned - l.claim_pending - l.return_pending) || '元未清，清账日期' || l.due_date || '，请报销冲抵或还款' as title
        from borrowing_ledger l join f_borrowing f on f.id = l.borrowing_id where l.borrowing_id = ${id} and l.voided_at is null
          and l.paid > l.claimed + l.returned + l.claim_pending + l.return_pending for update of l`.execute(tx)
      : await sql<Held>`select a.id::text as id, a.keeper::text as person, a.project,
          a.account_name || '拨款尚有' || ${CASH} || '元未核销，请核销或退回' as title
        from b_quota_account a where a.id = ${id} and not a.voided and ${CASH} > 0 for update`.execute(tx);
  return rows[0];
}

/** Whether somebody was told within so many days. */
async function told(tx: Tx, module: string, id: string, effect: string, days: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from follow_up where source_module = ${module} and source_id = ${id} and source_effect = ${effect}
    and (created_at at time zone 'Asia/Shanghai')::date > (app_now() at time zone 'Asia/Shanghai')::date - ${days}::integer limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}

export function registerUrge(registry: CallRegistry, engine: Engine): void {
  const screen = shortCodeOf(quotaBalances.screen);
  registry.handle(urgeClear, { access: { screen, button: 'edit' } }, (ctx, { of, id }) =>
    ctx.write(async (tx) => {
      const found = await held(tx, of, id);
      if (found === undefined || found.person === null) throw refused('没有未清的余额，无需催清');
      const { module, kind } = OF[of];
      if (await told(tx, module, id, URGE, 1)) throw refused('今天已催过，请明天再催');
      await leaveFollowUp(tx, engine.deps.directory, {
        kind,
        title: found.title,
        user: found.person,
        role: null,
        project: found.project,
        due: null,
        target: null,
        source: { module, id, effect: URGE },
      });
      await trail(tx, ctx, { kind: '业务', action: '催清', object: found.title });
      return { done: '已催清' };
    }),
  );
}

/** Tells keepers of cash that was not accounted for within thirty days, and again after as many. @returns how many */
export const tellUncleared = (db: Db, engine: Engine, today: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Held>`select a.id::text as id, a.keeper::text as person, a.project,
        a.account_name || '拨款已' || (${today}::date - o.day) || '天未核销，余额' || ${CASH} || '元，请核销或退回' as title
      from b_quota_account a cross join lateral (select ${sql.raw(OLDEST)} as day) o
      where not a.voided and a.keeper is not null and ${CASH} > 0 and ${today}::date - o.day > ${UNCLEARED_DAYS} order by a.id`.execute(
      tx,
    );
    let count = 0;
    for (const { id, person, project, title } of rows) {
      const { module, kind } = OF.appropriation;
      if (await told(tx, module, id, REMIND, UNCLEARED_DAYS)) continue;
      count += 1;
      await leaveFollowUp(tx, engine.deps.directory, {
        kind,
        title,
        user: person,
        role: null,
        project,
        due: null,
        target: null,
        source: { module, id, effect: REMIND },
      });
    }
    return count;
  });
