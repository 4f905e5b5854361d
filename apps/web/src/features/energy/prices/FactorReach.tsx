/** 影响范围: which projects and months a coefficient is counted by as it is typed, which of them change, and which stay as they are. */
import { type CoefficientReach, type CoefficientRow, projectSetUp } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { ErrorRetry } from '../../../ui/feedback.tsx';
import { monthSpans } from './month-spans.ts';

/** What of a coefficient decides where it holds. */
export interface Reaching {
  readonly Id?: string;
  readonly ProjectCode?: string;
  readonly Region?: string;
  readonly Kind: CoefficientRow['Kind'];
  readonly CategoryCode: CoefficientRow['CategoryCode'];
  readonly Lhv?: string;
  readonly FromUnit?: string;
  readonly Year?: string;
  readonly From?: string;
  readonly To?: string;
}

const REPORTS: Readonly<Record<CoefficientReach['Signed'][number]['Kind'], string>> = {
  day: '日报',
  client: '能耗同比(客户)',
  total: '综合分析报表',
  saving: '节能量报告',
};
/** More projects are folded away. */
const SHOWN = 8;

const YEAR_SCREEN = 'operationContent.stateMents.yearStateMents';
/** 年报表 of a project, for who may open it. */
export const yearReport = (project: string, year: string): string | null =>
  canOpen(YEAR_SCREEN)
    ? `/operationContent/stateMents/yearStateMents?${new URLSearchParams({ ProjectCode: project, Year: year })}`
    : null;

const lastYearOf = ({ Open, Closed }: CoefficientReach['Projects'][number]): string =>
  ([...Open, ...Closed].toSorted().at(-1) ?? '').slice(0, 4);

/** The project with its year's report, if there is one to open. */
const ProjectName = ({ of }: { readonly of: CoefficientReach['Projects'][number] }): ReactElement => {
  const report = yearReport(of.ProjectCode, lastYearOf(of));
  return report === null ? <>{of.ProjectName}</> : <Link to={report}>{of.ProjectName}</Link>;
};

const ProjectLine = ({ of }: { readonly of: CoefficientReach['Projects'][number] }): ReactElement => (
  <li>
    <ProjectName of={of} />：{of.Open.length === 0 ? '没有未锁月份' : `改 ${monthSpans(of.Open)}`}
    {of.Closed.length === 0 ? null : <span className="price-soft">；已月锁不改 {monthSpans(of.Closed)}</span>}
  </li>
);

const Reached = ({ reach }: { readonly reach: CoefficientReach }): ReactElement => {
  const { Projects, Spared, Signed } = reach;
  const count = (of: 'Open' | 'Closed') => Projects.reduce((sum, one) => sum + one[of].length, 0);
  const [first, rest] = [Projects.slice(0, SHOWN), Projects.slice(SHOWN)];
  return (
    <>
      <p>
        {Projects.length === 0
          ? '现有数据没有按它计算的月份'
          : `${Projects.length} 个项目：${count('Open')} 个月的标煤、碳排放或能效随之改变，${count('Closed')} 个已月锁的月份不变`}
        {Spared === 0 ? '' : `；另有 ${Spared} 个用到该能源的项目按自有、本省或其他年份、热值的系数计，不受影响`}
      </p>
      <ul>
        {first.map((one) => (
          <ProjectLine key={one.ProjectCode} of={one} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details>
          <summary>{`其余 ${rest.length} 个项目`}</summary>
          <ul>
            {rest.map((one) => (
              <ProjectLine key={one.ProjectCode} of={one} />
            ))}
          </ul>
        </details>
      )}
      {count('Open') === 0 ? null : (
        <p className="price-soft">
          变的报表：日报、月报、年报、能耗同比、综合分析、能耗分析、对标与首页中这些月份的折算值
        </p>
      )}
      {Signed.length === 0 ? null : (
        <p className="price-soft">
          已签发的不变：{Signed.map(({ Kind, Count }) => `${REPORTS[Kind]} ${Count} 份`).join('、')}
        </p>
      )}
    </>
  );
};

export const FactorReach = ({ of }: { readonly of: Reaching }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['coefficientReach', of],
    queryFn: async ({ signal }) =>
      (await callApi(projectSetUp, { SetType: 'coefficientReach', ...of }, { signal })) as CoefficientReach,
    placeholderData: keepPreviousData,
  });
  return (
    <section className="price-reach" aria-label="影响范围">
      <h3>影响范围</h3>
      {error ? (
        <ErrorRetry error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="price-soft">正在计算…</p>
      ) : (
        <Reached reach={data} />
      )}
    </section>
  );
};
