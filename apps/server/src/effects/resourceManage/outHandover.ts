/** 退场交接: the last paper of a project. What it hands over, moves away, collects and closes. */
import type { FieldError } from '@hengneng/core';
import { contractPlan, exitReading, receivableLedger } from '@hengneng/forms';
import type { outHandover } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { minus, positive } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import { type StockKey, stockOf } from '../books/stock.ts';
import { effect, undoing } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';

type Exit = Recorded<typeof outHandover>;

/** The day from which the project is no longer ours. */
const leftOn = (record: Exit): string => record.actualExitDate ?? record.exitDate;

/** What the books already hold of the customer: open receivables of the contract, and deposits that come back. */
async function knownReceivable(tx: Tx, contract: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`select (
      coalesce((select sum(amount - coalesce(cancelled, 0) - coalesce(written, 0)) from b_receivable_ledger
        where contract = ${contract} and not voided and state in ('未收清', '已收清')), 0)
      + coalesce((select sum(amount - returned) from b_deposit_receivable where contract_no = ${contract} and not voided), 0)
    )::numeric(18,2)::text as sum`.execute(tx);
  return rows[0]?.sum ?? '0.00';
}

async function customerOf(tx: Tx, contract: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select party_a as name from contract where code = ${contract}`.execute(
    tx,
  );
  return rows[0]?.name ?? '';
}

interface Found {
  readonly id: string;
  readonly code: string;
}

const deviceCode = async (tx: Tx, id: string): Promise<string> =>
  (await sql<Found>`select id::text, code from device where id = ${id}`.execute(tx)).rows[0]?.code ?? '';

/** The meter of a project that bears this number. */
const meterOf = async (tx: Tx, project: string, number: string): Promise<string | null> =>
  (
    await sql<Found>`select id::text, code from device where project_code = ${project} and (factory_no = ${number} or code = ${number})
      order by id limit 1`.execute(tx)
  ).rows[0]?.id ?? null;

type Material = Exit['materials'][number];

const stockKey = (project: string, row: Material): StockKey | null => {
  if (row.part !== null) return { kind: 'part', project, item: row.part };
  return row.chemical === null ? null : { kind: 'chemical', project, item: row.chemical };
};

/** Rows that begin below what the meter is known to have shown, and were neither replaced nor passed their last figure since. */
async function belowKnown(tx: Tx, record: Exit): Promise<readonly FieldError[]> {
  const { rows } = await sql<{ at: number; name: string; known: string }>`
    select x.at::int - 1 as at, d.name, trim_scale(d.last_reading)::text as known
    from unnest(${record.meters.map((row) => row.meterNo)}::text[], ${record.meters.map((row) => row.lastReading)}::numeric[],
        ${record.meters.map((row) => row.readKind)}::text[]) with ordinality as x(no, reading, kind, at)
      cross join lateral (select name, last_reading from device where project_code = ${record.project} and (factory_no = x.no or code = x.no)
        order by id limit 1) d
    where x.kind = '正常' and x.reading < round(d.last_reading, 2) order by x.at`.execute(tx);
  return rows.map(({ at, name, known }) => ({
    path: `meters[${at}].lastReading`,
    message: `${name}台账上最近读数为${known}，上次结算读数不能更小；换表或满码归零请在读数情形中选择`,
  }));
}

export const outHandoverEffects: EffectsOf<'outHandover', Exit> = {
  'outHandover.check': effect(async ({ tx, record }) => {
    const errors = await belowKnown(tx, record);
    if (errors.length > 0) throw invalid([...errors]);
  }),
  'outHandover.closeProject': effect(({ record, set }) =>
    set('project', record.project, { state: 4, end_on: leftOn(record) }),
  ),
  'outHandover.endContract': undoing(
    effect(async ({ tx, record, set, find, setEntry, log }) => {
      await set('contract', record.contract, { state: 'ended', renew_state: '已退场' });
      for (const each of await find(contractPlan, { contract: record.contract, direction: '收', state: '有效' }))
        if (each.periodFrom !== null && each.periodFrom > leftOn(record))
          await setEntry(contractPlan, each.id, { state: '已调整' });
      const { rows } = await sql<{ id: string }>`update reminder r set ended_at = app_now() from f_renewal_tracking t
        where t.contract = ${record.contract} and r.source_module = 'renewalTracking' and r.source_id = t.id and r.ended_at is null
        returning r.id::text`.execute(tx);
      log({ reminders: rows.map((row) => row.id).join(' ') });
    }),
    (tx, { logged }) =>
      sql`update reminder set ended_at = null where id = any(${(logged.reminders ?? '').split(' ').filter(Boolean)}::bigint[])`.execute(
        tx,
      ),
  ),
  'outHandover.devices': effect(async ({ tx, record, set }) => {
    for (const row of record.assets) {
      if (row.disposal === '调拨其他项目' && row.assetTo !== null)
        // Numbers are a project's own: where it came from keeps them apart.
        await set('device', row.device, {
          code: `${record.project}-${await deviceCode(tx, row.device)}`,
          project_code: row.assetTo,
          location: null,
          state: 'standby',
        });
      else await set('device', row.device, { state: row.disposal === '退库' ? 'standby' : 'retired' });
    }
  }),
  'outHandover.meters': effect(async ({ tx, record, book, set }) => {
    for (const row of record.meters) {
      const device = await meterOf(tx, record.project, row.meterNo);
      await book(exitReading, {
        project: record.project,
        contract: record.contract,
        meterKind: row.meterKind,
        meterNo: row.meterNo,
        device,
        ratio: row.ratio,
        lastReading: row.lastReading,
        exitReading: row.exitReading,
        usage: row.usage,
        fee: row.fee,
        readOn: leftOn(record),
        photo: row.readingPhoto,
      });
      if (device !== null) await set('device', device, { last_reading: row.exitReading });
    }
  }),
  'outHandover.staff': effect(async ({ tx, record, services }) => {
    const manager = (await managersOf(tx, record.project)).area ?? record.applicant;
    for (const row of record.staff) {
      const moves = row.arrangement === '调往其他项目' || row.arrangement === '区域待岗';
      await services.draft(
        moves
          ? {
              module: 'jobTransfer',
              applicant: manager,
              title: `项目退场${record.serial}：请办理员工${row.arrangement}`,
              values: {
                project: record.project,
                employee: row.employee,
                transferReason: '项目退场',
                reasonDetail: `${record.exitReason}，${row.arrangement}`,
                toProject: row.toProject,
                effectiveDate: row.leaveDate,
              },
            }
          : {
              module: 'resignationReport',
              applicant: row.employee,
              title: `项目退场${record.serial}：${row.arrangement}，请在${row.leaveDate}前提交离职报告`,
              values: { project: record.project, employee: row.employee },
            },
      );
    }
  }),
  'outHandover.receivable': effect(async ({ tx, record, book, services }) => {
    if (record.confirmedReceivable === null || record.collectBefore === null) return;
    // What settlements and deposits have entered before is not asked for a second time.
    const rest = minus(record.confirmedReceivable, await knownReceivable(tx, record.contract));
    if (positive(rest))
      await book(receivableLedger, {
        receivableNo: record.serial,
        sourceKind: '退场清收',
        project: record.project,
        contract: record.contract,
        customerName: await customerOf(tx, record.contract),
        bookMonth: monthOf(leftOn(record)),
        dueDate: record.collectBefore,
        amount: rest,
        state: '未收清',
      });
    if (positive(record.confirmedReceivable))
      await services.remind({
        on: record.collectBefore,
        daysBefore: 15,
        everyDays: 15,
        to: [record.applicant],
        role: 'finance',
        title: `退场项目${record.project}应收${record.confirmedReceivable}元须在${record.collectBefore}前清收`,
      });
  }),
  'outHandover.stock': effect(async ({ tx, record, stock }) => {
    for (const [index, row] of record.materials.entries()) {
      const key = stockKey(record.project, row);
      if (key === null) continue;
      // What was counted may be more than the books know: only what they hold can leave them.
      const held = await stockOf(tx, key);
      const quantity = Big(row.stock).lt(held) ? row.stock : held;
      if (!positive(quantity)) continue;
      const path = `materials[${index}].stock`;
      const reason = `退场${record.serial}${row.target}`;
      await stock(key, `-${quantity}`, reason, path);
      if (row.materialTo !== null) await stock({ ...key, project: row.materialTo }, quantity, reason, path);
    }
  }),
};
