/** Who handles a step: the rule of the definition, the directory's answer, and what happens where it answers nobody. */
import { ROLES, type RoleCode } from '@hengneng/core';
import { byWords, type ChainBy, usersIn } from '@hengneng/form-kit';
import type { Db } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { ChainStep, Facts, HandlerSource, Person } from './types.ts';

/** Who is asked, and why: shown to people as 「为何是他」. */
export interface Resolution {
  readonly people: readonly Person[];
  readonly why: string;
}

/** The role whose people a rule asks for. */
export const roleOf = (by: ChainBy): RoleCode | null => {
  const code = /^role\((\w+)\)$/.exec(by)?.[1];
  return code !== undefined && code in ROLES ? (code as RoleCode) : null;
};

/** What the directory answers for a rule, the applicant included; empty where there is nobody. */
export const lookUp = async (
  db: Db,
  directory: HandlerSource,
  by: ChainBy,
  facts: Facts,
): Promise<readonly Person[]> => {
  const { projectCode, community = null, starterDept } = facts;
  const where = { projectCode, deptId: starterDept, community };
  const role = roleOf(by);
  if (role !== null) return directory.byRole(db, role, where);
  switch (by) {
    case 'applicant':
      return directory.people(db, [facts.starterId]);
    case 'projectManager':
      return facts.projectCode === null ? [] : directory.projectManager(db, facts.projectCode);
    case 'areaManager':
      return directory.areaManager(db, where);
    case 'deptManager':
      return directory.deptManager(db, facts.starterDept);
    case 'chosen':
      return [];
    default: {
      const fixed = usersIn(by);
      if (fixed !== null) return directory.people(db, fixed);
      const field = /^field\((\w+)\)$/.exec(by)?.[1] ?? '';
      const ids = field === 'applicant' ? [facts.starterId] : facts.usersOf(field);
      return ids.length > 0 ? directory.people(db, ids) : [];
    }
  }
};

const LADDER: readonly ChainBy[] = ['areaManager', 'role(operationDirector)', 'role(generalManager)', 'role(admin)'];

const distinct = (people: readonly Person[]): readonly Person[] => [
  ...new Map(people.map((person) => [person.userId, person])).values(),
];

const named = (people: readonly Person[]): string => people.map((person) => person.userName).join('、');

/** Names of the people whom a rule names itself and who cannot be asked any more. */
const goneOf = async (
  db: Db,
  directory: HandlerSource,
  by: ChainBy,
  found: readonly Person[],
): Promise<readonly string[]> => {
  const ids = (usersIn(by) ?? []).filter((id) => !found.some((person) => person.userId === id));
  if (ids.length === 0) return [];
  const names = await directory.userNames(db, ids);
  return ids.map((id) => names.get(id) ?? `编号${id}`);
};

/** Why a rule has found nobody: who is still to name a project should not hear that people are missing. */
export const nobodyFound = async (db: Db, directory: HandlerSource, by: ChainBy, facts: Facts): Promise<string> => {
  const gone = await goneOf(db, directory, by, []);
  if (gone.length > 0) return `固定人员${gone.join('、')}已停用`;
  if (by === 'projectManager' && facts.projectCode === null) return '单据没有选项目';
  const field = /^field\((\w+)\)$/.exec(by)?.[1];
  if (field !== undefined && field !== 'applicant' && facts.usersOf(field).length === 0)
    return '单据中还没有选这一步的人';
  return `${byWords(by)}没有在职人员`;
};

/**
 * People of a step. Maker ≠ checker: the applicant is never among them, except in a step that is the applicant's own.
 * Where nobody is left, the step goes up: 区域经理, 运营总监, 总经理, 系统管理员; the reason is part of `why`.
 */
export const resolve = async (db: Db, directory: HandlerSource, by: ChainBy, facts: Facts): Promise<Resolution> => {
  const own = by === 'applicant';
  const found = distinct(await lookUp(db, directory, by, facts));
  const people = own ? found : found.filter((person) => person.userId !== facts.starterId);
  if (people.length > 0) {
    const via = [...new Set(people.map((person) => person.via))].filter((text) => text !== '').join('；');
    const gone = await goneOf(db, directory, by, found);
    const without = gone.length === 0 ? '' : `；固定人员${gone.join('、')}已停用，由其余人员处理`;
    return { people, why: `${byWords(by)}：${named(people)}${via === '' ? '' : `（${via}）`}${without}` };
  }
  const reason = own
    ? '申请人已停用'
    : found.length > 0
      ? `${byWords(by)}是申请人本人，不能审批自己的单据`
      : await nobodyFound(db, directory, by, facts);
  for (const level of LADDER) {
    if (level === by) continue;
    const above = distinct(await lookUp(db, directory, level, facts)).filter(
      (person) => person.userId !== facts.starterId,
    );
    if (above.length > 0) return { people: above, why: `${reason}，上报${byWords(level)}：${named(above)}` };
  }
  return { people: [], why: `${reason}，也找不到可以上报的人` };
};

/** Who is asked as well where somebody does not answer: the first level above that has people besides these. */
export const above = async (
  db: Db,
  directory: HandlerSource,
  facts: Facts,
  except: ReadonlySet<string>,
): Promise<Resolution> => {
  for (const level of LADDER) {
    const people = distinct(await lookUp(db, directory, level, facts)).filter(
      (person) => person.userId !== facts.starterId && !except.has(person.userId),
    );
    if (people.length > 0) return { people, why: `升级至${byWords(level)}：${named(people)}` };
  }
  return { people: [], why: '' };
};

/** People whom the handler before may pick for a `chosen` step; null: any active person but the applicant. */
export const choices = async (
  db: Db,
  directory: HandlerSource,
  step: ChainStep,
  facts: Facts,
): Promise<readonly Person[] | null> => {
  if (step.among === null) return null;
  const people = await directory.byRole(db, step.among, { projectCode: facts.projectCode, deptId: facts.starterDept });
  return distinct(people).filter((person) => person.userId !== facts.starterId);
};

/** The picked person of a `chosen` step. Throws what the picker has to do where the pick is missing or not allowed. */
export const chosen = async (
  db: Db,
  directory: HandlerSource,
  step: ChainStep,
  facts: Facts,
  userId: string | null,
): Promise<Resolution> => {
  if (userId === null || userId === '') throw refusedAt('请选择下一步处理人');
  if (userId === facts.starterId) throw refusedAt('下一步处理人不能是申请人本人');
  const allowed = await choices(db, directory, step, facts);
  const people = allowed ?? (await directory.people(db, [userId]));
  const person = people.find((one) => one.userId === userId);
  if (!person) {
    throw refusedAt(
      allowed === null
        ? '所选的下一步处理人不存在或已停用'
        : `下一步处理人须是${byWords(`role(${step.among ?? 'admin'})`)}`,
    );
  }
  return { people: [person], why: `上一步指定：${person.userName}` };
};

export const refusedAt = (message: string): AppError =>
  new AppError('invalid', message, [{ path: 'NextHandlerUserId', message }]);
