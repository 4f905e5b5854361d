/** 消息模板: how messages are worded, each change a version of its own; and the quiet hours. */
import type {
  messageQuietSave,
  messageTemplateSave,
  messageTemplates,
  messageTemplateVersions,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { conflict, invalid, notFound, refused } from '../../platform/http/errors.ts';
import {
  isMessageCode,
  MESSAGE_CODES,
  type MessageCode,
  namesIn,
  templateOf,
} from '../../platform/messages/templates.ts';
import { announceWordings, loadWordings } from '../../platform/messages/wording.ts';
import { trail } from '../identity/index.ts';

const named = (names: readonly string[]): string => names.map((name) => `{${name}}`).join('、');

/** @throws invalid where a text names what there is not, or leaves out what it may not */
const demandText = (code: MessageCode, text: string): void => {
  const at = (message: string) => invalid([{ path: 'Text', message }]);
  const { text: own, must = [] } = templateOf(code);
  const known = namesIn(own);
  const used = namesIn(text);
  const unknown = used.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw at(
      `没有变量 ${named(unknown)}，${known.length === 0 ? '这个模板没有变量' : `请从变量表中选择：${named(known)}`}`,
    );
  if (/[{}]/.test(text.replace(/\{[^{}\n]*\}/g, ''))) throw at('花括号没有成对，变量写作 {变量名}');
  const left = must.filter((name) => !used.includes(name));
  if (left.length > 0) throw at(`正文必须含有 ${named(left)}`);
};

interface Saved {
  readonly code: string;
  readonly version: number;
  readonly text: string;
  readonly enabled: boolean;
  readonly by: string;
  readonly at: string;
}

export const listTemplates = async (
  ctx: Ctx,
  { Kind, Keyword = '' }: z.output<typeof messageTemplates.input>,
): Promise<z.input<typeof messageTemplates.output>> => {
  const { rows } = await sql<Saved>`
    select distinct on (t.code) t.code, t.version, t.text, t.enabled, u.user_name as by, to_jsonb(t.saved_at) #>> '{}' as at
      from message_template t join app_user u on u.id = t.saved_by order by t.code, t.version desc`.execute(ctx.db);
  const { rows: setting } = await sql<{ From: number; To: number }>`
    select quiet_from as "From", quiet_to as "To" from message_setting`.execute(ctx.db);
  const saved = new Map(rows.map((row) => [row.code, row]));
  const all = MESSAGE_CODES.map((Code) => {
    const { name, kind, label, channel, text, urgent = false, needed = false, must = [] } = templateOf(Code);
    const own = saved.get(Code);
    return {
      Code,
      Name: name,
      Kind: kind,
      Label: label,
      Channel: channel ?? '站内、邮件',
      Text: own?.text ?? text,
      Own: text,
      Variables: [...namesIn(text)],
      Must: [...must],
      Enabled: own?.enabled ?? true,
      MayDisable: !needed,
      Urgent: urgent,
      Version: own?.version ?? 0,
      SavedBy: own?.by ?? null,
      SavedAt: own?.at ?? null,
    };
  });
  return {
    rows: all.filter(
      (row) =>
        (Kind === undefined || row.Kind === Kind) &&
        [row.Code, row.Name, row.Text].some((text) => text.includes(Keyword)),
    ),
    quiet: setting[0] ?? { From: 0, To: 0 },
  };
};

export const saveTemplate = async (
  ctx: Ctx,
  { Code, Text, Enabled, Version }: z.output<typeof messageTemplateSave.input>,
): Promise<{ Version: number }> => {
  if (!isMessageCode(Code)) throw notFound('没有这个消息模板');
  const { name, text: own, needed } = templateOf(Code);
  if (!Enabled && needed === true) throw refused('这个消息不能停用：没有它，事情就没有人知道');
  const text = Text.replaceAll('\r\n', '\n');
  demandText(Code, text);
  const answer = await ctx.write(async (tx) => {
    const { rows } = await sql<{ version: number; text: string; enabled: boolean }>`
      select version, text, enabled from message_template where code = ${Code} order by version desc limit 1`.execute(
      tx,
    );
    const before = rows[0] ?? { version: 0, text: own, enabled: true };
    if (before.version !== Version) throw conflict('模板已被他人修改，请刷新后再改');
    if (before.text === text && before.enabled === Enabled) throw refused('没有改动');
    const next = Version + 1;
    const { rows: made } = await sql`insert into message_template (code, version, text, enabled, saved_by)
      values (${Code}, ${next}, ${text}, ${Enabled}, ${ctx.session.userId}) on conflict do nothing returning 1`.execute(
      tx,
    );
    if (made.length === 0) throw conflict('模板已被他人修改，请刷新后再改');
    await trail(tx, ctx, {
      kind: '系统设置',
      action: before.enabled === Enabled ? '修改消息模板' : Enabled ? '启用消息模板' : '停用消息模板',
      object: `消息模板 ${name}`,
      before: { 正文: before.text, 启用: before.enabled },
      after: { 正文: text, 启用: Enabled },
    });
    await announceWordings(tx);
    return { Version: next };
  });
  // Whoever saved it finds it in force at once; other processes hear of it with the commit.
  await loadWordings(ctx.db);
  return answer;
};

export const listVersions = async (
  ctx: Ctx,
  { Code }: z.output<typeof messageTemplateVersions.input>,
): Promise<z.input<typeof messageTemplateVersions.output>> => {
  if (!isMessageCode(Code)) throw notFound('没有这个消息模板');
  const { rows } = await sql<z.input<typeof messageTemplateVersions.output>['rows'][number]>`
    select t.version as "Version", t.text as "Text", t.enabled as "Enabled", u.user_name as "SavedBy", to_jsonb(t.saved_at) #>> '{}' as "SavedAt"
      from message_template t join app_user u on u.id = t.saved_by where t.code = ${Code} order by t.version desc`.execute(
    ctx.db,
  );
  return { rows };
};

const hours = ({ From, To }: { readonly From: number; readonly To: number }): string =>
  From === To ? '不设' : `${From}:00–${To}:00`;

export const saveQuiet = async (
  ctx: Ctx,
  { From, To, seen }: z.output<typeof messageQuietSave.input>,
): Promise<z.input<typeof messageQuietSave.output>> => {
  await ctx.write(async (tx) => {
    const { rows } = await sql<{ From: number; To: number }>`
      select quiet_from as "From", quiet_to as "To" from message_setting for update`.execute(tx);
    const before = rows[0] ?? { From: 0, To: 0 };
    insistUnchanged('静默时段', { From: '开始', To: '结束' }, seen, before);
    await sql`update message_setting set quiet_from = ${From}, quiet_to = ${To}`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '设置静默时段',
      object: '消息',
      before: { 静默时段: hours(before) },
      after: { 静默时段: hours({ From, To }) },
    });
    await announceWordings(tx);
  });
  await loadWordings(ctx.db);
  return { From, To };
};
