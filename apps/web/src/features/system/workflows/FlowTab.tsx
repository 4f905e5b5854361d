import { workflowPeople } from '@hengneng/contracts';
import {
  type ChainProblem,
  type ChainText,
  type ChainVocabulary,
  type CompiledForm,
  stepWords,
} from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { callApi } from '../../../lib/api.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { DeptSelect } from '../pickers.tsx';
import type { Shown } from './chains.ts';
import { Diagram } from './Diagram.tsx';
import { addAfter } from './edit.ts';
import { HandlerField } from './HandlerField.tsx';
import { StepPanel } from './StepPanel.tsx';

interface Props {
  readonly form: CompiledForm;
  readonly chain: ChainText;
  readonly words: ChainVocabulary;
  readonly names: ReadonlyMap<string, string>;
  readonly problems: readonly ChainProblem[];
  readonly procedureId: number;
  readonly shown: Shown;
  readonly unsaved: boolean;
  readonly wide: boolean;
  readonly editable: boolean;
  readonly used: readonly string[];
  readonly onName: (userId: string, name: string) => void;
  readonly onChange: (chain: ChainText) => void;
}

interface Place {
  readonly project?: string;
  readonly projectName?: string;
  readonly dept?: string;
}

/** Who would handle the steps at a place; null while none is chosen. */
const usePeople = ({ procedureId, shown, unsaved }: Props, { project, dept }: Place) => {
  const { data } = useQuery({
    queryKey: ['workflows', 'people', procedureId, shown, project, dept],
    queryFn: ({ signal }) =>
      callApi(
        workflowPeople,
        { ProcedureId: procedureId, Version: shown, ...(project ? { project } : {}), ...(dept ? { dept } : {}) },
        { signal },
      ),
    enabled: !unsaved && (project !== undefined || dept !== undefined),
  });
  return data === undefined || unsaved ? null : new Map(data.rows.map((row) => [row.key, row.people]));
};

const Copies = ({ form, chain, names, editable, onName, onChange }: Props): ReactElement => (
  <section className="flow-panel">
    <h3>抄送</h3>
    <p className="hint">单据通过后告知这些人；点击步骤卡片编辑步骤。</p>
    {chain.cc.length === 0 ? <p className="hint">不抄送</p> : null}
    {chain.cc.map((by, at) => (
      <div key={at} className="flow-copy">
        <HandlerField
          form={form}
          value={by}
          disabled={!editable}
          label={`抄送${at + 1}`}
          names={names}
          plain
          onName={onName}
          onChange={(next) => onChange({ ...chain, cc: chain.cc.map((one, index) => (index === at ? next : one)) })}
        />
        {editable ? (
          <Button
            size="small"
            type="text"
            aria-label={`删除抄送${at + 1}`}
            onClick={() => onChange({ ...chain, cc: chain.cc.filter((_, index) => index !== at) })}
          >
            ×
          </Button>
        ) : null}
      </div>
    ))}
    {editable && chain.cc.length < 20 ? (
      <Button size="small" onClick={() => onChange({ ...chain, cc: [...chain.cc, 'role(generalManager)'] })}>
        添加抄送
      </Button>
    ) : null}
  </section>
);

/** The chain drawn, and beside it the properties of the step that was chosen; on a phone these are read in a drawer. */
export const FlowTab = (props: Props): ReactElement => {
  const { form, chain, words, problems, wide, editable, used, onChange } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [place, setPlace] = useState<Place>({});
  const people = usePeople(props, place);
  const step = chain.steps.find((one) => one.key === chosen);
  const wrong = new Set(
    problems.flatMap(({ path: [list, at] }) =>
      list === 'steps' && typeof at === 'number' ? [chain.steps[at]?.key ?? ''] : [],
    ),
  );
  const change = (next: ChainText, key?: string | null): void => {
    onChange(next);
    if (key !== undefined) setChosen(key);
  };
  const add = (after: string | null, beyond?: boolean): void => {
    const added = addAfter(chain, after, used, beyond);
    change(added.chain, added.key);
  };
  if (chain.steps.length === 0) return <EmptyHint text="该模块还没有流程，请新建" />;
  return (
    <>
      <div className="flow-place">
        <span>看实际处理人：</span>
        <ProjectPick
          label="所在项目"
          value={place.project}
          name={place.projectName}
          onPick={(project, projectName) =>
            setPlace({
              ...(place.dept === undefined ? {} : { dept: place.dept }),
              ...(project === undefined ? {} : { project, projectName: projectName ?? project }),
            })
          }
        />
        <DeptSelect
          label="申请人部门"
          placeholder="申请人部门"
          {...(place.dept === undefined ? {} : { value: place.dept })}
          onChange={(dept) => {
            const { dept: _was, ...rest } = place;
            setPlace(dept === undefined ? rest : { ...rest, dept });
          }}
        />
        {props.unsaved ? <small className="hint">存草稿后显示</small> : null}
      </div>
      <div className="flow-edit">
        <Diagram
          chain={chain}
          words={words}
          chosen={chosen}
          wrong={wrong}
          people={people}
          onChoose={(key) => setChosen(key === chosen ? null : key)}
          onAdd={editable ? add : null}
        />
        {wide ? (
          <aside className="flow-side" aria-label="步骤属性">
            {step === undefined ? (
              <Copies {...props} />
            ) : (
              <StepPanel key={step.key} {...props} form={form} step={step} onChange={change} />
            )}
          </aside>
        ) : null}
      </div>
      {wide || step === undefined ? null : (
        <AppDrawer title={step.name} onClose={() => setChosen(null)}>
          <p className="note">编辑流程请在电脑上进行。</p>
          <Descriptions
            column={1}
            size="small"
            items={Object.entries(stepWords(chain, step, words)).map(([label, children]) => ({
              key: label,
              label,
              children,
            }))}
          />
        </AppDrawer>
      )}
    </>
  );
};
