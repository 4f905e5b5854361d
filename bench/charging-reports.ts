/** What finance and the counter look at among a million bills: a year's income, a household's debts. Asked of the product's own functions, beside its database. */
import { randomUUID } from 'node:crypto';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { answerOf } from '../apps/server/src/platform/db/late.ts';
import type { Db } from '../apps/server/src/platform/db/schema.ts';
import { readHousehold } from '../apps/server/src/modules/charging/cashier/read.ts';
import { sumDays } from '../apps/server/src/modules/charging/income/facts.ts';
import { readSummary } from '../apps/server/src/modules/charging/income/summary.ts';
import { readStatement } from '../apps/server/src/modules/charging/statement/read.ts';
import { sessionOf } from '../apps/server/src/modules/identity/index.ts';
import type { Processor } from './processes.ts';
import { count, type Goal, ms, table } from './report.ts';

const HOUSES = 60;
const REPORTS = 5;

const percentile95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;

async function contextOf(db: Db): Promise<Ctx> {
  const { rows } = await sql<{ id: string }>`select id::text from app_user where account = 'admin'`.execute(db);
  const session = await sessionOf(db, rows[0]?.id ?? '');
  if (session === null) throw new Error('nobody to ask');
  const now = new Date();
  return {
    db,
    session,
    now,
    requestId: randomUUID(),
    ip: '',
    device: '',
    write: (work) => db.transaction().execute(async (tx) => answerOf(await work(tx))),
  };
}

interface Measured {
  readonly p95: number;
  /** Processor time of the database for one. */
  readonly used: number;
}

async function measured(meter: () => Processor, works: readonly (() => Promise<unknown>)[]): Promise<Measured> {
  const times: number[] = [];
  await works[0]?.();
  const before = meter();
  for (const work of works) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return { p95: percentile95(times), used: (meter().database - before.database) / Math.max(1, works.length) };
}

/** @returns what to print, and how it stands beside the goals */
export async function reportTimes(
  db: Db,
  meter: () => Processor,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const ctx = await contextOf(db);
  const year = String(ctx.now.getFullYear());
  const asked = {
    communityIds: [],
    from: `${year}-01-01`,
    to: `${year}-12-31`,
    basis: '收付实现' as const,
    feeId: null,
    tender: null,
    cashierId: null,
    groupBy: '费项' as const,
  };
  const tomorrow = new Date(ctx.now.getTime() + 86_400_000).toISOString().slice(0, 10);
  await sumDays(db, tomorrow);
  const { rows: houses } = await sql<{
    id: string;
  }>`select room_id::text as id from bill where state = '已发布' order by md5(id::text) limit ${HOUSES}`.execute(db);
  const { rows: bills } = await sql<{ n: number }>`select count(*)::int as n from bill`.execute(db);
  const summary = await measured(
    meter,
    Array.from({ length: REPORTS }, () => () => readSummary(ctx, asked)),
  );
  const household = await measured(
    meter,
    houses.map(
      ({ id }) =>
        () =>
          readHousehold(ctx, { roomId: id }),
    ),
  );
  const statement = await measured(
    meter,
    houses.map(
      ({ id }) =>
        () =>
          readStatement(ctx, { roomId: id, from: null, to: today(ctx.now) }),
    ),
  );
  const line = (name: string, of: Measured, goal: string) => [name, ms(of.p95), ms(of.used), goal];
  const goal = (name: string, of: Measured, most: number): Goal => ({
    name,
    measured: `p95 ${ms(of.p95)} ms`,
    goal: `≤ ${most} ms`,
    met: of.p95 <= most,
  });
  const text = table(
    [`库中 ${count(bills[0]?.n ?? 0)} 张账单`, 'p95 ms', '数据库处理器 ms/次', '目标'],
    [
      line('全年收入汇总', summary, '≤ 500 ms'),
      line('一户的房间卡与欠费', household, '≤ 20 ms'),
      line('一户的往来对账单', statement, '≤ 20 ms'),
    ],
  );
  return {
    text,
    goals: [
      goal('全年收入汇总', summary, 500),
      goal('一户的房间卡与欠费', household, 20),
      goal('一户的往来对账单（直接询问）', statement, 20),
    ],
  };
}
