/** Templates of announcements, and through which channels one can go out here. */
import { NOTICE_VARIABLES, noticeNames } from '@hengneng/charging';
import {
  type feeAnnouncementSaveTemplate,
  type feeAnnouncementTemplates,
  NOTICE_CHANNELS,
  type NoticeTemplate,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid } from '../../../platform/http/errors.ts';
import { COMMON_TEMPLATES } from './common-templates.ts';
import { type NoticeWays, unsetReason } from './senders.ts';
import { demandWords } from './words.ts';

type Input = z.output<typeof feeAnnouncementSaveTemplate.input>;

export async function listTemplates(
  ctx: Ctx,
  ways: NoticeWays,
  of: z.output<typeof feeAnnouncementTemplates.input>,
): Promise<z.input<typeof feeAnnouncementTemplates.output>> {
  const { rows } = await sql<Omit<NoticeTemplate, 'variables'>>`
    select id::text, name, kind, channels, title, body, wechat_no as "wechatNo", sms_sign as "smsSign", sms_no as "smsNo", state, version
    from notice_template where ${of.kind ? sql`kind = ${of.kind}` : sql`true`} and ${of.channel ? sql`${of.channel} = any(channels)` : sql`true`}
    order by state desc, id`.execute(ctx.db);
  return {
    rows: rows.map((row) => ({ ...row, variables: [...noticeNames(`${row.title}${row.body}`)] })),
    variables: NOTICE_VARIABLES.map((one) => ({ ...one })),
    channels: NOTICE_CHANNELS.map((name) => ({ name, reason: unsetReason(ways, name) })),
  };
}

/** Adds the usual templates; a name that is there is left as it is worded. @returns how many were added */
export async function addUsual(tx: Tx): Promise<number> {
  const { rows } = await sql`insert into notice_template (name, kind, channels, title, body)
    select e ->> 'name', e ->> 'kind', array(select jsonb_array_elements_text(e -> 'channels')), e ->> 'title', e ->> 'body'
    from jsonb_array_elements(${JSON.stringify(COMMON_TEMPLATES)}::jsonb) with ordinality as x(e, at) order by at
    on conflict (name) do nothing returning id`.execute(tx);
  return rows.length;
}

async function keep(tx: Tx, of: Extract<Input, { action: 'save' }>): Promise<void> {
  const columns = sql`name = ${of.name}, kind = ${of.kind}, channels = ${[...of.channels]}::text[], title = ${of.title}, body = ${of.body},
    wechat_no = ${of.wechatNo}, sms_sign = ${of.smsSign}, sms_no = ${of.smsNo}, state = ${of.state}`;
  if (of.id === null) {
    await sql`insert into notice_template (name, kind, channels, title, body, wechat_no, sms_sign, sms_no, state)
      values (${of.name}, ${of.kind}, ${[...of.channels]}::text[], ${of.title}, ${of.body}, ${of.wechatNo}, ${of.smsSign}, ${of.smsNo}, ${of.state})`.execute(
      tx,
    );
    return;
  }
  const { rows } =
    await sql`update notice_template set ${columns}, version = version + 1 where id = ${of.id}::bigint and version = ${of.version} returning id`.execute(
      tx,
    );
  if (rows.length === 0) throw conflict('模板已被他人修改，请刷新后重试');
}

export async function saveTemplate(ctx: Ctx, of: Input): Promise<{ saved: number }> {
  if (of.action === 'save') demandWords(of);
  return ctx.write(async (tx) => {
    if (of.action === 'usual') {
      const saved = await addUsual(tx);
      await trail(tx, ctx, { kind: '收费', action: '添加常用模板', object: `公告模板 ${saved} 个` });
      return { saved };
    }
    const { rows: same } =
      await sql`select 1 from notice_template where name = ${of.name} and id is distinct from ${of.id}::bigint`.execute(
        tx,
      );
    if (same.length > 0) throw invalid([{ path: 'name', message: '已有同名的模板' }]);
    await keep(tx, of);
    await trail(tx, ctx, {
      kind: '收费',
      action: of.id === null ? '新增模板' : '修改模板',
      object: `公告模板 ${of.name}`,
      after: { 类别: of.kind, 正文: of.body, 状态: of.state },
    });
    return { saved: 1 };
  });
}
