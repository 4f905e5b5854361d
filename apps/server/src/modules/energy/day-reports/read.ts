/** The days of a month, or one day, with what was recorded, what holds and who changed it. */
import { monthEnd } from '@hengneng/core';
import type { dayReportList, DayReportRow } from '@hengneng/contracts';
import { CHINA, dayAt, LOCK_NAMES, lockOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { projectRules } from '../settings/index.ts';
import { type DayContent, type HostRow, hoursOf, merged } from './content.ts';
import { dayVersions, holdingOf, recordedDays } from './recorded.ts';

type Input = z.output<typeof dayReportList.input>;
type Output = z.input<typeof dayReportList.output>;

/** Up to today: what has not come has no report. */
function spanOf({ Month, Date: date }: Input, today: string): { readonly from: string; readonly to: string } {
  if (date !== undefined) {
    if (date > today) throw invalid([{ path: 'Date', message: '不能选择还没有到的日期' }]);
    return { from: date, to: date };
  }
  const month = Month ?? today.slice(0, 7);
  const from = `${month}-01`;
  if (from > today) throw invalid([{ path: 'Month', message: '不能选择还没有到的月份' }]);
  const to = monthEnd(month);
  return { from, to: to < today ? to : today };
}

export async function listDays(ctx: Ctx, input: Input): Promise<Output> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const span = spanOf(input, dayAt(ctx.now.getTime(), CHINA));
  const [{ machines, days }, versions, rules, signed] = await Promise.all([
    recordedDays(ctx.db, project.code, span, ctx.now),
    dayVersions(ctx.db, project.code, span),
    projectRules(ctx.db, [project.code], span.to),
    sql<{
      day: string;
      sent: boolean;
    }>`select v.period as day, bool_or(exists (select from energy_report_send s where s.kind = 'day'
        and s.project_code = v.project_code and s.period = v.period and s.withdrawn_at is null)) as sent
      from energy_report_version v where v.kind = 'day' and v.project_code = ${project.code} and v.period between ${span.from} and ${span.to}
      group by v.period`.execute(ctx.db),
  ]);
  const rule = rules.get(project.code);
  if (rule === undefined) throw new Error(`no rules of ${project.code}`);
  const names = new Map(machines.map(({ id, name }) => [id, name]));
  const sent = new Map(signed.rows.map(({ day, sent: out }) => [day, out]));
  const shownHosts = (rows: readonly HostRow[]) =>
    rows.map((row) => ({
      ...row,
      NextDay: false,
      Name: names.get(row.DeviceId) ?? '已停用的主机',
      Hours: Number(hoursOf(row).toFixed(1)),
    }));
  const shown = (content: DayContent) => ({ ...content, Hosts: shownHosts(content.Hosts) });
  const rows = [...days].flatMap(([day, recorded]): DayReportRow[] => {
    const own = versions.filter((one) => one.day === day);
    const holding = own.filter(({ state }) => state === '已生效');
    if (input.Changed && own.length === 0) return [];
    const waiting = own.find(({ state }) => state === '待同意');
    const lock = lockOf(day, false, rule.lockInput(ctx.now));
    const content = merged(recorded, holdingOf(versions, day)?.content);
    return [
      {
        ReportId: `${project.code}:${day}`,
        Date: day,
        ...shown(content),
        Recorded: shown(recorded),
        Version: own.at(-1)?.version ?? 0,
        VersionCount: holding.length,
        Versions: own.map((one) => ({
          Version: one.version,
          State: one.state,
          Editor: one.by,
          EditTime: one.at,
          Reason: one.reason,
          Changed: [...one.changed],
          Decider: one.decider,
          Decision: one.decision,
        })),
        Proposal:
          waiting === undefined
            ? null
            : {
                By: waiting.by,
                Mine: waiting.author === ctx.session.userId,
                Reason: waiting.reason,
                Changed: [...waiting.changed],
              },
        LockState: lock.state,
        LockName: LOCK_NAMES[lock.state],
        Signed: sent.has(day),
        SentToClient: sent.get(day) === true,
        Empty: content.Hosts.length === 0,
      },
    ];
  });
  return {
    ProjectName: project.name,
    rows,
    Machines: machines.map(({ id, name }) => ({ DeviceId: id, Name: name })),
  };
}
