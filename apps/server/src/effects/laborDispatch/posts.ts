/** Sites that have had no leader, or an acting one, for too long: their area is told, once for each vacancy and each acting term. */
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import { MOST_ACTING_DAYS, MOST_VACANT_DAYS } from '../../modules/ledgers/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

interface Post {
  readonly project: string;
  readonly name: string;
  readonly kind: '空岗' | '代理';
  readonly since: string;
  readonly days: number;
  readonly manager: string | null;
  readonly areaManager: string | null;
  readonly monitor: string | null;
}

/** Noted as told. */
const overdue = async (tx: Tx, today: string): Promise<readonly Post[]> =>
  (
    await sql<Post>`
    with posts as (
      select p.code, p.name, p.manager, d.manager as area_manager, case when b.id is null then '空岗' else '代理' end as kind,
        case when b.id is null then coalesce((select max(o.left_on) from b_project_monitor o
          where o.project = p.code and not o.voided and o.state = '已卸任'), p.start_on) else b.start_on end as since,
        (select u.user_name from app_user u where u.id = b.monitor) as monitor
      from project p join dept d on d.id = p.area
        left join b_project_monitor b on b.project = p.code and b.state = '在任' and not b.voided
      where p.state = 2 and (b.id is null or b.level = '代理班长'))
    , told as (
      insert into monitor_notice (project_code, kind, since)
      select code, kind, since from posts where ${today}::date - since > case kind when '空岗' then ${MOST_VACANT_DAYS}::int else ${MOST_ACTING_DAYS}::int end
      on conflict do nothing returning project_code, kind, since)
    select p.code as project, p.name, p.kind, p.since::text, ${today}::date - p.since as days, p.manager::text, p.area_manager::text as "areaManager", p.monitor
    from posts p join told t on t.project_code = p.code and t.kind = p.kind and t.since = p.since order by p.code`.execute(
      tx,
    )
  ).rows;

/** @returns how many posts were told of */
export const tellPosts = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const posts = await overdue(tx, today);
    for (const post of posts) {
      const vacant = post.kind === '空岗';
      const services = followUps(
        { deps: engine.deps, tx, now, module: { id: 'monitorEstablish' } },
        'monitorEstablish.overdue',
        { id: '0', project: post.project },
      );
      const people = vacant ? [post.areaManager] : [post.areaManager, post.manager];
      await services.todo({
        kind: vacant ? '班长空岗' : '班长代理超期',
        title: vacant
          ? `${post.name}自${post.since}起没有运行班长，已空岗${post.days}天，请尽快任命`
          : `${post.name}的代理班长${post.monitor ?? ''}已代理${post.days}天，请转正或免去`,
        project: post.project,
        to: [...new Set(people.filter((id) => id !== null))],
      });
    }
    return posts.length;
  });
