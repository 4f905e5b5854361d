/** 诊断包: what somebody who helps needs to know, without anything that opens or names. */
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { ZipWriter } from '../../platform/ooxml/zip.ts';
import { trail } from '../identity/index.ts';
import { cardsOf, type Place } from './health.ts';

/** Addresses with what they open, telephone numbers, letters' addresses, numbers of identity cards, long keys. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  [/[a-z][a-z0-9+]*:\/\/[^\s"'）)]+/gi, '（地址）'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '（邮箱）'],
  [/(?<!\d)\d{17}[\dXx](?!\d)/g, '（证件号）'],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, '（手机号）'],
  [/\b[A-Za-z0-9_-]{32,}={0,2}/g, '（密钥）'],
  [/((?:password|passwd|token|secret|密码|令牌|密钥)\s*[=:：]\s*)[^\s"',]+/gi, '$1（不显示）'],
];
export const masked = (text: string): string => HIDDEN.reduce((of, [what, by]) => of.replace(what, by), text);

export const diagnose = async (ctx: Ctx, place: Place): Promise<FileAnswer> => {
  const { db, now } = ctx;
  const [cards, migrations, failures, events, samples] = await Promise.all([
    cardsOf({ db, now }, place),
    sql<{ name: string }>`select name from migration order by name`.execute(db),
    sql`select name, try, to_jsonb(at) #>> '{}' as at, message, detail from job_failure order by id desc limit 200`.execute(
      db,
    ),
    sql`select to_jsonb(at) #>> '{}' as at, to_jsonb(ended_at) #>> '{}' as ended, level, part, content from health_event order by id desc limit 200`.execute(
      db,
    ),
    sql`select to_jsonb(at) #>> '{}' as at, requests, faults, p95_ms from health_sample order by at desc limit 2016`.execute(
      db,
    ),
  ]);
  const parts: Readonly<Record<string, unknown>> = {
    '状态.json': cards,
    '程序.json': {
      node: process.version,
      platform: process.platform,
      uptime: Math.round(process.uptime()),
      migrations: migrations.rows.length,
      newest: migrations.rows.at(-1)?.name ?? null,
    },
    '任务失败.json': failures.rows,
    '事件.json': events.rows,
    '请求与延迟.json': samples.rows,
  };
  const out = new PassThrough();
  const pieces: Buffer[] = [];
  out.on('data', (piece: Buffer) => pieces.push(piece));
  const zip = new ZipWriter(out);
  for (const [name, value] of Object.entries(parts)) await zip.add(name, [masked(JSON.stringify(value, null, 2))]);
  await zip.finish();
  out.end();
  await ctx.write((tx) => trail(tx, ctx, { kind: '导出', action: '导出诊断包', object: '运行状况' }));
  const body = Buffer.concat(pieces);
  const day = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return { fileName: `诊断包_${day}.zip`, contentType: 'application/zip', body, size: body.length };
};
