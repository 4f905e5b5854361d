/** Who sends how often, and the puzzle that tells a hand from a program. */
import { randomInt } from 'node:crypto';
import type { questionnaireChallenge } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';

/** So many answers a minute from one source need no proof: a canteen behind one address answers at lunch. */
const FREE_ANSWERS = 10;
const PHOTOS_A_MINUTE = 20;
const MINUTES = 3;
const TRIES = 3;
/** Pixels that a finger may be off. */
const NEAR = 6;
const GROUND = { width: 300, height: 150 } as const;
const PIECE = 44;

/** Notes one more try, whatever comes of it. @returns how many there were within a minute, with this one */
const attempts = async (ctx: Ctx, kind: 'answer' | 'photo'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    with mine as (insert into questionnaire_attempt (source, kind, at) values (${ctx.ip}, ${kind}, ${ctx.now}))
    select count(*)::int + 1 as n from questionnaire_attempt
     where source = ${ctx.ip} and kind = ${kind} and at > ${ctx.now}::timestamptz - interval '1 minute'`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 1;
};

/** @throws AppError where a source uploads too much */
export const limitPhotos = async (ctx: Ctx): Promise<void> => {
  if ((await attempts(ctx, 'photo')) > PHOTOS_A_MINUTE) throw new AppError('tooMany', '上传过于频繁，请稍后再试');
};

const refuse = (message: string): AppError => invalid([{ path: 'challenge', message }]);

/**
 * Lets the first ten a minute through; after them a solved puzzle is asked for. A puzzle that was solved is good for that device alone, so
 * that an answer may be sent again after a lost reply.
 * @throws AppError at `challenge`
 */
export const limitAnswers = async (
  ctx: Ctx,
  device: Buffer,
  proof: { readonly challenge?: string | null | undefined; readonly slide?: number | null | undefined },
): Promise<void> => {
  if ((await attempts(ctx, 'answer')) <= FREE_ANSWERS) return;
  const { challenge, slide } = proof;
  if (challenge == null || slide == null) throw refuse('提交过于频繁，请完成滑块验证');
  const { rows } = await sql<{ solved: boolean }>`
    update questionnaire_challenge set tries = tries + 1,
      device = case when abs(target - ${slide}::int) <= ${NEAR} then ${device} else device end
     where id = ${challenge} and expires_at > ${ctx.now}
       and case when device is null then tries < ${TRIES} else device = ${device} end
     returning abs(target - ${slide}::int) <= ${NEAR} as solved`.execute(ctx.db);
  if (rows[0]?.solved !== true) throw refuse('验证未通过，请重新验证');
};

const piecePath = (x: number, y: number): string => {
  const r = 7;
  const half = PIECE / 2;
  return `M${x} ${y} h${half - r} a${r} ${r} 0 0 1 ${2 * r} 0 h${half - r} v${PIECE} h-${half - r} a${r} ${r} 0 0 0 -${2 * r} 0 h-${half - r} z`;
};

/** Hills in the evening, different each time: the piece cannot be found by a fixed colour. */
const scenery = (): string => {
  const hue = randomInt(360);
  const shapes = Array.from({ length: 26 }, () => {
    const size = randomInt(10, 60);
    return `<circle cx="${randomInt(GROUND.width)}" cy="${randomInt(GROUND.height)}" r="${size}" fill="hsl(${(hue + randomInt(90)) % 360} ${randomInt(25, 60)}% ${randomInt(35, 75)}%)" fill-opacity="0.55"/>`;
  });
  return `<rect width="${GROUND.width}" height="${GROUND.height}" fill="hsl(${hue} 35% 60%)"/>${shapes.join('')}`;
};

const png = async (svg: string): Promise<string> => {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
};

/** A new puzzle; where its piece belongs stays here. */
export const newChallenge = async (ctx: Ctx): Promise<z.input<typeof questionnaireChallenge.output>> => {
  const { width, height } = GROUND;
  const x = randomInt(70, width - PIECE - 10);
  const y = randomInt(20, height - PIECE - 10);
  const scene = scenery();
  const path = piecePath(x, y);
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  const ground = `${open}${scene}<path d="${path}" fill="#000" fill-opacity="0.45" stroke="#fff" stroke-opacity="0.7"/></svg>`;
  const piece = `<svg xmlns="http://www.w3.org/2000/svg" width="${PIECE + 4}" height="${height}" viewBox="${x - 2} 0 ${PIECE + 4} ${height}"><clipPath id="c"><path d="${path}"/></clipPath><g clip-path="url(#c)">${scene}</g><path d="${path}" fill="none" stroke="#fff" stroke-width="2"/></svg>`;
  const [groundPng, piecePng, { rows }] = await Promise.all([
    png(ground),
    png(piece),
    sql<{ id: string }>`insert into questionnaire_challenge (target, expires_at)
      values (${x - 2}, ${ctx.now}::timestamptz + make_interval(mins => ${MINUTES})) returning id`.execute(ctx.db),
  ]);
  return { id: rows[0]?.id ?? '', ground: groundPng, piece: piecePng, width, height };
};
