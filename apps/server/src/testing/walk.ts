/** Takes records through their chains over HTTP, as the people whose turn it is. */
import { MODULES, type ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import { DOT, type Held, type Reply } from './client.ts';
import { othersAreRefused } from './others.ts';
import type { TestServer } from './server.ts';

type Values = Readonly<Record<string, unknown>>;

interface Step {
  readonly key: string;
  readonly name: string;
  readonly state: string;
  readonly handlers: readonly { readonly UserId: string; readonly state: string }[];
}

export interface Info {
  readonly Status: string;
  readonly FormVersion: number;
  readonly NodeRecordId: string | null;
  readonly record: Record<string, unknown>;
  readonly steps: readonly Step[];
  readonly allowedActions: readonly string[];
}

export class Walk {
  readonly #server: TestServer;
  readonly #module: ModuleId;
  readonly #api: string;

  constructor(server: TestServer, module: ModuleId) {
    this.#server = server;
    this.#module = module;
    this.#api = MODULES[module].api;
  }

  async as(account: string): Promise<Held> {
    return this.#server.client.signIn(account);
  }

  /** A picture that the person has uploaded, as a field value. */
  async file(account: string): Promise<Values> {
    const answer = await this.#server.client.upload(
      '/bpmapi/ServiceResource/Upload',
      '凭证.png',
      DOT,
      await this.as(account),
    );
    return answer.data;
  }

  async post(account: string, action: string, values: Values): Promise<Reply> {
    return this.#server.client.post(`${this.#api}/${action}`, values, await this.as(account));
  }

  async info(account: string, id: string): Promise<Info> {
    const answer = await this.#server.client.get(`${this.#api}/GetInfo`, { BusinessId: id }, await this.as(account));
    if (answer.status !== 1) throw new Error(answer.message);
    return answer.data as unknown as Info;
  }

  /** Saves a draft. @returns its BusinessId */
  async draft(account: string, values: Values): Promise<string> {
    const answer = await this.post(account, 'Draft', values);
    if (answer.status !== 1) throw new Error(`${answer.message} ${JSON.stringify(answer.errors)}`);
    return String(answer.data.BusinessId);
  }

  /** Sends a draft or returned record off, as it stands. */
  async submit(account: string, id: string): Promise<Reply> {
    const { FormVersion } = await this.info(account, id);
    return this.post(account, 'Submit', { BusinessId: id, FormVersion });
  }

  /** Accounts of the people whose turn it is, and the step. */
  async turn(
    account: string,
    id: string,
  ): Promise<{ readonly step: Step; readonly accounts: readonly string[] } | null> {
    const step = (await this.info(account, id)).steps.find((one) => one.state === 'active');
    if (!step) return null;
    const ids = step.handlers.filter((one) => one.state === 'active').map((one) => one.UserId);
    const { rows } = await sql<{
      account: string;
    }>`select account from app_user where id = any(${ids}::bigint[]) order by id`.execute(this.#server.db);
    return { step, accounts: rows.map((row) => row.account) };
  }

  /** Agrees as the first person whose turn it is, after others have tried in vain. `fields` by the step's name; a function gets the account that fills them in. */
  async agree(
    account: string,
    id: string,
    fields: Readonly<Record<string, Values | ((who: string) => Promise<Values>)>>,
  ): Promise<Reply> {
    const turn = await this.turn(account, id);
    const who = turn?.accounts[0];
    if (!turn || !who) throw new Error('nobody has the record');
    const mine = fields[turn.step.name];
    const values = typeof mine === 'function' ? await mine(who) : mine;
    await othersAreRefused(this.#server, this, this.#module, id, {
      applicant: account,
      step: turn.step.name,
      turn: turn.accounts,
      values: values ?? {},
    });
    const seen = await this.info(who, id);
    return this.post(who, 'Approve', {
      NodeRecordId: seen.NodeRecordId,
      FormVersion: seen.FormVersion,
      Opinion: '同意',
      ...values,
    });
  }

  /** Agrees until the record rests or the named step has it. */
  async until(account: string, id: string, stop: string | null, fields: Parameters<Walk['agree']>[2]): Promise<void> {
    for (let hop = 0; hop < 20; hop++) {
      const turn = await this.turn(account, id);
      if (!turn || turn.step.name === stop) return;
      const answer = await this.agree(account, id, fields);
      if (answer.status !== 1) throw new Error(`${turn.step.name}：${answer.message} ${JSON.stringify(answer.errors)}`);
    }
    throw new Error('the chain does not end');
  }

  /** Sends a record back as the person whose turn it is. */
  async reject(account: string, id: string, to = 'starter'): Promise<Reply> {
    const who = (await this.turn(account, id))?.accounts[0] ?? '';
    const seen = await this.info(who, id);
    return this.post(who, 'Reject', {
      NodeRecordId: seen.NodeRecordId,
      FormVersion: seen.FormVersion,
      Opinion: '请核对',
      To: to,
      Resume: 'replay',
    });
  }
}
