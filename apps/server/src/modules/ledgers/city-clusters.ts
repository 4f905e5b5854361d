/** 城市群 of 咨询单同比, kept as a whole: who changes one sees them all. */
import { cityClusters, saveCityClusters } from '@hengneng/contracts';
import { type FieldError, shortCodeOf } from '@hengneng/core';
import { consultRegions } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';

type Clusters = z.output<typeof saveCityClusters.input>['clusters'];

const readClusters = async (db: Db | Tx): Promise<Clusters> => {
  const { rows } = await sql<Clusters[number]>`
    select name as "Name", array_agg(district_id order by district_id) as "Districts" from city_cluster group by name order by min(district_id)`.execute(
    db,
  );
  return rows;
};

/** Provinces and cities; what stands between a municipality and its districts is no city of its own. */
const readDistricts = async (db: Db | Tx): Promise<{ Id: string; Name: string }[]> => {
  const { rows } = await sql<{ Id: string; Name: string }>`
    select d.id as "Id", concat_ws(' ', p.name, d.name) as "Name" from district d left join district p on p.id = d.parent_id
     where (d.parent_id is null or p.parent_id is null) and d.name not like '%市辖区' order by d.id`.execute(db);
  return rows;
};

const wrongIn = (clusters: Clusters, districts: ReadonlyMap<string, string>): readonly FieldError[] => {
  const names = new Set<string>();
  const taken = new Map<string, string>();
  return clusters.flatMap(({ Name, Districts }, at) => {
    const errors: FieldError[] = [];
    if (names.has(Name)) errors.push({ path: `clusters.${at}.Name`, message: `城市群「${Name}」重名` });
    names.add(Name);
    for (const id of Districts) {
      const district = districts.get(id);
      const other = taken.get(id);
      if (district === undefined) errors.push({ path: `clusters.${at}.Districts`, message: '没有这个省市' });
      else if (other !== undefined)
        errors.push({ path: `clusters.${at}.Districts`, message: `${district}已在「${other}」中` });
      else taken.set(id, Name);
    }
    return errors;
  });
};

const inWords = (clusters: Clusters, districts: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    clusters.map(({ Name, Districts }) => [Name, Districts.map((id) => districts.get(id) ?? id).join('、')]),
  );

const byName = (clusters: Clusters): Record<string, string> =>
  Object.fromEntries(clusters.map(({ Name, Districts }) => [Name, Districts.toSorted().join('、')]));

/** @throws conflict naming those that somebody else has changed, added or taken away since */
const insistSeen = (seen: Clusters | undefined, now: Clusters): void => {
  if (seen === undefined) return;
  const names = [...new Set([...seen, ...now].map(({ Name }) => Name))];
  insistUnchanged('城市群', Object.fromEntries(names.map((name) => [name, `「${name}」`])), byName(seen), byName(now));
};

const save = (ctx: Ctx, { clusters, seen }: z.output<typeof saveCityClusters.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await sql`lock table city_cluster in share row exclusive mode`.execute(tx);
    const standing = await readClusters(tx);
    insistSeen(seen, standing);
    const districts = new Map((await readDistricts(tx)).map(({ Id, Name }) => [Id, Name]));
    const errors = wrongIn(clusters, districts);
    if (errors.length > 0) throw invalid(errors);
    const before = inWords(standing, districts);
    const after = inWords(clusters, districts);
    await sql`delete from city_cluster`.execute(tx);
    const rows = clusters.flatMap(({ Name, Districts }) => Districts.map((id) => ({ id, name: Name })));
    await sql`insert into city_cluster (district_id, name, set_by)
      select r.id, r.name, ${ctx.session.userId} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, name text)`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '维护城市群',
      object: '城市群',
      summary: clusters.map(({ Name }) => Name).join('、'),
      before,
      after,
    });
    return { ok: true };
  });

export const registerCityClusters = (registry: CallRegistry): void => {
  const screen = shortCodeOf(consultRegions.screen);
  registry.handle(cityClusters, { access: { screen, button: 'search' } }, async ({ db }) => ({
    clusters: await readClusters(db),
    districts: await readDistricts(db),
  }));
  registry.handle(saveCityClusters, { access: { screen, button: 'edit' } }, save);
};
