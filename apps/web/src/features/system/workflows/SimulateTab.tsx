import {
  MIN_GROUPS,
  type SimulatedStep,
  type Simulation,
  type WorkflowGroup,
  workflowSimulate,
} from '@hengneng/contracts';
import type { ChainText, CompiledForm } from '@hengneng/form-kit';
import { useMutation } from '@tanstack/react-query';
import { Button, InputNumber, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { callApi, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { UserSelect } from '../pickers.tsx';
import { decisiveFields, type Shown, versionWords } from './chains.ts';
import { TryValue } from './places.tsx';

/** A group that passed, with what people call it. */
export interface Tried {
  readonly group: WorkflowGroup;
  readonly words: string;
}

const StepsTable = ({ steps }: { readonly steps: readonly SimulatedStep[] }): ReactElement => (
  <Table<SimulatedStep>
    size="small"
    rowKey="key"
    pagination={false}
    scroll={{ x: 760 }}
    dataSource={[...steps]}
    columns={[
      { title: '步骤', dataIndex: 'name', width: 130 },
      {
        title: '处理人',
        key: 'people',
        width: 150,
        render: (_, step) =>
          step.skipped ? (
            <Tag>跳过</Tag>
          ) : step.empty ? (
            <Tag tone="bad">找不到处理人</Tag>
          ) : (
            step.people.join('、') || '届时确定'
          ),
      },
      {
        title: '为何是他 / 为何跳过',
        key: 'why',
        render: (_, step) => (
          <>
            {step.why}
            {step.warning === null ? null : <p className="text-bad">{step.warning}</p>}
          </>
        ),
      },
      {
        title: '预计用时（工作小时）',
        key: 'hours',
        width: 190,
        render: (_, step) => (step.skipped ? '—' : (step.usual ?? `时限 ${step.hours}`)),
      },
    ]}
  />
);

const Replay = ({ replay }: { readonly replay: NonNullable<Simulation['replay']> }): ReactElement => (
  <section>
    <p>
      看了最近 {replay.looked} 张真实单据：{replay.changed.length} 张的路径会变，{replay.empties.length}{' '}
      张会找不到处理人。
    </p>
    {replay.empties.map((one) => (
      <p key={one.BusinessId} className="text-bad">
        {one.serial ?? '未编号'}：步骤「{one.steps.join('、')}」找不到处理人，发布会被阻止
      </p>
    ))}
    {replay.warned.map(({ step, records }) => (
      <p key={step} className="text-bad">
        步骤「{step}」有 {records} 张按规则找不到处理人，会按无处理人的设置处理
      </p>
    ))}
    <ul className="plain-list">
      {replay.changed.map((one) => (
        <li key={one.BusinessId}>
          {one.serial ?? '未编号'} {one.title ?? ''}
          <small>
            {one.before.join(' → ')}　变为　{one.after.join(' → ')}
          </small>
        </li>
      ))}
    </ul>
  </section>
);

/** What the chain would do, with values that one thinks of and with the newest records. Nothing is written. */
export const SimulateTab = ({
  form,
  chain,
  procedureId,
  shown,
  unsaved,
  tried,
  onTried,
}: {
  readonly form: CompiledForm;
  readonly chain: ChainText;
  readonly procedureId: number;
  readonly shown: Shown;
  /** What is on the screen has not been saved, so that the server does not know it. */
  readonly unsaved: boolean;
  readonly tried: readonly Tried[];
  readonly onTried: (tried: readonly Tried[]) => void;
}): ReactElement => {
  const [applicant, setApplicant] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [project, setProject] = useState<{ readonly code: string; readonly name: string } | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [most, setMost] = useState(20);
  const fields = decisiveFields(form, chain);
  const group = (): WorkflowGroup => ({
    applicant: applicant?.id ?? '',
    ...(project === null ? {} : { project: project.code }),
    values: Object.fromEntries(fields.flatMap(({ key }) => (values[key] ? [[key, values[key]]] : []))),
  });
  const words = (): string =>
    [
      applicant?.name ?? '',
      project?.name ?? '',
      ...fields.flatMap((of) => (values[of.key] ? [`${of.label} ${values[of.key] ?? ''}`] : [])),
    ]
      .filter((word) => word !== '')
      .join('，');
  const ready = applicant !== null && (project !== null || form.field('project')?.field.required !== true);
  const run = useMutation({
    mutationFn: () => callApi(workflowSimulate, { ProcedureId: procedureId, Version: shown, group: group() }),
    onSuccess: ({ group: found }) => {
      if (found?.passed !== true || shown !== 'draft') return;
      const one = { group: group(), words: words() };
      const key = JSON.stringify(one.group);
      onTried([...tried.filter((other) => JSON.stringify(other.group) !== key), one]);
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const replay = useMutation({
    mutationFn: () => callApi(workflowSimulate, { ProcedureId: procedureId, Version: shown, Replay: most }),
    onError: (error) => notify.error(messageOf(error)),
  });
  if (unsaved) return <EmptyHint text="有未保存的修改，请先存草稿再模拟" />;
  const result = run.data?.group;
  return (
    <div className="flow-simulate">
      <p className="note">
        模拟对象：{shown === 'draft' ? '草稿' : versionWords(shown)}。模拟不产生任何单据；草稿须有 {MIN_GROUPS}{' '}
        组不同的取值模拟通过才能发布。通过的组只保留在本页，离开或修改草稿后须重新模拟；发布时逐组再核对一次。
      </p>
      <div className="flow-try">
        <UserSelect
          label="申请人"
          activeOnly
          placeholder="申请人"
          {...(applicant === null
            ? {}
            : { value: applicant.id, known: { value: applicant.id, label: applicant.name } })}
          onName={(id, name) => setApplicant({ id, name })}
          onChange={(id) => (id === undefined ? setApplicant(null) : undefined)}
        />
        <ProjectPick
          label="项目"
          value={project?.code}
          name={project?.name}
          onPick={(code, name) => setProject(code === undefined ? null : { code, name: name ?? code })}
        />
        {fields.map((of) => (
          <TryValue
            key={of.key}
            form={form}
            of={of}
            value={values[of.key] ?? ''}
            onChange={(value) => setValues({ ...values, [of.key]: value })}
          />
        ))}
        <Button type="primary" disabled={!ready} loading={run.isPending} onClick={() => run.mutate()}>
          模拟
        </Button>
      </div>
      {result ? (
        <section aria-label="模拟结果">
          <p className="flow-result">
            {result.passed ? <Tag tone="good">通过</Tag> : <Tag tone="bad">未通过</Tag>}
            {shown === 'draft' ? ` 已通过 ${tried.length} 组` : ''}
          </p>
          <StepsTable steps={result.steps} />
        </section>
      ) : null}
      {tried.length === 0 ? null : (
        <ul className="plain-list flow-part" aria-label="已通过的组">
          {tried.map((one) => (
            <li key={JSON.stringify(one.group)}>{one.words}</li>
          ))}
        </ul>
      )}
      <section className="flow-part">
        <h3>用真实单据仿真</h3>
        <div className="flow-place">
          <InputNumber
            aria-label="仿真单据数"
            min={1}
            max={100}
            precision={0}
            prefix="最近"
            suffix="张"
            value={most}
            onChange={(value) => setMost(value ?? 20)}
          />
          <Button loading={replay.isPending} onClick={() => replay.mutate()}>
            仿真
          </Button>
        </div>
        {replay.data?.replay ? <Replay replay={replay.data.replay} /> : null}
      </section>
    </div>
  );
};
