/** A small company for tests of the approval: people in memory, a chain, records that are nothing but facts. */
import type { ModuleId, RoleCode } from '@hengneng/core';
import { sql } from 'kysely';
import type { By } from '@hengneng/form-kit';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { canonical } from '../canonical.ts';
import { createApproval, type Push } from '../index.ts';
import type { Actor, Approval, Chain, ChainStep, Command, Facts, HandlerSource, Outcome, Person } from '../types.ts';

export const MODULE: ModuleId = 'payment';

export const NAMES: Readonly<Record<string, string>> = {
  '1': '申请人甲',
  '2': '经理乙',
  '3': '财务丙',
  '4': '财务丁',
  '5': '总监戊',
  '6': '总经理己',
  '7': '管理员庚',
  '8': '离职辛',
};
const GONE = new Set(['8']);
const ROLE_OF: Partial<Record<RoleCode, readonly string[]>> = {
  finance: ['3', '4'],
  operationDirector: ['5'],
  generalManager: ['6'],
  admin: ['7'],
};

export const actor = (userId: string): Actor => ({
  userId,
  userName: NAMES[userId] ?? userId,
  roles: (Object.keys(ROLE_OF) as RoleCode[]).filter((role) => ROLE_OF[role]?.includes(userId)),
});

const person = (userId: string, via: string): Person => ({ userId, userName: NAMES[userId] ?? userId, via });

/** Answers from the table above; project P1 is managed by 2, P0 by nobody. */
export const directory: HandlerSource = {
  byRole: async (_db, role) => (ROLE_OF[role] ?? []).map((id) => person(id, `角色${role}`)),
  projectManager: async (_db, project) => (project === 'P1' ? [person('2', '项目P1')] : []),
  areaManager: async () => [],
  deptManager: async () => [person('2', '部门')],
  people: async (_db, ids) => ids.filter((id) => id in NAMES && !GONE.has(id)).map((id) => person(id, '')),
  userNames: async (_db, ids) => new Map(ids.map((id) => [id, NAMES[id] ?? id])),
};

export const step = (by: By, more: Partial<ChainStep> = {}): Omit<ChainStep, 'key'> => ({
  name: `步骤${by}`,
  by,
  mode: 'any',
  among: null,
  when: null,
  final: false,
  hours: 24,
  fieldKeys: [],
  hasRequired: false,
  nextHandlerField: null,
  ...more,
});

export const chain = (...steps: Omit<ChainStep, 'key'>[]): Chain => {
  const keyed = steps.map((one, at) => ({ ...one, key: `s${at + 1}` }));
  return { moduleId: MODULE, hash: canonical(keyed), steps: keyed, cc: [], nextHandlerField: null };
};

/** The chain with a block of branches, each named by its steps' positions and, where it has one, its condition. */
export const beside = (
  of: Chain,
  ...branches: readonly { readonly steps: readonly number[]; readonly when?: string }[]
): Chain => {
  const parallel = [
    {
      name: '会审',
      branches: branches.map(({ steps, when }, at) => ({
        name: `分支${at + 1}`,
        steps: steps.map((place) => `s${place}`),
        ...(when === undefined ? {} : { when }),
      })),
    },
  ];
  return { ...of, parallel, hash: canonical([of.steps, parallel]) };
};

export interface RecordFacts {
  readonly starter?: string;
  readonly project?: string | null;
  readonly amount?: string | null;
  readonly users?: Readonly<Record<string, readonly string[]>>;
  /** Conditions that hold. */
  readonly holds?: readonly string[];
  readonly version?: number;
  /** What the form says, by field. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** People are told only then. */
  readonly heldUntil?: Date;
}

export const factsOf = (record: RecordFacts): Facts => ({
  title: '能源付款 NYFK-202611-0001',
  serial: 'NYFK-202611-0001',
  starterId: record.starter ?? '1',
  starterDept: 'A632201',
  projectCode: record.project === undefined ? 'P1' : record.project,
  amount: record.amount ?? null,
  evaluate: (when) => record.holds?.includes(when) ?? false,
  label: (key) => `「${key}」`,
  usersOf: (key) => record.users?.[key] ?? [],
});

export interface Desk {
  readonly approval: Approval;
  /** One command in one transaction. */
  act(userId: string, businessId: string, command: Command, record?: RecordFacts): Promise<Outcome>;
  /** The same inside a transaction that is already open. */
  within(tx: Tx, userId: string, businessId: string, command: Command, record?: RecordFacts): Promise<Outcome>;
  submit(businessId: string, record?: RecordFacts, nextHandler?: string): Promise<Outcome>;
  approve(userId: string, businessId: string, record?: RecordFacts, nextHandler?: string): Promise<Outcome>;
  reject(
    userId: string,
    businessId: string,
    to: 'starter' | 'previous' | 'end' | `s${number}`,
    resume?: 'replay' | 'direct',
    record?: RecordFacts,
  ): Promise<Outcome>;
  /** The open task of a person (or anybody's) on a record. */
  task(businessId: string, userId?: string): Promise<string>;
}

/** A desk at which people handle records of one chain. */
export const desk = (
  db: Db,
  of: Chain,
  now: () => Date = () => new Date(),
  source: HandlerSource = directory,
  push: Push | null = null,
): Desk => {
  const approval = createApproval(source, push);
  const within: Desk['within'] = (tx, userId, businessId, command, record = {}) =>
    approval.execute(tx, {
      command,
      moduleId: MODULE,
      businessId,
      actor: actor(userId),
      facts: factsOf(record),
      chain: of,
      formVersion: record.version ?? 1,
      formHash: `h${record.version ?? 1}`,
      snapshot: record.content ?? { version: record.version ?? 1 },
      now: now(),
      heldUntil: record.heldUntil ?? null,
    });
  const act: Desk['act'] = (userId, businessId, command, record) =>
    db.transaction().execute((tx) => within(tx, userId, businessId, command, record));
  const task: Desk['task'] = async (businessId, userId) => {
    const row = await db
      .selectFrom('wf_task as t')
      .innerJoin('wf_instance as i', 'i.id', 't.instance_id')
      .innerJoin('wf_task_actor as a', 'a.task_id', 't.id')
      .select('t.id')
      .where('i.module_id', '=', MODULE)
      .where('i.biz_id', '=', businessId)
      .where('t.state', '=', 'open')
      .$if(userId !== undefined, (q) => q.where('a.principal', '=', `u:${userId}`))
      .executeTakeFirst();
    return row?.id ?? '0';
  };
  return {
    approval,
    act,
    within,
    task,
    submit: (businessId, record, nextHandler) =>
      act(record?.starter ?? '1', businessId, { kind: 'submit', nextHandler: nextHandler ?? null }, record),
    approve: async (userId, businessId, record, nextHandler) =>
      act(
        userId,
        businessId,
        { kind: 'approve', taskId: await task(businessId, userId), nextHandler: nextHandler ?? null },
        record,
      ),
    reject: async (userId, businessId, to, resume = 'replay', record = {}) =>
      act(
        userId,
        businessId,
        { kind: 'reject', taskId: await task(businessId, userId), opinion: '金额不符', to, resume },
        record,
      ),
  };
};

/** What must hold of the whole database (or of one record) at any time; answers what does not. */
export const brokenInvariants = async (db: Db, businessId?: string): Promise<readonly string[]> => {
  const broken: string[] = [];
  const instances = await db
    .selectFrom('wf_instance')
    .selectAll()
    .$if(businessId !== undefined, (q) => q.where('biz_id', '=', businessId ?? '0'))
    .execute();
  for (const instance of instances) {
    const runs = await db.selectFrom('wf_node_run').selectAll().where('instance_id', '=', instance.id).execute();
    const tasks = await db.selectFrom('wf_task').selectAll().where('instance_id', '=', instance.id).execute();
    const actors = await db
      .selectFrom('wf_task_actor as a')
      .innerJoin('wf_task as t', 't.id', 'a.task_id')
      .select(['t.state', 'a.task_id'])
      .where('t.instance_id', '=', instance.id)
      .execute();
    const active = runs.filter((run) => run.state === 'active');
    const open = tasks.filter((one) => one.state === 'open');
    const live = instance.status === 'running' || instance.status === 'returned';
    const say = (what: string): unknown => broken.push(`${instance.id} ${instance.status}: ${what}`);
    // Several steps are active only side by side in a parallel block.
    if (
      active.length === 0
        ? live
        : !live || active.some((run) => (run.branch === '') !== (active.length === 1 && run.branch === ''))
    )
      say(`${active.length} active steps`);
    if (live !== open.length > 0) say(`${open.length} open tasks`);
    if (open.some((one) => !active.some((run) => run.id === one.run_id))) say('an open task outside the active steps');
    if (active.some((run) => !open.some((one) => one.run_id === run.id))) say('an active step without an open task');
    const first = active.toSorted((a, b) => a.step_index - b.step_index)[0];
    if (instance.current_run !== (first?.id ?? null)) say('current_run is not the first active step');
    if (tasks.some((one) => one.state === 'waiting' && !active.some((run) => run.id === one.run_id)))
      say('a waiting task outside the active steps');
    if (actors.some((one) => one.state !== 'open')) say('a closed task in a to-do list');
    if (open.some((one) => !actors.some((row) => row.task_id === one.id))) say('an open task in no to-do list');
    if (tasks.some((one) => one.state === 'agreed' && one.handled_by === null)) say('agreed by nobody');
    const actions = await db.selectFrom('wf_action').select('seq').where('instance_id', '=', instance.id).execute();
    if (actions.length !== instance.seq) say(`${actions.length} log rows, ${instance.seq} counted`);
  }
  return broken;
};

/** The same company as rows, for lists that show names. */
export const seedCompany = async (db: Db): Promise<void> => {
  await sql`insert into dept (id, parent_id, name) values
    ('A63', null, '公司'), ('A6322', 'A63', '项目大区'), ('A632201', 'A6322', '华东')`.execute(db);
  for (const [id, name] of Object.entries(NAMES)) {
    await sql`insert into app_user (id, account, user_name, dept_id, state, pinyin) overriding system value
      values (${id}, ${`account${id}`}, ${name}, 'A632201', ${GONE.has(id) ? 'disabled' : 'active'}, '')`.execute(db);
  }
  await sql`insert into project (code, name, area, state) values ('P1', '华东一号能源站', 'A632201', 1), ('P0', '无人项目', 'A632201', 1)`.execute(
    db,
  );
};
