/** Writing records of machines: all rows of a submission or none, corrections as versions, and which of two records of a moment holds. */
import type { runInsert, runUpdate } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { CHINA, dayAt, exact, exactText, type LockDeed, MINUTE, refusalOf, timeText } from '@hengneng/energy/measuring';
import { judgeRun, type RunMode, type RunWord } from '@hengneng/energy/plant';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { pushEvent } from '../../../platform/events/push.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { demandRunning, holdProject } from '../readings/index.ts';
import { type Machine, machinesOf } from './machines.ts';
import { type RunRecord, writtenRuns } from './records.ts';
import { clockOf, runRules } from './sheet.ts';

type Input = z.output<typeof runInsert.input>;
type Row = Input['Rows'][number];
type Update = z.output<typeof runUpdate.input>;

export interface NewRun {
  readonly project: string;
  readonly device: string;
  readonly at: string;
  readonly mode: RunMode | '';
  readonly points: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly flag?: '实' | '移' | '改';
  readonly supersedes?: string;
  readonly root?: string;
  readonly reason?: string;
  readonly voided?: boolean;
  readonly doubts?: readonly RunWord[];
  readonly clientId?: string;
  /** Of those that a demonstration brings. */
  readonly recordedAt?: string;
}

/**
 * Adds records; what a telephone sends twice is there once.
 * @param by who wrote them
 * @returns the ids of those that were not there before
 */
export async function addRuns(tx: Tx, by: string | null, runs: readonly NewRun[]): Promise<readonly string[]> {
  if (runs.length === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`insert into run_reading (project_code, device_id, at, mode, points, note, flag, supersedes, root, reason, voided, doubts, client_id,
      recorded_by, recorded_at)
    select r.project, r.device, r.at, r.mode, r.points, coalesce(r.note, ''), coalesce(r.flag, '实'), r.supersedes, r.root,
      coalesce(r.reason, ''), coalesce(r.voided, false), coalesce(r.doubts, '[]'), r."clientId", ${by}::bigint,
      least(coalesce(r."recordedAt", app_now()), app_now())
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r(project text, device bigint, at timestamptz, mode text, points jsonb, note text,
      flag text, supersedes bigint, root bigint, reason text, voided boolean, doubts jsonb, "clientId" uuid, "recordedAt" timestamptz)
    on conflict (client_id) do nothing returning id::text`.execute(tx);
  return rows.map(({ id }) => id);
}

const knownRuns = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await sql<{
        id: string;
      }>`select client_id::text as id from run_reading where client_id = any(${[...ids]}::uuid[])`.execute(tx)
    ).rows.map(({ id }) => id),
  );

/** Numbers as they are compared and shown: without zeros that say nothing. */
const plainPoints = (points: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(points).flatMap(([code, text]) => (text.trim() === '' ? [] : [[code, exactText(exact(text))]])),
  );

/** Of the records of a moment the one that holds: of those not taken away, the one begun first. */
const holdingOf = (written: readonly RunRecord[], device: string, at: number): RunRecord | undefined => {
  const last = [...Map.groupBy(written, ({ root }) => root).values()].flatMap((versions) => versions.at(-1) ?? []);
  return last.find((one) => one.device === device && one.at === at && !one.voided);
};

const already = ({ at, by }: RunRecord): string => `${clockOf(at)} 已由 ${by} 录入`;

/** A phone's clock may be ahead by so much. */
const AHEAD = 5 * MINUTE;

type Outcome =
  | { readonly kind: 'wrong'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'known' }
  | { readonly kind: 'write'; readonly run: NewRun; readonly machine: Machine; readonly conflict: string | null };

interface Judging {
  readonly ctx: Ctx;
  readonly input: Input;
  readonly project: string;
  readonly machines: ReadonlyMap<string, Machine>;
  readonly written: readonly RunRecord[];
  readonly clients: ReadonlySet<string>;
  /** Words by day; null where it may be entered. */
  readonly closed: ReadonlyMap<string, string | null>;
}

/** Seconds say nothing here, and would make two moments of one. */
const momentOf = ({ At }: Pick<Row, 'At'>): number => Math.floor(Date.parse(At) / MINUTE) * MINUTE;

function outcomeOf(
  { ctx, input, project, machines, written, clients, closed }: Judging,
  row: Row,
  index: number,
): Outcome {
  const say = (field: string, message: string): Outcome => ({
    kind: 'wrong',
    errors: [{ path: `Rows[${index}].${field}`, message }],
  });
  if (row.ClientId !== undefined && clients.has(row.ClientId)) return { kind: 'known' };
  const machine = machines.get(row.DeviceId);
  if (machine === undefined) return say('DeviceId', '主机不存在、已停用，或没有要抄的参数');
  const at = momentOf(row);
  if (at > ctx.now.getTime() + AHEAD) return say('At', '时刻不能晚于现在');
  const words = closed.get(dayAt(at, CHINA));
  if (words !== null && words !== undefined) return say('At', words);
  const { faults, doubts } = judgeRun(row.Mode, row.Points, machine.params);
  if (faults.length > 0)
    return {
      kind: 'wrong',
      errors: faults.map(({ code, message }) => ({
        path: `Rows[${index}].${code === 'mode' ? 'Mode' : `Points.${code}`}`,
        message,
      })),
    };
  const held = holdingOf(written, machine.id, at);
  const mobile = input.Source === 'mobile';
  if (held !== undefined && !mobile) return say('At', `${already(held)}，请在当日已录中修改`);
  return {
    kind: 'write',
    machine,
    conflict: held === undefined ? null : `${already(held)}，你的记录已存为待核对`,
    run: {
      project,
      device: machine.id,
      at: new Date(at).toISOString(),
      mode: row.Mode,
      points: plainPoints(row.Points),
      note: row.Note,
      flag: mobile ? '移' : '实',
      doubts,
      ...(row.ClientId === undefined ? {} : { clientId: row.ClientId }),
    },
  };
}

const repeated = (rows: readonly Row[]): readonly FieldError[] => {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    const key = `${row.DeviceId} ${momentOf(row)}`;
    if (seen.has(key)) return [{ path: `Rows[${index}].At`, message: '同一主机的同一时刻重复' }];
    seen.add(key);
    return [];
  });
};

/** Why nothing may be entered for each of the days; a day that is locked is corrected in the day's report. */
async function closedDays(
  ctx: Ctx,
  tx: Tx,
  project: string,
  days: readonly string[],
  deed: LockDeed,
): Promise<ReadonlyMap<string, string | null>> {
  const actor = { id: ctx.session.userId, roles: ctx.session.roles };
  const closed = new Map<string, string | null>();
  for (const day of new Set(days)) {
    const { lock } = await runRules(tx, project, day, ctx.now);
    const words = refusalOf(lock, deed, actor);
    closed.set(
      day,
      words === null ? null : lock.state === 'review' ? '已过录入截止，请由项目经理在日报修改中处理' : words,
    );
  }
  return closed;
}

export const insertRuns = (ctx: Ctx, input: Input): Promise<z.input<typeof runInsert.output>> =>
  ctx.write(async (tx) => {
    const twice = repeated(input.Rows);
    if (twice.length > 0) throw invalid(twice);
    const project = await seenProject(ctx, tx, input.ProjectCode);
    await demandRunning(tx, project.code);
    await holdProject(tx, project.code);
    const moments = input.Rows.map(momentOf);
    const machines = await machinesOf(tx, project.code);
    const judging: Judging = {
      ctx,
      input,
      project: project.code,
      machines: new Map(machines.map((machine) => [machine.id, machine])),
      written: await writtenRuns(tx, project.code, { from: Math.min(...moments), to: Math.max(...moments) + 1 }),
      clients: await knownRuns(
        tx,
        input.Rows.flatMap(({ ClientId }) => ClientId ?? []),
      ),
      closed: await closedDays(
        ctx,
        tx,
        project.code,
        moments.map((at) => dayAt(at, CHINA)),
        'enter',
      ),
    };
    const outcomes = input.Rows.map((row, index) => outcomeOf(judging, row, index));
    const errors = outcomes.flatMap((one) => (one.kind === 'wrong' ? one.errors : []));
    if (errors.length > 0) throw invalid(errors);
    const writes = outcomes.flatMap((one) => (one.kind === 'write' ? [one] : []));
    await addRuns(
      tx,
      ctx.session.userId,
      writes.map(({ run }) => run),
    );
    if (writes.length > 0) {
      await pushEvent(tx, null, `entry:${project.code}`, {});
      await trail(tx, ctx, {
        kind: '读数',
        action: '录入运行参数',
        object: project.name,
        summary: `${writes.length}条`,
        after: Object.fromEntries(
          writes.map(({ run, machine }) => [
            `${machine.name} ${timeText(Date.parse(run.at), CHINA)}`,
            wordsOf(machine, run),
          ]),
        ),
      });
    }
    return {
      Saved: outcomes.length,
      Conflicts: writes.flatMap(({ run, conflict: words }) =>
        words === null ? [] : [{ DeviceId: run.device, At: run.at, Words: words }],
      ),
    };
  });

/** 「制冷 冷温水进口温度 12 ℃ …」, as an audit trail says it. */
const wordsOf = (machine: Machine | undefined, { mode, points }: Pick<NewRun, 'mode' | 'points'>): string =>
  [
    mode,
    ...Object.entries(points).map(([code, value]) => {
      const param = machine?.params.find((one) => one.code === code);
      return `${param?.name ?? code} ${value}${param?.unit ?? ''}`;
    }),
  ].join(' ');

interface Doing {
  readonly record: RunRecord;
  readonly machine: Machine;
  readonly input: Update;
}

const following = (project: string, record: RunRecord, more: Partial<NewRun>): NewRun => ({
  project,
  device: record.device,
  at: new Date(record.at).toISOString(),
  mode: record.mode,
  points: record.points,
  note: record.note,
  flag: '改',
  supersedes: record.id,
  root: record.root,
  ...more,
});

const same = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys({ ...a, ...b }).every((code) => (a[code] ?? '') === (b[code] ?? ''));

/** The version that a correction makes. @throws invalid at what is wrong with it */
function corrected(project: string, { record, machine, input }: Doing): NewRun {
  const mode = input.Mode ?? record.mode;
  const { faults, doubts } = judgeRun(mode, input.Points, machine.params);
  if (faults.length > 0)
    throw invalid(faults.map(({ code, message }) => ({ path: code === 'mode' ? 'Mode' : `Points.${code}`, message })));
  const points = plainPoints(input.Points);
  if (mode === record.mode && same(points, record.points) && input.Note === record.note)
    throw invalid([{ path: 'Points', message: '内容没有变化' }]);
  return following(project, record, { mode, points, note: input.Note, doubts, reason: input.Reason });
}

export const updateRun = (ctx: Ctx, input: Update): Promise<{ RunId: string; Version: number }> =>
  ctx.write(async (tx) => {
    const { rows: found } = await sql<{ project: string; at: Date }>`select project_code as project, at from run_reading
      where id = ${input.RunId}`.execute(tx);
    const [place] = found;
    if (place === undefined) throw notFound('运行参数记录不存在');
    const project = await seenProject(ctx, tx, place.project);
    await holdProject(tx, project.code);
    const at = place.at.getTime();
    const written = await writtenRuns(tx, project.code, { from: at, to: at + 1 });
    const record = written.find(({ id }) => id === input.RunId);
    const machine = (await machinesOf(tx, project.code)).find(({ id }) => id === record?.device);
    if (record === undefined || machine === undefined) throw notFound('主机已停用，不能修改它的记录');
    const versions = written.filter(({ root }) => root === record.root);
    const last = versions.at(-1);
    if (last !== undefined && last.id !== record.id)
      throw conflict(
        `该记录已由 ${last.by} 于 ${timeText(last.recordedAt, CHINA)} ${last.voided ? '作废' : '改过'}，请刷新后再改`,
      );
    if (record.voided) throw conflict('该记录已作废');
    if (input.Reason === '') throw invalid([{ path: 'Reason', message: '请填写原因' }]);
    const { lock } = await runRules(tx, project.code, dayAt(at, CHINA), ctx.now);
    const words = refusalOf(
      lock,
      'edit',
      { id: ctx.session.userId, roles: ctx.session.roles },
      record.author === null ? {} : { author: record.author },
    );
    if (words !== null) throw forbidden(lock.state === 'dayLocked' ? '该日已日锁，请在日报修改中提出' : words);
    const others = [...Map.groupBy(written, ({ root }) => root).values()]
      .flatMap((of) => of.at(-1) ?? [])
      .filter((one) => one.device === record.device && one.root !== record.root && !one.voided);
    if (input.Action === 'accept' && others.length === 0) throw conflict('没有待核对的记录，可能已被处理，请刷新');
    const taken = { voided: true, reason: input.Reason } as const;
    const made =
      input.Action === 'accept'
        ? others.map((one) => following(project.code, one, taken))
        : [
            input.Action === 'void'
              ? following(project.code, record, taken)
              : corrected(project.code, { record, machine, input }),
          ];
    const ids = await addRuns(tx, ctx.session.userId, made);
    await trail(tx, ctx, {
      kind: '读数',
      action: { save: '修改运行参数', void: '作废运行参数', accept: '处理待核对的运行参数' }[input.Action],
      object: `${project.name} ${machine.name} ${timeText(at, CHINA)}`,
      summary: input.Reason,
      before: { 记录: wordsOf(machine, record) },
      after: {
        记录:
          input.Action === 'save'
            ? wordsOf(machine, made[0] ?? record)
            : input.Action === 'void'
              ? '作废'
              : wordsOf(machine, record),
      },
    });
    return input.Action === 'accept'
      ? { RunId: record.id, Version: versions.length }
      : { RunId: ids[0] ?? record.id, Version: versions.length + 1 };
  });
