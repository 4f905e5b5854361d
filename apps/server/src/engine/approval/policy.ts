/** Who is asked at a step by its policies: where the applicant would be asked about their own record, and where nobody is found. */
import type { Db } from '../../platform/db/schema.ts';
import type { Cause, Instead } from './flow/state.ts';
import { byWords } from '@hengneng/form-kit';
import { isPassable } from './load.ts';
import { lookUp, nobodyFound, type Resolution, resolve } from './people.ts';
import type { ChainBy, ChainStep, Facts, HandlerSource, Person } from './types.ts';

/** People of a step; `instead` where it goes on without asking anybody. */
export interface Answered extends Resolution {
  readonly instead: Instead | null;
}

const others = (people: readonly Person[], starterId: string): readonly Person[] => [
  ...new Map(people.flatMap((one) => (one.userId === starterId ? [] : [[one.userId, one] as const]))).values(),
];

const named = (people: readonly Person[]): string => people.map((person) => person.userName).join('、');

/** @param cause nobody is passed over in a step that a record is sent back to */
export const resolveStep = async (
  db: Db,
  directory: HandlerSource,
  step: ChainStep,
  facts: Facts,
  cause: Cause,
): Promise<Answered> => {
  const { self = 'others', nobody = 'up' } = step.policy ?? {};
  const usual = async (): Promise<Answered> => ({ ...(await resolve(db, directory, step.by, facts)), instead: null });
  if (step.by === 'applicant' || (self === 'others' && nobody === 'up')) return usual();
  const label = byWords(step.by);
  const found = await lookUp(db, directory, step.by, facts);
  const rest = others(found, facts.starterId);
  const own = found.length > rest.length && found.some((person) => person.userId === facts.starterId);
  const mayPass = cause !== 'return' && isPassable(step);
  if (own && self !== 'others' && mayPass && (step.mode === 'any' || rest.length === 0)) {
    const passes = self === 'pass';
    return {
      people: [],
      why: `${label}是申请人本人，${passes ? '自动通过' : '按流程设置跳过'}`,
      instead: passes ? 'selfPasses' : 'selfSkips',
    };
  }
  if (rest.length > 0 || nobody === 'up') return usual();
  const reason = own ? `${label}是申请人本人` : await nobodyFound(db, directory, step.by, facts);
  if (nobody === 'skip')
    return mayPass ? { people: [], why: `${reason}，按流程设置跳过`, instead: 'nobodySkips' } : usual();
  const to: ChainBy = nobody === 'admin' ? 'role(admin)' : nobody;
  const people = others(await lookUp(db, directory, to, facts), facts.starterId);
  return people.length > 0
    ? { people, why: `${reason}，按流程设置转${byWords(to)}：${named(people)}`, instead: null }
    : usual();
};
