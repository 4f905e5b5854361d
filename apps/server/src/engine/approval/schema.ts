/** Tables of the approval's migrations as Kysely sees them. */
import type { NoticeRow } from '@hengneng/contracts';
import type { MessageCode } from '../../platform/messages/templates.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ChainText, FileValue } from '@hengneng/form-kit';
import type { Chain, FlowStatus } from './types.ts';

type Id = Generated<string>;
/** A jsonb column: parsed when read, given as JSON text when written. */
type Json<T> = ColumnType<T, string, string>;

/** By step key. Members that came later are absent in older rows. */
export type AgreedJson = Readonly<
  Record<
    string,
    {
      readonly by: readonly string[];
      readonly auto: boolean;
      readonly version?: number;
      readonly round?: number;
      readonly carried?: boolean;
    }
  >
>;

interface WfDefinitionTable {
  id: Id;
  module_id: string;
  version: number;
  hash: string;
  chain: Json<Chain>;
  published_at: Generated<Date>;
  /** Whether a step of it hides anything. */
  hides: GeneratedAlways<boolean>;
}

/** A draft has neither version nor publisher. */
interface WfChainTable {
  id: Id;
  module_id: string;
  version: number | null;
  chain: Json<ChainText>;
  hash: string;
  based_on: number;
  repeats: number | null;
  note: Generated<string>;
  stamp: Generated<string>;
  saved_by: string;
  saved_at: Generated<Date>;
  published_by: string | null;
  published_at: Date | null;
}

export interface WfInstanceTable {
  id: Id;
  module_id: string;
  biz_id: string;
  definition_id: string | null;
  status: Generated<FlowStatus>;
  round: Generated<number>;
  resume: Generated<string[]>;
  agreed: ColumnType<AgreedJson, string | undefined, string>;
  kept: ColumnType<AgreedJson, string | undefined, string>;
  handled_by: string | null;
  current_run: string | null;
  starter: string;
  starter_dept: string;
  project_code: string | null;
  serial: string | null;
  title: string;
  amount: string | null;
  form_version: Generated<number>;
  form_hash: Generated<string>;
  lock_version: Generated<number>;
  seq: Generated<number>;
  head_hash: Generated<string>;
  urged_at: Date | null;
  created_at: Generated<Date>;
  submitted_at: Date | null;
  finished_at: Date | null;
}

interface WfNodeRunTable {
  id: Id;
  instance_id: string;
  module_id: string;
  node_key: string;
  step_index: number;
  round: number;
  branch: Generated<string>;
  name: string;
  mode: 'any' | 'all' | 'turn' | 'vote';
  is_final: boolean;
  state: 'active' | 'done' | 'returned' | 'skipped' | 'cancelled' | 'undone';
  why: string;
  hours: string | null;
  created_at: Date;
  due_at: Date | null;
  ended_at: Date | null;
}

interface WfTaskTable {
  id: Id;
  run_id: string;
  instance_id: string;
  position: number;
  kind: 'approve' | 'revise' | 'sign' | 'delegate';
  state: 'open' | 'waiting' | 'agreed' | 'rejected' | 'cancelled' | 'removed';
  version: Generated<number>;
  assignee: string | null;
  candidates: string[];
  why: string;
  /** What who has it was told by who brought them in; null where the chain asked them, or nothing was said. */
  asked: string | null;
  batchable: boolean;
  claimed_by: string | null;
  claimed_until: Date | null;
  handled_by: string | null;
  handled_at: Date | null;
  opinion: string | null;
  signature: ColumnType<FileValue | null, string | null | undefined, string | null>;
  form_version: number | null;
  created_at: Date;
  due_at: Date | null;
  added_to: number | null;
  added_where: 'before' | 'after' | 'delegate' | null;
  sign_mode: 'any' | 'all' | 'turn' | null;
  sign_group: number | null;
  added_by: string | null;
  on_behalf_of: Generated<string | null>;
  delegation_id: Generated<string | null>;
  remind_at: Date | null;
  reminded: Generated<number>;
  timed_out_at: Generated<Date | null>;
}

interface WfTaskActorTable {
  task_id: string;
  principal: string;
  created_at: Date;
  delegation_id: string | null;
}

interface WfDelegationTable {
  id: Id;
  owner: string;
  delegate: string;
  modules: string[] | null;
  starts_at: Date;
  ends_at: Date;
  reason: Generated<string>;
  set_by: string;
  created_at: Generated<Date>;
  ended_at: Date | null;
  ended_by: string | null;
  end_reason: string | null;
  begun: Generated<boolean>;
  over: Generated<boolean>;
}

interface WfParticipantTable {
  user_id: string;
  module_id: string;
  biz_id: string;
}

export interface WfActionTable {
  id: Id;
  instance_id: string;
  module_id: string;
  seq: number;
  kind: string;
  node_key: string | null;
  node_name: string | null;
  task_id: string | null;
  actor: string;
  actor_name: string;
  opinion: string | null;
  data: Json<Record<string, unknown>>;
  form_version: number;
  form_hash: string;
  at: Date;
  prev_hash: string;
  hash: string;
}

interface WfFormSnapshotTable {
  instance_id: string;
  form_version: number;
  form_hash: string;
  content: Json<Record<string, unknown>>;
  created_at: Generated<Date>;
}

interface WfCcTable {
  id: Id;
  instance_id: string;
  user_id: string;
  sent_by: string;
  opinion: string | null;
  created_at: Date;
  read_at: Date | null;
}

interface WfPrintLogTable {
  id: Id;
  module_id: string;
  biz_id: string;
  copy: number;
  printed_by: string;
  printed_at: Generated<Date>;
  head_hash: string;
}

export interface WfNoticeTable {
  id: Id;
  user_id: string;
  kind: NoticeRow['kind'];
  title: string;
  module_id: string;
  biz_id: string;
  instance_id: string;
  task_id: string | null;
  project_code: string | null;
  created_at: Date;
  read_at: Date | null;
  held_until: Date | null;
  action_seq: number | null;
  template: MessageCode | null;
  template_version: number | null;
  overnight: boolean;
}

interface WfCommentTable {
  id: Id;
  module_id: string;
  biz_id: string;
  author: string;
  author_name: string;
  content: string;
  mentions: Generated<string[]>;
  created_at: Date;
  deleted_at: Date | null;
}

interface WfPhraseTable {
  user_id: string;
  text: string;
  uses: Generated<number>;
  used_at: Generated<Date>;
  kept: Generated<boolean>;
}

declare module '../../platform/db/schema.ts' {
  interface Database {
    wf_chain: WfChainTable;
    wf_definition: WfDefinitionTable;
    wf_instance: WfInstanceTable;
    wf_node_run: WfNodeRunTable;
    wf_task: WfTaskTable;
    wf_task_actor: WfTaskActorTable;
    wf_delegation: WfDelegationTable;
    wf_participant: WfParticipantTable;
    wf_action: WfActionTable;
    wf_form_snapshot: WfFormSnapshotTable;
    wf_cc: WfCcTable;
    wf_print_log: WfPrintLogTable;
    wf_notice: WfNoticeTable;
    wf_comment: WfCommentTable;
    wf_phrase: WfPhraseTable;
  }
}
