/** Something left to somebody outside of approvals: written down, told to their open pages, and sent by e-mail where they want it so. */
import type { NoticeTopic } from '@hengneng/contracts';
import { isModuleId, MODULES, procedureRoute, type RoleCode, ROLES } from '@hengneng/core';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { pushEvent } from '../../platform/events/push.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import type { HandlerSource } from '../approval/types.ts';

interface Place {
  readonly module: string;
  readonly id: string;
}

export interface FollowUp {
  /** 待填报, 到期提醒, …: as people read it. */
  readonly kind: string;
  readonly title: string;
  /** One person, or else everybody of a role. */
  readonly user: string | null;
  readonly role: string | null;
  readonly project: string | null;
  readonly due: string | null;
  /** A draft that was made for them, and what it was given to point at (`thingOf`); to-dos without a draft have none. */
  readonly target: (Place & { readonly given?: readonly string[] }) | null;
  readonly source: Place & { readonly effect: string };
}

/** Where a record opens. */
export const pathOf = ({ module, id }: Place): string | null =>
  isModuleId(module) ? (procedureRoute(MODULES[module].procedureId, id) ?? null) : null;

/** Lets people hear of something that is written down elsewhere. */
export const tellPeople = async (
  tx: Tx,
  people: readonly string[],
  news: {
    readonly topic: NoticeTopic;
    readonly title: string;
    readonly path: string | null;
    readonly record?: Place;
  },
): Promise<void> => {
  if (people.length === 0) return;
  await pushEvent(tx, people, 'notice', { kind: news.topic, title: news.title });
  await queueMail(
    tx,
    people.map((userId) => ({ userId, ...news })),
  );
};

/** The person, or who of the role is nearest to the project. */
const peopleOf = async (
  tx: Tx,
  directory: HandlerSource,
  { user, role, project }: FollowUp,
): Promise<readonly string[]> => {
  const people =
    user !== null
      ? await directory.people(tx, [user])
      : isRole(role)
        ? await directory.byRole(tx, role, { projectCode: project, deptId: null })
        : [];
  return people.map((person) => person.userId);
};

const isRole = (code: string | null): code is RoleCode => code !== null && Object.hasOwn(ROLES, code);

export const leaveFollowUp = async (tx: Tx, directory: HandlerSource, followUp: FollowUp): Promise<void> => {
  const { kind, title, user, role, project, due, target, source } = followUp;
  const people = await peopleOf(tx, directory, followUp);
  await sql`
    with left_over as (
      insert into follow_up (kind, title, project_code, user_id, role_code, due_on, target_module, target_id, given, source_module, source_id, source_effect)
      values (${kind}, ${title}, ${project}, ${user}, ${role}, ${due}, ${target?.module ?? null}, ${target?.id ?? null},
        ${target?.given === undefined ? null : [...target.given]}::text[],
        ${source.module}, ${source.id}, ${source.effect}) returning id)
    insert into follow_up_reader (follow_up_id, user_id) select id, unnest(${[...people]}::bigint[]) from left_over`.execute(
    tx,
  );
  await tellPeople(tx, people, { topic: 'system', title, path: pathOf(target ?? source), record: source });
};
