import { HANDOVER_KINDS, HANDOVER_TITLES, type HandoverLine, userInfo } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { recordAddress } from '../../lib/routes.ts';
import { Tag } from '../../ui/StatusTag.tsx';
import { UserSelect } from '../system/pickers.tsx';
import type { HandoverPlan } from './HandoverWizard.tsx';

const groupsOf = (lines: readonly HandoverLine[]) =>
  HANDOVER_KINDS.map((kind) => ({ kind, of: lines.filter((line) => line.kind === kind) })).filter(
    ({ of }) => of.length > 0,
  );

const Title = ({ line }: { readonly line: HandoverLine }): ReactElement => {
  const address =
    line.ProcedureId === null || line.BusinessId === null ? null : recordAddress(line.ProcedureId, line.BusinessId);
  return (
    <span className="cell-main wrap">
      {address ? <Link to={address}>{line.title}</Link> : line.title}
      {line.alone ? (
        <>
          {' '}
          <Tag tone="warn">仅此一人</Tag>
        </>
      ) : null}
      <small>{line.note}</small>
    </span>
  );
};

/** Another successor for one line; most lines have none, so that the picker is there only where it is asked for. */
const Other = ({
  line,
  value,
  onChange,
}: {
  readonly line: HandoverLine;
  readonly value: string | undefined;
  readonly onChange: (to: string | undefined) => void;
}): ReactElement => {
  const [open, setOpen] = useState(value !== undefined);
  if (!open)
    return (
      <Button type="link" size="small" aria-label={`${line.title} 另选接手人`} onClick={() => setOpen(true)}>
        另选接手人
      </Button>
    );
  return (
    <span className="handover-other">
      <UserSelect
        label={`${line.title} 接手人`}
        activeOnly
        placeholder="同上方接手人"
        {...(value === undefined ? {} : { value })}
        onChange={onChange}
      />
    </span>
  );
};

/** What hangs on the person, by kind, each to be taken along or left. */
export const HandoverLines = ({
  lines,
  plan,
  onChoose,
  onOther,
}: {
  readonly lines: readonly HandoverLine[];
  readonly plan: HandoverPlan;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onOther: (others: ReadonlyMap<string, string>) => void;
}): ReactElement => {
  const put = (keys: readonly string[], taken: boolean) => {
    const next = new Set(plan.chosen);
    for (const key of keys) {
      if (taken) next.add(key);
      else next.delete(key);
    }
    onChoose(next);
  };
  const other = (key: string, to: string | undefined) => {
    const next = new Map(plan.others);
    if (to === undefined) next.delete(key);
    else next.set(key, to);
    onOther(next);
  };
  return (
    <>
      {groupsOf(lines).map(({ kind, of }) => {
        const keys = of.filter((line) => line.act !== 'know').map((line) => line.key);
        const taken = keys.filter((key) => plan.chosen.has(key)).length;
        return (
          <section key={kind} className="handover-group" aria-label={HANDOVER_TITLES[kind]}>
            <h3>
              {keys.length > 0 ? (
                <Checkbox
                  checked={taken === keys.length}
                  indeterminate={taken > 0 && taken < keys.length}
                  onChange={(event) => put(keys, event.target.checked)}
                >
                  {HANDOVER_TITLES[kind]} {taken}/{keys.length}
                </Checkbox>
              ) : (
                `${HANDOVER_TITLES[kind]} ${of.length}`
              )}
            </h3>
            <ul className="handover-lines">
              {of.map((line) => (
                <li key={line.key}>
                  {line.act === 'know' ? null : (
                    <Checkbox
                      aria-label={`交接 ${line.title}`}
                      checked={plan.chosen.has(line.key)}
                      onChange={(event) => put([line.key], event.target.checked)}
                    />
                  )}
                  <Title line={line} />
                  {line.act === 'give' && plan.chosen.has(line.key) ? (
                    <Other line={line} value={plan.others.get(line.key)} onChange={(to) => other(line.key, to)} />
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
};

const Name = ({ userId }: { readonly userId: string }): ReactElement => {
  const { data } = useQuery({
    queryKey: ['users', 'card', userId],
    queryFn: ({ signal }) => callApi(userInfo, { userId }, { signal }),
    staleTime: 60_000,
  });
  return <>{data?.UserName ?? '…'}</>;
};

/** Who gets what, and what cannot go so. */
export const HandoverSummary = ({
  lines,
  plan,
}: {
  readonly lines: readonly HandoverLine[];
  readonly plan: HandoverPlan;
}): ReactElement => (
  <>
    {groupsOf(lines.filter((line) => plan.chosen.has(line.key))).map(({ kind, of }) => (
      <section key={kind} className="handover-group" aria-label={HANDOVER_TITLES[kind]}>
        <h3>
          {HANDOVER_TITLES[kind]} {of.length}
        </h3>
        <ul className="handover-lines">
          {of.map((line) => {
            const to = plan.others.get(line.key) ?? plan.to;
            return (
              <li key={line.key}>
                <Title line={line} />
                {line.problem === null ? (
                  <span>{line.act === 'end' || to === undefined ? '终止' : <Name userId={to} />}</span>
                ) : (
                  <span className="text-bad">{line.problem}</span>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    ))}
  </>
);
