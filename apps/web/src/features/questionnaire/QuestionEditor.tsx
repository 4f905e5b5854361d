import {
  CONDITION_WORDS,
  type ConditionKind,
  type Design,
  type Question,
  QUESTION_TYPES,
  scaleOf,
} from '@hengneng/core/questionnaire';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import { conditionable, isType, newDimensionKey, newQuestion, TYPE_OPTIONS } from './edit.ts';

interface Props {
  readonly design: Design;
  readonly at: number;
  readonly question: Question;
  readonly closed: boolean;
  /** What is wrong, by the part of the question. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onPut: (part: Partial<Question>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const Problem = ({ text }: { readonly text: string | undefined }): ReactElement | null =>
  text === undefined ? null : (
    <p className="q-problem" role="alert">
      {text}
    </p>
  );

const Options = ({ question, closed, onPut, problems }: Props): ReactElement => (
  <div className="q-part">
    <span>选项</span>
    <div>
      {question.options.map((option, index) => (
        // Options have no name but what they say, which is being typed.
        <div key={index} className="q-inline">
          <Input
            aria-label={`选项${index + 1}`}
            maxLength={60}
            disabled={closed}
            value={option}
            onChange={(event) =>
              onPut({ options: question.options.map((one, other) => (other === index ? event.target.value : one)) })
            }
          />
          <Button
            type="text"
            disabled={closed || question.options.length <= 2}
            onClick={() => onPut({ options: question.options.filter((_, other) => other !== index) })}
          >
            删除
          </Button>
        </div>
      ))}
      <Button
        size="small"
        disabled={closed || question.options.length >= 30}
        onClick={() => onPut({ options: [...question.options, ''] })}
      >
        添加选项
      </Button>
      <Problem text={problems.get('options')} />
      {question.type === 'multi' ? (
        <div className="q-inline">
          最少
          <InputNumber
            aria-label="最少选几项"
            min={1}
            max={30}
            disabled={closed}
            value={question.least}
            onChange={(least) => onPut({ least })}
          />
          项，最多
          <InputNumber
            aria-label="最多选几项"
            min={1}
            max={30}
            disabled={closed}
            value={question.most}
            onChange={(most) => onPut({ most })}
          />
          项
        </div>
      ) : null}
      <Problem text={problems.get('least') ?? problems.get('most')} />
    </div>
  </div>
);

const Dimensions = ({ question, closed, onPut, problems }: Props): ReactElement => {
  const total = question.dimensions.reduce((sum, { weight }) => sum + weight, 0);
  const set = (index: number, part: { label?: string; weight?: number }) =>
    onPut({ dimensions: question.dimensions.map((one, other) => (other === index ? { ...one, ...part } : one)) });
  return (
    <div className="q-part">
      <span>评价维度</span>
      <div>
        {question.dimensions.map((dimension, index) => (
          <div key={dimension.key} className="q-inline">
            <Input
              aria-label={`维度${index + 1}`}
              maxLength={30}
              disabled={closed}
              value={dimension.label}
              onChange={(event) => set(index, { label: event.target.value })}
            />
            <InputNumber
              aria-label={`${dimension.label}权重`}
              min={1}
              max={100}
              precision={0}
              suffix="%"
              disabled={closed}
              value={dimension.weight}
              onChange={(weight) => set(index, { weight: weight ?? 1 })}
            />
            <Button
              type="text"
              disabled={closed || question.dimensions.length <= 1}
              onClick={() => onPut({ dimensions: question.dimensions.filter((_, other) => other !== index) })}
            >
              删除
            </Button>
          </div>
        ))}
        <div className="q-inline">
          <Button
            size="small"
            disabled={closed || question.dimensions.length >= 20}
            onClick={() =>
              onPut({
                dimensions: [
                  ...question.dimensions,
                  { key: newDimensionKey(question), label: '', weight: Math.max(1, 100 - total) },
                ],
              })
            }
          >
            添加维度
          </Button>
          <span className={total === 100 ? 'q-note' : 'q-problem'}>
            权重合计 {total}%{total === 100 ? '' : '，须为100%'}
          </span>
        </div>
        <Problem text={problems.get('dimensions')} />
      </div>
    </div>
  );
};

const isKind = (text: string): text is ConditionKind => Object.hasOwn(CONDITION_WORDS, text);

const ShowIf = ({ design, at, question, closed, onPut, problems }: Props): ReactElement => {
  const { showIf } = question;
  const earlier = conditionable(design, at);
  const asked = design.questions.find(({ id }) => id === showIf?.question);
  const points = asked !== undefined && scaleOf(asked.type) !== null;
  return (
    <div className="q-part">
      <span>显示条件</span>
      <div>
        <div className="q-inline q-wrap">
          <Select
            aria-label="显示条件：依据哪题"
            allowClear
            disabled={closed || earlier.length === 0}
            placeholder="总是显示"
            value={showIf?.question ?? null}
            options={earlier.map(({ id, title }) => ({
              value: id,
              label: `${design.questions.findIndex((one) => one.id === id) + 1}. ${title}`,
            }))}
            onChange={(id: string | null | undefined) => {
              const next = earlier.find((one) => one.id === id);
              onPut({
                showIf: next
                  ? {
                      question: next.id,
                      kind: scaleOf(next.type) ? 'below' : 'is',
                      value: scaleOf(next.type) ? '6' : (next.options[0] ?? ''),
                    }
                  : null,
              });
            }}
          />
          {showIf && asked ? (
            <>
              <Select
                aria-label="显示条件：怎样比较"
                disabled={closed}
                value={showIf.kind}
                options={Object.entries(CONDITION_WORDS).flatMap(([value, label]) =>
                  points || value === 'is' || value === 'isNot' ? [{ value, label }] : [],
                )}
                onChange={(kind: string) => isKind(kind) && onPut({ showIf: { ...showIf, kind } })}
              />
              {points ? (
                <InputNumber
                  aria-label="显示条件：分数"
                  min={0}
                  max={10}
                  precision={0}
                  suffix="分"
                  disabled={closed}
                  value={Number(showIf.value)}
                  onChange={(value) => onPut({ showIf: { ...showIf, value: String(value ?? 0) } })}
                />
              ) : (
                <Select
                  aria-label="显示条件：选项"
                  disabled={closed}
                  value={showIf.value}
                  options={asked.options.map((value) => ({ value, label: value }))}
                  onChange={(value: string) => onPut({ showIf: { ...showIf, value } })}
                />
              )}
            </>
          ) : null}
        </div>
        <Problem text={problems.get('showIf')} />
      </div>
    </div>
  );
};

/** One question of the designer. */
export const QuestionEditor = (props: Props): ReactElement => {
  const { design, at, question, closed, problems, onPut, onMove, onRemove } = props;
  const scale = scaleOf(question.type);
  return (
    <section className="surface q-question" aria-label={`第${at + 1}题`}>
      <header>
        <h3>第{at + 1}题</h3>
        <Select
          aria-label={`第${at + 1}题题型`}
          disabled={closed}
          value={question.type}
          options={TYPE_OPTIONS}
          onChange={(type: string) => {
            if (!isType(type)) return;
            // What the new type does not have is dropped, what both have stays.
            const { id, title, hint, required, showIf } = question;
            const fresh = newQuestion(design, type);
            onPut({ ...fresh, id, title: title === '' ? fresh.title : title, hint, required, showIf });
          }}
        />
        <Checkbox
          disabled={closed}
          checked={question.required}
          onChange={(event) => onPut({ required: event.target.checked })}
        >
          必答
        </Checkbox>
        <span className="q-space" />
        <Button size="small" disabled={closed || at === 0} onClick={() => onMove(-1)}>
          上移
        </Button>
        <Button size="small" disabled={closed || at === design.questions.length - 1} onClick={() => onMove(1)}>
          下移
        </Button>
        <Button size="small" danger disabled={closed} onClick={onRemove}>
          删除
        </Button>
      </header>
      <div className="q-part">
        <span>题目</span>
        <div>
          <Input
            aria-label={`第${at + 1}题题目`}
            maxLength={200}
            disabled={closed}
            value={question.title}
            placeholder={QUESTION_TYPES[question.type]}
            onChange={(event) => onPut({ title: event.target.value })}
          />
          <Problem text={problems.get('title')} />
        </div>
      </div>
      <div className="q-part">
        <span>说明</span>
        <Input
          aria-label={`第${at + 1}题说明`}
          maxLength={200}
          disabled={closed}
          value={question.hint}
          onChange={(event) => onPut({ hint: event.target.value })}
        />
      </div>
      {question.type === 'single' || question.type === 'multi' ? <Options {...props} /> : null}
      {question.type === 'matrix' ? <Dimensions {...props} /> : null}
      {scale === null ? null : (
        <div className="q-part">
          <span>低分追问</span>
          <div className="q-inline">
            低于
            <InputNumber
              aria-label={`第${at + 1}题低于几分追问原因`}
              min={scale.min + 1}
              max={scale.max}
              precision={0}
              disabled={closed}
              value={question.reasonBelow}
              onChange={(reasonBelow) => onPut({ reasonBelow })}
            />
            分时必填原因，留空不追问
            <Problem text={problems.get('reasonBelow')} />
          </div>
        </div>
      )}
      {at === 0 ? null : <ShowIf {...props} />}
    </section>
  );
};
