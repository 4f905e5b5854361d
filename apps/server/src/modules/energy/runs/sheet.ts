/** The sheet of a day: machines, moments at which they are due, and what was read of them. */
import type { RunRow, runSheet } from '@hengneng/contracts';
import { CHINA, dayAt, HOUR, instantOf, type Lock, LOCK_NAMES, lockOf, timeText } from '@hengneng/energy/measuring';
import { runFigures } from '@hengneng/energy/plant';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { seenProject } from '../../projects/index.ts';
import { projectRules } from '../settings/index.ts';
import { type Machine, machinesOf } from './machines.ts';
import { isRunning, lastRuns, type RunRecord, valuesOf, writtenRuns } from './records.ts';

type Output = z.input<typeof runSheet.output>;

export const clockOf = (at: number): string => timeText(at, CHINA).slice(11);
const iso = (at: number): string => new Date(at).toISOString();
const rounded = (value: number | null | undefined, places: number): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(places));

/** Who may still write for a calendar day, and how often records are due. */
export async function runRules(
  db: Db | Tx,
  project: string,
  day: string,
  now: Date,
): Promise<{ readonly lock: Lock; readonly every: number }> {
  const rules = (await projectRules(db, [project], day)).get(project);
  if (rules === undefined) throw new Error(`no rules of ${project}`);
  return { lock: lockOf(day, false, rules.lockInput(now)), every: rules.runEvery };
}

/** Last versions, with those before them; of two of one moment the later begun waits. */
export function rowsOf(
  written: readonly RunRecord[],
  machines: ReadonlyMap<string, Machine>,
  user: string,
): readonly RunRow[] {
  const chains = [...Map.groupBy(written, ({ root }) => root).values()];
  const holding = new Set<string>();
  return chains.flatMap((versions): RunRow[] => {
    const last = versions.at(-1);
    const machine = last === undefined ? undefined : machines.get(last.device);
    if (last === undefined || machine === undefined || last.voided) return [];
    const moment = `${last.device} ${last.at}`;
    const Candidate = holding.has(moment);
    holding.add(moment);
    const { outputKw, cop, balance } = runFigures(last.mode, valuesOf(last), machine.plantOn(dayAt(last.at, CHINA)));
    return [
      {
        RunId: last.id,
        DeviceId: last.device,
        Name: machine.name,
        At: iso(last.at),
        Time: clockOf(last.at),
        Mode: last.mode,
        Points: { ...last.points },
        Note: last.note,
        Flag: last.flag,
        Editor: last.by,
        EditTime: iso(last.recordedAt),
        Mine: last.author === user,
        Candidate,
        Output: rounded(outputKw, 0),
        Cop: rounded(cop, 2),
        Balance: rounded(balance?.percent, 1),
        BalanceWords: balance?.words ?? '',
        Doubts: last.doubts.map(({ code, message }) => ({ code, message })),
        Versions: versions.map((one) => ({
          Editor: one.by,
          EditTime: iso(one.recordedAt),
          Mode: one.mode,
          Points: { ...one.points },
          Note: one.note,
          Reason: one.reason,
          Voided: one.voided,
        })),
      },
    ];
  });
}

interface Asked {
  readonly machines: readonly Machine[];
  readonly rows: readonly RunRow[];
  readonly before: ReadonlyMap<string, RunRecord>;
  readonly start: number;
  readonly every: number;
  readonly now: number;
}

/** A machine that rests is due again once it runs; one in reserve, once it ever ran. */
function momentsOf({ machines, rows, before, start, every, now }: Asked): Output['Moments'] {
  const near = (every * HOUR) / 2;
  const held = rows.filter(({ Candidate }) => !Candidate).map((row) => ({ ...row, at: Date.parse(row.At) }));
  const count = Math.floor(24 / every);
  return Array.from({ length: count }, (_, index) => start + index * every * HOUR)
    .filter((at) => at <= now)
    .map((at) => {
      let [due, got] = [0, 0];
      for (const machine of machines) {
        const own = held.filter(({ DeviceId }) => DeviceId === machine.id);
        const here = own.some((row) => row.at > at - near && row.at <= at + near);
        const earlier = own.findLast((row) => row.at <= at - near);
        const last = earlier === undefined ? before.get(machine.id) : { mode: earlier.Mode as RunRecord['mode'] };
        const rests = last === undefined ? machine.standby : !isRunning(last);
        if (here || !rests) due += 1;
        if (here) got += 1;
      }
      return { At: iso(at), Time: clockOf(at), Due: due, Got: got };
    });
}

export async function readRuns(ctx: Ctx, input: z.output<typeof runSheet.input>): Promise<Output> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const now = ctx.now.getTime();
  const date = input.Date ?? dayAt(now, CHINA);
  const start = instantOf(date, 0, CHINA);
  const [machines, written, last, { lock, every }] = await Promise.all([
    machinesOf(ctx.db, project.code),
    writtenRuns(ctx.db, project.code, { from: start, to: start + 24 * HOUR }),
    lastRuns(ctx.db, project.code, start),
    runRules(ctx.db, project.code, date, ctx.now),
  ]);
  const byId = new Map(machines.map((machine) => [machine.id, machine]));
  const before = new Map(last.map((record) => [record.device, record]));
  const rows = rowsOf(written, byId, ctx.session.userId);
  const moments = momentsOf({ machines, rows, before, start, every, now });
  const lastMode = (id: string): string =>
    rows.findLast(({ DeviceId, Candidate }) => DeviceId === id && !Candidate)?.Mode ?? before.get(id)?.mode ?? '';
  return {
    ProjectName: project.name,
    Date: date,
    Now: ctx.now.toISOString(),
    Every: every,
    Moments: moments,
    Due: moments.reduce((sum, { Due }) => sum + Due, 0),
    Got: moments.reduce((sum, { Got }) => sum + Got, 0),
    PeriodState: lock.state,
    PeriodName: LOCK_NAMES[lock.state],
    Machines: machines.map((machine) => ({
      DeviceId: machine.id,
      DeviceCode: machine.code,
      Name: machine.name,
      Kind: machine.kind,
      RoomName: machine.roomName,
      Standby: machine.standby,
      PumpsKw: machine.plantOn(date).pumpsKw,
      Lhv: machine.plantOn(date).lhv,
      Efficiency: machine.plantOn(date).burnerEfficiency ?? null,
      Params: machine.params.map((param) => ({ ...param })),
      LastMode: lastMode(machine.id),
    })),
    rows: [...rows],
    Message:
      machines.length === 0
        ? '没有要抄运行参数的主机：请在项目设备设置里给主机选型号，并在基础信息的类别参数里勾选「抄表」'
        : '',
  };
}
