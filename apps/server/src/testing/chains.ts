/**
 * Whole chains of any module over HTTP: what a test says about a record is given, the rest is filled in by machine, and every step is agreed
 * to by the person whose turn it is.
 */
import { MODULES } from '@hengneng/core';
import { type DefinedModuleId, FORMS } from '@hengneng/forms';
import {
  compileForm,
  type CompiledForm,
  type Field,
  type FileValue,
  type FormRecord,
  rowsOf,
} from '@hengneng/form-kit';
import { type SampleSource, sampleSection } from '@hengneng/form-kit/sample';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';
import { Walk } from './walk.ts';

const HOUR = 3_600_000;

type Given = Readonly<Record<string, unknown>>;

/** Values of later steps, by the step's name. */
type Steps = Readonly<Record<string, Given>>;

export interface Filed {
  /** BusinessId. */
  readonly id: string;
  /** Names of the steps, those that were passed over among them. */
  readonly names: readonly string[];
  /** Names of the steps that took place. */
  readonly took: readonly string[];
}

/** Rows that the test gives in part: the rest of each is like a row that is made by machine. */
function completed(form: CompiledForm, start: FormRecord, given: Given, step: number, source: SampleSource): Given {
  const parts = form.details.filter(({ key }) => rowsOf(given, key).length > 0);
  if (parts.length === 0) return {};
  const bare = { ...start, ...Object.fromEntries(parts.map(({ key }) => [key, []])) };
  // One row like it is all that is wanted, whether the rest comes out right or not.
  const made = sampleSection(form, bare, step, { ...source, beginnings: 1 }).record;
  return Object.fromEntries(
    parts.map(({ key }) => [key, rowsOf(given, key).map((row) => ({ ...rowsOf(made, key)[0], ...row }))]),
  );
}

export class Chains {
  readonly server: TestServer;
  readonly now: Date;
  /** Project that pickers are asked for, and that sampled fields point at. */
  readonly project: string;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #files = new Map<string, FileValue>();
  readonly #offers = new Map<string, readonly string[]>();

  private constructor(server: TestServer, project: string, ids: ReadonlyMap<string, string>, now: Date) {
    this.now = now;
    this.server = server;
    this.project = project;
    this.#ids = ids;
  }

  /** Starts a server with the demo company. Close it with `close`. */
  static async start(project = 'EMC01001'): Promise<Chains> {
    return Chains.on(await startTestServer(), project);
  }

  /** On a server that runs already; `now` is what its clock says. */
  static async on(server: TestServer, project = 'EMC01001', now = new Date()): Promise<Chains> {
    const { rows } = await sql<{ id: string; account: string }>`select id::text, account from app_user`.execute(
      server.db,
    );
    return new Chains(server, project, new Map(rows.map((row) => [row.account, row.id])), now);
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Id of a demo person. */
  user(account: string): string {
    return this.#ids.get(account) ?? '';
  }

  /** A moment of the company's day, some hours from now. */
  at(hours: number): string {
    return `${new Date(this.now.getTime() + (hours + 8) * HOUR).toISOString().slice(0, 16)}:00+08:00`;
  }

  /** A day, some days from today. */
  day(days: number): string {
    return this.at(days * 24).slice(0, 10);
  }

  async rows(text: string): Promise<readonly Record<string, unknown>[]> {
    return (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(this.server.db)).rows;
  }

  walk(module: DefinedModuleId): Walk {
    return new Walk(this.server, module);
  }

  /** What a person's own picker offers. */
  async offered(account: string, entity: string, project: string | null = this.project): Promise<readonly string[]> {
    const answer = await this.server.client.post(
      '/webapi/Reference/Index',
      {
        Entity: entity,
        Keyword: '',
        PageIndex: 1,
        PageSize: 20,
        ...(project === null ? {} : { ProjectCode: project }),
      },
      await this.server.client.signIn(account),
    );
    if (answer.message !== '') return [];
    return (answer.data.rows as readonly { readonly value: string }[]).map((row) => row.value);
  }

  /** A picture that the person has uploaded. */
  async file(account: string): Promise<FileValue> {
    const known = this.#files.get(account) ?? ((await this.walk('payment').file(account)) as unknown as FileValue);
    this.#files.set(account, known);
    return known;
  }

  /** What fields of a type or ledger are pointed at: the first that the person's picker offers. */
  async #picks(form: CompiledForm, account: string): Promise<(field: Field) => readonly string[]> {
    const all = [...form.fields, ...form.details.flatMap((detail) => detail.fields)];
    const entities = new Set(
      all.flatMap(({ field }) => {
        if (field.type === 'ref') return [field.entity];
        return ['contract', 'device', 'supplier'].includes(field.type) ? [field.type] : [];
      }),
    );
    const picks = new Map<string, readonly string[]>();
    for (const entity of entities) {
      const key = `${account} ${entity}`;
      const offers = this.#offers.get(key) ?? (await this.offered(account, entity)).slice(0, 1);
      // Records and entries come and go while a test runs; what is picked of the company's own stays.
      if (['contract', 'device', 'supplier'].includes(entity)) this.#offers.set(key, offers);
      picks.set(entity, offers);
    }
    const plain: Readonly<Record<string, readonly string[]>> = {
      user: [this.user('projectManager')],
      users: [this.user('projectManager')],
      project: [this.project],
      dept: ['A632201'],
    };
    return (field) => picks.get(field.type === 'ref' ? field.entity : field.type) ?? plain[field.type] ?? [];
  }

  /** Fills in a section by machine around what the test says. */
  async filled(
    module: DefinedModuleId,
    account: string,
    step: number,
    given: Given,
    before: FormRecord = {},
  ): Promise<Given> {
    const form = compileForm(FORMS[module], MODULES[module]);
    const env = { now: this.now, userId: this.user(account), deptId: 'A632201' };
    const opened = step === 0 ? form.prefill(env) : form.prefillStep(before, step, env);
    const details = new Set(form.details.map(({ key }) => key));
    const source = {
      ...env,
      seed: 1,
      empty: Object.keys(given).filter((key) => details.has(key) && rowsOf(given, key).length === 0),
      file: await this.file(account),
      references: await this.#picks(form, account),
    };
    const start = { ...opened, createdAt: this.at(0), ...given };
    const { record, errors } = sampleSection(
      form,
      { ...start, ...completed(form, start, given, step, source) },
      step,
      source,
    );
    expect(errors, `${module} ${step}`).toEqual([]);
    const keys = [
      ...form.fields.filter((of) => of.step === step && of.editable && of.source !== 'builtin').map((of) => of.key),
      ...form.details.filter((detail) => detail.step === step).map((detail) => detail.key),
    ];
    // Rows come back completed.
    const said = Object.entries(given).filter(([key]) => !details.has(key));
    return { ...Object.fromEntries(keys.map((key) => [key, record[key] ?? null])), ...Object.fromEntries(said) };
  }

  /** The form as a person sees it once these values are filled in: prefilled and worked out. */
  async preview(module: DefinedModuleId, account: string, values: Given): Promise<Record<string, unknown>> {
    const answer = await this.walk(module).post(account, 'Preview', values);
    expect(answer.message, module).toBe('');
    return answer.data.record as Record<string, unknown>;
  }

  /** Fills in and sends off a record, or the draft that an approval left. @returns its BusinessId */
  async submit(module: DefinedModuleId, account: string, given: Given, draft?: string): Promise<string> {
    const walk = this.walk(module);
    const left = draft === undefined ? null : await walk.info(account, draft);
    const values = await this.filled(module, account, 0, { ...given });
    const id = await walk.draft(account, {
      ...values,
      ...(left === null ? {} : { BusinessId: draft, FormVersion: left.FormVersion }),
    });
    const sent = await walk.submit(account, id);
    expect([sent.message, sent.errors], module).toEqual(['', []]);
    return id;
  }

  /** Agrees as whoever's turn it is, until the record rests or the named step has it. */
  async agree(
    module: DefinedModuleId,
    account: string,
    id: string,
    steps: Steps = {},
    stop: string | null = null,
  ): Promise<void> {
    const form = compileForm(FORMS[module], MODULES[module]);
    const walk = this.walk(module);
    for (let hop = 0; hop < 20; hop++) {
      const turn = await walk.turn(account, id);
      if (turn === null || turn.step.name === stop) return;
      const index = form.steps.find((step) => step.name === turn.step.name)?.index ?? 0;
      const { record } = await walk.info(account, id);
      const answer = await walk.agree(account, id, {
        [turn.step.name]: (who) => this.filled(module, who, index, steps[turn.step.name] ?? {}, record),
      });
      expect([answer.message, answer.errors], `${module} ${turn.step.name}`).toEqual(['', []]);
    }
    throw new Error('the chain does not end');
  }

  /** Takes a record from filling in to the end of its chain. */
  async through(
    module: DefinedModuleId,
    account: string,
    given: Given,
    steps: Steps = {},
    draft?: string,
  ): Promise<Filed> {
    const id = await this.submit(module, account, given, draft);
    await this.agree(module, account, id, steps);
    const { Status, steps: seen } = await this.walk(module).info(account, id);
    expect(Status, module).toBe('approved');
    const took = seen.filter((step) => step.state !== 'skipped');
    return { id, names: seen.map((step) => step.name), took: took.map((step) => step.name) };
  }

  async cancel(module: DefinedModuleId, id: string): Promise<void> {
    const answer = await this.server.client.post(
      `${MODULES[module].api}/Cancel`,
      { BusinessId: id, Opinion: '重复填报' },
      await this.server.client.signIn('generalManager'),
    );
    expect([answer.message, answer.data.Status], module).toEqual(['', 'cancelled']);
  }

  /** Drafts and to-dos that a record's approval left, oldest first. */
  async followUps(source: string, id: string): Promise<readonly Record<string, unknown>[]> {
    return this.rows(
      `select kind, title, target_module as module, target_id::text as target, user_id::text as user, role_code as role, due_on::text as due
       from follow_up where source_module = '${source}' and source_id = ${id} and cancelled_at is null order by id`,
    );
  }

  /** The first draft of a module that a record's approval left, as it stands. */
  async drafted(source: string, id: string, module: DefinedModuleId): Promise<Record<string, unknown>> {
    const left = (await this.followUps(source, id)).find((one) => one.module === module);
    const account = [...this.#ids].find(([, user]) => user === left?.user)?.[0];
    if (left === undefined || account === undefined) throw new Error(`${source} left no draft of ${module}`);
    return (await this.walk(module).info(account, String(left.target))).record;
  }

  /** Reminders that a record's approval set. */
  async reminders(source: string, id: string): Promise<readonly Record<string, unknown>[]> {
    return this.rows(
      `select on_day::text as day, title, user_ids::text[] as users, role_code as role, every_days as every from reminder
       where source_module = '${source}' and source_id = ${id} and ended_at is null order by id`,
    );
  }
}
