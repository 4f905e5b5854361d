/**
 * The log of a record's approval: one row for each command, append-only, each holding the hash of the one before.
 * Changing, removing or slipping in a row breaks every hash after it, and the head that the printed QR code carries.
 */
import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { canonical } from './canonical.ts';
import type { WfActionTable } from './schema.ts';

const ACTION_LABEL: Readonly<Record<string, string>> = {
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

/** Writes the next row; the caller moves the head of the instance to it. */
export const appendAction = async (tx: Tx, content: ActionContent, { hash }: Head): Promise<void> => {
  await tx
    .insertInto('wf_action')
    .values({ ...content, data: JSON.stringify(content.data), hash })
    .execute();
};

export interface Verification {
  readonly ok: boolean;
  /** First row that does not fit; null where all do. */
  readonly brokenAt: number | null;
  readonly head: string;
}

/** Recomputes the log of an instance and compares it with its stored head. */
export const verifyLog = async (db: Db, instanceId: string): Promise<Verification> => {
  const [rows, instance] = await Promise.all([
    db.selectFrom('wf_action').selectAll().where('instance_id', '=', instanceId).orderBy('seq').execute(),
    db.selectFrom('wf_instance').select(['head_hash', 'seq']).where('id', '=', instanceId).executeTakeFirst(),
  ]);
  const head = instance?.head_hash ?? '';
  let previous = '';
  let expected = 1;
  for (const row of rows) {
    if (row.seq !== expected || row.prev_hash !== previous || row.hash !== actionHash(row)) {
      return { ok: false, brokenAt: expected, head };
    }
    previous = row.hash;
    expected += 1;
  }
  const complete = previous === head && (instance?.seq ?? 0) === expected - 1;
  return { ok: complete, brokenAt: complete ? null : expected, head };
};
