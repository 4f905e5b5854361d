/**
 * To-dos that somebody works through one after another, narrowed as the list was that they opened the first one from. Kept with the page
 * only: a record that is opened by its address stands for itself.
 */
import { getNextId, type InputOf } from '@hengneng/contracts';
import { callApi } from '../lib/api.ts';
import { recordAddress } from '../lib/routes.ts';

export type Queue = Omit<InputOf<typeof getNextId>, 'NodeRecordId'>;

const queues = new Map<string, Queue>();
const keyOf = (procedureId: number, businessId: string): string => `${procedureId} ${businessId}`;

interface Todo {
  readonly ProcedureId: number;
  readonly BusinessId: string;
}

/** Notes that a record is opened out of a list of to-dos. */
export const openFrom = (todo: Todo, queue: Queue): void => {
  queues.set(keyOf(todo.ProcedureId, todo.BusinessId), queue);
};

/** The list that a record was opened out of. */
export const queueOf = (procedureId: number, businessId: string | null): Queue | null =>
  businessId === null ? null : (queues.get(keyOf(procedureId, businessId)) ?? null);

/** Address of the to-do after this one; null where nothing else waits. */
export const nextInQueue = async (taskId: string | null, queue: Queue | null): Promise<string | null> => {
  const next = await callApi(getNextId, { ...queue, ...(taskId === null ? {} : { NodeRecordId: taskId }) });
  if (next === null) return null;
  if (queue !== null) openFrom(next, queue);
  return recordAddress(next.ProcedureId, next.BusinessId, next.NodeRecordId);
};
