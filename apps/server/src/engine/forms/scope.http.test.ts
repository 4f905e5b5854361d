/**
 * What a data scope shows, for every module and kind of scope, by every way that leads to a record: the list, opening it, its steps, its
 * conclusion, a copy, print, export, its files, and each command. What should be seen is written down here, not worked out by the product's code.
 */
import { type ModuleId, SCREENS, shortCodeOf } from '@hengneng/core';
import { projectKeyOf } from '@hengneng/form-kit';
import type { DefinedModuleId } from '@hengneng/forms';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlerSource, loadPermissions } from '../../modules/identity/index.ts';
import { Chains } from '../../testing/chains.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startWithRecords, type TestServer } from '../../testing/server.ts';
import { textsIn } from '../../testing/sheets.ts';
import { BUTTONS } from '../../platform/auth/buttons.ts';
import type { Module } from './catalog.ts';
import { findRecord, insertRecord, markRecord } from './store.ts';
import { factsFor } from './work.ts';

/** Each of the company's scopes has one person who holds nothing else. */
const WATCHERS = {
  self: { account: 'operator', dept: 'A632201', projects: [] },
  dept: { account: 'hvacEngineer', dept: 'A630701', projects: [] },
  area: { account: 'engineer', dept: 'A632201', projects: [] },
  project: { account: 'serviceProvider2', dept: 'A632901', projects: ['EMC03001'] },
  all: { account: 'researchEngineer', dept: 'A6309', projects: [] },
} as const;
type Kind = keyof typeof WATCHERS;
const KINDS = Object.keys(WATCHERS) as Kind[];

interface Place {
  readonly applicant: string;
  readonly dept: string;
  readonly project?: string;
  readonly status: string;
  /** To whom the record is visible; where the module knows no projects, nobody sees it for its project. */
  readonly seenBy: readonly Kind[];
}
const PLACES: readonly Place[] = [
  { applicant: 'operator', dept: 'A632201', status: 'approved', seenBy: ['self', 'area', 'all'] },
  { applicant: 'operator', dept: 'A632201', status: 'draft', seenBy: ['self'] },
  { applicant: 'hvacEngineer2', dept: 'A630701', status: 'running', seenBy: ['dept', 'all'] },
  { applicant: 'hvacEngineer2', dept: 'A630701', status: 'draft', seenBy: [] },
  { applicant: 'sales2', dept: 'A630802', project: 'EMC01001', status: 'approved', seenBy: ['area', 'all'] },
  { applicant: 'sales2', dept: 'A630802', project: 'EMC03001', status: 'running', seenBy: ['project', 'all'] },
  { applicant: 'sales2', dept: 'A630802', project: 'EMC03001', status: 'draft', seenBy: [] },
  { applicant: 'operator3', dept: 'A632202', status: 'returned', seenBy: ['all'] },
  { applicant: 'legal', dept: 'A6306', status: 'approved', seenBy: ['all'] },
];

interface Case extends Place {
  readonly id: string;
  readonly serial: string;
  readonly file: string;
}

let server: TestServer;
const people = new Map<Kind, Held>();
const cases = new Map<string, readonly Case[]>();
let modules: readonly Module[];

/**
 * One place of each module, another with the next module: over all modules each place is tried many times by each way. The engine
 * knows no modules, and all of all would be sixty thousand calls.
 */
const isInTurn = (module: Module, at: number): boolean => at === modules.indexOf(module) % PLACES.length;

const known = new Map<string, string>();
const userId = async (account: string): Promise<string> => {
  if (known.size === 0) {
    const { rows } = await sql<{ account: string; id: string }>`select account, id from app_user`.execute(server.db);
    for (const row of rows) known.set(row.account, row.id);
  }
  return known.get(account) ?? '';
};

/** A role that opens every page with every button, and sees as far as one kind of scope goes. */
const giveRole = async (kind: Kind): Promise<void> => {
  const { account, dept, projects } = WATCHERS[kind];
  const id = await userId(account);
  const screens = SCREENS.filter((screen) => screen.module !== undefined).map((screen) => shortCodeOf(screen.path));
  const buttons = `{${Object.values(BUTTONS).join(',')}}`;
  const { rows } = await sql<{ id: string }>`insert into role (code, name) values (${`only${kind}`}, ${`只看${kind}`})
    returning id`.execute(server.db);
  const role = rows[0]?.id ?? '';
  await sql`insert into role_menu (role_id, short_code, buttons)
    select ${role}, short_code, ${buttons}::integer[] from menu where short_code = any(${screens}::text[])`.execute(
    server.db,
  );
  await sql`insert into role_scope values (${role}, ${kind})`.execute(server.db);
  await sql`delete from role_member where user_id = ${id}`.execute(server.db);
  await sql`insert into role_member (user_id, role_id) values (${id}, ${role})`.execute(server.db);
  await sql`delete from user_project where user_id = ${id}`.execute(server.db);
  await sql`insert into user_project (user_id, project_code) select ${id}, unnest(${projects}::text[])`.execute(
    server.db,
  );
  // They lead nothing: what one leads widens the scope of departments.
  await sql`update dept set manager = null where manager = ${id}`.execute(server.db);
  await sql`update app_user set dept_id = ${dept}, permission_version = permission_version + 1 where id = ${id}`.execute(
    server.db,
  );
  people.set(kind, await server.client.signIn(account));
};

/** @param picture attached where the ways to one record are tried */
const place = async (module: Module, of: Place, at: number, picture: Uint8Array<ArrayBuffer> | null): Promise<Case> => {
  const project = projectKeyOf(module.form);
  const record = of.project === undefined || project === null ? {} : { [project]: of.project };
  const id = await insertRecord(server.db, module, record, await userId(of.applicant), of.dept);
  const serial = `${module.id}-${at}`;
  await markRecord(server.db, module, id, { status: of.status, ...(of.status === 'draft' ? {} : { serial }) });
  if (picture === null) return { ...of, id, serial, file: '' };
  const admin = await server.client.signIn('admin');
  const { data } = await server.client.upload('/bpmapi/ServiceResource/Upload', `${serial}.png`, picture, admin);
  const [, fileId] = /^\/files\/(\d+)-/.exec(String(data.URL)) ?? [];
  await sql`insert into attachment (file_id, business_type, business_id, name, added_by)
    values (${fileId}, ${module.id}, ${id}, ${serial}, ${admin.userId})`.execute(server.db);
  await sql`insert into file_link (file_id, business_type, business_id) values (${fileId}, ${module.id}, ${id})`.execute(
    server.db,
  );
  return { ...of, id, serial, file: String(data.URL) };
};

beforeAll(async () => {
  server = await startWithRecords();
  modules = server.engine.catalog.all();
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2468ac' } })
    .png()
    .toBuffer();
  for (const module of modules) {
    const made = PLACES.map((of, at) => place(module, of, at, isInTurn(module, at) ? new Uint8Array(picture) : null));
    cases.set(module.id, await Promise.all(made));
  }
  for (const kind of KINDS) await giveRole(kind);
});
afterAll(() => server.close());

const visible = (module: Module, of: Case, kind: Kind): boolean =>
  of.seenBy.includes(kind) && !(projectKeyOf(module.form) === null && of.project !== undefined && kind !== 'all');

const isPng = (of: Buffer): boolean => of.subarray(1, 4).toString('latin1') === 'PNG';
const isWebp = (of: Buffer): boolean => of.subarray(8, 12).toString('latin1') === 'WEBP';

/** All that the database holds of a module's records, their approval and their prints. */
const picture = async (module: Module): Promise<string> => {
  const { rows } = await sql<{ sum: string }>`select md5(coalesce(string_agg(line, '' order by line), '')) as sum from (
    select t::text as line from ${sql.raw(module.sql.table)} t
    union all select i::text from wf_instance i where module_id = ${module.id}
    union all select t::text from wf_task t join wf_instance i on i.id = t.instance_id where i.module_id = ${module.id}
    union all select a::text from wf_action a join wf_instance i on i.id = a.instance_id where i.module_id = ${module.id}
    union all select p::text from wf_print_log p where module_id = ${module.id}
    union all select a::text from attachment a where business_type = ${module.id}) every`.execute(server.db);
  return rows[0]?.sum ?? '';
};

const inTurn = (module: Module): readonly Case[] =>
  (cases.get(module.id) ?? []).filter((_, at) => isInTurn(module, at));

/** Modules whose commands a kind tries: each module is tried by two of the five. */
const triedBy = (kind: Kind): readonly Module[] =>
  modules.filter((_, at) => (at + KINDS.indexOf(kind)) % KINDS.length < 2);

/** Modules of which a role's exceptions tell, and every third of the others. */
const someModules = (): readonly Module[] =>
  modules.filter(({ id, form }, at) => at % 3 === 0 || form.identity.area === 'payment' || EXCEPTED.has(id));

/** By which ways a person gets to a record. */
const waysTo = async (module: Module, of: Case, session: Held): Promise<Readonly<Record<string, boolean>>> => {
  const { api, procedureId } = module.form.identity;
  const { client } = server;
  const opens = (answer: Promise<Reply>) => answer.then(({ status }) => status === 1);
  const about = { ProcedureId: procedureId, BusinessId: of.id };
  const ways = {
    opened: opens(client.get(`${api}/GetInfo`, { BusinessId: of.id }, session)),
    copied: opens(client.get(`${api}/GetInitInfo`, { CopyFrom: of.id }, session)),
    previewed: opens(client.get(`${api}/Preview`, { BusinessId: of.id }, session)),
    steps: opens(client.post('/bpmapi/NodeRecord/GetList', about, session)),
    file: client.bytes(of.file, session).then(isPng),
    thumbnail: client.bytes(`${of.file}?small=1`, session).then(isWebp),
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(ways).map(async ([way, open]) => [way, await open] as const)),
  );
};

/** Where what a person is shown differs from what they should see: by the lists for every place, by the ways to one record for the place in turn. */
const walk = async (
  session: Held,
  among: readonly Module[],
  shouldSee: (module: Module, of: Case) => boolean,
): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const module of among) {
    const { api } = module.form.identity;
    // None of them waits for another: so the server works while the database does.
    const [index, workbook, ...opened] = await Promise.all([
      server.client.post(`${api}/Index`, { PageSize: '500' }, session),
      server.client.bytes(`${api}/Export`, session, {}),
      ...inTurn(module).map((of) => waysTo(module, of, session)),
    ]);
    const listed = new Set((index.data.rows as { BusinessId: string }[]).map((row) => row.BusinessId));
    const exported = new Set(textsIn(workbook)[0]?.flat());
    const own = cases.get(module.id) ?? [];
    expect(own).toHaveLength(PLACES.length);
    for (const of of own) {
      const may = shouldSee(module, of);
      if (listed.has(of.id) !== may) wrong.push(`${module.id} ${of.serial} ${of.status} is in the list or not`);
      // A draft has no number yet that a workbook could be searched for.
      if (of.status !== 'draft' && exported.has(of.serial) !== may)
        wrong.push(`${module.id} ${of.serial} ${of.status} is in the workbook or not`);
    }
    for (const [at, of] of inTurn(module).entries()) {
      const may = shouldSee(module, of);
      for (const [way, open] of Object.entries(opened[at] ?? {}))
        if (open !== may) wrong.push(`${module.id} ${of.serial} ${of.status} ${way}: ${open ? 'shown' : 'hidden'}`);
    }
  }
  return wrong;
};

describe.each(KINDS)('the scope %s', (kind) => {
  it('is the same by every way that leads to a record', async () => {
    const session = people.get(kind) ?? null;
    if (session === null) throw new Error('nobody');
    expect(await walk(session, modules, (module, of) => visible(module, of, kind))).toEqual([]);
  }, 240_000);

  it('lets nobody change, print or attach to what lies outside', async () => {
    const session = people.get(kind) ?? null;
    if (session === null) throw new Error('nobody');
    const wrong: string[] = [];
    for (const module of triedBy(kind)) {
      const { api, procedureId } = module.form.identity;
      const before = await picture(module);
      // One of those outside, another with the next module.
      const outside = (cases.get(module.id) ?? []).filter((of) => !visible(module, of, kind));
      for (const of of outside.slice(modules.indexOf(module) % Math.max(outside.length, 1)).slice(0, 1)) {
        const about = { BusinessId: of.id, FormVersion: '1' };
        const colleague = people.get(kind === 'self' ? 'all' : 'self')?.userId;
        const tries: readonly (readonly [string, object])[] = [
          [`${api}/Draft`, about],
          [`${api}/Submit`, about],
          [`${api}/Withdraw`, about],
          [`${api}/Cancel`, { ...about, Opinion: '作废' }],
          [`${api}/Urge`, about],
          [`${api}/Cc`, { ...about, UserIds: [colleague] }],
          ['/bpmapi/NodeRecord/EditPrintNumber', { ProcedureId: procedureId, BusinessId: [of.id] }],
          ['/bpmapi/NodeRecord/GetFinalNodeRecord', { ProcedureId: procedureId, BusinessId: of.id }],
        ];
        const answers = await Promise.all(
          tries.map(async ([path, body]) => [path, await server.client.post(path, body, session)] as const),
        );
        for (const [path, answer] of answers)
          if (answer.status === 1 || answer.http !== 200 || !/[一-龥]/.test(answer.message))
            wrong.push(`${module.id} ${of.serial} ${path}: ${answer.http} ${answer.status} ${answer.message}`);
        const dropped = await server.client.post(
          '/bpmapi/NodeRecord/DelMyList',
          { ProcedureId: procedureId, BusinessId: [of.id] },
          session,
        );
        if (dropped.data.deleted !== 0) wrong.push(`${module.id} ${of.serial} deleted`);
        const file = inTurn(module)[0]?.file;
        const attached = await server.client.post(
          '/bpmapi/ServiceResource/EditServiceResource',
          {
            ServiceResourceList: [
              { BusinessType: procedureId, BusinessId: of.id, URL: file, Size: 1, Name: `${of.serial}.png` },
            ],
          },
          session,
        );
        if (![403, 404].includes(attached.status))
          wrong.push(`${module.id} ${of.serial} attached: ${attached.message}`);
      }
      if ((await picture(module)) !== before) wrong.push(`${module.id} is not as it was`);
    }
    expect(wrong).toEqual([]);
  }, 240_000);
});

/** Scopes that the role `onlyself` has for a group of modules and for single ones, the narrower line winning. */
const EXCEPTIONS: readonly (readonly [kind: 'group' | 'module', code: string, scopes: readonly Kind[]])[] = [
  ['group', 'payment', ['all']],
  ['module', 'fundBudget', ['area']],
  ['module', 'payment', []],
  ['module', 'constructionNotice', ['project', 'area']],
];
const EXCEPTED: ReadonlySet<string> = new Set(EXCEPTIONS.map(([, code]) => code));
const exceptionFor = (module: Module): readonly Kind[] => {
  switch (module.id) {
    case 'fundBudget':
      return ['self', 'area'];
    case 'payment':
      return ['self'];
    case 'constructionNotice':
      return ['self', 'project', 'area'];
    default:
      return module.form.identity.area === 'payment' ? ['self', 'all'] : ['self'];
  }
};

describe('a role whose scope differs for some modules', () => {
  it('is followed there, and nowhere else, by every way that leads to a record', async () => {
    const session = people.get('self') ?? null;
    if (session === null) throw new Error('nobody');
    await sql`insert into user_project (user_id, project_code) values (${session.userId}, 'EMC03001')`.execute(
      server.db,
    );
    const role = sql`(select id from role where code = 'onlyself')`;
    for (const [kind, code, scopes] of EXCEPTIONS)
      await sql`insert into role_scope_exception values (${role}, ${kind}, ${code}, ${[...scopes]}::text[])`.execute(
        server.db,
      );
    await sql`update app_user set permission_version = permission_version + 1 where id = ${session.userId}`.execute(
      server.db,
    );
    try {
      const should = (module: Module, of: Case) => exceptionFor(module).some((kind) => visible(module, of, kind));
      expect(await walk(session, someModules(), should)).toEqual([]);
      // What the test expects differs between modules, so that a policy which ignores them cannot pass.
      const patterns = modules.map((module) => (cases.get(module.id) ?? []).map((of) => should(module, of)).join());
      expect(new Set(patterns).size).toBeGreaterThan(3);
    } finally {
      await sql`delete from role_scope_exception where role_id = ${role}`.execute(server.db);
      await sql`delete from user_project where user_id = ${session.userId}`.execute(server.db);
      await sql`update app_user set permission_version = permission_version + 1 where id = ${session.userId}`.execute(
        server.db,
      );
    }
  }, 240_000);

  it('may be limited to projects: what it admits counts there alone, beside what another role admits everywhere', async () => {
    const session = people.get('area') ?? null;
    if (session === null) throw new Error('nobody');
    const { rows } = await sql<{
      id: string;
    }>`insert into role (code, name) values ('within', '限项目') returning id`.execute(server.db);
    const role = rows[0]?.id ?? '';
    await sql`insert into role_scope values (${role}, 'all')`.execute(server.db);
    await sql`insert into role_scope_exception values (${role}, 'module', 'fundBudget', '{self}')`.execute(server.db);
    await sql`insert into role_project values (${role}, 'EMC03001')`.execute(server.db);
    await sql`insert into role_member (user_id, role_id) values (${session.userId}, ${role})`.execute(server.db);
    await sql`update app_user set permission_version = permission_version + 1 where id = ${session.userId}`.execute(
      server.db,
    );
    try {
      const should = (module: Module, of: Case) =>
        visible(module, of, 'area') || (module.id !== 'fundBudget' && visible(module, of, 'project'));
      expect(await walk(session, someModules(), should)).toEqual([]);
    } finally {
      await sql`delete from role where id = ${role}`.execute(server.db);
      await sql`update app_user set permission_version = permission_version + 1 where id = ${session.userId}`.execute(
        server.db,
      );
    }
  }, 240_000);

  it('adds up with what another role says of the module', async () => {
    const id = await userId('adviser');
    const made = async (code: string, scope: Kind): Promise<string> => {
      const { rows } = await sql<{
        id: string;
      }>`insert into role (code, name) values (${code}, ${code}) returning id`.execute(server.db);
      const role = rows[0]?.id ?? '';
      await sql`insert into role_scope values (${role}, ${scope})`.execute(server.db);
      await sql`insert into role_member (user_id, role_id) values (${id}, ${role})`.execute(server.db);
      return role;
    };
    await sql`delete from role_member where user_id = ${id}`.execute(server.db);
    const narrowed = await made('narrowed', 'all');
    await made('usual', 'project');
    await sql`insert into role_scope_exception values (${narrowed}, 'module', 'fundBudget', '{self}')`.execute(
      server.db,
    );
    const { permissions } = await loadPermissions(server.db, id);
    expect([...permissions.scopes].sort()).toEqual(['all', 'project']);
    expect([...permissions.moduleScopes].map(([module, scopes]) => [module, [...scopes].sort()])).toEqual([
      ['fundBudget', ['project', 'self']],
    ]);
  });
});

interface Waiting {
  readonly module_id: string;
  readonly biz_id: string;
  readonly task: string;
  readonly version: number;
  readonly took_part: boolean;
}

/** Filed as people file them where the demo company has nothing under way; of other modules the approval alone is begun. */
const FILED: Readonly<Partial<Record<ModuleId, (of: Chains) => Readonly<Record<string, unknown>>>>> = {
  consult: () => ({}),
  interviewRecord: () => ({}),
  // Who is transferred hands over to somebody else.
  jobTransfer: (of) => ({ employee: of.user('engineer3') }),
  userEntry: () => ({}),
};

/** Whom the applicant may pick for the first step, where it has to be picked. */
const pickFor = async (module: Module): Promise<string> => {
  const among = module.ownChain.steps[0]?.among ?? null;
  if (among === null) return userId('engineer');
  const [first] = await handlerSource.byRole(server.db, among, { projectCode: null, deptId: 'A632201' });
  return first?.userId ?? '';
};

/** Begins the approval of a record that nobody filled in. */
const begin = async (module: Module, applicant: string): Promise<void> => {
  const { approval } = server.engine.deps;
  await server.db.transaction().execute(async (tx) => {
    const id = await insertRecord(tx, module, {}, applicant, 'A632201');
    const stored = await findRecord(tx, module, id);
    if (!stored) throw new Error(`no ${module.id}`);
    await markRecord(tx, module, id, { status: 'running', serial: `${module.id}-begun` });
    await approval.execute(tx, {
      command: { kind: 'submit', nextHandler: await pickFor(module) },
      moduleId: module.id,
      businessId: id,
      actor: { userId: applicant, userName: '', roles: [] },
      facts: factsFor(module, stored, stored, ''),
      chain: module.ownChain,
      formVersion: stored.version,
      formHash: '',
      snapshot: {},
      now: new Date(),
    });
  });
};

/** Somebody who may file a record, and watches nothing. */
const makerOf = async (module: Module): Promise<{ readonly id: string; readonly account: string }> => {
  const { rows } = await sql<{ id: string; account: string }>`select u.id::text, u.account from app_user u
    join user_role r on r.user_id = u.id join role_menu m on m.role_id = r.role_id
    where u.state = 'active' and m.short_code = any(${[...module.screens]}::text[]) and ${BUTTONS.add} = any(m.buttons)
      and u.account <> all(${KINDS.map((kind) => WATCHERS[kind].account)}::text[]) order by u.id limit 1`.execute(
    server.db,
  );
  if (rows[0] === undefined) throw new Error(`nobody may file ${module.id}`);
  return rows[0];
};

describe('a to-do', () => {
  beforeAll(async () => {
    const chains = await Chains.on(server);
    const { rows } = await sql<{ id: string }>`select distinct i.module_id as id from wf_instance i
      join wf_task t on t.instance_id = i.id where i.status = 'running' and t.state = 'open'`.execute(server.db);
    const waiting = new Set(rows.map((row) => row.id));
    for (const module of modules.filter(({ id }) => !waiting.has(id))) {
      const maker = await makerOf(module);
      const filled = FILED[module.id];
      if (filled) await chains.submit(module.id as DefinedModuleId, maker.account, filled(chains));
      else await begin(module, maker.id);
    }
  }, 240_000);

  it('is handled by nobody whom it was not given to, whatever buttons and scope they hold', async () => {
    const wrong: string[] = [];
    const met = new Set<string>();
    // `all` sees every record; `dept` none of these but what it took part in. Both may press every button.
    for (const kind of ['all', 'dept'] as const) {
      const session = people.get(kind) ?? null;
      const { rows } =
        await sql<Waiting>`select distinct on (i.module_id) i.module_id, i.biz_id::text, t.id::text as task, i.form_version as version,
          exists (select from wf_participant p where p.module_id = i.module_id and p.biz_id = i.biz_id
            and p.user_id = ${session?.userId ?? '0'}) as took_part
        from wf_task t join wf_instance i on i.id = t.instance_id
        where t.state = 'open' and not (${session?.userId ?? '0'} = any(t.candidates)) and i.starter <> ${session?.userId ?? '0'}
        order by i.module_id, t.id`.execute(server.db);
      for (const of of rows) {
        const module = server.engine.catalog.get(of.module_id);
        if (!module) continue;
        met.add(module.id);
        const { api } = module.form.identity;
        const before = await picture(module);
        const task = { NodeRecordId: of.task, FormVersion: of.version, Opinion: '代办' };
        for (const [name, body] of [
          ['Approve', task],
          ['Reject', { ...task, To: 'starter', Resume: 'replay' }],
          ['Reject', { ...task, To: 'end', Resume: 'replay' }],
          ['Transfer', { ...task, UserId: session?.userId }],
          ['Delegate', { ...task, UserId: session?.userId }],
          ['AddSign', { ...task, UserIds: [session?.userId], Where: 'before', Mode: 'all' }],
          ['RemoveSign', { ...task, UserIds: [session?.userId] }],
          ['TakeBack', task],
          ['Withdraw', { BusinessId: of.biz_id }],
          ['Cancel', { BusinessId: of.biz_id, Opinion: '作废' }],
          ['Submit', { BusinessId: of.biz_id, FormVersion: of.version }],
          ['Draft', { BusinessId: of.biz_id, FormVersion: of.version }],
        ] as const) {
          const answer = await server.client.post(`${api}/${name}`, body, session);
          if (answer.status === 1 || answer.http !== 200)
            wrong.push(`${kind} ${module.id} ${of.biz_id} ${name}: ${answer.http} ${answer.message}`);
        }
        const detail = { NodeRecordId: of.task, Claim: 'true' };
        const read = await server.client.post('/bpmapi/NodeRecord/GetNodeRecord', detail, session);
        if ((read.status === 1) !== (kind === 'all' || of.took_part))
          wrong.push(`${kind} ${module.id} ${of.biz_id} read: ${read.message}`);
        if ((await picture(module)) !== before) wrong.push(`${kind} ${module.id} ${of.biz_id} is not as it was`);
      }
    }
    expect(wrong).toEqual([]);
    expect(modules.map((module) => module.id).filter((id) => !met.has(id))).toEqual([]);
  }, 240_000);

  it('is in the export of whom it was given to, and in nobody else’s', async () => {
    const { rows } = await sql<{ account: string; serials: string[] }>`select u.account, array_agg(i.serial) as serials
      from wf_task t join wf_instance i on i.id = t.instance_id join app_user u on u.id = any(t.candidates)
      where t.state = 'open' and i.serial is not null and u.state = 'active' group by 1`.execute(server.db);
    const every = new Set(rows.flatMap((row) => row.serials));
    expect(every.size).toBeGreaterThan(10);
    const accounts = [...rows.map((row) => row.account), ...KINDS.map((kind) => WATCHERS[kind].account)];
    for (const account of new Set(accounts)) {
      const session = await server.client.signIn(account);
      const [sheet] = textsIn(await server.client.bytes('/bpmapi/NodeRecord/Export', session, { Tab: 'wait' }));
      const cells = new Set(sheet?.flat());
      const own = new Set(rows.find((row) => row.account === account)?.serials);
      expect([account, [...every].filter((serial) => cells.has(serial)).sort()]).toEqual([account, [...own].sort()]);
    }
  });
});
