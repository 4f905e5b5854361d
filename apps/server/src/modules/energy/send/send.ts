/** 发客户: what was signed is frozen as a sheet and lies behind a link; only a hash of the link's secret is kept. */
import { createHash, randomBytes } from 'node:crypto';
import type { reportSend, reportSends, reportSendWithdraw, SentReport } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, notFound, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { paperOf } from '../workbook.ts';
import { customerPaper, nameOf, periodOf } from './papers.ts';

const DAY = 86_400_000;
const REPORTS = '/operationContent/stateMents';
/** A report is sent, and what was sent seen, by the rights of its own page. */
const PAGES: Readonly<Record<SentReport['Kind'], string>> = {
  day: shortCodeOf(`${REPORTS}/dayStateMents`),
  client: shortCodeOf(`${REPORTS}/energyConsumptionYOYKe`),
  total: shortCodeOf(`${REPORTS}/totalAnalysisReport`),
};
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const demand = (ctx: Ctx, kind: SentReport['Kind'], button: 'search' | 'edit'): void => {
  if (!holds(ctx.session, PAGES[kind], button)) throw forbidden();
};

export async function sendReport(
  ctx: Ctx,
  input: z.output<typeof reportSend.input>,
): Promise<z.input<typeof reportSend.output>> {
  demand(ctx, input.Kind, 'edit');
  const { code, name } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const body = await paperOf(await customerPaper(ctx, input, input.Version), ctx.now);
  const token = randomBytes(24).toString('base64url');
  const expires = new Date(ctx.now.getTime() + input.Days * DAY);
  return ctx.write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into energy_report_send (kind, project_code, period, version, receivers, note, file_name, body, token_hash, expires_at, created_by)
      values (${input.Kind}, ${code}, ${periodOf(input)}, ${input.Version}, ${JSON.stringify(input.Receivers)}::jsonb, ${input.Note},
        ${`${name} ${nameOf(input)}.pdf`}, ${body}, ${hashOf(token)}, ${expires}, ${ctx.session.userId}::bigint) returning id::text`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '报表',
      action: '发客户',
      object: `${name} ${nameOf(input)} 第 ${input.Version} 版`,
      summary: input.Note,
      after: { 收件人: input.Receivers.join('、'), 有效至: expires.toISOString() },
    });
    return { SendId: rows[0]?.id ?? '', Token: token, ExpiresAt: expires.toISOString() };
  });
}

type Row = z.input<typeof reportSends.output>['rows'][number];

export async function listSends(ctx: Ctx, input: SentReport): Promise<{ rows: Row[] }> {
  demand(ctx, input.Kind, 'search');
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await sql<Row>`
    select s.id::text as "SendId", s.version as "Version", s.receivers as "Receivers", s.note as "Note", u.user_name as "By",
      to_jsonb(s.created_at) #>> '{}' as "At", to_jsonb(s.expires_at) #>> '{}' as "ExpiresAt",
      case when s.withdrawn_at is not null then '已撤回' when s.expires_at <= ${ctx.now} then '已过期' else '有效' end as "State",
      s.withdraw_reason as "WithdrawReason", s.opened as "Opened", to_jsonb(s.opened_at) #>> '{}' as "OpenedAt"
    from energy_report_send s join app_user u on u.id = s.created_by
    where s.project_code = ${code} and s.kind = ${input.Kind} and s.period = ${periodOf(input)} order by s.id desc limit 100`.execute(
    ctx.db,
  );
  return { rows };
}

export const withdrawSend = (
  ctx: Ctx,
  { SendId, Reason }: z.output<typeof reportSendWithdraw.input>,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{ kind: SentReport['Kind']; name: string; withdrawn: boolean }>`
      select s.kind, s.file_name as name, s.withdrawn_at is not null as withdrawn from energy_report_send s join project p on p.code = s.project_code
      where s.id = ${SendId}::bigint and ${projectsVisible(ctx.session)} for update of s`.execute(tx);
    const [sent] = rows;
    if (sent === undefined) throw notFound('发送记录不存在，或您没有查看它的权限');
    demand(ctx, sent.kind, 'edit');
    if (sent.withdrawn) throw refused('已经撤回');
    await sql`update energy_report_send set withdrawn_by = ${ctx.session.userId}::bigint, withdrawn_at = app_now(), withdraw_reason = ${Reason}
      where id = ${SendId}::bigint`.execute(tx);
    await trail(tx, ctx, { kind: '报表', action: '撤回发客户', object: sent.name, summary: Reason });
    return { ok: true };
  });

const GONE = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>链接已失效</title>
<p>该链接不存在、已过期或已被撤回，请向发送方索取新的链接。</p></html>`;

/** The same answer for whatever is not there, so that nobody learns which links there were. */
export async function openShared(ctx: Ctx, token: string): Promise<FileAnswer> {
  const { rows } = await sql<{ name: string; body: Buffer }>`
    update energy_report_send set opened = opened + 1, opened_at = app_now()
    where token_hash = ${hashOf(token)} and withdrawn_at is null and expires_at > ${ctx.now} returning file_name as name, body`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (found === undefined) {
    const body = Buffer.from(GONE);
    return {
      fileName: '链接已失效.html',
      contentType: 'text/html; charset=utf-8',
      body,
      size: body.length,
      inline: true,
    };
  }
  return {
    fileName: found.name,
    contentType: 'application/pdf',
    body: found.body,
    size: found.body.length,
    inline: true,
  };
}
