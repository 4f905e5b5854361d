/**
 * The log of a record's approval: one row for each command, append-only, each holding the hash of the one before.
 * Changing, removing or slipping in a row breaks every hash after it, and the head that the printed QR code carries.
 */
import { createHash } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { insertText, raw } from '../../platform/db/raw.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { canonical } from './canonical.ts';
import type { WfActionTable } from './schema.ts';

/** What commands are called where people read the log. */
export const ACTION_LABEL: Readonly<Record<string, string>> = {
  submit: '提交',
  approve: '同意',
  reject: '驳回',
  transfer: '转办',
  takeOver: '移交申请',
  late: '超时提醒',
  escalate: '超时升级',
  autoReturn: '超时自动退回',
  autoAgree: '超时自动同意',
  addSign: '加签',
  removeSign: '减签',
  delegate: '委派',
  reply: '回复意见',
  takeBack: '拿回',
  reenter: '重新分派',
  withdraw: '撤回',
  cancel: '作废',
  urge: '催办',
  migrate: '流程迁移',
  cc: '抄送',
};
/** What a row of the log is called where people read it. */
export const actionLabel = (kind: string): string => ACTION_LABEL[kind] ?? kind;

export type ActionContent = Omit<Insertable<WfActionTable>, 'id' | 'hash' | 'data'> & {
  readonly data: Record<string, unknown>;
};

/** SHA-256 over the canonical content of a row and the hash of the row before it. */
const actionHash = (row: ActionContent): string =>
  createHash('sha256')
    .update(
      canonical({
        instance: row.instance_id,
        seq: row.seq,
        kind: row.kind,
        node: row.node_key ?? null,
        nodeName: row.node_name ?? null,
        task: row.task_id ?? null,
        actor: row.actor,
        actorName: row.actor_name,
        opinion: row.opinion ?? null,
        data: row.data,
        formVersion: row.form_version,
        formHash: row.form_hash,
        at: new Date(row.at).toISOString(),
        prev: row.prev_hash,
      }),
    )
    .digest('hex');

/** The end of a log: what its next row follows. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The end of the log once a row is written. */
export const headAfter = (content: ActionContent): Head => ({ seq: content.seq, hash: actionHash(content) });

const COLUMNS = [
  'instance_id',
  'module_id',
  'seq',
  'kind',
  'node_key',
  'node_name',
  'task_id',
  'actor',
  'actor_name',
  'opinion',
  'data',
  'form_version',
  'form_hash',
  'at',
  'prev_hash',
  'hash',
] as const;
const valuesOf = (content: ActionContent, { hash }: Head): readonly unknown[] => {
  const row = { ...content, data: JSON.stringify(content.data), hash };
  return COLUMNS.map((column) => row[column] ?? null);
};

const APPEND = insertText('wf_action', COLUMNS);
const CONTENT = ['instance_id', 'form_version', 'form_hash', 'content'];
const APPEND_WITH_CONTENT = `with kept as (${insertText('wf_form_snapshot', CONTENT, COLUMNS.length + 1)} on conflict do nothing) ${APPEND}`;

/** Writes the next row; the caller moves the head of the instance to it. */
export const appendAction = async (tx: Tx, content: ActionContent, head: Head): Promise<void> => {
  await raw(tx, APPEND, valuesOf(content, head));
};

/** The same with what the record held, where no row before met that version. */
export const appendWithContent = async (tx: Tx, content: ActionContent, head: Head, form: unknown): Promise<void> => {
  const held = [content.instance_id, content.form_version, content.form_hash, JSON.stringify(form)];
  await raw(tx, APPEND_WITH_CONTENT, [...valuesOf(content, head), ...held]);
};

export interface Verification {
  readonly ok: boolean;
  /** First row that does not fit; null where all do. */
  readonly brokenAt: number | null;
  readonly head: string;
}

/** Whether rows follow one another from the first to the stored head. */
const checkRows = (rows: readonly Selectable<WfActionTable>[], head: string, length: number): Verification => {
  let previous = '';
  let expected = 1;
  for (const row of rows) {
    if (row.seq !== expected || row.prev_hash !== previous || row.hash !== actionHash(row)) {
      return { ok: false, brokenAt: expected, head };
    }
    previous = row.hash;
    expected += 1;
  }
  const complete = previous === head && length === expected - 1;
  return { ok: complete, brokenAt: complete ? null : expected, head };
};

/** A row of a log beside what its instance says of the whole; without a row where there is none. */
interface LogRow extends Selectable<WfActionTable> {
  readonly of: string;
  readonly head: string;
  readonly length: number;
  readonly written: boolean;
}

/** Recomputes the logs of these instances and compares them with their stored heads. Rows and heads are read at one moment. */
export const verifyLogs = async (
  db: Db,
  instanceIds: readonly string[],
): Promise<ReadonlyMap<string, Verification>> => {
  const { rows } = await sql<LogRow>`
    select a.*, i.id::text as of, i.head_hash as head, i.seq as length, a.id is not null as written
      from wf_instance i left join wf_action a on a.instance_id = i.id
     where i.id = any(${[...instanceIds]}::bigint[]) order by i.id, a.seq`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.of)].map(([id, log]) => [
      id,
      checkRows(
        log.filter((row) => row.written),
        log[0]?.head ?? '',
        log[0]?.length ?? 0,
      ),
    ]),
  );
};

/** The same of one. */
export const verifyLog = async (db: Db, instanceId: string): Promise<Verification> =>
  (await verifyLogs(db, [instanceId])).get(instanceId) ?? checkRows([], '', 0);
