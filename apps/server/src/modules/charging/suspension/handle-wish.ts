/** Taking what a householder sent: it becomes the form, or goes back with a reason. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { suspendCheck, wishLink } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../../engine/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { pushToHolders } from '../../../platform/events/push.ts';
import { addressOf, findFile, type StoredFile, storeFile } from '../../../platform/files/files.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { holds, trail } from '../../identity/index.ts';
import { visibleCommunity } from '../registry/index.ts';
import { type Application, type Applied, applicationOf, type Input, submitForm, tried } from './apply.ts';
import { WISH_NEWS, WISH_PAGE } from './names.ts';
import { type Wish, wishOf } from './wishes.ts';

const MOST_FILES = 5;

export const tellWishes = (tx: Tx, id: string): Promise<void> =>
  pushToHolders(tx, { screen: WISH_PAGE, button: 'search' }, 'rows', { moduleId: WISH_NEWS, BusinessId: id });

const demandWaiting = (wish: Wish): void => {
  if (wish.state !== '待受理') throw conflict(`该申请${wish.state}，请刷新`);
};

const stampOf = (ctx: Ctx): string =>
  `${ctx.session.account} ${new Date(ctx.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')}`;

/** A photo with who takes it and when written across, in letters that every machine has; what is no picture any more is null. */
async function marked(storage: Storage, db: Db | Tx, url: string, words: string): Promise<Buffer | null> {
  const at = addressOf(url);
  const file = at === null ? undefined : await findFile(db, at.id, at.secret);
  if (file === undefined) return null;
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(await buffer(await storage.read(file.secret)), { limitInputPixels: 100_000_000 })
    .rotate()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  const step = Math.max(60, Math.round(info.height / 4));
  const lines = Array.from(
    { length: Math.ceil((info.height * 2) / step) },
    (_, row) => `<text x="${(row % 2) * 40}" y="${row * step}">${`${words.replace(/[<&>]/g, '')}   `.repeat(4)}</text>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}"><g transform="rotate(-20 ${info.width / 2} ${info.height / 2})"
    font-family="sans-serif" font-size="${Math.max(14, Math.round(info.width / 28))}" fill="#c00" fill-opacity="0.35">${lines}</g></svg>`;
  return sharp(data)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** One photo, marked; each look is noted before it is answered. */
export async function showPhoto(
  ctx: Ctx,
  storage: Storage,
  of: { readonly wxId: string; readonly at: number },
): Promise<FileAnswer> {
  const wish = await wishOf(ctx, ctx.db, of.wxId);
  const photo = wish.files_of[of.at];
  const body = photo === undefined ? null : await marked(storage, ctx.db, photo.URL, stampOf(ctx));
  if (body === null) throw notFound('照片不存在或已被删除');
  await ctx.write((tx) =>
    trail(tx, ctx, {
      kind: '敏感查看',
      action: '查看证件照',
      object: `微信停用申请 ${wish.no}`,
      summary: `第${of.at + 1}张`,
    }),
  );
  return { fileName: `${wish.no}-${of.at + 1}.jpg`, contentType: 'image/jpeg', body, size: body.length, inline: true };
}

/** The originals stay where only that call reads them; with the form goes what is marked. */
async function copies(ctx: Ctx, storage: Storage, wish: Wish): Promise<readonly StoredFile[]> {
  const made: StoredFile[] = [];
  for (const [at, { URL }] of wish.files_of.entries()) {
    const body = await marked(storage, ctx.db, URL, stampOf(ctx));
    if (body !== null)
      made.push(
        await storeFile(ctx.db, storage, ctx.session.userId, {
          fileName: `证件照${at + 1}.jpg`,
          stream: Readable.from([body]),
          truncated: () => false,
        }),
      );
  }
  return made;
}

const applicationFor = (wish: Wish, input: Input): Application =>
  applicationOf({
    ...input,
    roomId: wish.roomId,
    feeId: input.feeId ?? wish.feeId,
    applyType: input.applyType ?? wish.type,
    startDate: input.startDate ?? wish.from,
    endDate: input.endDate ?? wish.to,
    reason: input.reason ?? (wish.reason as Input['reason']),
    source: '微信申请',
    handlerName: input.handlerName !== '' ? input.handlerName : wish.relation === '业主' ? '' : wish.applicant,
    sign: null,
  });

function demandSupplements(wish: Wish, input: Input): void {
  const faults = [
    ...(wish.match !== '一致' && input.files.length === 0
      ? [{ path: 'files', message: '申请人与业主不一致，请补委托书' }]
      : []),
    ...(BigInt(wish.owed) > 0n && (input.arrearsHandle === null || input.arrearsHandle === '无欠费')
      ? [{ path: 'arrearsHandle', message: '该房间有欠费，请选择欠费处理' }]
      : []),
    ...(wish.files_of.length + input.files.length > MOST_FILES
      ? [{ path: 'files', message: `证件最多${MOST_FILES}张` }]
      : []),
  ];
  if (faults.length > 0) throw invalid(faults);
}

export async function takeWish(
  ctx: Ctx,
  { engine, storage }: { readonly engine: Engine; readonly storage: Storage },
  wxId: string,
  input: Input,
): Promise<Applied> {
  if (!holds(ctx.session, WISH_PAGE, 'edit')) throw forbidden();
  const seen = await wishOf(ctx, ctx.db, wxId);
  if (input.preview)
    return { BusinessId: null, serial: null, whatIf: (await tried(ctx, ctx.db, applicationFor(seen, input))).answer };
  demandWaiting(seen);
  demandSupplements(seen, input);
  // Made before: a file that was stored stays behind when a transaction fails, and is dropped a day later.
  const photos = await copies(ctx, storage, seen);
  return ctx.write(async (tx) => {
    const wish = await wishOf(ctx, tx, wxId, true);
    demandWaiting(wish);
    demandSupplements(wish, input);
    const of = applicationFor(wish, input);
    const found = await tried(ctx, tx, of);
    const made = await submitForm(ctx, tx, engine, of, found, async () => [...photos, ...input.files]);
    await sql`update suspend_wish set state = '已受理', business_id = ${made.BusinessId}, handled_by = ${ctx.session.userId}, handled_at = ${ctx.now},
      arrears_handle = ${input.arrearsHandle ?? ''} where id = ${wxId}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '收费',
      action: '受理微信停用申请',
      object: `微信停用申请 ${wish.no}`,
      after: { 单号: made.serial, 欠费处理: input.arrearsHandle ?? '无欠费' },
    });
    await tellWishes(tx, wxId);
    return { ...made, whatIf: found.answer };
  });
}

export const returnWish = (
  ctx: Ctx,
  wxId: string,
  { note }: z.output<typeof suspendCheck.input>,
): Promise<z.input<typeof suspendCheck.output>> => {
  if (!holds(ctx.session, WISH_PAGE, 'edit')) throw forbidden();
  if (note === '') throw invalid([{ path: 'note', message: '请填写退回原因' }]);
  return ctx.write(async (tx) => {
    const wish = await wishOf(ctx, tx, wxId, true);
    demandWaiting(wish);
    await sql`update suspend_wish set state = '已退回', note = ${note}, handled_by = ${ctx.session.userId}, handled_at = ${ctx.now}
      where id = ${wxId}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '收费',
      action: '退回微信停用申请',
      object: `微信停用申请 ${wish.no}`,
      summary: note,
    });
    await tellWishes(tx, wxId);
    return { state: '已退回', effectiveFrom: null };
  });
};

/** Where householders of a community apply: made when it is first asked for. */
export async function linkOf(
  ctx: Ctx,
  { communityId, renew }: z.output<typeof wishLink.input>,
): Promise<z.input<typeof wishLink.output>> {
  const community = await visibleCommunity(ctx, ctx.db, communityId);
  const may = holds(ctx.session, WISH_PAGE, 'edit');
  if (renew && !may) throw forbidden();
  const read = async (db: Db | Tx) => {
    const { rows } = await sql<{
      token: string;
      at: Date;
    }>`select token, made_at as at from community_apply_link where community_id = ${community.id}::bigint`.execute(db);
    const [link] = rows;
    return link === undefined ? null : { path: `/suspendApply?c=${link.token}`, madeAt: link.at.toISOString() };
  };
  const known = await read(ctx.db);
  if (!may || (known !== null && !renew)) return known ?? { path: null, madeAt: null };
  return ctx.write(async (tx) => {
    const token = randomBytes(12).toString('base64url');
    // Two who open the page at once get the same one.
    await sql`insert into community_apply_link (community_id, token, made_by) values (${community.id}::bigint, ${token}, ${ctx.session.userId})
      on conflict (community_id) do ${renew ? sql`update set token = excluded.token, made_by = excluded.made_by, made_at = app_now()` : sql`nothing`}`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '收费',
      action: renew ? '更换停用申请地址' : '生成停用申请地址',
      object: `小区 ${community.name}`,
    });
    return (await read(tx)) ?? { path: null, madeAt: null };
  });
}
