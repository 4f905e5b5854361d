/** The parts of the dialog that asks what an action needs. */
import { getNodeUser, type StepView } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import { OptionSelect } from '../../ui/OptionSelect.tsx';
import { ReferencePicker } from '../widgets/reference.tsx';
import { type ActionInput, besideWords } from './actions.ts';

interface Named {
  readonly UserId: string;
  readonly UserName: string;
}
type Put = (part: Partial<ActionInput>) => void;

const targetLabel = (target: string, steps: readonly StepView[]): string => {
  if (target === 'starter') return '退回申请人';
  if (target === 'previous') return '退回上一步';
  if (target === 'end') return '否决并结束';
  return `退回「${steps.find((step) => step.key === target)?.name ?? target}」`;
};

/** Where a rejection goes, and what happens after the correction. */
export const RejectFields = ({
  targets,
  steps,
  own,
  input,
  put,
}: {
  readonly targets: readonly string[];
  readonly steps: readonly StepView[];
  /** The step that sends back. */
  readonly own: StepView | null;
  readonly input: ActionInput;
  readonly put: Put;
}): ReactElement => {
  const to = input.to === '' ? (targets[0] ?? 'starter') : input.to;
  const beside = besideWords(own, steps, to, input.resume);
  return (
    <>
      <div className="field">
        <label className="field-label" htmlFor="reject-to">
          退到哪里
        </label>
        <OptionSelect
          id="reject-to"
          allowClear={false}
          value={to}
          options={targets.map((target) => ({ value: target, label: targetLabel(target, steps) }))}
          onChange={(next) => put({ to: next ?? '' })}
        />
      </div>
      {to === 'end' ? null : (
        <Choices
          name="resume"
          label={to === 'starter' ? '重新提交后' : '退回的步骤重新处理后'}
          options={[
            ['replay', '重走各步'],
            ['direct', '直达我这里'],
          ]}
          value={input.resume}
          onChange={(resume) => put({ resume })}
        />
      )}
      {beside === null ? null : <p className="action-note">{beside}</p>}
    </>
  );
};

/** One of a few, all of them in sight. */
export function Choices<V extends string>({
  name,
  label,
  options,
  value,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [V, string])[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}): ReactElement {
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="in-choices">
        {options.map(([key, text]) => (
          <label key={key}>
            <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Where added signers stand, and how several decide together. */
export const SignFields = ({ input, put }: { readonly input: ActionInput; readonly put: Put }): ReactElement => (
  <>
    <Choices
      name="where"
      label="加签位置"
      options={[
        ['before', '在我之前'],
        ['after', '在我之后'],
      ]}
      value={input.where}
      onChange={(where) => put({ where })}
    />
    <p className="action-note">
      {input.where === 'before'
        ? '先由加签人处理，之后回到您手里，由您决定。'
        : '您同意之后由加签人处理，他们同意后单据才进入下一步。'}
    </p>
    {input.users.length > 1 ? (
      <Choices
        name="mode"
        label="加签方式"
        options={[
          ['all', '全部同意（会签）'],
          ['any', '一人同意即可（或签）'],
          ['turn', '依次处理'],
        ]}
        value={input.mode}
        onChange={(mode) => put({ mode })}
      />
    ) : null}
  </>
);

/** Whom to take out of the step, of those who may be. */
export const RemoveFields = ({
  people,
  input,
  missing,
  put,
}: {
  readonly people: readonly Named[];
  readonly input: ActionInput;
  readonly missing: boolean;
  readonly put: Put;
}): ReactElement => (
  <fieldset className="field">
    <legend className="field-label">
      减去<span className="field-required">*</span>
    </legend>
    <div className="in-choices">
      {people.map(({ UserId, UserName }) => (
        <label key={UserId}>
          <input
            type="checkbox"
            checked={input.users.includes(UserId)}
            onChange={(event) =>
              put({
                users: event.target.checked
                  ? [...input.users, UserId]
                  : input.users.filter((userId) => userId !== UserId),
              })
            }
          />
          {UserName}
        </label>
      ))}
    </div>
    {missing ? <p className="field-error">请选择要减签的人</p> : null}
  </fieldset>
);

/** One person or several, searched by name. */
export const PeopleField = ({
  label,
  several,
  input,
  missing,
  put,
}: {
  readonly label: string;
  readonly several: boolean;
  readonly input: ActionInput;
  readonly missing: boolean;
  readonly put: Put;
}): ReactElement => {
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  return (
    <div className="field">
      <label className="field-label" htmlFor="action-people">
        {label}
        <span className="field-required">*</span>
      </label>
      <ReferencePicker
        id="action-people"
        entity="user"
        multiple={several}
        value={several ? input.users : (input.users[0] ?? null)}
        labels={labels}
        aria={{ 'aria-required': true, ...(missing ? { 'aria-invalid': true } : {}) }}
        onPick={(next, picked) => {
          setLabels((known) => ({ ...known, ...picked }));
          put({ users: next === null ? [] : typeof next === 'string' ? [next] : next });
        }}
      />
      {missing ? <p className="field-error">请选择人员</p> : null}
    </div>
  );
};

/** Who handles the next step, where the handler of this one has to say so. */
export const NextHandler = ({
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
          label: `${row.userName}${row.dept ? ` · ${row.dept}` : ''} · 在办${row.pending}件${row.delegate ? ` · 由${row.delegate}代理` : ''}`,
        }))}
        onChange={(next) => onChange(next)}
      />
      {missing ? <p className="field-error">请选择下一步处理人</p> : null}
    </div>
  );
};
