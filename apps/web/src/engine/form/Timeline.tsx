import { getList, type StepHandler, type StepView } from '@hengneng/contracts';
import { type CompiledField, TIMEOUT_WORDS } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import { formatDateTime, formatHours, formatWorkingTime } from '../../lib/format.ts';
import { FileThumb } from '../../ui/files/FileItem.tsx';
import { StepTag, Tag } from '../../ui/StatusTag.tsx';
import { useRecord, useStore } from '../store/record-store.ts';
import { isSigned, Signature, signatureFields } from '../widgets/signatures.tsx';

const MODES = { any: '或签', all: '会签', turn: '依次', vote: '票签' } as const;
const PARTS = { own: '', before: '前加签', after: '后加签', delegate: '受委派' } as const;
const PERSON: Readonly<Partial<Record<StepHandler['state'], string>>> = {
  active: '待处理',
  waiting: '等待中',
  rejected: '不同意',
  transferred: '已转办',
  cancelled: '未处理',
  removed: '已减签',
};

/** What one of several did; a delegate has no say, so that theirs is a reply. */
const personWord = (one: StepHandler, step: StepView): string => {
  const several = step.handlers.length > 1 && step.state !== 'future';
  if (one.state === 'agreed') return one.part === 'delegate' ? '已回复' : several ? '同意' : '';
  return several || one.state === 'transferred' ? (PERSON[one.state] ?? '') : '';
};

/** How several decide together, and while they do, how far they have come and what is missing. */
const togetherWords = ({ mode, state, votesNeeded, handlers }: StepView): string | null => {
  const asked = handlers.filter((one) => one.part === 'own' && one.state !== 'removed');
  const people = asked.length;
  if (people < 2 || state === 'skipped') return null;
  if (mode === 'any') return state === 'future' || state === 'active' ? `或签：${people}人中一人处理即可` : null;
  const agreed = asked.filter((one) => one.state === 'agreed').length;
  const against = asked.filter((one) => one.state === 'rejected').length;
  const needed = votesNeeded ?? people;
  if (state === 'future')
    return mode === 'vote' ? `票签：${people}人中${needed}人同意即通过` : `${MODES[mode]}：${people}人都要同意`;
  const said = `${MODES[mode]}：${agreed}/${people}已同意${against > 0 ? `，${against}人不同意` : ''}`;
  if (mode === 'vote' && state !== 'active') return `${said}，需${needed}票`;
  if (state !== 'active' || agreed >= needed) return said;
  return mode === 'vote' ? `${said}，需${needed}票，还差${needed - agreed}票` : `${said}，还差${needed - agreed}人`;
};

/** How long a step to come usually takes those who handle it. */
const usualWords = ({ half, most }: NonNullable<StepView['usual']>): string =>
  `通常${formatHours(half)}${most === null || most === half ? '' : `，九成不超过${formatHours(most)}`}`;

/** What happens then besides a reminder. */
const timeoutWords = ({ timeout }: StepView): string => (timeout === 'remind' ? '' : `，逾期${TIMEOUT_WORDS[timeout]}`);

/** When the whole is likely to be through; null where nobody knows, or nothing is left. */
const endOf = (steps: readonly StepView[]): string | null => {
  const left = steps.filter((step) => step.state === 'active' || step.state === 'future');
  const ends = left.map((step) => step.expectedAt);
  return ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
};

/** Who sent the record back at the end of a round. */
const returnOf = (steps: readonly StepView[]): string => {
  const step = steps.findLast((one) => one.state === 'returned');
  const by = step?.handlers.findLast((one) => one.state === 'rejected');
  return step === undefined ? '' : `${step.name}${by === undefined ? '' : ` ${by.UserName}`}退回`;
};

/** What was signed in a step: where it was taken again, what was signed then, else what the record holds. */
const Signed = ({ of, step }: { readonly of: CompiledField; readonly step: StepView }): ReactElement | null => {
  const latest = useRecord((state) => state.record[of.key]);
  return <Signature of={of} value={step.signed ? step.signed[of.key] : latest} />;
};

const Step = ({
  step,
  signed,
}: {
  readonly step: StepView;
  readonly signed: readonly CompiledField[];
}): ReactElement => {
  const together = togetherWords(step);
  return (
    <li className={`step step-${step.state}`}>
      <div className="step-head">
        <strong>{step.name}</strong>
        <StepTag step={step} />
      </div>
      {together === null ? null : <p className="step-together">{together}</p>}
      <ul className="step-people">
        {step.handlers.map((one, at) => (
          <li key={`${one.UserId}-${at}`} className={one.part === 'own' ? undefined : 'step-added'}>
            <span>{one.UserName}</span>
            {one.StandIns.length > 0 ? (
              <small>{`（${one.StandIns.map((delegate) => delegate.UserName).join('、')}可代）`}</small>
            ) : null}
            {one.part === 'own' || one.asked !== null ? null : (
              <small>
                {PARTS[one.part]}
                {one.addedBy ? `（${one.addedBy}）` : ''}
              </small>
            )}
            {one.asked === null ? null : <small>{one.asked}</small>}
            {personWord(one, step) ? <small>{personWord(one, step)}</small> : null}
            {one.handledAt ? <time>{formatDateTime(one.handledAt)}</time> : null}
            {one.Opinion ? <q>{one.Opinion}</q> : null}
            {one.signature ? (
              <span className="signed">
                <FileThumb file={one.signature} />
              </span>
            ) : null}
          </li>
        ))}
        {step.handlers.length === 0 && step.state === 'future' ? (
          <li>{step.chosen ? '由上一步指定' : '届时确定'}</li>
        ) : null}
      </ul>
      {step.Opinion && !step.handlers.some((one) => one.Opinion === step.Opinion) ? <q>{step.Opinion}</q> : null}
      {signed.map((of) => (
        <Signed key={of.key} of={of} step={step} />
      ))}
      <p className="step-why">
        {step.state === 'skipped' ? `跳过：${step.why}` : step.why}
        {step.workingHours && step.state !== 'skipped' && step.state !== 'cancelled' && step.key !== 'start'
          ? ` · ${formatWorkingTime(step.workingHours, step.arrivedAt, step.handledAt)}`
          : ''}
        {step.arrivedAt && step.key !== 'start' && (step.state === 'active' || step.state === 'done')
          ? ` · 到达 ${formatDateTime(step.arrivedAt)}`
          : ''}
        {step.state === 'active' && step.dueAt ? ` · 截止 ${formatDateTime(step.dueAt)}${timeoutWords(step)}` : ''}
        {step.usual ? (
          <span title={`近180天${step.usual.count}次，按工作时间`}>{` · ${usualWords(step.usual)}`}</span>
        ) : null}
      </p>
    </li>
  );
};

const Log = ({
  procedureId,
  businessId,
}: {
  readonly procedureId: number;
  readonly businessId: string;
}): ReactElement => {
  const [open, setOpen] = useState(false);
  const log = useQuery({
    queryKey: ['record-log', procedureId, businessId],
    queryFn: ({ signal }) => callApi(getList, { ProcedureId: procedureId, BusinessId: businessId }, { signal }),
    enabled: open,
    staleTime: 0,
  });
  return (
    <details className="rail-block" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>操作记录</summary>
      {log.error ? <p role="alert">{messageOf(log.error)}</p> : null}
      <ol className="log">
        {(log.data?.actions ?? []).map((one) => (
          <li key={one.seq}>
            <time>{formatDateTime(one.at)}</time> {one.UserName} {[one.label, ...one.to].join(' ')}
            {one.step ? `（${one.step}）` : ''}
            {one.Opinion ? <q>{one.Opinion}</q> : null}
          </li>
        ))}
      </ol>
    </details>
  );
};

interface Beside {
  readonly block: string;
  readonly branches: ReadonlyMap<string, readonly StepView[]>;
}

/** Steps in their order; those of a parallel block together where the first of them stands, by branch. */
const itemsOf = (steps: readonly StepView[]): readonly (StepView | Beside)[] => {
  const seen = new Set<string>();
  return steps.flatMap((step): readonly (StepView | Beside)[] => {
    if (step.parallel === null) return [step];
    const { block } = step.parallel;
    if (seen.has(block)) return [];
    seen.add(block);
    const inside = steps.filter((one) => one.parallel?.block === block);
    return [{ block, branches: Map.groupBy(inside, (one) => one.parallel?.branch ?? '') }];
  });
};

const Steps = ({
  steps,
  signedOf,
}: {
  readonly steps: readonly StepView[];
  readonly signedOf: (step: StepView) => readonly CompiledField[];
}): ReactElement => (
  <ol className="steps">
    {itemsOf(steps).map((item, index) =>
      'branches' in item ? (
        <li key={item.block} className="step step-beside">
          <div className="step-head">
            <strong>{item.block}</strong>
            <Tag>{`并行 ${item.branches.size} 支`}</Tag>
          </div>
          {[...item.branches].map(([branch, inside]) => (
            <section key={branch} className="branch" aria-label={`${item.block}：${branch}`}>
              <h4>{branch}</h4>
              <ol className="steps">
                {inside.map((step, at) => (
                  <Step key={step.NodeRecordId ?? `${step.key}-${at}`} step={step} signed={signedOf(step)} />
                ))}
              </ol>
            </section>
          ))}
        </li>
      ) : (
        <Step key={item.NodeRecordId ?? `${item.key}-${index}`} step={item} signed={signedOf(item)} />
      ),
    )}
  </ol>
);

/** Steps gone and to come, by round, with who, when, what was said, and why it is them. */
export const Timeline = ({
  steps,
  procedureId,
  businessId,
}: {
  readonly steps: readonly StepView[];
  readonly procedureId: number;
  readonly businessId: string | null;
}): ReactElement => {
  const { form } = useStore();
  const end = endOf(steps);
  const rounds = [...new Set(steps.map((step) => step.round))].sort((a, b) => a - b);
  return (
    <>
      <section className="rail-block" aria-label="审批步骤">
        <h2>
          {businessId === null ? '预计审批步骤' : '审批步骤'}
          {end === null ? null : <small>{`预计 ${formatDateTime(end)} 办结`}</small>}
        </h2>
        {rounds.map((round, at) => {
          const inside = steps.filter((step) => step.round === round);
          const list = (
            <Steps steps={inside} signedOf={(step) => (isSigned(step, steps) ? signatureFields(form, step.key) : [])} />
          );
          // Where it stands now is what people look for; the rounds before are a click away.
          return at < rounds.length - 1 ? (
            <details key={round} className="round">
              <summary>
                第{at + 1}轮 <small>{returnOf(inside)}</small>
              </summary>
              {list}
            </details>
          ) : (
            <div key={round}>
              {rounds.length > 1 ? <h3>第{at + 1}轮</h3> : null}
              {list}
            </div>
          );
        })}
        {steps.length === 0 ? <p className="value-none">填写后显示预计的审批人</p> : null}
      </section>
      {businessId === null ? null : <Log procedureId={procedureId} businessId={businessId} />}
    </>
  );
};
