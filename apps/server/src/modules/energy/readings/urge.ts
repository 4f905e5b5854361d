/** 催办: the project's manager is told, once in four hours. */
import type { entryUrge } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { eachProject } from '../each-project.ts';

const EVERY_HOURS = 4;
const ACTION = '催办录入';

/** @returns whom it told */
async function urgeOne(ctx: Ctx, tx: Tx, code: string, month: string | undefined): Promise<string> {
  const project = await seenProject(ctx, tx, code);
  if (project.manager === null) throw refused('该项目没有项目经理，请联系区域经理');
  await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.urge ${project.code}`}, 0))`.execute(tx);
  const { rows } = await sql<{ at: Date }>`select at from audit_log where kind = '读数' and action = ${ACTION}
    and object = ${`${project.name} ${project.code}`} and at > app_now() - make_interval(hours => ${EVERY_HOURS}) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw refused(`${EVERY_HOURS} 小时内已催办过该项目，请稍后再催`);
  await sendMessage(tx, [project.manager], 'reading.urged', {
    项目: project.name,
    月份: month === undefined ? '' : `月份 ${month}`,
  });
  await trail(tx, ctx, {
    kind: '读数',
    action: ACTION,
    object: `${project.name} ${project.code}`,
    summary: month ?? '',
  });
  const { rows: people } = await sql<{
    name: string;
  }>`select user_name as name from app_user where id = ${project.manager}`.execute(tx);
  return people[0]?.name ?? '';
}

export const urgeEntry = (
  ctx: Ctx,
  { ProjectCode, ProjectCodes, Month }: z.output<typeof entryUrge.input>,
): Promise<z.input<typeof entryUrge.output>> =>
  ctx.write(async (tx) => {
    if (ProjectCodes === undefined) {
      if (ProjectCode === undefined) throw invalid([{ path: 'ProjectCode', message: '请选择项目' }]);
      return { Told: await urgeOne(ctx, tx, ProjectCode, Month) };
    }
    if (ProjectCodes.length === 0) throw invalid([{ path: 'ProjectCodes', message: '请选择项目' }]);
    const Results = [...(await eachProject(tx, ProjectCodes, (code) => urgeOne(ctx, tx, code, Month)))];
    const told = Results.flatMap(({ Done, Messages }) => (Done ? Messages : []));
    return { Told: [...new Set(told)].join('、'), Results };
  });
