import { getNodeUser, type StepView } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { OptionSelect } from '../../ui/OptionSelect.tsx';
import { OpinionField } from '../opinion/OpinionField.tsx';
import { ReferencePicker } from '../widgets/reference.tsx';

export type ActionName = 'Submit' | 'Approve' | 'Reject' | 'Withdraw' | 'Cancel' | 'Transfer' | 'Urge' | 'Cc';

export interface ActionInput {
  readonly opinion: string;
  readonly nextHandler: string | null;
  readonly users: readonly string[];
  readonly to: string;
  readonly resume: 'replay' | 'direct';
}

interface Words {
  readonly title: string;
  readonly ok: string;
  readonly opinion: string;
  /** What is said where a needed opinion is missing. */
  readonly missing?: string;
  readonly note?: string;
  readonly danger?: boolean;
  /** Offered to who has no phrases yet. */
  readonly suggestions?: readonly string[];
}

const WORDS: Readonly<Record<ActionName, Words>> = {
  Submit: { title: '提交审批', ok: '提交', opinion: '说明' },
  Approve: { title: '同意', ok: '同意', opinion: '审批意见', suggestions: ['同意', '情况属实，同意', '已核对'] },
  Reject: { title: '驳回', ok: '驳回', opinion: '驳回原因', missing: '请填写驳回原因', danger: true },
  Withdraw: { title: '撤回', ok: '撤回', opinion: '撤回说明', note: '撤回后单据回到您手里，可修改后重新提交。' },
  Cancel: {
    title: '作废',
    ok: '作废',
    opinion: '作废原因',
    missing: '请填写作废原因',
    note: '作废后，本单已记入台账的内容将一并冲回，不能恢复。',
    danger: true,
  },
  Transfer: { title: '转办', ok: '转办', opinion: '转办原因', missing: '请填写转办原因' },
  Urge: { title: '催办', ok: '催办', opinion: '留言' },
  Cc: { title: '抄送', ok: '抄送', opinion: '留言' },
};

/** Where a rejected record may go: to the applicant, the step before, any step that was handled, or to its end. */
const targetsOf = (steps: readonly StepView[], active: string | null) => {
  const done = steps.filter((step) => step.state === 'done' && /^s\d+$/.test(step.key) && step.key !== active);
  const unique = [...new Map(done.map((step) => [step.key, step])).values()];
  return [
    { value: 'starter', label: '退回申请人' },
    ...(unique.length > 0 ? [{ value: 'previous', label: '退回上一步' }] : []),
    ...unique.map((step) => ({ value: step.key, label: `退回「${step.name}」` })),
    { value: 'end', label: '否决并结束' },
  ];
};

const NextHandler = ({
  procedureId,
  businessId,
  value,
  missing,
  onChange,
}: {
  readonly procedureId: number;
  readonly businessId: string;
  readonly value: string | null;
  readonly missing: boolean;
  readonly onChange: (value: string) => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: ['next-handler', procedureId, businessId],
    queryFn: ({ signal }) => callApi(getNodeUser, { ProcedureId: procedureId, BusinessId: businessId }, { signal }),
    staleTime: 0,
  });
  return (
    <div className="field">
      <label className="field-label" htmlFor="next-handler">
        下一步处理人{found.data?.step ? `（${found.data.step}）` : ''}
        <span className="field-required">*</span>
      </label>
      <Select
        id="next-handler"
        className="in-picker"
        showSearch={{ optionFilterProp: 'label' }}
        value={value}
        status={missing ? 'error' : ''}
        loading={found.isPending}
        placeholder="请选择下一步处理人"
        notFoundContent={found.error ? messageOf(found.error) : '没有可选的人'}
        options={(found.data?.rows ?? []).map((row) => ({
          value: row.userId,
          label: `${row.userName}${row.dept ? ` · ${row.dept}` : ''} · 在办${row.pending}件`,
        }))}
        onChange={(next) => onChange(next)}
      />
      {missing ? <p className="field-error">请选择下一步处理人</p> : null}
    </div>
  );
};

/** Asks what an action needs: an opinion, people, where to. What it cannot do without, it asks for before it lets go. */
export const ActionDialog = ({
  action,
  steps,
  stepKey,
  procedureId,
  businessId,
  choose,
  busy,
  onClose,
  onDo,
}: {
  readonly action: ActionName;
  readonly steps: readonly StepView[];
  readonly stepKey: string | null;
  readonly procedureId: number;
  readonly businessId: string;
  /** The next step's handler has to be picked here. */
  readonly choose: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onDo: (input: ActionInput) => void;
}): ReactElement => {
  const words = WORDS[action];
  const [input, setInput] = useState<ActionInput>({
    opinion: '',
    nextHandler: null,
    users: [],
    to: 'starter',
    resume: 'replay',
  });
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const put = (part: Partial<ActionInput>) => setInput((now) => ({ ...now, ...part }));
  const people = action === 'Transfer' || action === 'Cc';
  const noOpinion = words.missing !== undefined && input.opinion.trim() === '';
  const noPeople = people && input.users.length === 0;
  const noNext = choose && input.nextHandler === null;
  const go = () => {
    setTried(true);
    if (!busy && !noOpinion && !noPeople && !noNext) onDo({ ...input, opinion: input.opinion.trim() });
  };
  return (
    <AppModal
      title={words.title}
      okText={words.ok}
      okButtonProps={{ danger: words.danger === true, loading: busy }}
      onOk={go}
      onCancel={onClose}
    >
      <div
        className="action-form"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.stopPropagation();
            go();
          }
        }}
        role="presentation"
      >
        {words.note ? <p className="action-note">{words.note}</p> : null}
        {choose ? (
          <NextHandler
            procedureId={procedureId}
            businessId={businessId}
            value={input.nextHandler}
            missing={tried && noNext}
            onChange={(nextHandler) => put({ nextHandler })}
          />
        ) : null}
        {people ? (
          <div className="field">
            <label className="field-label" htmlFor="action-people">
              {action === 'Cc' ? '抄送给' : '转给'}
              <span className="field-required">*</span>
            </label>
            <ReferencePicker
              id="action-people"
              entity="user"
              multiple={action === 'Cc'}
              value={action === 'Cc' ? input.users : (input.users[0] ?? null)}
              labels={labels}
              aria={{ 'aria-required': true, ...(tried && noPeople ? { 'aria-invalid': true } : {}) }}
              onPick={(next, picked) => {
                setLabels((known) => ({ ...known, ...picked }));
                put({ users: next === null ? [] : typeof next === 'string' ? [next] : next });
              }}
            />
            {tried && noPeople ? <p className="field-error">请选择人员</p> : null}
          </div>
        ) : null}
        {action === 'Reject' ? (
          <>
            <div className="field">
              <label className="field-label" htmlFor="reject-to">
                退到哪里
              </label>
              <OptionSelect
                id="reject-to"
                allowClear={false}
                value={input.to}
                options={targetsOf(steps, stepKey)}
                onChange={(to) => put({ to: to ?? 'starter' })}
              />
            </div>
            {input.to === 'end' ? null : (
              <div className="in-choices" role="radiogroup" aria-label="重新提交后">
                <label>
                  <input
                    type="radio"
                    name="resume"
                    checked={input.resume === 'replay'}
                    onChange={() => put({ resume: 'replay' })}
                  />
                  重走各步
                </label>
                <label>
                  <input
                    type="radio"
                    name="resume"
                    checked={input.resume === 'direct'}
                    onChange={() => put({ resume: 'direct' })}
                  />
                  直达我这里
                </label>
              </div>
            )}
          </>
        ) : null}
        <OpinionField
          id="action-opinion"
          label={words.opinion}
          value={input.opinion}
          required={words.missing !== undefined}
          missing={tried && noOpinion ? (words.missing ?? null) : null}
          suggestions={words.suggestions ?? []}
          onChange={(opinion) => put({ opinion })}
        />
      </div>
    </AppModal>
  );
};
