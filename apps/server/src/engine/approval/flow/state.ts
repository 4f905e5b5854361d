/**
 * What the state machine of an approval knows: positions of steps, tasks of the steps that are active, and who agreed. It knows neither
 * people nor conditions; where it needs them it asks (`Ask`), and is told by the commands `enter` and `fork`.
 */
import type { FlowStatus, RejectTarget, Resume } from '../types.ts';

/** Position of the applicant's own step. */
export const START = -1;

/** Who acts where nobody does: what a step says for the case that its time is up. */
export const SYSTEM = '0';

/** How several people decide together: one is enough, all must agree, one after another. */
export type Together = 'any' | 'all' | 'turn';

/** Kinds of targets that a rejection may have. */
export type TargetKind = 'starter' | 'previous' | 'step' | 'end';

/** What may be done at a step, beyond agreeing. */
export interface FlowRules {
  readonly rejectTo: readonly TargetKind[];
  readonly addSign: boolean;
  readonly transfer: boolean;
  readonly delegate: boolean;
  /** Who may be taken out of the step: only whom one added oneself, or any co-signer who has not handled it yet. */
  readonly removeSign: 'added' | 'any';
  /** Whether who agreed before has to agree again: not directly after (连续去重), not at all (全程去重), always. */
  readonly repeat: 'next' | 'all' | 'none';
}

/** What the machine has to know of a step. */
export interface FlowStep {
  readonly key: string;
  readonly mode: Together | 'vote';
  /** With `vote`: percentage of the voters who have to agree. */
  readonly pass: number;
  /** Nothing to fill in: the person who has just agreed need not agree again. */
  readonly passable: boolean;
  readonly rules: FlowRules;
}

/** One branch of a parallel block: steps `first` to `last`. */
export interface FlowBranch {
  readonly first: number;
  readonly last: number;
}

/** A parallel block; its branches lie one after another in the list of steps. */
export interface FlowBlock {
  readonly branches: readonly FlowBranch[];
}

/** How a task came beside those that the step itself has. */
export interface Added {
  /** Position of the task that it was added to. */
  readonly to: number;
  /** Before that task (前加签), after it (后加签), or in its place for an opinion (委派). */
  readonly where: 'before' | 'after' | 'delegate';
  /** How those added by one command decide among themselves. */
  readonly mode: Together;
  /** Position of the first task added by the same command. */
  readonly group: number;
  readonly by: string;
}

/** A task of an active step: one for all candidates (`any`), one for each (`all`, `turn`, `vote`), and those added to them. */
export interface FlowTask {
  readonly candidates: readonly string[];
  readonly state: 'open' | 'waiting' | 'agreed' | 'rejected' | 'cancelled' | 'removed';
  /** Who agreed or rejected. */
  readonly by: string | null;
  readonly added: Added | null;
}

export interface FlowRun {
  readonly index: number;
  readonly tasks: readonly FlowTask[];
}

export interface Agreement {
  readonly by: readonly string[];
  /** Passed by itself; nobody can be sent back there with 上一步. */
  readonly auto: boolean;
  /** Version of the content that was agreed to. */
  readonly version: number;
  /** The round it was given in. */
  readonly round: number;
  /** Taken up again from an earlier round, because what the step watches had not changed. */
  readonly carried: boolean;
}

export interface FlowState {
  readonly steps: readonly FlowStep[];
  readonly blocks: readonly FlowBlock[];
  readonly starterId: string;
  readonly status: FlowStatus;
  /** From 1; a return begins the next. */
  readonly round: number;
  /** Version of the content that the present command sees. */
  readonly version: number;
  /** Active steps: one, or one for each open branch of a parallel block. */
  readonly runs: readonly FlowRun[];
  /** The parallel block under way, with its branches that are not through. */
  readonly fork: { readonly block: number; readonly open: readonly number[] } | null;
  /** Steps to come back to (direct resume). */
  readonly resume: readonly number[];
  /** Steps that agreed in the pass under way, with who did; a replay takes them out again. */
  readonly agreed: ReadonlyMap<number, Agreement>;
  /** Agreements that a return made void, for steps that need not be asked again while what they watch stays the same. */
  readonly kept: ReadonlyMap<number, Agreement>;
  /** Who handled a step since the last submission; withdrawing is over then. */
  readonly handledBy: string | null;
}

/** A task by its step and its position there. */
export interface Place {
  readonly index: number;
  readonly task: number;
}

/** Why a step is entered: in order, sent back to it, or come back to it after a direct return. */
export type Cause = 'forward' | 'return' | 'resume';

/** What a step that nobody has to handle does: it passes as if agreed to, or it is left out. */
export type Instead = 'selfPasses' | 'selfSkips' | 'nobodySkips';

export type FlowCommand =
  | { readonly kind: 'submit'; readonly actor: string }
  | { readonly kind: 'approve'; readonly actor: string; readonly at: Place }
  | {
      readonly kind: 'reject';
      readonly actor: string;
      readonly at: Place;
      readonly to: RejectTarget;
      readonly resume: Resume;
    }
  | {
      readonly kind: 'transfer';
      readonly actor: string;
      readonly at: Place;
      readonly to: string;
      /** The actor cannot do it any more, whatever the step's rules. */
      readonly leaving?: boolean;
    }
  | {
      readonly kind: 'addSign';
      readonly actor: string;
      readonly at: Place;
      readonly people: readonly string[];
      readonly where: 'before' | 'after';
      readonly mode: Together;
    }
  | { readonly kind: 'delegate'; readonly actor: string; readonly at: Place; readonly to: string }
  | { readonly kind: 'removeSign'; readonly actor: string; readonly index: number; readonly tasks: readonly number[] }
  | {
      readonly kind: 'takeBack';
      readonly actor: string;
      readonly at: Place;
      /** The step as it was when it closed; the caller reads it where it is not active any more. */
      readonly run: FlowRun;
      /** The approval has only just ended by this agreement, and it may still be undone. */
      readonly grace: boolean;
      /** Somebody has sent the record back since it was submitted: that was handled, whatever is taken back. */
      readonly sentBack: boolean;
    }
  /** Another applicant, where the one before cannot go on. */
  | { readonly kind: 'takeOver'; readonly to: string }
  /** More people may handle a task, beside those who have not. */
  | { readonly kind: 'escalate'; readonly at: Place; readonly people: readonly string[] }
  /** A step without an open task is entered anew: whatever broke it, it waits for somebody again. */
  | { readonly kind: 'reenter'; readonly index: number }
  | { readonly kind: 'withdraw'; readonly actor: string }
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'enter';
      readonly index: number;
      readonly cause: Cause;
      /** The step's condition holds. */
      readonly holds: boolean;
      readonly candidates: readonly string[];
      readonly instead?: Instead | null;
      /** What the step watches is as it was when its handlers agreed in an earlier round. */
      readonly unchanged?: boolean;
    }
  /** Which branches of a parallel block have conditions that hold. */
  | { readonly kind: 'fork'; readonly block: number; readonly holds: readonly boolean[] };

/** A question that the caller answers with a command. */
export type Ask =
  | { readonly kind: 'enter'; readonly index: number; readonly cause: Cause }
  | { readonly kind: 'fork'; readonly block: number };

export type SkipReason = 'condition' | 'branch' | 'samePerson' | 'carried' | 'unchanged' | Instead;

export type FlowEvent =
  | { readonly kind: 'submitted'; readonly first: boolean }
  | {
      readonly kind: 'taskClosed';
      readonly index: number;
      readonly task: number;
      readonly as: 'agreed' | 'rejected' | 'cancelled' | 'removed';
      readonly by: string | null;
    }
  | { readonly kind: 'taskOpened'; readonly index: number; readonly task: number }
  /** It waits for those added before it. */
  | { readonly kind: 'taskHeld'; readonly index: number; readonly task: number }
  /** Handled or passed over before, and not any more. */
  | { readonly kind: 'taskReopened'; readonly index: number; readonly task: number }
  /** One of several candidates makes it theirs. */
  | { readonly kind: 'taken'; readonly index: number; readonly task: number; readonly by: string }
  | {
      readonly kind: 'reassigned';
      readonly index: number;
      readonly task: number;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'joined'; readonly index: number; readonly task: number; readonly people: readonly string[] }
  /** Another person is the applicant now; what had been the first one's to do is theirs. */
  | { readonly kind: 'takenOver'; readonly from: string; readonly to: string }
  | { readonly kind: 'tasksAdded'; readonly index: number; readonly tasks: readonly FlowTask[] }
  | { readonly kind: 'runClosed'; readonly index: number; readonly as: 'done' | 'returned' | 'cancelled' | 'undone' }
  | { readonly kind: 'runReopened'; readonly run: FlowRun }
  | {
      readonly kind: 'agreed';
      readonly index: number;
      readonly by: readonly string[];
      readonly auto: boolean;
      /** Taken up from an earlier round: the content agreed to is that of then. */
      readonly carried?: boolean;
    }
  /** `keep`: sent back by somebody else, so that a selective re-approval may take it up again. */
  | { readonly kind: 'undone'; readonly indexes: readonly number[]; readonly keep: boolean }
  | {
      readonly kind: 'skipped';
      readonly index: number;
      readonly reason: SkipReason;
      readonly by: readonly string[];
    }
  | { readonly kind: 'forked'; readonly block: number; readonly branches: readonly number[] }
  | { readonly kind: 'branchDone'; readonly block: number; readonly branch: number }
  /** All branches are through, or given up. */
  | { readonly kind: 'forkClosed'; readonly block: number }
  | { readonly kind: 'entered'; readonly index: number; readonly cause: Cause; readonly tasks: readonly FlowTask[] }
  | {
      readonly kind: 'returned';
      readonly from: number;
      /** Several only after a parallel block: the last step of each branch. */
      readonly to: readonly number[];
      readonly resume: Resume;
    }
  | { readonly kind: 'resumed'; readonly index: number }
  /** A step that had come to wait for nobody is entered in a round of its own. */
  | { readonly kind: 'reentered'; readonly index: number }
  /**
   * `across`: the steps after it had been entered, and are left again; `resume`: those of them to come straight back to; `sentBack`: the record
   * has been sent back since it was submitted.
   */
  | {
      readonly kind: 'tookBack';
      readonly at: Place;
      readonly by: string;
      readonly sentBack: boolean;
      readonly across: boolean;
      readonly resume: readonly number[];
    }
  | { readonly kind: 'ended'; readonly as: 'approved' | 'rejected' | 'withdrawn' | 'cancelled' };

export type Refusal =
  | { readonly code: 'status'; readonly status: FlowStatus }
  | { readonly code: 'taskClosed' }
  | { readonly code: 'notYours' }
  | { readonly code: 'notStarter' }
  /** Somebody handled it since. */
  | { readonly code: 'handled'; readonly by: string }
  | { readonly code: 'badTarget' }
  | { readonly code: 'targetNotAllowed' }
  | { readonly code: 'starterEnds' }
  | { readonly code: 'nobody'; readonly index: number }
  | { readonly code: 'alreadyThere'; readonly person: string }
  | { readonly code: 'notAllowed'; readonly what: 'addSign' | 'transfer' | 'delegate' }
  /** A delegate only says what they think. */
  | { readonly code: 'onlyReplies' }
  | { readonly code: 'notRemovable' }
  | { readonly code: 'tooMany' }
  | { readonly code: 'notTakeable' }
  /** It waits for somebody, or a step beside it does. */
  | { readonly code: 'notStuck' }
  /** Who checks a record cannot be its applicant. */
  | { readonly code: 'checker' };

export type Decision =
  | { readonly ok: true; readonly events: readonly FlowEvent[]; readonly asks: readonly Ask[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** The state of a record that was never submitted. */
export const freshState = (
  steps: readonly FlowStep[],
  starterId: string,
  blocks: readonly FlowBlock[] = [],
): FlowState => ({
  steps,
  blocks,
  starterId,
  status: 'draft',
  round: 1,
  version: 0,
  runs: [],
  fork: null,
  resume: [],
  agreed: new Map(),
  kept: new Map(),
  handledBy: null,
});

export const runAt = (state: Pick<FlowState, 'runs'>, index: number): FlowRun | undefined =>
  state.runs.find((run) => run.index === index);

export const refuse = (refusal: Refusal): Decision => ({ ok: false, refusal });
export const accept = (events: readonly FlowEvent[], asks: readonly Ask[] = []): Decision => ({
  ok: true,
  events,
  asks,
});
