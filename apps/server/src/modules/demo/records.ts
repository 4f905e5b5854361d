/** Sixty approval records of the demo company in different states, filed and decided by the people themselves through the product's own calls. */
import { MODULES, type ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { Driver } from './driver.ts';
import type { Script } from './script.ts';
import { SCRIPTS } from './scripts.ts';

const MARK = 'demo.records';
const HOUR = 3_600_000;
/** More approvals than any chain asks for: a safeguard, not a rule. */
const MOST_STEPS = 20;

interface Created {
  readonly BusinessId: string;
  readonly FormVersion: number;
}

/** When the people of a record act: records lie up to ten days back, each act some hours after the one before, none in the future. */
const clock = (start: Date, now: Date): (() => Date) => {
  let at = start.getTime();
  return () => {
    const moment = new Date(Math.min(at, now.getTime()));
    at += 3 * HOUR;
    return moment;
  };
};

const play = async (driver: Driver, script: Script, index: number, now: Date): Promise<void> => {
  const { api } = MODULES[script.module as ModuleId];
  const tick = clock(new Date(now.getTime() - (index % 10) * 24 * HOUR - (1 + (index % 5)) * HOUR), now);
  const start = tick();
  const applicant = await driver.userId(script.applicant);
  const tools = {
    now: start,
    user: (account: string) => driver.userId(account),
    file: () => driver.picture(applicant, start),
    index,
  };
  const created = (await driver.call(
    applicant,
    start,
    'POST',
    `${api}/Draft`,
    await script.fields(tools, driver),
  )) as Created;
  if (script.end === 'draft') return;
  const id = created.BusinessId;
  await driver.call(applicant, tick(), 'POST', `${api}/Submit`, { BusinessId: id, FormVersion: created.FormVersion });
  if (script.end === 'withdrawn') {
    await driver.call(applicant, tick(), 'POST', `${api}/Withdraw`, { BusinessId: id });
    return;
  }
  for (let done = 0; done < MOST_STEPS; done++) {
    const at = tick();
    const seen = await driver.info(applicant, at, api, id);
    const step = seen.steps.find((each) => each.state === 'active');
    if (seen.Status !== 'running' || step === undefined) return;
    if (script.end === 'running' && done >= script.after) return;
    const handler = step.handlers.find((each) => each.state === 'active' || each.state === 'waiting')?.UserId;
    if (handler === undefined) return;
    const own = await driver.info(handler, at, api, id);
    const task = own.steps.find((each) => each.state === 'active')?.NodeRecordId;
    if (task == null) return;
    if ((script.end === 'returned' || script.end === 'rejected') && done >= script.after && handler !== applicant) {
      await driver.call(handler, at, 'POST', `${api}/Reject`, {
        NodeRecordId: task,
        FormVersion: own.FormVersion,
        Opinion: script.end === 'returned' ? '资料不全，请补充后再报' : '不符合公司规定，不予同意',
        To: script.end === 'returned' ? 'starter' : 'end',
        Resume: 'replay',
      });
      return;
    }
    const fields =
      (await script.steps[step.name]?.({ ...tools, now: at, file: () => driver.picture(handler, at) }, driver)) ?? {};
    await driver.call(handler, at, 'POST', `${api}/Approve`, {
      ...fields,
      NodeRecordId: task,
      FormVersion: own.FormVersion,
      Opinion: ['同意', '情况属实，同意', '同意，请按计划执行'][(index + done) % 3],
    });
  }
};

/**
 * Files the records that are not there yet, one after another. A stop in between is made up for at the next start; several processes share
 * the work without doing anything twice.
 * @param onError told of a record that could not be filed; the others follow
 * @returns how many were filed
 */
export const seedRecords = async (
  db: Db,
  registry: CallRegistry,
  now: Date,
  onError: (error: unknown, record: string) => void,
): Promise<number> => {
  const driver = new Driver(db, registry);
  const { rows } = await sql<{ id: string }>`select id::text from app_user where account = 'admin' and is_demo`.execute(
    db,
  );
  const owner = rows[0]?.id;
  if (owner === undefined) return 0;
  await sql`insert into user_setting (user_id, key, value) values (${owner}, ${MARK}, '0') on conflict do nothing`.execute(
    db,
  );
  let filed = 0;
  for (;;) {
    // The number goes up first: a record that a stop cuts in two stays as far as it got, as any record would.
    const taken = await sql<{ next: number }>`update user_setting set value = to_jsonb(value::text::int + 1)
      where user_id = ${owner} and key = ${MARK} and value::text::int < ${SCRIPTS.length} returning value::text::int as next`.execute(
      db,
    );
    const next = taken.rows[0]?.next;
    if (next === undefined) return filed;
    const script = SCRIPTS[next - 1];
    if (script === undefined) return filed;
    try {
      await play(driver, script, next - 1, now);
      filed += 1;
    } catch (error) {
      onError(error, `${script.module} ${next}`);
    }
  }
};
