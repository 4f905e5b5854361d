import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import {
  branchOfStep,
  byWords,
  type ChainStep,
  type ChainText,
  type ChainVocabulary,
  MODE_WORDS,
} from '@hengneng/form-kit';
import { Button } from 'antd';
import { Fragment, type ReactElement } from 'react';
import { Tag } from '../../../ui/StatusTag.tsx';

interface Props {
  readonly chain: ChainText;
  readonly words: ChainVocabulary;
  /** Key of the step whose properties are shown. */
  readonly chosen: string | null;
  /** Keys of steps with something wrong. */
  readonly wrong: ReadonlySet<string>;
  /** Who would handle the steps at the place that was chosen, by key. */
  readonly people: ReadonlyMap<string, readonly string[]> | null;
  readonly onChoose: (key: string) => void;
  /** Null: nothing may be added. `beyond`: not in the step's branch, but after the whole block. */
  readonly onAdd: ((after: string | null, beyond?: boolean) => void) | null;
}

const Card = ({ step, props }: { readonly step: ChainStep; readonly props: Props }): ReactElement => {
  const { words, chosen, wrong, people, onChoose } = props;
  const handlers = people?.get(step.key);
  return (
    <button
      type="button"
      className={`flow-card${wrong.has(step.key) ? ' flow-card-wrong' : ''}`}
      aria-current={step.key === chosen ? 'true' : undefined}
      onClick={() => onChoose(step.key)}
    >
      <span className="flow-card-head">
        <b>{step.name}</b>
        {step.final ? <Tag tone="accent">末步</Tag> : null}
        {wrong.has(step.key) ? <Tag tone="bad">有误</Tag> : null}
      </span>
      <span className="flow-card-facts">
        <span>{byWords(step.by, words)}</span>
        {step.mode === 'any' ? null : (
          <span>{step.mode === 'vote' ? `票签 ${step.pass ?? 100}%` : MODE_WORDS[step.mode]}</span>
        )}
        <span>{step.hours} 工作小时</span>
      </span>
      {step.when === null ? null : <span className="flow-when">条件：{words.condition(step.when)}</span>}
      {step.fieldKeys.length === 0 ? null : (
        <small>填写：{step.fieldKeys.map((key) => words.field(key)).join('、')}</small>
      )}
      {handlers === undefined ? null : (
        <span className={handlers.length === 0 ? 'hint' : 'text-good'}>
          {handlers.length === 0 ? '由单据决定' : handlers.join('、')}
        </span>
      )}
    </button>
  );
};

const Link = ({
  after,
  beyond = false,
  onAdd,
}: {
  readonly after: string | null;
  readonly beyond?: boolean;
  readonly onAdd: Props['onAdd'];
}): ReactElement => (
  <div className="flow-link">
    {onAdd === null ? null : (
      <Button
        size="small"
        type="text"
        icon={<PlusOutlined />}
        aria-label={after === null ? '在最前添加步骤' : beyond ? '在并行之后添加步骤' : '在此之后添加步骤'}
        title="添加步骤"
        onClick={() => onAdd(after, beyond)}
      />
    )}
  </div>
);

const Block = ({ at, props }: { readonly at: number; readonly props: Props }): ReactElement | null => {
  const { chain, words } = props;
  const block = chain.parallel?.[at];
  if (block === undefined) return null;
  return (
    <section className="flow-block" aria-label={`并行：${block.name}`}>
      <h4>
        {block.name}
        <small>各分支同时进行，都办完后继续</small>
      </h4>
      <div className="flow-branches">
        {block.branches.map((branch) => (
          <div key={branch.steps[0]} className="flow-branch">
            <p>
              <b>{branch.name}</b>
              <small>{branch.when === undefined ? '总是进入' : words.condition(branch.when)}</small>
            </p>
            {branch.steps.map((key, index) => {
              const step = chain.steps.find((one) => one.key === key);
              const last = index === branch.steps.length - 1;
              return step === undefined ? null : (
                <Fragment key={key}>
                  <Card step={step} props={props} />
                  {last && props.onAdd === null ? null : <Link after={key} onAdd={props.onAdd} />}
                </Fragment>
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
};

/** The chain from top to bottom: a card for each step, branches side by side. */
export const Diagram = (props: Props): ReactElement => {
  const { chain, words, onAdd } = props;
  const told = chain.cc.map((by) => byWords(by, words)).join('、');
  return (
    <div className="flow-diagram">
      <p className="flow-end">申请人提交</p>
      <Link after={null} onAdd={onAdd} />
      {chain.steps.map((step, index) => {
        const place = branchOfStep(chain, step.key);
        if (place === null)
          return (
            <Fragment key={step.key}>
              <Card step={step} props={props} />
              <Link after={step.key} onAdd={onAdd} />
            </Fragment>
          );
        const before = chain.steps[index - 1];
        const first = before === undefined || branchOfStep(chain, before.key)?.block !== place.block;
        return first ? (
          <Fragment key={step.key}>
            <Block at={place.block} props={props} />
            <Link after={step.key} beyond onAdd={onAdd} />
          </Fragment>
        ) : null;
      })}
      <p className="flow-end">结束{told === '' ? '' : `，抄送${told}`}</p>
    </div>
  );
};
