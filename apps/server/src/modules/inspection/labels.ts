/** Labels of points. What a code says carries a secret of its version: one that was replaced is no longer good. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { perambulatePointQrCode, PointRow } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { readPoint } from './points-read.ts';

const SHAPE = /^HNXJ:(\d{1,18}):(\d{1,6}):([A-Za-z0-9_-]{16})$/;

const issue = async (tx: Tx, ctx: Ctx, point: PointRow): Promise<number> => {
  const version = point.qrVersion + 1;
  await sql`insert into point_label (point_id, version, secret, issued_by)
    values (${point.id}, ${version}, ${randomBytes(12).toString('base64url')}, ${ctx.session.userId})`.execute(tx);
  await sql`update b_inspection_point set qr_version = ${version} where id = ${point.id}`.execute(tx);
  return version;
};

export const labelsOf = (
  ctx: Ctx,
  { ids, renew }: z.output<typeof perambulatePointQrCode.input>,
): Promise<z.input<typeof perambulatePointQrCode.output>> =>
  ctx.write(async (tx) => {
    const unique = [...new Set(ids)];
    await sql`select 1 from b_inspection_point where id = any(${unique}::bigint[]) order by id for update`.execute(tx);
    const labels: z.input<typeof perambulatePointQrCode.output> = [];
    for (const id of unique) {
      const point = await readPoint(ctx, tx, id);
      const version = renew || point.qrVersion === 0 ? await issue(tx, ctx, point) : point.qrVersion;
      const { rows } = await sql<{
        secret: string;
      }>`select secret from point_label where point_id = ${id} and version = ${version}`.execute(tx);
      labels.push({
        id,
        code: point.code,
        name: point.name,
        area: point.area,
        projectName: point.projectName,
        version,
        text: `HNXJ:${id}:${version}:${rows[0]?.secret ?? ''}`,
      });
    }
    await trail(tx, ctx, {
      kind: '导出',
      action: renew ? '换发巡检点二维码' : '打印巡检点二维码',
      object: '巡检点二维码',
      summary: `${labels.length}个`,
      after: { 点位: labels.map((one) => `${one.projectName} ${one.code} 第${one.version}版`).join('、') },
    });
    return labels;
  });

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The point that a scanned code belongs to. @throws where the code is none of ours, or was replaced */
export const scanned = async (ctx: Ctx, text: string): Promise<PointRow> => {
  const bad = (message: string) => invalid([{ path: 'Code', message }]);
  const [, id, version, secret] = SHAPE.exec(text) ?? [];
  if (id === undefined || version === undefined || secret === undefined) throw bad('不是巡检点的二维码');
  const { rows } = await sql<{ secret: string; current: boolean }>`select l.secret, b.qr_version = l.version as current
    from point_label l join b_inspection_point b on b.id = l.point_id and not b.voided
    where l.point_id = ${id} and l.version = ${version}`.execute(ctx.db);
  const [label] = rows;
  if (label === undefined || !sameText(label.secret, secret)) throw bad('不是巡检点的二维码');
  if (!label.current) throw bad('该二维码已换版失效，请更换新标签');
  const point = await readPoint(ctx, ctx.db, id);
  if (point.state === '停用') throw bad('该巡检点已停用');
  return point;
};
