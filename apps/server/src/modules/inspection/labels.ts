/** Labels of points. What a code says carries a secret of its version: one that was replaced is no longer good. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { perambulatePointQrCode, PointRow } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { readPoint, readPoints } from './points-read.ts';

const SHAPE = /^HNXJ:(\d{1,18}):(\d{1,6}):([A-Za-z0-9_-]{16})$/;

/** The next version of each point's label, with a secret of its own. */
const issue = (tx: Tx, ctx: Ctx, points: readonly PointRow[]) => {
  const given = points.map(({ id, qrVersion }) => ({
    id,
    version: qrVersion + 1,
    secret: randomBytes(12).toString('base64url'),
  }));
  return sql`with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id bigint, version int, secret text)),
      issued as (insert into point_label (point_id, version, secret, issued_by)
        select id, version, secret, ${ctx.session.userId}::bigint from given)
    update b_inspection_point b set qr_version = g.version from given g where g.id = b.id`.execute(tx);
};

export const labelsOf = (
  ctx: Ctx,
  { ids, renew }: z.output<typeof perambulatePointQrCode.input>,
): Promise<z.input<typeof perambulatePointQrCode.output>> =>
  ctx.write(async (tx) => {
    await sql`select 1 from b_inspection_point where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
    const points = await readPoints(ctx, tx, ids);
    await issue(
      tx,
      ctx,
      points.filter(({ qrVersion }) => renew || qrVersion === 0),
    );
    const { rows } = await sql<{ id: string; version: number; secret: string }>`
      select l.point_id::text as id, l.version, l.secret from point_label l
        join b_inspection_point b on b.id = l.point_id and b.qr_version = l.version where b.id = any(${ids}::bigint[])`.execute(
      tx,
    );
    const current = new Map(rows.map((row) => [row.id, row]));
    const labels = points.map(({ id, code, name, area, projectName }) => {
      const { version, secret } = current.get(id) ?? { version: 0, secret: '' };
      return { id, code, name, area, projectName, version, text: `HNXJ:${id}:${version}:${secret}` };
    });
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
