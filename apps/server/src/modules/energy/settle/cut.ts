/** 截账: the figures of a period are kept and its readings locked; undone only as long as no settlement was sent off with them. */
import { settleCutRead, type SettleCutSaved, settleCutWrite } from '@hengneng/contracts';
import { CHINA, dayAt } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { takeSerial } from '../../../engine/forms/numbering.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Access } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { SETTLEMENTS } from '../../projects/index.ts';
import { payeeOf } from '../accounts/index.ts';
import { type SettingKind, side } from '../settings/index.ts';
import { contractOf } from './load.ts';
import { cutsOf, demandMoney, workOutFor } from './report.ts';

const SERIAL = 'JS-{yyyy}{MM}-{seq4}';
const COUNTER = 'energySettleCut';

type Written = z.output<typeof settleCutWrite>;

/** Cuts of a contract one after the other, so that two of one period cannot come together. */
const lockContract = (tx: Tx, contract: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`energy.settle ${contract}`}, 0))`.execute(tx);

async function cut(ctx: Ctx, input: Extract<Written, { Action: 'cut' }>): Promise<SettleCutSaved> {
  const span = { from: input.From, to: input.To };
  return ctx.write(async (tx) => {
    await lockContract(tx, input.ContractCode);
    const { contract, worked } = await workOutFor(ctx, tx, input.ContractCode, span, input.AsOf ?? null);
    const failed = worked.checks.filter(({ ok, blocks }) => blocks && !ok);
    if (failed.length > 0)
      throw invalid(failed.map(({ what, words }) => ({ path: 'From', message: `${what}：${words}` })));
    const { sum, complete } = worked.content;
    if (sum === null) throw invalid([{ path: 'From', message: '没有可结算的计费项' }]);
    if (complete !== null && complete < 100 && input.Reason === '')
      throw invalid([{ path: 'Reason', message: `完整率 ${complete}%，请说明缺项按合同估算条款的处理` }]);
    const serial = await takeSerial(tx, COUNTER, SERIAL, ctx.now);
    const payee = await payeeOf(tx, contract.project, dayAt(ctx.now.getTime(), CHINA));
    await sql`insert into settle_cut (settle_no, project_code, contract_code, from_day, to_day, content, amount, note, payee, created_by)
      values (${serial}, ${contract.project}, ${contract.code}, ${span.from}, ${span.to}, ${JSON.stringify(worked.content)}::jsonb, ${sum},
        ${input.Reason}, ${payee === null ? null : JSON.stringify(payee)}::jsonb, ${ctx.session.userId})`.execute(tx);
    await sql`insert into reading_quote (project_code, meter_id, from_day, to_day, settlement)
      select ${contract.project}, m::bigint, ${span.from}, ${span.to}, ${serial} from unnest(${worked.meterIds}::text[]) m`.execute(
      tx,
    );
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from manual_reading r join meter_day d on d.meter_id = r.meter_id
        and d.register = 'total' and d.day between ${span.from} and ${span.to} and r.at > d.from_at and r.at <= d.to_at
      where r.meter_id = any(${worked.meterIds}::bigint[])`.execute(tx);
    await trail(tx, ctx, {
      kind: '读数',
      action: '截账锁定',
      object: `${contract.code} ${serial}`,
      summary: `${span.from} 至 ${span.to}，${sum} 元${input.Reason === '' ? '' : `；${input.Reason}`}`,
    });
    return { SettleNo: serial, LockedReadings: rows[0]?.n ?? 0 };
  });
}

async function undo(ctx: Ctx, input: Extract<Written, { Action: 'undo' }>): Promise<SettleCutSaved> {
  demandMoney(ctx);
  return ctx.write(async (tx) => {
    const { rows } = await sql<{ contract: string; state: string; from: string; to: string }>`
      select contract_code as contract, state, from_day::text as "from", to_day::text as "to" from settle_cut
      where settle_no = ${input.SettleNo} for update`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw notFound('截账不存在，或您没有查看它的权限');
    const contract = await contractOf(ctx, tx, row.contract);
    const done = { SettleNo: input.SettleNo, LockedReadings: 0 };
    // Pressed twice it is done once.
    if (row.state === '已撤销') return done;
    const { rows: sent } = await sql<{
      serial: string;
    }>`select coalesce(s.serial, '') as serial from ${sql.raw(SETTLEMENTS)} s
      where s.contract = ${row.contract} and daterange(s.period_start, s.period_end, '[]') && daterange(${row.from}::date, ${row.to}::date, '[]') limit 1`.execute(
      tx,
    );
    if (sent[0] !== undefined) throw refused(`该结算期的用户结算单 ${sent[0].serial} 已提交，不能撤销截账`);
    await sql`update settle_cut set state = '已撤销', undone_by = ${ctx.session.userId}, undone_at = app_now(), undo_reason = ${input.Reason}
      where settle_no = ${input.SettleNo}`.execute(tx);
    await sql`delete from reading_quote where settlement = ${input.SettleNo}`.execute(tx);
    await trail(tx, ctx, {
      kind: '读数',
      action: '撤销截账',
      object: `${contract.code} ${input.SettleNo}`,
      summary: input.Reason,
    });
    return done;
  });
}

async function read(ctx: Ctx, { ContractCode }: z.output<typeof settleCutRead>) {
  demandMoney(ctx);
  const contract = await contractOf(ctx, ctx.db, ContractCode);
  return { rows: (await cutsOf(ctx.db, contract.code)).map(({ content: _, ...one }) => one) };
}

export const settleCutKind = (reading: Access, writing: Access): SettingKind => ({
  read: side(reading, settleCutRead, read),
  write: side(writing, settleCutWrite, (ctx, input) => (input.Action === 'cut' ? cut(ctx, input) : undo(ctx, input))),
});
