/** What may be done with a record, in words; the server's `allowedActions` say what of it is offered. */
import type { StepView } from '@hengneng/contracts';
import type { FileValue } from '@hengneng/form-kit';

export type ActionName =
  | 'Submit'
  | 'Approve'
  | 'Reject'
  | 'Withdraw'
  | 'Cancel'
  | 'Transfer'
  | 'AddSign'
  | 'RemoveSign'
  | 'Delegate'
  | 'TakeBack'
  | 'Urge'
  | 'Cc';

export interface ActionInput {
  readonly opinion: string;
  readonly nextHandler: string | null;
  readonly users: readonly string[];
  readonly to: string;
  readonly resume: 'replay' | 'direct';
  readonly where: 'before' | 'after';
  readonly mode: 'any' | 'all' | 'turn';
  readonly signature: FileValue | null;
}

/** What an agreement at a step cannot do without. */
export interface Needs {
  readonly opinion: boolean;
  readonly signature: boolean;
}
export const NO_NEEDS: Needs = { opinion: false, signature: false };

export const NO_INPUT: ActionInput = {
  opinion: '',
  nextHandler: null,
  users: [],
  to: '',
  resume: 'replay',
  where: 'before',
  mode: 'all',
  signature: null,
};

export interface Words {
  readonly title: string;
  readonly ok: string;
  readonly done: string;
  readonly opinion: string;
  /** What is said where a needed opinion is missing. */
  readonly missing?: string;
  readonly note?: string;
  readonly danger?: boolean;
  /** Offered to who has no phrases yet. */
  readonly suggestions?: readonly string[];
  /** Label of the people to pick, and whether several. */
  readonly people?: { readonly label: string; readonly several: boolean };
}

export const WORDS: Readonly<Record<ActionName, Words>> = {
  Submit: { title: '提交审批', ok: '提交', done: '已提交', opinion: '说明' },
  Approve: {
    title: '同意',
    ok: '同意',
    done: '已同意',
    opinion: '审批意见',
    suggestions: ['同意', '情况属实，同意', '已核对'],
  },
  Reject: {
    title: '驳回',
    ok: '驳回',
    done: '已驳回',
    opinion: '驳回原因',
    missing: '请填写驳回原因',
    danger: true,
  },
  Withdraw: {
    title: '撤回',
    ok: '撤回',
    done: '已撤回',
    opinion: '撤回说明',
    note: '撤回后单据回到您手里，可修改后重新提交。',
  },
  Cancel: {
    title: '作废',
    ok: '作废',
    done: '已作废',
    opinion: '作废原因',
    missing: '请填写作废原因',
    note: '作废后，本单已记入台账的内容将一并冲回，不能恢复。',
    danger: true,
  },
  Transfer: {
    title: '转办',
    ok: '转办',
    done: '已转办',
    opinion: '转办原因',
    missing: '请填写转办原因',
    note: '转办后由对方处理，不再回到您手里；只想听取意见请用委派。',
    people: { label: '转给', several: false },
  },
  AddSign: {
    title: '加签',
    ok: '加签',
    done: '已加签',
    opinion: '加签原因',
    missing: '请填写加签原因',
    people: { label: '加签人', several: true },
  },
  RemoveSign: {
    title: '减签',
    ok: '减签',
    done: '已减签',
    opinion: '减签说明',
    note: '减去的人不再处理本单，会收到通知；您委派出去的，减去后回到您手里。',
  },
  Delegate: {
    title: '委派',
    ok: '委派',
    done: '已委派',
    opinion: '委派原因',
    missing: '请填写委派原因',
    note: '受委派人只回复意见，之后单据回到您手里，由您决定。',
    people: { label: '委派给', several: false },
  },
  TakeBack: {
    title: '拿回',
    ok: '拿回',
    done: '已拿回',
    opinion: '拿回说明',
    note: '拿回后，您刚才的处理不再有效，单据回到您手里重新处理。',
  },
  Urge: { title: '催办', ok: '催办', done: '已催办', opinion: '留言' },
  Cc: {
    title: '抄送',
    ok: '抄送',
    done: '已抄送',
    opinion: '留言',
    note: '对方会收到通知，可以查看本单，不参与审批。',
    people: { label: '抄送给', several: true },
  },
};

/** A delegate agrees to nothing. */
export const REPLY: Words = {
  title: '回复意见',
  ok: '回复',
  done: '已回复',
  opinion: '意见',
  missing: '请填写意见',
  note: '您的意见会回到委派人手里，由其决定。',
};

export const wordsOf = (action: ActionName, replying: boolean): Words =>
  action === 'Approve' && replying ? REPLY : WORDS[action];

/** What is said where an opinion is missing that the action, or this step, cannot do without. */
export const missingOpinion = (action: ActionName, words: Words, needs: Needs): string | undefined =>
  words.missing ?? (action === 'Approve' && needs.opinion ? '请填写审批意见' : undefined);

/** Whom an urge goes to, and who may do it for them; null where nobody is asked. */
export const urgedWords = (steps: readonly StepView[]): string | null => {
  const said = steps
    .filter((step) => step.state === 'active')
    .flatMap(({ name, handlers }) => {
      const people = handlers
        .filter((one) => one.state === 'active')
        .map(({ UserName, StandIns }) =>
          StandIns.length === 0 ? UserName : `${UserName}（${StandIns.map((one) => one.UserName).join('、')}可代）`,
        );
      return people.length === 0 ? [] : [`${name} ${people.join('、')}`];
    });
  return said.length === 0 ? null : `将提醒：${said.join('；')}`;
};

/** What becomes of the branches beside a step that sends the record back out of its block; null where there are none, or they go on. */
export const besideWords = (
  own: StepView | null,
  steps: readonly StepView[],
  to: string,
  resume: ActionInput['resume'],
): string | null => {
  if (own === null || own.parallel === null) return null;
  const { block, branch } = own.parallel;
  const others = steps.filter((one) => one.round === own.round && one.parallel?.block === block);
  const names = new Set(others.flatMap((one) => (one.parallel === null ? [] : [one.parallel.branch])));
  names.delete(branch);
  if (names.size === 0) return null;
  const inside = others.some((one) => one.key === to);
  // Where the step before is cannot be told from here: in a branch it may be inside or out.
  const first = !others.some((one) => one.parallel?.branch === branch && one.key !== own.key && one.state === 'done');
  if (inside || (to === 'previous' && !first)) return null;
  if (to === 'end') return `「${block}」的其他分支随之停止。`;
  return resume === 'direct'
    ? `「${block}」的其他分支暂停；已同意的不必重新处理，没有处理的到时再处理。`
    : `「${block}」的其他分支随之停止，已同意的也要重新处理（流程设了关注字段且没有变化的步骤沿用）。`;
};

/** What an objection does where several decide together; null where one decides alone. */
export const objectionWords = ({ mode, votesNeeded, handlers }: StepView): string | null => {
  const asked = handlers.filter((one) => one.part === 'own' && one.state !== 'removed').length;
  if (asked < 2 || mode === 'any') return null;
  if (mode !== 'vote' || votesNeeded === null) return `本步骤要${asked}人都同意：您驳回后单据即退回，其他人不再处理。`;
  const against = asked - votesNeeded + 1;
  if (against === 1) return '本步骤为票签：您驳回后票数已不能通过，单据即按下面的去向退回。';
  return `本步骤为票签：您的驳回计一票反对，满${against}票反对时单据才按下面的去向退回。`;
};
