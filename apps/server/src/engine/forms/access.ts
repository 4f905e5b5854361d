/** Who may do what with a record, beyond what its approval says. */
import { communityKeyOf, projectKeyOf } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS, type ButtonName } from '../../platform/auth/buttons.ts';
import type { Session } from '../../platform/context.ts';
import { raw } from '../../platform/db/raw.ts';
import type { Db } from '../../platform/db/schema.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { inCommunities } from '../../platform/policy/communities.ts';
import { type ScopeFacts, scopeOf } from '../../platform/policy/scope.ts';
import type { Actor } from '../approval/types.ts';
import type { Module } from './catalog.ts';
import type { Seal } from './seal.ts';
import type { Stored } from './store.ts';
import { isWithheld, Parameters } from './visibility.ts';

export const NOT_VISIBLE = '您无权查看该单据';

export const actorOf = (session: Session): Actor => ({
  userId: session.userId,
  userName: session.userName,
  roles: session.roles,
});

/** Whether a button is granted on any of the module's screens. */
export const holds = (session: Session, module: Module, button: ButtonName): boolean =>
  mayPress(session, module.screens, BUTTONS[button]);

/** @throws forbidden */
export function demand(session: Session, module: Module, button: ButtonName): void {
  if (!holds(session, module, button)) throw forbidden();
}

const projectOf = (module: Module, record: Stored): string | null => {
  const key = projectKeyOf(module.form);
  const linked = key === null ? null : record[key];
  return typeof linked === 'string' ? linked : null;
};

const areaOfProject = async (db: Db, project: string): Promise<string | null> => {
  const { rows } = await sql<{ area: string }>`select area from project where code = ${project}`.execute(db);
  return rows[0]?.area ?? null;
};

/** Whether nothing holds the person to other communities than the record's. */
async function inTheirCommunities(db: Db, session: Session, module: Module, record: Stored): Promise<boolean> {
  const key = communityKeyOf(module.form);
  if (key === null) return true;
  const { values, bind } = new Parameters();
  const within = inCommunities(session, `${bind(record[key])}::bigint`, bind);
  if (within === null) return true;
  const [found] = await raw<{ seen: boolean }>(db, `select ${within} as seen`, values);
  return found?.seen === true;
}

/**
 * Whether the data scope shows a record: drafts only to their maker, all else by scope to those who may search the module.
 * Participants of its approval see it anyway; the caller adds that.
 */
export async function inScope(db: Db, session: Session, module: Module, record: Stored): Promise<boolean> {
  if (record.applicant === session.userId) return true;
  if (record.status === 'draft' || !holds(session, module, 'search')) return false;
  if (!(await inTheirCommunities(db, session, module, record))) return false;
  const policy = scopeOf(session, module.id);
  const project = projectOf(module, record);
  const facts: ScopeFacts = { applicant: record.applicant, dept: record.applicantDept, project, projectArea: null };
  // Scopes only ever add up: where the record's own values admit it, the project's area need not be looked up.
  if (policy.everything || policy.admits(facts)) return true;
  return project !== null && policy.admits({ ...facts, projectArea: await areaOfProject(db, project) });
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Paths whose values this person may not see in this record: classified values and what is under seal, but for what they fill in
 * themselves. What comes from elsewhere or is worked out (somebody's present salary) stays closed to them as well.
 * @param step the step that waits for the person: `start`, `s1`, …
 * @param concealed fields and details that the chain hides from the person, by key
 */
export function withheldKeys(
  session: Session,
  module: Module,
  record: { readonly applicant: string },
  step: string | null,
  seal: Seal,
  concealed: ReadonlySet<string> = NONE,
): ReadonlySet<string> {
  const mine = record.applicant === session.userId;
  const hidden = [...module.form.fields, ...module.form.details.flatMap((detail) => detail.fields)].filter((of) => {
    const { sealed } = of.field;
    const underSeal = (sealed === 'everybody' && seal !== 'open') || (sealed === 'outsiders' && seal === 'outsider');
    if (!underSeal && !isWithheld(session, of)) return false;
    const typed = of.editable && of.field.from === undefined;
    return !(typed && ((mine && of.section === 'applicant') || of.section === step));
  });
  const whole = module.form.details.filter((detail) => concealed.has(detail.key));
  return new Set([
    ...hidden.map((of) => of.path),
    ...concealed,
    ...whole.flatMap((detail) => detail.fields.map((of) => of.path)),
  ]);
}
