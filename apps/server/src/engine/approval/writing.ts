/** What the parts that write a command share. */
import type { Insertable } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { FlowEvent, FlowState } from './flow/state.ts';
import type { Resolution } from './people.ts';
import type { WfNoticeTable } from './schema.ts';
import { type Loaded, type RunRow, type TaskRow } from './load.ts';
import type { ChainStep, ExecuteInput } from './types.ts';
import type { IsWorkday } from './working-time.ts';

/** A command decided, with the directory's answers and the reasons of the steps passed over. */
export interface Ran {
  readonly state: FlowState;
  readonly events: readonly FlowEvent[];
  readonly resolutions: ReadonlyMap<number, Resolution>;
  readonly skips: ReadonlyMap<number, string>;
}

/** A command in the log. */
export interface Undoing {
  readonly seq: number;
  readonly at: Date;
}

/** Tells people; the platform adds pushing it to their open pages. */
export type Notice = Omit<Insertable<WfNoticeTable>, 'id' | 'read_at' | 'held_until' | 'action_seq' | 'overnight'>;
/** Not before this moment: until then the command may be undone. */
export interface Held {
  readonly until: Date;
  readonly seq: number;
}
/** What open pages are told; everybody's without `userIds`. */
export interface LiveWord {
  readonly userIds: readonly string[] | null;
  readonly topic: 'notice' | 'todo' | 'rows' | 'record';
  readonly data: unknown;
}
/** @param also what open pages are told besides, whether the notices are held back or not */
export type Notify = (
  tx: Tx,
  notices: readonly Notice[],
  held?: Held | null,
  also?: readonly LiveWord[],
) => Promise<void>;

/** Pushes to open pages once the transaction commits; the platform offers it. */
export type Push = (tx: Tx, words: readonly LiveWord[]) => Promise<void>;

/** How people come to a step who were not asked by the chain. */
export type BroughtIn = '前加签' | '后加签' | '委派' | '转办';

export interface Writing {
  readonly tx: Tx;
  readonly loaded: Loaded;
  /** The step that the command is about; null for one about the whole record. */
  readonly index: number | null;
  /** The step that is handled again after an agreement was taken back. */
  readonly reopening: RunRow | null;
  readonly ran: Ran;
  readonly input: ExecuteInput;
  /** The agreement that is taken back. */
  readonly undoing: Undoing | null;
  /** Why people join a task, in words; null where none do. */
  readonly joining: string | null;
  /** Whose task it is that the actor handles, where it is not theirs. */
  readonly standsFor: { readonly userId: string; readonly userName: string } | null;
  /** Set at the first submission. */
  readonly definitionId: string | null;
  readonly isWorkday: IsWorkday;
  readonly notify: Notify;
}

/** More than this is looked at one by one. */
const BATCH_LIMIT = 5000;
export const batchable = (step: ChainStep, amount: string | null): boolean =>
  !step.hasRequired && step.policy?.signature !== 'required' && (amount === null || Number(amount) < BATCH_LIMIT);

/** How a handler is named wherever people read it: 「张三」, or 「李四代张三」. */
export const handlerName = (names: ReadonlyMap<string, string>, handledBy: string, onBehalfOf: string | null): string =>
  `${names.get(handledBy) ?? '其他人'}${onBehalfOf === null ? '' : `代${names.get(onBehalfOf) ?? ''}`}`;

/** The same of who acts in this command. */
export const actorName = ({ input, standsFor }: Pick<Writing, 'input' | 'standsFor'>): string =>
  `${input.actor.userName}${standsFor === null ? '' : `代${standsFor.userName}`}`;

export const principalOf = (userId: string): string => `u:${userId}`;

/** Whether what the command leads to is told at once. */
export const heldOf = ({ input, loaded }: Pick<Writing, 'input' | 'loaded'>): Held | null =>
  input.heldUntil == null ? null : { until: input.heldUntil, seq: loaded.instance.seq + 1 };

/** What the person wrote; null where nothing. */
export const opinionOf = (input: ExecuteInput): string | null => {
  const text = 'opinion' in input.command ? input.command.opinion?.trim() : undefined;
  return text === undefined || text === '' ? null : text;
};

/** Lets people see the record from now on. */
export const addParticipants = async (tx: Tx, loaded: Loaded, people: readonly string[]): Promise<void> => {
  if (people.length === 0) return;
  await tx
    .insertInto('wf_participant')
    .values(
      people.map((userId) => ({ user_id: userId, module_id: loaded.chain.moduleId, biz_id: loaded.instance.biz_id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** An active step, or the one that becomes so again. */
export const runRow = ({ loaded, reopening }: Pick<Writing, 'loaded' | 'reopening'>, index: number): RunRow => {
  const run = loaded.runs.find((one) => one.index === index) ?? (reopening?.index === index ? reopening : null);
  if (!run) throw new Error(`step ${index} is not active`);
  return run;
};

/** A task of an active step by its position. */
export const taskRow = (writing: Pick<Writing, 'loaded' | 'reopening'>, index: number, position: number): TaskRow => {
  const task = runRow(writing, index).tasks[position];
  if (!task) throw new Error(`no task ${position}`);
  return task;
};
