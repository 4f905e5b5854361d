/**
 * What the approval engine takes from its neighbours and gives back. It knows no module: the form engine hands it a chain and the
 * facts of one record, a directory hands it people, and it answers who is next and what has become of the record.
 */
import type { DataClass, ModuleId, RoleCode } from '@hengneng/core';
import type { Chain, ChainStep, FileValue, TimeoutAct } from '@hengneng/form-kit';
import type { RawBuilder } from 'kysely';
import type { Session } from '../../platform/context.ts';
import type { Asked } from '../../platform/db/asked.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { InstanceRow } from './store.ts';
import type { Found, Picture } from './views.ts';

export type { Chain, ChainBy, ChainStep, ParallelBlock, TimeoutAct } from '@hengneng/form-kit';

/** What the approval has to know of one record; the form engine makes it from the record as it is *after* this command's fields are in. */
export interface Facts {
  readonly title: string;
  readonly serial: string | null;
  readonly starterId: string;
  readonly starterDept: string;
  readonly projectCode: string | null;
  /** Whose household it is about; the project is then the community's where the record names none. */
  readonly community?: string | null;
  /** The amount that people see in the to-do list, an exact decimal; null where the form has none. */
  readonly amount: string | null;
  /** Whether a condition holds for the record. */
  evaluate(when: string): boolean;
  /** The condition in words, for 「为何跳过」; the bare expression where absent. */
  explain?(when: string): string;
  /** For a prediction: the condition names fields that a later step fills in and nobody has filled in yet. */
  undecided?(when: string): boolean;
  /** What people call a field or a detail. */
  label?(key: string): string;
  /** Ids in a `user` or `users` field; empty where it is empty. */
  usersOf(fieldKey: string): readonly string[];
}

/** A person who may handle a step, and how the directory found them (角色「财务」→ 财务部 → 张三). */
export interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly via: string;
}

/** Where a record belongs: who is asked for a step is who is nearest. */
export interface Where {
  readonly projectCode: string | null;
  readonly deptId: string | null;
  readonly community?: string | null;
}

/** The directory of people. Every method answers active people only; an empty answer is no error. */
export interface HandlerSource {
  byRole(db: Db, role: RoleCode, where: Where): Promise<readonly Person[]>;
  projectManager(db: Db, projectCode: string): Promise<readonly Person[]>;
  areaManager(db: Db, where: Where): Promise<readonly Person[]>;
  deptManager(db: Db, deptId: string): Promise<readonly Person[]>;
  /** The active ones of these people, in the order asked. */
  people(db: Db, ids: readonly string[]): Promise<readonly Person[]>;
  /** Names of people in any state, for what already happened. */
  userNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Actor {
  readonly userId: string;
  readonly userName: string;
  readonly roles: readonly RoleCode[];
}

export type FlowStatus = 'draft' | 'running' | 'returned' | 'approved' | 'rejected' | 'withdrawn' | 'cancelled';

/**
 * Where a rejection sends the record: back to the applicant, to the step handled before, to any earlier step by its key,
 * or nowhere (`end`: 否决, the record ends as rejected).
 */
export type RejectTarget = 'starter' | 'previous' | 'end' | `s${number}`;
/** After a return: ask everybody again, or come straight back to the step that rejected. */
export type Resume = 'replay' | 'direct';

export type Command =
  | { readonly kind: 'submit'; readonly opinion?: string; readonly nextHandler?: string | null }
  | {
      readonly kind: 'approve';
      readonly taskId: string;
      readonly opinion?: string;
      readonly nextHandler?: string | null;
      /** Drawn by hand; already bound to the record. */
      readonly signature?: FileValue | null;
    }
  | {
      readonly kind: 'reject';
      readonly taskId: string;
      readonly opinion: string;
      readonly to: RejectTarget;
      readonly resume: Resume;
    }
  /** Time is up, or nearly: those whose task it is are told again. */
  | { readonly kind: 'remind'; readonly taskId: string; readonly late: boolean }
  /** The time of a task is up: what its step says for that. */
  | { readonly kind: 'timeout'; readonly taskId: string; readonly as: TimeoutAct; readonly opinion?: string }
  | { readonly kind: 'withdraw'; readonly opinion?: string }
  | { readonly kind: 'cancel'; readonly opinion?: string }
  | {
      readonly kind: 'transfer';
      readonly taskId: string;
      readonly to: string;
      readonly opinion: string;
      /** Who passes it on cannot do it any more: it may also be left to somebody who has it as well. */
      readonly leaving?: true;
    }
  /** Another person becomes the applicant of a record on its way, for one who cannot go on. */
  | { readonly kind: 'takeOver'; readonly to: string; readonly opinion: string }
  | {
      readonly kind: 'addSign';
      readonly taskId: string;
      readonly people: readonly string[];
      readonly where: 'before' | 'after';
      readonly mode: 'any' | 'all' | 'turn';
      readonly opinion: string;
    }
  | { readonly kind: 'delegate'; readonly taskId: string; readonly to: string; readonly opinion: string }
  /** `taskId` is any task of the step that the actor has part in. */
  | {
      readonly kind: 'removeSign';
      readonly taskId: string;
      readonly people: readonly string[];
      readonly opinion?: string;
    }
  /** `taskId` is the one that was agreed to. */
  | { readonly kind: 'takeBack'; readonly taskId: string; readonly opinion?: string }
  /** A step that nobody can handle is entered anew, as if it were reached now. */
  | { readonly kind: 'reenter'; readonly step: string; readonly opinion: string }
  | { readonly kind: 'urge'; readonly opinion?: string }
  | { readonly kind: 'cc'; readonly to: readonly string[]; readonly opinion?: string };

export interface ExecuteInput {
  readonly command: Command;
  readonly moduleId: ModuleId;
  readonly businessId: string;
  readonly actor: Actor;
  readonly facts: Facts;
  /** Sends for the number that the record has from now on; asked once, as late as possible, because others wait for theirs from then on. */
  readonly numbered?: () => RawBuilder<string>;
  /** The current chain; only a first submit uses it, later commands follow the chain of their submit. */
  readonly chain: Chain;
  /** Version of the record after this command's fields are in. It must grow only when content changes, or co-signers get in each other's way. */
  readonly formVersion: number;
  /** Hash of that content. */
  readonly formHash: string;
  /** The content itself as JSON, kept once per version (for the diff, and as what was approved). */
  readonly snapshot: unknown;
  readonly now: Date;
  /** The approval, where `lock` has brought it in the same transaction; undefined where there is none. */
  readonly locked?: InstanceRow | undefined;
  /** People are told of it only then; until then it can be undone as if it had not been. */
  readonly heldUntil?: Date | null;
}

export interface StepName {
  readonly key: string;
  /** What the definition calls it. */
  readonly name: string;
}

/** What a command led to; the form engine moves the record and runs effects by it, in the same transaction. */
export interface Outcome {
  readonly instanceId: string;
  readonly status: FlowStatus;
  /** Steps that agreed by this command (also those that passed by themselves because the same person had just agreed), in order. */
  readonly agreedSteps: readonly StepName[];
  /** Keys of all steps whose agreement stands now. */
  readonly standing: readonly string[];
  /** Steps whose earlier agreement this command made void (return, withdrawal, cancellation): effects bound to them are given back. */
  readonly undoneSteps: readonly StepName[];
  readonly returnedToStarter: boolean;
  /** An approval that had ended runs again: its last agreement was taken back. */
  readonly reopened: boolean;
  readonly ended: 'approved' | 'rejected' | 'withdrawn' | 'cancelled' | null;
  /** Name of whose task it was, where the actor stood in for them. */
  readonly onBehalfOf: string | null;
  /** Where a number was given: what is still being written of it. It is on its way before the commit; its failure has to be told. */
  readonly rest: Promise<void> | undefined;
}

/** One person of a step, as the wire has it. */
export interface StepHandler {
  readonly UserId: string;
  /** 「李四代张三」 where somebody handled it for somebody else. */
  readonly UserName: string;
  /** Whose task it was, where that is not who handled it. */
  readonly OnBehalfOf: string | null;
  /** Who may handle it for them now. */
  readonly StandIns: { readonly UserId: string; readonly UserName: string }[];
  readonly state: 'waiting' | 'active' | 'agreed' | 'rejected' | 'transferred' | 'skipped' | 'cancelled' | 'removed';
  readonly handledAt: string | null;
  readonly Opinion: string | null;
  /** How they came into the step: its own handler, a signer added before or after one, a delegate who only replies. */
  readonly part: 'own' | 'before' | 'after' | 'delegate';
  /** Who added them. */
  readonly addedBy: string | null;
  readonly asked: string | null;
  readonly signature: FileValue | null;
}

/** One step of a record, as the wire has it; the applicant's own step comes first with key `start`. */
export interface StepView {
  /** Id of the task: the viewer's own where there is one. Null for a step not reached. */
  readonly NodeRecordId: string | null;
  readonly key: string;
  readonly name: string;
  readonly IsFinal: boolean;
  /** Who fills in the step: who did, or the viewer where it waits for them. */
  readonly CreatedByUserId: string | null;
  /** Who comes after this step: the viewer where they are one of them. */
  readonly NextHandlerUserId: string | null;
  readonly handlers: readonly StepHandler[];
  readonly state: 'future' | 'active' | 'done' | 'returned' | 'skipped' | 'cancelled';
  readonly Opinion: string | null;
  readonly handledAt: string | null;
  /** Why these people, or why skipped. */
  readonly why: string;
  /** The round it belongs to, from 1; a return begins the next. */
  readonly round: number;
  readonly mode: 'any' | 'all' | 'turn' | 'vote';
  /** With `vote`: how many have to agree of those asked. */
  readonly votesNeeded: number | null;
  /** The parallel block and the branch of it that the step belongs to, by name. */
  readonly parallel: { readonly block: string; readonly branch: string } | null;
  readonly arrivedAt: string | null;
  readonly dueAt: string | null;
  /** What happens when its time is up. */
  readonly timeout: TimeoutAct;
  /** Working hours from arrival to handling, one decimal. */
  readonly workingHours: string | null;
  /** Of a step that is left: working hours that half and nine of ten took in the last 180 days, one decimal; of few, nobody knows the latter. */
  readonly usual: { readonly half: string; readonly most: string | null; readonly count: number } | null;
  /** Of a step that is left: when it is likely to be through; null where a step before it has no history. */
  readonly expectedAt: string | null;
  /** The handler of the step before has to pick who handles this one. */
  readonly chosen: boolean;
  /** Its section and its row of the approval are on the printed copy. */
  readonly printed: boolean;
}

export type ActionName =
  | 'Submit'
  | 'Edit'
  | 'Approve'
  | 'Reject'
  | 'Transfer'
  | 'AddSign'
  | 'RemoveSign'
  | 'Delegate'
  | 'TakeBack'
  | 'Claim'
  | 'Release'
  | 'Withdraw'
  | 'Cancel'
  | 'Urge'
  | 'Cc';

/** What a person may do with a record now, as far as its approval goes; drafts, relaunch and print are the form engine's. */
export interface Standing {
  readonly actions: readonly ActionName[];
  /** Id of the task that waits for the person. */
  readonly taskId: string | null;
  /** The step they handle: `start` for a returned record, `s1`…. */
  readonly stepKey: string | null;
  /** What they are asked for: the step itself with its fields, a further signature, or an opinion. */
  readonly taskKind: TaskKind | null;
  /** All tasks that wait for the person, with the names of their steps. */
  readonly tasks: readonly { readonly taskId: string; readonly step: string }[];
  /** Somebody else of the candidates has it open. */
  readonly claimedBy: string | null;
  /** What an agreement here cannot do without. */
  readonly needs: { readonly opinion: boolean; readonly signature: boolean };
  /** What the step takes away from its section, or asks for beyond it. */
  readonly rights: { readonly closed: readonly string[]; readonly required: readonly string[] };
  /** Whose task it is, where the person stands in for somebody. */
  readonly onBehalfOf: { readonly userId: string; readonly userName: string } | null;
  /** Where they may reject to. */
  readonly rejectTo: readonly RejectTarget[];
  /** Whom they may take out of the step, and by which task of it. */
  readonly removable: { readonly taskId: string; readonly people: readonly NamedPerson[] } | null;
  /** The task whose agreement they may take back. */
  readonly takeBackId: string | null;
}

export type TaskKind = 'approve' | 'revise' | 'sign' | 'delegate';

export interface NamedPerson {
  readonly UserId: string;
  readonly UserName: string;
}

/** A record by its approval, locked for the rest of the transaction. */
export interface Opened {
  readonly instanceId: string;
  readonly moduleId: ModuleId;
  readonly businessId: string;
  readonly status: FlowStatus;
  /** Step that the task belongs to, `start` for the applicant's. */
  readonly stepKey: string | null;
  readonly taskKind: TaskKind | null;
  readonly step: ChainStep | null;
  /** The task may be agreed to in a batch. */
  readonly batchable: boolean;
  readonly formVersion: number;
  readonly chain: Chain | null;
}

/** The chain of a module's new submissions. */
export interface InForce {
  readonly chain: Chain;
  readonly version: number;
  readonly publishedAt: Date | null;
  /** A version that was published and does not fit the form any more, so that the program's own chain is taken. */
  readonly unfit: number | null;
}

/** What the form engine offers to the approval calls. */
export interface FormPort {
  /** The chain that a new submission takes, with its version: 0 is the program's own. With `version`: that one, if there is such a version. */
  chain(db: Db, moduleId: ModuleId, version?: number): Promise<InForce | undefined>;
  facts(db: Db, moduleId: ModuleId, businessId: string): Promise<Facts | null>;
  /** Judges conditions of steps by what a record holds; null where there is no such module any more. */
  judge(moduleId: string, content: Record<string, unknown>): ((when: string) => boolean) | null;
  /** Hash of the record's content as it is stored now, as each row of the log has that of then; null where there is no record. */
  contentHash(db: Db, moduleId: ModuleId, businessId: string): Promise<string | null>;
  /** Whether the person may see the record (data scope; taking part in its approval always suffices and is added by the caller). */
  canSee(db: Db, session: Session, moduleId: ModuleId, businessId: string): Promise<boolean>;
  /** What a record held at some time, without what the person may not see of it now (classified fields, what is under seal). */
  mask(
    db: Db,
    session: Session,
    moduleId: ModuleId,
    businessId: string,
    content: Record<string, unknown>,
    hidden: ReadonlySet<string>,
  ): Promise<Record<string, unknown>>;
  /** Field of the amount by which lists show the module's records, and the right that a role needs to see it. */
  amount(moduleId: ModuleId): { readonly key: string; readonly needs: DataClass | null } | null;
  /** Deletes a draft with its rows; throws where it is none of the person's own drafts. */
  deleteDraft(tx: Tx, session: Session, moduleId: ModuleId, businessId: string): Promise<void>;
}

/** `facts` let conditions of steps to come be judged; `people: true` also looks up who would handle them (a query for each step). */
export interface ViewAsks {
  readonly facts?: Facts;
  readonly chain?: Chain;
  readonly people?: boolean;
  /** Which of several tasks that wait for the viewer is meant. */
  readonly taskId?: string | null;
}

/** A record's approval for one viewer: status, steps (taken, active, to come), what they may do. */
export interface ApprovalView {
  readonly status: FlowStatus;
  readonly steps: readonly StepView[];
  readonly standing: Standing;
  /** Whether any of its steps hides something from anybody: without it `hiddenFrom` need not be asked. */
  readonly hides: boolean;
  /** Name of the step at which it stands and must not be printed; null where it may be. */
  readonly unprintable: string | null;
}

/** A record among what its applicant started. */
export interface NotedDraft {
  readonly moduleId: ModuleId;
  readonly businessId: string;
  readonly facts: Facts;
  readonly now: Date;
}

/** An approval to be asked for, beside whatever else is asked for at the same moment, and what is made of the answer. */
export interface AskedApproval extends Asked<Found | null> {
  picture(db: Db, found: Found | null): Promise<Picture | null>;
}

/** The approval engine as the form engine sees it. Every write takes the transaction of the caller. */
export interface Approval {
  /** Notes a draft, so that it shows among what a person started. Call it at each save of a draft. */
  noteDraft(tx: Tx, draft: NotedDraft): Promise<void>;
  /** The same for many that were only just written, in one statement. */
  noteDrafts(tx: Tx, drafts: readonly NotedDraft[]): Promise<void>;
  dropDraft(tx: Tx, moduleId: ModuleId, businessId: string): Promise<void>;
  dropDrafts(tx: Tx, moduleId: ModuleId, businessIds: readonly string[]): Promise<void>;
  /**
   * Call it first in a command: locks the approval of a record (by task or by record) until the transaction ends, then refuses with 409 where
   * the task is already handled, 403 where it is not the actor's, and 409 with `diff(seenVersion)` where the content is not what the actor saw.
   */
  open(
    tx: Tx,
    by: {
      readonly taskId?: string;
      /** The task only says which record and step; it need not be open. */
      readonly anyState?: boolean;
      readonly moduleId: ModuleId;
      readonly businessId?: string;
      readonly actor: Actor;
      readonly seenVersion?: number;
      readonly diff?: (seenVersion: number, content: unknown) => unknown | Promise<unknown>;
      readonly now: Date;
    },
  ): Promise<Opened>;
  execute(tx: Tx, input: ExecuteInput): Promise<Outcome>;
  /** The newest approval of a record, kept from others until the transaction ends: for who knows early that `execute` will want it. */
  lock(tx: Tx, moduleId: ModuleId, businessId: string): Promise<InstanceRow | undefined>;
  /** The steps that a record would take: who, why, why skipped. */
  predict(db: Db, chain: Chain, facts: Facts): Promise<readonly StepView[]>;
  /** What there is of a record's newest approval, whoever asks: what `viewOf` is made from. Null where it was never noted. */
  ask(moduleId: ModuleId, businessId: string): AskedApproval;
  /** A record's approval for one viewer. */
  viewOf(db: Db, picture: Picture | null, actor: Actor, more?: ViewAsks): Promise<ApprovalView | null>;
  /** Both in one. */
  view(db: Db, moduleId: ModuleId, businessId: string, actor: Actor, more?: ViewAsks): Promise<ApprovalView | null>;
  /** Fields and details that a person does not see because every step at which they were asked hides them, by business id. */
  hiddenFrom(
    db: Db,
    moduleId: ModuleId,
    businessIds: readonly string[],
    userId: string,
    now: Date,
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Name of the step at which a record stands and must not be printed; null where it may be. */
  unprintableAt(db: Db, moduleId: ModuleId, businessId: string): Promise<string | null>;
  isParticipant(db: Db, userId: string, moduleId: ModuleId, businessId: string): Promise<boolean>;
  /** For a list of what was opened to a person: by what, by business id. */
  openedBy(
    db: Db,
    moduleId: ModuleId,
    userId: string,
    businessIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Current step and people for the rows of a list page, by business id. */
  current(
    db: Db,
    moduleId: ModuleId,
    businessIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly step: string; readonly handlers: string }>>;
}
