/** Who may send: gateways with a secret each, which is shown once. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { gatewayIndex, gatewayMeters, gatewaySave } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { invalid, notFound } from '../../../platform/http/errors.ts';
import { likeText, pageOf } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import type { Ingested } from './ingest.ts';
import { freshness, freshnessOf } from './samples.ts';

export interface Gateway {
  readonly id: string;
  readonly code: string;
  readonly project: string;
}

/** 256 random bits need no slow hash: nobody tries them all. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const newSecret = (): string => randomBytes(32).toString('base64url');

/** The gateway of that name if the secret is its own; null also where it is switched off. */
export async function gatewayOf(db: Db | Tx, code: string, secret: string): Promise<Gateway | null> {
  const { rows } = await sql<Gateway & { hash: Buffer }>`
    select id::text, code, project_code as project, secret_hash as hash from gateway where code = ${code} and enabled`.execute(
    db,
  );
  const [row] = rows;
  // As long for a name that is not there.
  const right = timingSafeEqual(hashOf(secret), row?.hash ?? Buffer.alloc(32));
  return right && row !== undefined ? { id: row.id, code: row.code, project: row.project } : null;
}

/** A gateway that a broker of one's own has let in already. */
export async function gatewayNamed(db: Db | Tx, code: string): Promise<Gateway | null> {
  const { rows } = await sql<Gateway>`
    select id::text, code, project_code as project from gateway where code = ${code} and enabled`.execute(db);
  return rows[0] ?? null;
}

/** Notes with the batches what came of them; a gateway may have sent several. */
export async function noteBatches(
  tx: Tx,
  sent: readonly { readonly gateway: Gateway; readonly result: Ingested }[],
  now: Date,
): Promise<void> {
  const each = sql`jsonb_to_recordset(${JSON.stringify(
    sent.map(({ gateway, result: { problems: _, ...counts } }) => ({ id: gateway.id, ...counts })),
  )}::jsonb) as s(id bigint, accepted int, duplicates int, conflicts int, refused int, "lastAt" float8)`;
  // In order of their ids: two that note several gateways never wait for each other.
  await inOrder([
    sql`with seen as (select g.id, s.last_at from gateway g join
        (select id, to_timestamp(max("lastAt") / 1000) as last_at from ${each} group by id) s on s.id = g.id order by g.id for no key update of g)
      update gateway g set last_seen_at = greatest(g.last_seen_at, ${now.toISOString()}::timestamptz),
        last_event_at = greatest(g.last_event_at, s.last_at) from seen s where g.id = s.id`.execute(tx),
    sql`insert into gateway_count (gateway_id, day, batches, accepted, duplicates, conflicts, refused)
      select id, ${today(now)}::date, count(*), sum(accepted), sum(duplicates), sum(conflicts), sum(refused) from ${each} group by id order by id
      on conflict (gateway_id, day) do update set batches = gateway_count.batches + excluded.batches,
        accepted = gateway_count.accepted + excluded.accepted, duplicates = gateway_count.duplicates + excluded.duplicates,
        conflicts = gateway_count.conflicts + excluded.conflicts, refused = gateway_count.refused + excluded.refused`.execute(
      tx,
    ),
  ]);
}

/** Takes back what was counted as new and turned out to be there when it was filed. */
export async function correctCounts(
  tx: Tx,
  filed: readonly {
    readonly gateway: string;
    readonly day: string;
    readonly duplicates: number;
    readonly conflicts: number;
  }[],
): Promise<void> {
  const wrong = filed.filter(({ duplicates, conflicts }) => duplicates + conflicts > 0);
  if (wrong.length === 0) return;
  await sql`with s as (select gateway, day, sum(duplicates) as duplicates, sum(conflicts) as conflicts
      from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as r(gateway bigint, day date, duplicates int, conflicts int) group by 1, 2),
    held as (select c.gateway_id, c.day, s.duplicates, s.conflicts from gateway_count c join s on s.gateway = c.gateway_id and s.day = c.day
      order by c.gateway_id, c.day for no key update of c)
    update gateway_count c set accepted = c.accepted - h.duplicates - h.conflicts, duplicates = c.duplicates + h.duplicates,
      conflicts = c.conflicts + h.conflicts
    from held h where h.gateway_id = c.gateway_id and h.day = c.day`.execute(tx);
}

interface Listed {
  readonly Id: string;
  readonly Code: string;
  readonly Name: string;
  readonly ProjectCode: string;
  readonly ProjectName: string;
  readonly Enabled: boolean;
  readonly LastSeenAt: string | null;
  readonly LastEventAt: string | null;
  readonly SecretAt: string;
  readonly Accepted: string;
  readonly Duplicates: string;
  readonly Conflicts: string;
  readonly Refused: string;
}

export async function listGateways(
  ctx: Ctx,
  input: z.output<typeof gatewayIndex.input>,
): Promise<z.input<typeof gatewayIndex.output>> {
  const like = likeText(input.Keyword ?? '');
  const project = input.ProjectCode ?? '';
  const { rows, total } = await pageOf<Listed>(
    ctx.db,
    input,
    sql`select g.id::text as "Id", g.code as "Code", g.name as "Name", g.project_code as "ProjectCode", p.name as "ProjectName",
        g.enabled as "Enabled", g.last_seen_at as "LastSeenAt", g.last_event_at as "LastEventAt", g.secret_at as "SecretAt",
        coalesce(c.accepted, 0)::text as "Accepted", coalesce(c.duplicates, 0)::text as "Duplicates",
        coalesce(c.conflicts, 0)::text as "Conflicts", coalesce(c.refused, 0)::text as "Refused"
      from gateway g join project p on p.code = g.project_code
        left join gateway_count c on c.gateway_id = g.id and c.day = ${today(ctx.now)}
      where ${projectsVisible(ctx.session)} and (${project} = '' or g.project_code = ${project})
        and (g.code ilike ${like} or g.name ilike ${like})`,
    sql`"Code"`,
    ['Code', 'Name', 'ProjectName', 'LastSeenAt', 'LastEventAt'],
  );
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      State: row.Enabled
        ? freshnessOf(row.LastEventAt === null ? null : Date.parse(row.LastEventAt), ctx.now.getTime())
        : '停用',
    })),
  };
}

/** Meters that gateways are to read, or have read: when each last was, so that an old value is not taken for one of now. */
export async function listSampledMeters(
  ctx: Ctx,
  input: z.output<typeof gatewayMeters.input>,
): Promise<z.input<typeof gatewayMeters.output>> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await sql<{ id: string; name: string; point: string }>`
    select d.id::text, coalesce(d.display_name, d.name) as name, coalesce(d.point_code, d.code) as point
    from meter m join device d on d.id = m.device_id
    where m.project_code = ${project.code} and d.state in ('active', 'standby') and (m.frequency like 'auto%'
      or exists (select from reading_hot h where h.meter_id = m.device_id) or exists (select from reading_day r where r.meter_id = m.device_id))
    order by d.sort, d.code`.execute(ctx.db);
  const states = await freshness(
    ctx.db,
    rows.map(({ id }) => id),
    ctx.now,
  );
  return {
    rows: rows.map(({ id, name, point }, index) => ({
      DeviceId: id,
      DeviceName: name,
      Point: point,
      LastAt: states[index]?.lastAt == null ? null : new Date(states[index].lastAt).toISOString(),
      State: states[index]?.state ?? '离线',
    })),
  };
}

const seen = async (ctx: Ctx, tx: Tx, id: string): Promise<{ code: string; name: string; project: string }> => {
  const { rows } = await sql<{ code: string; name: string; project: string }>`
    select g.code, g.name, g.project_code as project from gateway g join project p on p.code = g.project_code
    where g.id = ${id} and ${projectsVisible(ctx.session)} for update of g`.execute(tx);
  if (rows[0] === undefined) throw notFound('网关不存在，或您没有查看它的权限');
  return rows[0];
};

/** The same intent twice answers no secret the second time: what is kept of the first answer does not hold it. */
const shown = (secret: string, issued: string): string | null =>
  hashOf(secret).toString('hex') === issued ? secret : null;

export async function saveGateway(
  ctx: Ctx,
  input: z.output<typeof gatewaySave.input>,
): Promise<{ readonly Id: string; readonly Secret: string | null }> {
  const secret = newSecret();
  const { Id: id, Code: code, Name: name, ProjectCode: project, Enabled: enabled } = input;
  const saved = await ctx.write(async (tx) => {
    const { rows: places } =
      await sql`select 1 from project p where p.code = ${project} and ${projectsVisible(ctx.session)}`.execute(tx);
    if (places.length === 0) throw invalid([{ path: 'ProjectCode', message: '项目不存在，或您没有查看它的权限' }]);
    const { rows: others } =
      await sql`select 1 from gateway where code = ${code} and id is distinct from ${id ?? null}::bigint`.execute(tx);
    if (others.length > 0) throw invalid([{ path: 'Code', message: '该网关编码已被使用' }]);
    const after = { code, name, project, enabled };
    if (id) {
      const before = await seen(ctx, tx, id);
      await sql`update gateway set code = ${code}, name = ${name}, project_code = ${project}, enabled = ${enabled}, version = version + 1
        where id = ${id}`.execute(tx);
      await trail(tx, ctx, { kind: '系统设置', action: '修改采集网关', object: `网关 ${code}`, before, after });
      return { id, issued: '' };
    }
    const { rows } = await sql<{ id: string }>`
      insert into gateway (code, name, project_code, enabled, secret_hash, created_by)
      values (${code}, ${name}, ${project}, ${enabled}, ${hashOf(secret)}, ${ctx.session.userId}) returning id::text`.execute(
      tx,
    );
    await trail(tx, ctx, { kind: '系统设置', action: '登记采集网关', object: `网关 ${code}`, after });
    return { id: rows[0]?.id ?? '', issued: hashOf(secret).toString('hex') };
  });
  return { Id: saved.id, Secret: shown(secret, saved.issued) };
}

export async function issueSecret(ctx: Ctx, id: string): Promise<{ readonly Secret: string | null }> {
  const secret = newSecret();
  const issued = await ctx.write(async (tx) => {
    const { code } = await seen(ctx, tx, id);
    await sql`update gateway set secret_hash = ${hashOf(secret)}, secret_at = app_now(), version = version + 1 where id = ${id}`.execute(
      tx,
    );
    await trail(tx, ctx, { kind: '系统设置', action: '换发网关密钥', object: `网关 ${code}` });
    return hashOf(secret).toString('hex');
  });
  return { Secret: shown(secret, issued) };
}
