/** 发客户: what was signed is frozen as a sheet and lies behind a link; only a hash of the link's secret is kept. */
import type { reportSend, reportSends, reportSendWithdraw, SentReport } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { newSecret, secretHash, toldOnce } from '../../../platform/auth/secrets.ts';
import { forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { paperOf } from '../workbook.ts';
import { MAIL_OFF, mailsOf, queueReportMails } from './mails.ts';
import { customerPaper, nameOf, periodOf } from './papers.ts';

const DAY = 86_400_000;
const REPORTS = '/operationContent/stateMents';
/** A report is sent, and what was sent seen, by the rights of its own page. */
const PAGES: Readonly<Record<SentReport['Kind'], string>> = {
  day: shortCodeOf(`${REPORTS}/dayStateMents`),
  client: shortCodeOf(`${REPORTS}/energyConsumptionYOYKe`),
  total: shortCodeOf(`${REPORTS}/totalAnalysisReport`),
};

const demand = (ctx: Ctx, kind: SentReport['Kind'], button: 'search' | 'edit'): void => {
  if (!holds(ctx.session, PAGES[kind], button)) throw forbidden();
};

const ADDRESS = /^[^\s@<>,;"']+@[\w-]+(\.[\w-]+)+$/;

/** Of the receivers those that are an address; those that are a name get the link from whoever sends it. */
function addressesOf({ Mail, Receivers }: z.output<typeof reportSend.input>, mailOn: boolean): readonly string[] {
  if (!Mail) return [];
  if (!mailOn) throw invalid([{ path: 'Mail', message: MAIL_OFF }]);
  const addresses = Receivers.filter((one) => ADDRESS.test(one));
  if (addresses.length === 0) throw invalid([{ path: 'Receivers', message: '发邮件请至少填写一个邮箱地址' }]);
  return addresses;
}

export async function sendReport(
  ctx: Ctx,
  input: z.output<typeof reportSend.input>,
  mailOn: boolean,
): Promise<z.input<typeof reportSend.output>> {
  demand(ctx, input.Kind, 'edit');
  const { code, name } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const addresses = addressesOf(input, mailOn);
  const body = await paperOf(await customerPaper(ctx, input, input.Version), ctx.now);
  const token = newSecret();
  const expires = new Date(ctx.now.getTime() + input.Days * DAY);
  const { hash, ...answer } = await ctx.write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into energy_report_send (kind, project_code, period, version, receivers, note, file_name, body, token_hash, expires_at, created_by)
      values (${input.Kind}, ${code}, ${periodOf(input)}, ${input.Version}, ${JSON.stringify(input.Receivers)}::jsonb, ${input.Note},
        ${`${name} ${nameOf(input)}.pdf`}, ${body}, ${secretHash(token)}, ${expires}, ${ctx.session.userId}::bigint) returning id::text`.execute(
      tx,
    );
    const SendId = rows[0]?.id ?? '';
    if (addresses.length > 0) await queueReportMails(tx, SendId, addresses);
    await trail(tx, ctx, {
      kind: '业务',
      action: '发客户',
      object: `${name} ${nameOf(input)} 第 ${input.Version} 版`,
      summary: input.Note,
      after: {
        收件人: input.Receivers.join('、'),
        有效至: expires.toISOString(),
        ...(addresses.length === 0 ? {} : { 邮件: addresses.join('、') }),
      },
    });
    return { SendId, ExpiresAt: expires.toISOString(), Mailed: addresses.length, hash: secretHash(token) };
  });
  return { ...answer, Token: toldOnce(token, hash) };
}

type Row = z.input<typeof reportSends.output>['rows'][number];

export async function listSends(
  ctx: Ctx,
  input: SentReport,
  mailOn: boolean,
): Promise<{ rows: Row[]; MailOn: boolean }> {
  demand(ctx, input.Kind, 'search');
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await sql<Row>`
    select s.id::text as "SendId", s.version as "Version", s.receivers as "Receivers", s.note as "Note", u.user_name as "By",
      to_jsonb(s.created_at) #>> '{}' as "At", to_jsonb(s.expires_at) #>> '{}' as "ExpiresAt",
      case when s.withdrawn_at is not null then '已撤回' when s.expires_at <= ${ctx.now} then '已过期' else '有效' end as "State",
      s.withdraw_reason as "WithdrawReason", s.opened as "Opened", to_jsonb(s.opened_at) #>> '{}' as "OpenedAt",
      ${mailsOf} as "Mails"
    from energy_report_send s join app_user u on u.id = s.created_by
    where s.project_code = ${code} and s.kind = ${input.Kind} and s.period = ${periodOf(input)} order by s.id desc limit 100`.execute(
    ctx.db,
  );
  return { rows, MailOn: mailOn };
}

interface Sent {
  readonly kind: SentReport['Kind'];
  readonly name: string;
  readonly withdrawn: boolean;
  readonly expired: boolean;
}

/** For whoever may change it. @throws notFound, forbidden */
export async function holdSend(ctx: Ctx, tx: Tx, id: string): Promise<Sent> {
  const { rows } = await sql<Sent>`
    select s.kind, s.file_name as name, s.withdrawn_at is not null as withdrawn, s.expires_at <= ${ctx.now} as expired
    from energy_report_send s join project p on p.code = s.project_code
    where s.id = ${id}::bigint and ${projectsVisible(ctx.session)} for update of s`.execute(tx);
  const [sent] = rows;
  if (sent === undefined) throw notFound('发送记录不存在，或您没有查看它的权限');
  demand(ctx, sent.kind, 'edit');
  return sent;
}

export const withdrawSend = (
  ctx: Ctx,
  { SendId, Reason }: z.output<typeof reportSendWithdraw.input>,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const sent = await holdSend(ctx, tx, SendId);
    if (sent.withdrawn) throw refused('已经撤回');
    await sql`update energy_report_send set withdrawn_by = ${ctx.session.userId}::bigint, withdrawn_at = app_now(), withdraw_reason = ${Reason}
      where id = ${SendId}::bigint`.execute(tx);
    await trail(tx, ctx, { kind: '业务', action: '撤回发客户', object: sent.name, summary: Reason });
    return { ok: true };
  });

const GONE = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>链接已失效</title>
<p>该链接不存在、已过期或已被撤回，请向发送方索取新的链接。</p></html>`;

/** The same answer for whatever is not there, so that nobody learns which links there were. */
export async function openShared(ctx: Ctx, token: string): Promise<FileAnswer> {
  const { rows } = await sql<{ name: string; body: Buffer }>`
    update energy_report_send set opened = opened + 1, opened_at = app_now()
    where token_hash = ${secretHash(token)} and withdrawn_at is null and expires_at > ${ctx.now} returning file_name as name, body`.execute(
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
