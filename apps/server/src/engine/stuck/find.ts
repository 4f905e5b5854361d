/** What must hold of every approval, and where it does not. Each question reads only what waits for people, not the history. */
import type { StuckKind } from '@hengneng/contracts';
import { FLOW_STATUS } from '@hengneng/core';
import { isHandlerRule, usersIn } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import { type Chain, verifyLogs } from '../approval/index.ts';
import type { Catalog } from '../forms/catalog.ts';
import { chainsInForce } from '../forms/chain-in-force.ts';
import type { Db } from '../../platform/db/schema.ts';

const MOST = 100;
/** Logs looked through, newest records first, and how many of them are read by one statement. */
const MOST_LOGS = 20_000;
const LOGS_AT_ONCE = 500;
const LATE_DAYS = 7;
/** A record that ended longer ago is not looked at again. */
const RECENT_DAYS = 30;

export interface Found {
  readonly key: string;
  readonly module_id: string;
  readonly biz_id: string;
  readonly serial: string | null;
  readonly title: string;
  readonly step: string | null;
  readonly note: string;
  readonly since: Date | null;
}
export interface Checked {
  readonly total: number;
  readonly rows: readonly Found[];
}
/** Looks for one kind; with a key only whether it is (still) so for that one. */
type Look = (db: Db, now: Date, key: string | null) => Promise<Checked>;

const record = sql`i.module_id, i.biz_id::text, i.serial, i.title`;
const names = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(string_agg(u.user_name, '、' order by u.id), '没有人') from app_user u where u.id = any(${ids}))`;
const live = sql`i.status in ('running', 'returned')`;
const only = (column: RawBuilder<unknown>, key: string | null): RawBuilder<unknown> =>
  key === null ? sql`true` : sql`${column} = ${key}::bigint`;

const listed = async (db: Db, query: RawBuilder<unknown>): Promise<Checked> => {
  const { rows } = await sql<Found & { total: string }>`
    with found as (${query}) select *, (select count(*) from found) as total from found order by since nulls last limit ${MOST}`.execute(
    db,
  );
  return { total: Number(rows[0]?.total ?? 0), rows };
};

/** On its way, and nobody has it. `step` is where it stands: the step that is active, or the last one that was. */
const noTask: Look = (db, _now, key) =>
  listed(
    db,
    sql`select i.id::text as key, ${record}, coalesce(r.name, '发起申请') as step, '在途，但没有任何人的待办' as note,
        coalesce(r.created_at, i.submitted_at) as since
      from wf_instance i left join lateral (select * from wf_node_run n where n.instance_id = i.id and n.state <> 'undone'
        order by n.state = 'active' desc, n.id desc limit 1) r on true
      where ${live} and ${only(sql`i.id`, key)}
        and not exists (select from wf_task t where t.instance_id = i.id and t.state = 'open')`,
  );

/** Waits only for people who cannot sign in any more. */
const nobody: Look = (db, _now, key) =>
  listed(
    db,
    sql`select t.id::text as key, ${record}, r.name as step, '处理人：' || ${names(sql`t.candidates`)} as note, t.created_at as since
      from wf_task t join wf_instance i on i.id = t.instance_id join wf_node_run r on r.id = t.run_id
      where t.state = 'open' and ${live} and ${only(sql`t.id`, key)}
        and not exists (select from app_user u where u.state = 'active' and (u.id = any(t.candidates) or exists (
          select from wf_task_actor a where a.task_id = t.id and a.principal = 'u:' || u.id)))`,
  );

/** Waits for people who do not find it among their to-dos. */
const unseen: Look = (db, _now, key) =>
  listed(
    db,
    sql`select t.id::text as key, ${record}, r.name as step, ${names(sql`lost.people`)} || '的待办列表里没有' as note, t.created_at as since
      from wf_task t join wf_instance i on i.id = t.instance_id join wf_node_run r on r.id = t.run_id
        cross join lateral (select array_agg(c.id) as people from unnest(t.candidates) c(id)
          where not exists (select from wf_task_actor a where a.task_id = t.id and a.principal = 'u:' || c.id)) lost
      where t.state = 'open' and ${live} and lost.people is not null and ${only(sql`t.id`, key)}`,
  );

/** Asks people about what is decided already. */
const leftOver: Look = (db, _now, key) =>
  listed(
    db,
    sql`select t.id::text as key, ${record}, r.name as step, '仍在' || ${names(sql`t.candidates`)} || '的待办中' as note, t.created_at as since
      from wf_task t join wf_instance i on i.id = t.instance_id join wf_node_run r on r.id = t.run_id
      where t.state in ('open', 'waiting') and (not ${live} or r.state <> 'active') and ${only(sql`t.id`, key)}`,
  );

const late: Look = (db, now, key) =>
  listed(
    db,
    sql`select t.id::text as key, ${record}, r.name as step, '等待' || ${names(sql`t.candidates`)} || '处理' as note, t.due_at as since
      from wf_task t join wf_instance i on i.id = t.instance_id join wf_node_run r on r.id = t.run_id
      where t.state = 'open' and ${live} and t.due_at < ${now}::timestamptz - make_interval(days => ${LATE_DAYS}) and ${only(sql`t.id`, key)}`,
  );

/** The record says something else of itself than its approval does. The approval is right: its log proves it. */
const status =
  (catalog: Catalog): Look =>
  async (db, now, key) => {
    const [wanted, id] = key?.split(':') ?? [];
    const modules = catalog.all().filter((module) => wanted === undefined || module.id === wanted);
    if (modules.length === 0) return { total: 0, rows: [] };
    const { total, rows } = await listed(
      db,
      sql.join(
        modules.map(
          (module) => sql`select ${module.id}::text || ':' || i.biz_id as key, ${record}, null::text as step,
              f.status || ' ' || i.status as note, coalesce(i.finished_at, i.submitted_at, i.created_at) as since
            from wf_instance i join ${sql.raw(module.sql.table)} f on f.id = i.biz_id
            where i.module_id = ${module.id} and i.status <> f.status and ${only(sql`i.biz_id`, id ?? null)}
              and (i.status in ('draft', 'running', 'returned') or i.finished_at > ${now}::timestamptz - make_interval(days => ${RECENT_DAYS}))
              and not exists (select from wf_instance j where j.module_id = i.module_id and j.biz_id = i.biz_id and j.id > i.id)`,
        ),
        sql` union all `,
      ),
    );
    return {
      total,
      rows: rows.map((row) => {
        const [ofRecord, ofFlow] = row.note.split(' ').map((state) => FLOW_STATUS[state] ?? state);
        return { ...row, note: `单据为「${ofRecord}」，流程为「${ofFlow}」` };
      }),
    };
  };

const log: Look = async (db, _now, key) => {
  const { rows } =
    await sql<Found>`select i.id::text as key, ${record}, null as step, '' as note, i.submitted_at as since
    from wf_instance i where ${live} and ${only(sql`i.id`, key)} order by i.id desc limit ${MOST_LOGS}`.execute(db);
  const broken: Found[] = [];
  for (let at = 0; at < rows.length; at += LOGS_AT_ONCE) {
    const some = rows.slice(at, at + LOGS_AT_ONCE);
    const logs = await verifyLogs(
      db,
      some.map((row) => row.key),
    );
    for (const row of some) {
      const found = logs.get(row.key);
      if (found?.ok === false)
        broken.push({ ...row, note: `第${found.brokenAt ?? 1}条记录起与哈希链不符，可能被改动` });
    }
  }
  return { total: broken.length, rows: broken.slice(0, MOST) };
};

/** Where a chain asks certain people: at a step, where nobody is found for one, and whom it tells in the end. */
const asksPeople = ({ steps, cc }: Chain): readonly { readonly at: string; readonly ids: readonly string[] }[] => [
  ...steps.flatMap(({ name, by, policy: { nobody: instead = 'up' } = {} }) => [
    { at: name, ids: usersIn(by) ?? [] },
    { at: `${name}（无处理人时）`, ids: isHandlerRule(instead) ? (usersIn(instead) ?? []) : [] },
  ]),
  ...cc.map((by) => ({ at: '抄送', ids: usersIn(by) ?? [] })),
];

/** A chain that asks certain people, where it does, and what is shown of it. */
interface Asking {
  readonly row: Omit<Found, 'step' | 'note'>;
  readonly asked: ReturnType<typeof asksPeople>;
}

/** What new submissions take. */
const askedByChains = async (db: Db, catalog: Catalog) =>
  (await chainsInForce(db, catalog)).map(({ module, chain, version }) => ({
    hash: chain.hash,
    row: {
      key: module.id,
      module_id: module.id,
      biz_id: '',
      serial: null,
      title: `现行流程（版本${version}）`,
      since: null,
    },
    asked: asksPeople(chain),
  }));

/** Records on their way by an older chain than the one in force: what they have still before them. */
const askedByRunning = async (db: Db, inForce: ReadonlySet<string>): Promise<readonly Asking[]> => {
  const { rows } = await sql<Omit<Found, 'step' | 'note'> & { chain: Chain; behind: readonly string[] }>`
    select 'i:' || i.id as key, ${record}, i.submitted_at as since, d.chain,
        array(select r.node_key from wf_node_run r where r.instance_id = i.id and r.state in ('active', 'done', 'skipped')) as behind
      from wf_instance i join wf_definition d on d.id = i.definition_id
      where ${live} and d.chain::text like '%user(%' and not (d.module_id || ' ' || d.hash) = any(${[...inForce]}::text[])
      order by i.id limit ${MOST_LOGS}`.execute(db);
  return rows.map(({ chain, behind, ...row }) => ({
    row,
    asked: asksPeople({ ...chain, steps: chain.steps.filter((step) => !behind.includes(step.key)) }),
  }));
};

/** Asks certain people of whom some cannot sign in any more: whoever gets there is asked by the step's policy for nobody, and others ought to be named. */
const fixed =
  (catalog: Catalog): Look =>
  async (db) => {
    const chains = await askedByChains(db, catalog);
    const running = await askedByRunning(db, new Set(chains.map(({ row, hash }) => `${row.module_id} ${hash}`)));
    const asking = [...chains, ...running].flatMap(({ row, asked }) =>
      asked.flatMap((one) => (one.ids.length === 0 ? [] : [{ row, ...one }])),
    );
    if (asking.length === 0) return { total: 0, rows: [] };
    const { rows: people } = await sql<{ id: string; name: string; active: boolean }>`
      select id::text, user_name as name, state = 'active' as active from app_user
       where id = any(${[...new Set(asking.flatMap(({ ids }) => ids))]}::bigint[])`.execute(db);
    const known = new Map(people.map((person) => [person.id, person]));
    const rows = asking.flatMap(({ row, at, ids }, index): readonly Found[] => {
      const gone = ids.filter((id) => known.get(id)?.active !== true);
      if (gone.length === 0) return [];
      const who = gone.map((id) => known.get(id)?.name ?? `编号${id}`).join('、');
      const then = gone.length < ids.length ? '由其余人员处理' : '没有其他人，单据到这里按“无处理人”的设置处理';
      const by = row.biz_id === '' ? '' : '（按提交时的旧版流程）';
      // One chain may ask them in several places.
      return [{ ...row, key: `${row.key} ${index}`, step: at, note: `固定人员${who}已停用，${then}${by}` }];
    });
    return { total: rows.length, rows: rows.slice(0, MOST) };
  };

export const looks = (catalog: Catalog): Readonly<Record<StuckKind, Look>> => ({
  noTask,
  nobody,
  unseen,
  leftOver,
  status: status(catalog),
  late,
  fixed: fixed(catalog),
  log,
});
