/** 报警: what was raised in the projects that the person may see, and noting that it was seen to. */
import { ALARM_LEVELS, type warningHandle, type warningIndex } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { pathOf } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import { pushToHolders } from '../../platform/events/push.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { likeText, pageOf, trail } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';

export const WARNINGS_SCREEN = 'monitorManage.warnManage';
/** Who is told at once that an alarm was raised, withdrawn or handled; which of them they may see, they ask for. */
export const ALARM_HOLDERS = { screen: WARNINGS_SCREEN, button: 'search' } as const;

type Row = z.input<typeof warningIndex.output>['rows'][number];

export const listWarnings = async (
  ctx: Ctx,
  input: z.output<typeof warningIndex.input>,
): Promise<z.input<typeof warningIndex.output>> => {
  const { projects, state, level, Keyword } = input;
  const found = sql`from alarm a join project p on p.code = a.project_code
    where not a.voided and ${projectsVisible(ctx.session, 'p')}
      ${projects.length === 0 ? sql`` : sql`and a.project_code = any(${projects}::text[])`}`;
  const page = await pageOf<Omit<Row, 'path'> & { module: string | null; record: string | null }>(
    ctx.db,
    input,
    sql`select a.id::text as "Id", to_jsonb(a.raised_at) #>> '{}' as "At", a.project_code as "ProjectCode", p.name as "ProjectName",
        (select d.name || '（' || d.code || '）' from device d where d.id = a.device_id) as "Device",
        a.level as "Level", a.kind as "Kind", a.content as "Content",
        greatest(0, floor(extract(epoch from coalesce(a.handled_at, ${ctx.now}::timestamptz) - a.raised_at) / 60))::int as "Minutes",
        to_jsonb(a.handled_at) #>> '{}' as "HandledAt", (select u.user_name from app_user u where u.id = a.handled_by) as "HandledBy",
        a.handle_note as "Note", a.source_module as module, a.source_id::text as record,
        jsonb_build_array(a.handled_at is not null, case when a.handled_at is null then array_position(${[...ALARM_LEVELS]}::text[], a.level) end,
          -extract(epoch from a.raised_at)) as _order
      ${found}
      ${state === undefined ? sql`` : state === '未处理' ? sql`and a.handled_at is null` : sql`and a.handled_at is not null`}
      ${level === undefined ? sql`` : sql`and a.level = ${level}`}
      ${Keyword ? sql`and (a.content || a.kind || p.name) ilike ${likeText(Keyword)}` : sql``}`,
    sql`_order, "Id"`,
  );
  const { rows: open } = await sql<{ level: (typeof ALARM_LEVELS)[number]; n: number }>`
    select a.level, count(*)::int as n ${found} and a.handled_at is null group by 1`.execute(ctx.db);
  const openOf = (of: (typeof ALARM_LEVELS)[number]) => open.find((one) => one.level === of)?.n ?? 0;
  return {
    total: page.total,
    rows: page.rows.map(({ module, record, ...row }) => ({
      ...row,
      path: module !== null && record !== null ? pathOf({ module, id: record }) : null,
    })),
    open: { 紧急: openOf('紧急'), 重要: openOf('重要'), 一般: openOf('一般') },
  };
};

export const handleWarning = (ctx: Ctx, { Id, Note }: z.output<typeof warningHandle.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    // What lies outside one's projects is as if it were not there.
    const { rows } = await sql<{ content: string; project: string; handled: string | null }>`
      select a.content, p.name as project, case when a.handled_at is not null then coalesce(u.user_name, '他人') end as handled
      from alarm a join project p on p.code = a.project_code left join app_user u on u.id = a.handled_by
      where a.id = ${Id} and not a.voided and ${projectsVisible(ctx.session, 'p')} for update of a`.execute(tx);
    const [found] = rows;
    if (found === undefined) throw notFound('报警不存在或已撤回');
    if (found.handled !== null) throw conflict(`该报警已由${found.handled}处理`);
    await sql`update alarm set handled_at = ${ctx.now}, handled_by = ${ctx.session.userId}, handle_note = ${Note} where id = ${Id}`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '单据',
      action: '处理报警',
      object: `报警 ${found.project}`,
      objectType: 'alarm',
      objectId: Id,
      summary: `${found.content}：${Note}`,
    });
    await pushToHolders(tx, ALARM_HOLDERS, 'alarm', {});
    return { ok: true };
  });
