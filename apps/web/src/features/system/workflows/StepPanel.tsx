import { ROLES } from '@hengneng/core';
import {
  branchOfStep,
  type ChainProblem,
  type ChainStep,
  type ChainText,
  type CompiledForm,
  isAdded,
  MODE_WORDS,
  NEED_WORDS,
  NOBODY_WORDS,
  REJECT_TARGETS,
  REJECT_WORDS,
  REMOVE_WORDS,
  REPEAT_WORDS,
  SELF_WORDS,
  type StepPolicy,
  TIMEOUT_WORDS,
} from '@hengneng/form-kit';
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { ActionMenu } from '../../../ui/ActionMenu.tsx';
import { problemsAt } from './chains.ts';
import { ConditionField } from './ConditionField.tsx';
import {
  addBranch,
  besideNext,
  changeBranch,
  changeStep,
  dissolve,
  moveStep,
  otherPlaces,
  removeStep,
} from './edit.ts';
import { StepRights } from './StepRights.tsx';
import { HandlerField, isRole, ROLE_OPTIONS } from './HandlerField.tsx';

interface Props {
  readonly form: CompiledForm;
  readonly chain: ChainText;
  readonly step: ChainStep;
  readonly problems: readonly ChainProblem[];
  readonly names: ReadonlyMap<string, string>;
  readonly editable: boolean;
  /** Keys of every version. */
  readonly used: readonly string[];
  readonly onName: (userId: string, name: string) => void;
  readonly onChange: (chain: ChainText, chosen?: string | null) => void;
}

const optionsOf = <K extends string>(words: Readonly<Record<K, string>>): { value: K; label: string }[] =>
  (Object.entries(words) as [K, string][]).map(([value, label]) => ({ value, label }));

const Line = ({
  label,
  wrong,
  extra,
  children,
}: {
  readonly label: string;
  readonly wrong?: string | undefined;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}): ReactElement => (
  <Form.Item
    label={label}
    {...(wrong === undefined ? {} : { help: wrong, validateStatus: 'error' as const })}
    {...(extra === undefined ? {} : { extra })}
  >
    {children}
  </Form.Item>
);

const RIGHTS = [
  ['addSign', '可加签'],
  ['transfer', '可转办'],
  ['delegate', '可委派'],
] as const;

/** What holds at the step beyond who handles it. */
const Policies = ({ props, wrong }: { readonly props: Props; readonly wrong: string | undefined }): ReactElement => {
  const { form, chain, step, editable, names, onName, onChange } = props;
  const { policy = {} } = step;
  const set = (change: Partial<StepPolicy>): void =>
    onChange(changeStep(chain, step.key, { policy: { ...policy, ...change } }));
  const nobody = policy.nobody ?? 'up';
  const elsewhere = nobody !== 'up' && nobody !== 'admin' && nobody !== 'skip';
  const pick = <K extends keyof StepPolicy & string>(
    key: K,
    label: string,
    words: Readonly<Record<string, string>>,
    usual: string,
  ): ReactElement => (
    <Line label={label}>
      <Select
        aria-label={label}
        disabled={!editable}
        value={String(policy[key] ?? usual)}
        options={optionsOf(words)}
        onChange={(value: string) => set({ [key]: value })}
      />
    </Line>
  );
  return (
    <>
      <Line label="无处理人时" wrong={wrong}>
        <Select
          aria-label="无处理人时"
          disabled={!editable}
          value={elsewhere ? 'to' : nobody}
          options={[...optionsOf(NOBODY_WORDS), { value: 'to' as const, label: '转给指定的人' }]}
          onChange={(value: 'up' | 'admin' | 'skip' | 'to') =>
            set({ nobody: value === 'to' ? 'role(generalManager)' : value })
          }
        />
      </Line>
      {elsewhere ? (
        <Line label="转给">
          <HandlerField
            form={form}
            value={nobody}
            disabled={!editable}
            label="无处理人时转给"
            names={names}
            plain
            onName={onName}
            onChange={(value) => set({ nobody: value })}
          />
        </Line>
      ) : null}
      <div className="form-two">
        {pick('self', '申请人即处理人', SELF_WORDS, 'others')}
        {pick('repeat', '去重', REPEAT_WORDS, 'next')}
        {pick('timeout', '超时动作', TIMEOUT_WORDS, 'remind')}
        {pick('removeSign', '减签', REMOVE_WORDS, 'added')}
        {pick('opinion', '同意时的意见', NEED_WORDS, 'optional')}
        {pick('signature', '同意时的签名', NEED_WORDS, 'optional')}
      </div>
      <Line label="驳回去向">
        <Checkbox.Group
          disabled={!editable}
          value={[...(policy.rejectTo ?? REJECT_TARGETS)]}
          options={optionsOf(REJECT_WORDS)}
          onChange={(value) => {
            const chosen = REJECT_TARGETS.filter((target) => value.includes(target));
            if (chosen.length === REJECT_TARGETS.length) {
              const { rejectTo: _all, ...rest } = policy;
              onChange(changeStep(chain, step.key, { policy: rest }));
            } else if (chosen.length > 0) set({ rejectTo: chosen });
          }}
        />
      </Line>
      <Line label="处理人的权限">
        {RIGHTS.map(([key, label]) => (
          <Checkbox
            key={key}
            disabled={!editable}
            checked={policy[key] ?? true}
            onChange={(event) => set({ [key]: event.target.checked })}
          >
            {label}
          </Checkbox>
        ))}
      </Line>
    </>
  );
};

/** The block and the branch that the step is in. */
const Branch = ({
  props,
  wrong,
}: {
  readonly props: Props;
  readonly wrong: string | undefined;
}): ReactElement | null => {
  const { form, chain, step, editable, used, onChange } = props;
  const place = branchOfStep(chain, step.key);
  const block = place === null ? undefined : chain.parallel?.[place.block];
  const branch = block?.branches[place?.branch ?? 0];
  if (block === undefined || branch === undefined) return null;
  return (
    <fieldset className="flow-fieldset">
      <legend>并行</legend>
      <div className="form-two">
        <Line label="并行名称">
          <Input
            aria-label="并行名称"
            disabled={!editable}
            maxLength={50}
            value={block.name}
            onChange={(event) => onChange(changeBranch(chain, step.key, { block: event.target.value }))}
          />
        </Line>
        <Line label="分支名称">
          <Input
            aria-label="分支名称"
            disabled={!editable}
            maxLength={50}
            value={branch.name}
            onChange={(event) => onChange(changeBranch(chain, step.key, { name: event.target.value }))}
          />
        </Line>
      </div>
      <Line label="进入分支的条件" wrong={wrong}>
        <ConditionField
          form={form}
          chain={chain}
          stepKey={branch.steps[0] ?? step.key}
          label="分支条件"
          value={branch.when ?? null}
          disabled={!editable}
          onChange={(when) => onChange(changeBranch(chain, step.key, { when }))}
        />
      </Line>
      {editable ? (
        <div className="action-row">
          <Button
            size="small"
            onClick={() => {
              const added = addBranch(chain, step.key, used);
              onChange(added.chain, added.key);
            }}
          >
            增加分支
          </Button>
          <Button size="small" onClick={() => onChange(dissolve(chain, step.key))}>
            取消并行
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
};

const Moves = ({ chain, step, onChange }: Props): ReactElement => {
  const [up, down, beside] = [moveStep(chain, step.key, -1), moveStep(chain, step.key, 1), besideNext(chain, step.key)];
  const others = otherPlaces(chain, step.key);
  return (
    <div className="action-row flow-moves">
      <Button size="small" disabled={up === null} onClick={() => (up === null ? undefined : onChange(up))}>
        上移
      </Button>
      <Button size="small" disabled={down === null} onClick={() => (down === null ? undefined : onChange(down))}>
        下移
      </Button>
      <Button size="small" disabled={beside === null} onClick={() => (beside === null ? undefined : onChange(beside))}>
        与下一步并行
      </Button>
      {others.length === 0 ? null : (
        <ActionMenu
          menu={{
            items: others.map(({ label }, at) => ({ key: String(at), label })),
            onClick: (info) => onChange(others[Number(info.key)]?.chain ?? chain),
          }}
        >
          <Button size="small">移到…</Button>
        </ActionMenu>
      )}
      <Button
        size="small"
        danger
        disabled={chain.steps.length === 1}
        onClick={() => onChange(removeStep(chain, step.key), null)}
      >
        删除步骤
      </Button>
    </div>
  );
};

/** Properties of one step. What the form fixes is said, and refused where it is changed all the same. */
export const StepPanel = (props: Props): ReactElement => {
  const { form, chain, step, problems, names, editable, onName, onChange } = props;
  const wrong = problemsAt(problems, chain, step.key);
  const set = (change: Partial<ChainStep>): void => onChange(changeStep(chain, step.key, change));
  const labels = step.fieldKeys.map((key) => form.field(key)?.label ?? form.detail(key)?.label ?? key);
  const watchable = [...form.fields, ...form.details].filter((of) => !('source' in of) || of.source !== 'builtin');
  return (
    <Form name="step-panel" layout="vertical" component="div" className="flow-panel" size="middle">
      {editable ? <Moves {...props} /> : null}
      {wrong.has('key') ? <p className="text-bad">{wrong.get('key')}</p> : null}
      <Line label="步骤名" wrong={wrong.get('name')}>
        <Input
          aria-label="步骤名"
          disabled={!editable}
          maxLength={50}
          value={step.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Line>
      <p className="hint">
        {isAdded(step.key)
          ? '新增的审批步骤，不填写表单内容。'
          : labels.length === 0
            ? '表单自带的步骤，不填写表单内容。'
            : `本步填写：${labels.join('、')}${step.hasRequired ? '（有必填）' : ''}；填写哪些内容由表单规定，非必填的可在「字段权限」中收回或加设必填。`}
      </p>
      <Line label="处理人" wrong={wrong.get('by')}>
        <HandlerField
          form={form}
          value={step.by}
          disabled={!editable || step.by === 'applicant'}
          label="处理人"
          names={names}
          onName={onName}
          onChange={(by) => set({ by, ...(by === 'chosen' ? {} : { among: null }) })}
        />
      </Line>
      {step.by === 'chosen' ? (
        <Line label="可指定的角色" wrong={wrong.get('among')}>
          <Select
            aria-label="可指定的角色"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            disabled={!editable}
            placeholder="任何在职人员"
            value={step.among}
            options={ROLE_OPTIONS}
            onChange={(role: string | null) => set({ among: role && isRole(role) ? role : null })}
          />
        </Line>
      ) : null}
      <div className="form-two">
        <Line label="处理方式" wrong={wrong.get('mode')}>
          <Select<ChainStep['mode']>
            aria-label="处理方式"
            disabled={!editable}
            value={step.mode}
            options={optionsOf(MODE_WORDS)}
            popupMatchSelectWidth={false}
            onChange={(mode) => {
              const { pass: _pass, ...rest } = step;
              const next = mode === 'vote' ? { ...rest, mode, pass: 60 } : { ...rest, mode };
              onChange({ ...chain, steps: chain.steps.map((one) => (one.key === step.key ? next : one)) });
            }}
          />
        </Line>
        {step.mode === 'vote' ? (
          <Line label="通过比例" wrong={wrong.get('pass')}>
            <InputNumber
              aria-label="通过比例"
              precision={0}
              suffix="%"
              disabled={!editable}
              value={step.pass || null}
              onChange={(pass) => set({ pass: pass ?? 0 })}
            />
          </Line>
        ) : null}
        <Line label="时限（工作小时）" wrong={wrong.get('hours')}>
          <InputNumber
            aria-label="时限（工作小时）"
            disabled={!editable}
            value={step.hours || null}
            onChange={(hours) => set({ hours: hours ?? 0 })}
          />
        </Line>
      </div>
      <p className="hint">时限过去四分之三时提醒处理人，到时按“超时动作”办理；非工作时间不计。</p>
      <Line label="条件" wrong={wrong.get('when')}>
        <ConditionField
          form={form}
          chain={chain}
          stepKey={step.key}
          label="条件"
          value={step.when}
          disabled={!editable}
          onChange={(when) => set({ when })}
        />
      </Line>
      <Branch props={props} wrong={wrong.get('branch')} />
      <Policies props={props} wrong={wrong.get('policy')} />
      <Line label="关注字段" wrong={wrong.get('watch')} extra="退回重交后，这些内容没有变化的，不再请本步重新处理。">
        <Select
          mode="multiple"
          aria-label="关注字段"
          disabled={!editable}
          placeholder="不设"
          showSearch={{ optionFilterProp: 'label' }}
          value={[...(step.watch ?? [])]}
          options={watchable.map((of) => ({ value: of.key, label: of.label }))}
          onChange={(watch: string[]) => {
            const { watch: _was, ...rest } = step;
            const next = watch.length === 0 ? rest : { ...rest, watch };
            onChange({ ...chain, steps: chain.steps.map((one) => (one.key === step.key ? next : one)) });
          }}
        />
      </Line>
      <StepRights
        form={form}
        chain={chain}
        step={step}
        disabled={!editable}
        wrong={wrong.get('rights')}
        onChange={onChange}
      />
      {step.among === null ? null : <p className="hint">只能指定角色「{ROLES[step.among]}」的人员。</p>}
    </Form>
  );
};
